// Says what waits on this device, and which plants are deleted from it, before the user signs out.
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
  const { words, plants, isKnown } = question;
  const isWaiting = words !== null || !isKnown;
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t(isWaiting ? "outbox:sign_out.title" : "outbox:sign_out.plants_title")}
      isOpen
      onClose={() => answer(false)}
      closeLabel={t("shell:close")}
      actions={
        <>
          {words !== null && isKnown ? (
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
      {isKnown ? null : <p>{t("outbox:sign_out.unknown")}</p>}
      {isKnown && words !== null ? (
        <p>
          {words} {t("outbox:sign_out.text")}
        </p>
      ) : null}
      {plants > 0 ? <p>{t("outbox:sign_out.plants", { count: plants })}</p> : null}
    </Dialog>
  );
}
