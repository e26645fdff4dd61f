// What an evaluation did not use of the files with conditions, and why.
import type { ShownLog } from "../../../domain/evaluation/survey-log.ts";
import { problemWords } from "../../../state/shell/fault.ts";
import { t } from "../../../state/shell/locale.ts";
import { Alert } from "../../../ui/feedback.tsx";
import { countedWords } from "./counted-words.ts";
import css from "./evaluation.module.css";

type NoticesProps = {
  log: Pick<ShownLog, "condition_lines" | "condition_notes" | "other_tables">;
  /** IANA name of the plant's zone. */
  zone: string;
};

export function ConditionNotices({ log, zone }: NoticesProps) {
  const refused = log.condition_lines.filter((one) => one.refused !== null);
  const { condition_notes: notes, other_tables: others } = log;
  return (
    <>
      {refused.length > 0 ? (
        <Alert tone="danger" title={t("evaluation:counted.refused")}>
          <ul className={css.plain}>
            {refused.map((one) => (
              <li key={one.quantity}>
                {t(`evaluation:quantity.${one.quantity}`)}: {countedWords(zone, one)}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {notes.length + others.length > 0 ? (
        <Alert tone="watch" title={t("evaluation:counted.notes")}>
          <ul className={css.plain}>
            {notes.map((note) => (
              <li key={note.reason}>{problemWords(note)}</li>
            ))}
            {others.length > 0 ? (
              <li>{t("evaluation:counted.other_tables", { files: others.join(", ") })}</li>
            ) : null}
          </ul>
        </Alert>
      ) : null}
    </>
  );
}
