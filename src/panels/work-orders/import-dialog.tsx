// Takes states of work orders from a file: first what it would change, then the change.
import { useState } from "react";
import { useSetAtom } from "jotai";
import type { WorkOrderImported } from "../../domain/work-order/work-order-import-shape.ts";
import { statusName } from "../../state/plant/finding/words.ts";
import { sendStates } from "../../state/plant/work-order/file.ts";
import { orderStatusName } from "../../state/plant/work-order/words.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import { unanswered, type TableAnswers } from "../../state/shell/table-file.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { Dialog } from "../../ui/overlay.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { TableQuestions, type RefusedTable } from "../table-questions.tsx";
import css from "./work-orders.module.css";

/** The rest is counted. */
const MOST_SHOWN = 100;

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const send = useSetAtom(sendStates);
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<WorkOrderImported | null>(null);
  const [given, setGiven] = useState<TableAnswers>(unanswered);
  const [refused, setRefused] = useState<RefusedTable | null>(null);
  const [isPending, setPending] = useState(false);
  const run = async (chosen: File, isApplied: boolean, answers: TableAnswers) => {
    setPending(true);
    setRefused(null);
    try {
      const answer = await send(chosen, isApplied, answers);
      if (isApplied) {
        const count = answer.changes.length;
        showDone(t("work-order:file.applied", { count, n: formatNumber(count) }));
        onClose();
      } else {
        setFile(chosen);
        setGiven(answers);
        setPreview(answer);
      }
    } catch (fault) {
      setRefused({ file: chosen, given: answers, fault });
      setPreview(null);
    } finally {
      setPending(false);
    }
  };
  const count = preview?.changes.length ?? 0;
  return (
    <Dialog
      title={t("work-order:file.import")}
      isOpen
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          isDisabled={isPending || file === null || count === 0}
          onPress={() => void (file && run(file, true, given))}
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
          onFiles={([chosen]) => void (chosen && run(chosen, false, unanswered))}
        />
        <TableQuestions
          refused={refused}
          isPending={isPending}
          onAnswer={(sent, answers) => void run(sent, false, answers)}
        />
        {isPending ? <Skeleton label={t("shell:loading")} lines={2} /> : null}
        {preview && !isPending ? <Preview of={preview} name={file?.name ?? ""} /> : null}
      </div>
    </Dialog>
  );
}

function Preview({ of: { changes }, name }: { of: WorkOrderImported; name: string }) {
  const count = changes.length;
  if (count === 0) return <p role="status">{t("work-order:file.nothing", { name })}</p>;
  return (
    <section aria-label={t("work-order:file.preview")}>
      <p role="status">
        <strong>{t("work-order:file.would", { count, n: formatNumber(count), name })}</strong>
      </p>
      <ul className={css.changes}>
        {changes.slice(0, MOST_SHOWN).map(({ code, title, old_value, new_value, findings }) => (
          <li key={code}>
            <strong>
              {code} {title}
            </strong>
            {old_value === new_value ? null : (
              <span>
                {orderStatusName(old_value)} → {orderStatusName(new_value)}
              </span>
            )}
            {findings.slice(0, MOST_SHOWN).map((one) => (
              <small key={one.id}>
                {one.dt_id}: {statusName(one.old_value)} → {statusName(one.new_value)}
              </small>
            ))}
          </li>
        ))}
      </ul>
      {count > MOST_SHOWN ? (
        <p className={css.soft}>
          {t("work-order:file.more", { n: formatNumber(count - MOST_SHOWN) })}
        </p>
      ) : null}
    </section>
  );
}
