// Asks for confirmation before unsaved changes are lost.
import { useState } from "react";
import { useAtomValue } from "jotai";
import { answerLeave, leaveQuestionAtom } from "../../state/shell/leave.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay.tsx";

export function LeaveQuestion() {
  const question = useAtomValue(leaveQuestionAtom);
  const [isPending, setPending] = useState(false);
  if (!question) return null;
  const save = async () => {
    setPending(true);
    await answerLeave("save");
    setPending(false);
  };
  const kind = question.kinds[0] ?? "editing";
  const stay = () => void answerLeave("stay");
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={t(`shell:leave.${kind}.title`)}
      isOpen
      onClose={stay}
      closeLabel={t("shell:close")}
      actions={
        <>
          <Button onPress={stay}>{t("shell:leave.stay")}</Button>
          <Button
            kind={question.canSave ? "secondary" : "danger"}
            onPress={() => void answerLeave("discard")}
          >
            {t(`shell:leave.${kind}.discard`)}
          </Button>
          {question.canSave ? (
            <Button kind="primary" isPending={isPending} onPress={() => void save()}>
              {t("shell:save")}
            </Button>
          ) : null}
        </>
      }
    >
      {question.kinds.map((one) => (
        <p key={one}>{t(`shell:leave.${one}.text`)}</p>
      ))}
    </Dialog>
  );
}
