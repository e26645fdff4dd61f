// Where only the session has ended: signing in again, with what waits and the plants left on this device.
import { useSetAtom } from "jotai";
import { LogIn } from "lucide-react";
import { isSessionEnd, signInAgain } from "../../state/plant/offline.ts";
import { t } from "../../state/shell/locale.ts";
import { showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import css from "./offline.module.css";

/** Nothing where the cause is another one. */
export function SignInAgain({ cause }: { cause: unknown }) {
  const again = useSetAtom(signInAgain);
  if (!isSessionEnd(cause)) return null;
  return (
    <div className={css.action}>
      <Button
        kind="primary"
        icon={<LogIn size={15} aria-hidden="true" />}
        onPress={() => void again().catch(showFault)}
      >
        {t("offline:sign_in_again")}
      </Button>
      <span>{t("offline:sign_in_again_text")}</span>
    </div>
  );
}
