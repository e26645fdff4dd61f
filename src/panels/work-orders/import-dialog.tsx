// Takes states of work orders from a file: first what it would change, then the change.
import { useEffect, useEffectEvent, useState } from "react";
import { useSetAtom } from "jotai";
import type { WorkOrderImported } from "../../domain/work-order/work-order-import-shape.ts";
import { noWords, type StateWords } from "../../domain/work-order/state-words.ts";
import { sendStates, unknownWords, withMeanings } from "../../state/plant/work-order/file.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { unanswered, type TableAnswers } from "../../state/shell/table-file.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { TableQuestions, type RefusedTable } from "../table-questions.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { WordQuestions } from "./word-questions.tsx";
import { TypedDialog } from "../typed-dialog.tsx";
import css from "./work-orders.module.css";

type ImportDialogProps = {
  /** The file that was dropped on the map; it is read at once. */
  handed?: File | null;
  onClose: () => void;
};

export function ImportDialog({ handed = null, onClose }: ImportDialogProps) {
  const send = useSetAtom(sendStates);
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<WorkOrderImported | null>(null);
  const [given, setGiven] = useState<TableAnswers>(unanswered);
  const [words, setWords] = useState<StateWords>(noWords);
  const [refused, setRefused] = useState<RefusedTable | null>(null);
  const [isPending, setPending] = useState(false);
  const run = async (
    chosen: File,
    isApplied: boolean,
    answers: TableAnswers,
    meant: StateWords,
  ) => {
    setPending(true);
    setRefused(null);
    try {
      const answer = await send(chosen, isApplied, answers, meant);
      if (isApplied) {
        const count = answer.changes.length;
        showDone(t("work-order:file.applied", { count, n: formatNumber(count) }));
        onClose();
      } else {
        setFile(chosen);
        setGiven(answers);
        setWords(meant);
        setPreview(answer);
      }
    } catch (fault) {
      setRefused({ file: chosen, given: answers, fault });
      setWords(meant);
      setPreview(null);
    } finally {
      setPending(false);
    }
  };
  const readHanded = useEffectEvent(() => {
    if (handed) void run(handed, false, unanswered, noWords);
  });
  // Not within the effect itself: the dialog is shown before it says that it reads.
  useEffect(() => queueMicrotask(() => readHanded()), []);
  const count = preview?.changes.length ?? 0;
  const unknown = refused ? unknownWords(refused.fault) : [];
  return (
    <TypedDialog
      title={t("work-order:file.import")}
      typed={[file, words]}
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          isDisabled={isPending || file === null || count === 0}
          onPress={() => void (file && run(file, true, given, words))}
        >
          {t("work-order:file.apply")}
        </DialogActions>
      }
    >
      <div className={css.import}>
        <p className={css.soft}>{t("work-order:file.about")}</p>
        <FileDrop
          label={t("work-order:file.drop")}
          buttonLabel={t("work-order:file.choose")}
          accept={[".csv", ".xlsx", ".json"]}
          many={false}
          isDisabled={isPending}
          onFiles={([chosen]) => void (chosen && run(chosen, false, unanswered, noWords))}
        />
        {refused && unknown.length > 0 ? (
          <WordQuestions
            key={unknown.map(({ column, word }) => `${column} ${word}`).join("\n")}
            file={refused.file.name}
            unknown={unknown}
            isPending={isPending}
            onAnswer={(said) =>
              void run(refused.file, false, refused.given, withMeanings(words, said))
            }
          />
        ) : (
          <TableQuestions
            refused={refused}
            isPending={isPending}
            onAnswer={(sent, answers) => void run(sent, false, answers, words)}
          />
        )}
        {isPending ? <Skeleton label={t("shell:loading")} lines={2} /> : null}
        {preview && !isPending ? <ImportPreview of={preview} name={file?.name ?? ""} /> : null}
      </div>
    </TypedDialog>
  );
}
