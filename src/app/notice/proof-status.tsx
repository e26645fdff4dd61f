// A word for whoever waits for a proof of work, seen and read aloud politely; mostly nobody does.
import { useAtomValue } from "jotai";
import { isProvingAtom } from "../../state/account/proof.ts";
import { t } from "../../state/shell/locale.ts";
import css from "./proof-status.module.css";

export function ProofStatus() {
  const isProving = useAtomValue(isProvingAtom);
  return (
    <p className={css.status} role="status" data-shown={isProving}>
      {isProving ? t("sign-in:proving") : null}
    </p>
  );
}
