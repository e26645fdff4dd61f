// Tells how many observations wait on this device before the user signs out.
import { useAtomValue, useSetAtom } from "jotai";
import { showStorageFault } from "../../state/observation/keep-on-device.ts";
import { saveOutbox } from "../../state/observation/outbox-entry.ts";
import { answerSignOut, signOutQuestionAtom } from "../../state/observation/sign-out.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay.tsx";

export function SignOutQuestion() {
  const question = useAtomValue(signOutQuestionAtom);
  const answer = useSetAtom(answerSignOut);
  const save = useSetAtom(saveOutbox);
  if (!question) return null;
  const { words, isKnown } = question;
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t("outbox:sign_out.title")}
      isOpen
      onClose={() => answer(false)}
      closeLabel={t("shell:close")}
      actions={
        <>
          {isKnown ? (
            <Button onPress={() => void save().catch(showStorageFault)}>
              {t("outbox:save_zip")}
            </Button>
          ) : null}
          <Button onPress={() => answer(true)}>{t("shell:logout")}</Button>
          <Button kind="primary" onPress={() => answer(false)}>
            {t("shell:leave.stay")}
          </Button>
        </>
      }
    >
      {isKnown ? (
        <p>
          {words} {t("outbox:sign_out.text")}
        </p>
      ) : (
        <p>{t("outbox:sign_out.unknown")}</p>
      )}
    </Dialog>
  );
}
