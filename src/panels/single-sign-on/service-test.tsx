// Asks the service of the form about itself before it is used.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { ProviderFacts } from "../../domain/account/single-sign-on.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import { testService } from "../../state/settings/single-sign-on.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import css from "./single-sign-on.module.css";

type Outcome =
  | { readonly issuer: string; readonly facts: ProviderFacts }
  | { readonly issuer: string; readonly fault: string };

export function ServiceTest({ id, issuer }: { id: number; issuer: string }) {
  const test = useSetAtom(testService);
  const reason = reasonOf(useAtomValue(askAtom)("singleSignOn.test"));
  const [isPending, setPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const run = async () => {
    setPending(true);
    try {
      setOutcome({ issuer, facts: await test(id, issuer.trim()) });
    } catch (cause) {
      const { title, details } = faultWords(cause);
      setOutcome({ issuer, fault: details.join(" ") || title });
    }
    setPending(false);
  };
  // An outcome says nothing of another address.
  const shown = outcome?.issuer === issuer ? outcome : null;
  return (
    <div className={css.wide}>
      <div>
        <Button
          isPending={isPending}
          isDisabled={issuer.trim() === ""}
          reason={reason}
          onPress={() => void run()}
        >
          {t("single-sign-on:test.run")}
        </Button>
      </div>
      {shown && "fault" in shown ? (
        <Notice tone="danger" title={t("single-sign-on:test.failed")}>
          {shown.fault}
        </Notice>
      ) : null}
      {shown && "facts" in shown ? (
        <Notice tone="good" title={t("single-sign-on:test.done")}>
          {t("single-sign-on:test.keys", { count: shown.facts.keys })}{" "}
          {t(`single-sign-on:test.${shown.facts.ends_session ? "ends" : "goes_on"}`)}
        </Notice>
      ) : null}
    </div>
  );
}
