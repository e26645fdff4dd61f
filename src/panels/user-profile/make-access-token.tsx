// Makes an access token: name, scopes, days and a security code; then its secret, which is shown this once.
import { useState } from "react";
import { useSetAtom } from "jotai";
import { Copy } from "lucide-react";
import { accessScopes, type AccessScope } from "../../domain/account/access-token.ts";
import { tokenDays } from "../../domain/account/provisioning.ts";
import { makeAccessToken } from "../../state/account/access-token.ts";
import { copyText } from "../../state/shell/clipboard.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { Checkbox } from "../../ui/form/toggle.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { useUnsaved } from "../unsaved.ts";
import { NamedWithCode } from "./named-with-code.tsx";
import css from "./user-profile.module.css";

type Days = (typeof tokenDays)[number];

export function MakeAccessToken({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  return secret === null ? (
    <Form onMade={setSecret} onClose={onClose} />
  ) : (
    <Secret secret={secret} onClose={onClose} />
  );
}

function Form({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const make = useSetAtom(makeAccessToken);
  const [days, setDays] = useState<Days>(90);
  const [scopes, setScopes] = useState<readonly AccessScope[]>([]);
  return (
    <NamedWithCode
      title={t("access-token:make")}
      lead={t("access-token:lead")}
      action={t("access-token:make")}
      typed={[days, scopes]}
      reason={scopes.length === 0 ? t("access-token:scope_missing") : null}
      nameLabel={t("access-token:name")}
      nameHint={t("access-token:name_hint")}
      onMake={async (name, security_code) => {
        const { secret } = await make({ name, scopes: [...scopes], days }, security_code);
        onMade(secret);
      }}
      onClose={onClose}
    >
      <fieldset className={css.scopes}>
        <legend>{t("access-token:scopes")}</legend>
        {accessScopes.map((scope) => (
          <Checkbox
            key={scope}
            isSelected={scopes.includes(scope)}
            onChange={(isWanted) =>
              setScopes(
                accessScopes.filter((one) => (one === scope ? isWanted : scopes.includes(one))),
              )
            }
          >
            {t(`access-token:scope.${scope}`)}
          </Checkbox>
        ))}
      </fieldset>
      <Select
        label={t("access-token:days")}
        options={tokenDays.map((id) => ({
          id,
          label: t("access-token:day_count", { count: id }),
        }))}
        value={days}
        onChange={setDays}
      />
    </NamedWithCode>
  );
}

function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  // It is shown this once: nothing takes it away but its own buttons.
  const { leaveWork } = useUnsaved(true, { kind: "editing" });
  return (
    <Dialog
      isOpen
      holdsWork
      size="sm"
      title={t("access-token:made")}
      closeLabel={t("shell:close")}
      onClose={() => leaveWork(onClose)}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t("access-token:copied_close")}
        </Button>
      }
    >
      <div className={css.form}>
        <Notice tone="watch">{t("access-token:once")}</Notice>
        <code className={css.secret}>{secret}</code>
        <div>
          <Button
            icon={<Copy size={14} aria-hidden="true" />}
            onPress={() => void copyText(secret, t("access-token:copied"))}
          >
            {t("access-token:copy")}
          </Button>
        </div>
        <p className={css.soft}>{t("access-token:how")}</p>
        <code className={css.secret}>{"Authorization: Bearer …"}</code>
      </div>
    </Dialog>
  );
}
