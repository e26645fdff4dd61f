// The status text while a sign-in waits for its proof of work. Screen readers announce it politely.
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
