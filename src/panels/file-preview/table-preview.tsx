// The preview of all imports of tables: what each column means, how many rows there are, and what is wrong with them.
import { useEffect, useMemo, useState } from "react";
import { useSetAtom } from "jotai";
import type { FileMapping } from "../../domain/file-preview/file-mapping.ts";
import type { TablePurpose } from "../../domain/file-preview/table-mapping.ts";
import type { TablePreview as Preview } from "../../domain/file-preview/table-preview.ts";
import { readTablePreview, type AskedTable } from "../../state/import/table-preview.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { formatNumber, t } from "../../state/shell/locale.ts";
import {
  needsAnswer,
  problemsOf,
  unanswered,
  type TableAnswers,
} from "../../state/shell/table-file.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { TableQuestions } from "../table-questions.tsx";
import { ProblemList } from "./problem-list.tsx";
import { TableColumns } from "./table-columns.tsx";
import css from "./file-preview.module.css";

/** What is to be imported: the answers, and what was said of the columns. */
export type ReadTable = { readonly given: TableAnswers; readonly preview: Preview };

type TablePreviewProps = {
  readonly purpose: TablePurpose;
  /** Of the analysis or plant that the table is of, or of the customer; null for the provider. */
  readonly of_id: number | null;
  readonly file: File;
  /** The zone of the plant (IANA), which is offered first; absent where times are no part of the table. */
  readonly time_zone?: string;
  /** Called with what was read; null while it is read, and where it cannot be. */
  readonly onRead: (read: ReadTable | null) => void;
  /** Called with whether the table takes too long to be shown: a task may still import it. */
  readonly onLong?: (isLong: boolean) => void;
};

type Known = {
  readonly asked: AskedTable;
  /** How often the user tried again before. */
  readonly tries: number;
  /** What was asked when the table was read last; null before. */
  readonly good: AskedTable | null;
  readonly preview: Preview | null;
  readonly fault: unknown;
};

export function TablePreview(props: TablePreviewProps) {
  const { purpose, of_id, file, time_zone, onRead, onLong } = props;
  const read = useSetAtom(readTablePreview);
  const [given, setGiven] = useState(unanswered);
  const [mapping, setMapping] = useState<FileMapping | null>(null);
  const [known, setKnown] = useState<Known | null>(null);
  const [tries, setTries] = useState(0);
  const asked = useMemo(
    (): AskedTable => ({ purpose, of_id, file, given, mapping }),
    [purpose, of_id, file, given, mapping],
  );
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    read(asked, signal).then(
      (preview) => {
        if (!signal.aborted) setKnown({ asked, tries, preview, fault: null, good: asked });
      },
      (fault: unknown) => {
        if (signal.aborted) return;
        setKnown((before) => ({ asked, tries, preview: null, fault, good: before?.good ?? null }));
      },
    );
    return () => controller.abort();
  }, [asked, read, tries]);
  const isPending = known?.asked !== asked || known.tries !== tries;
  const preview = known?.preview ?? null;
  useEffect(() => {
    onRead(preview && !isPending ? { given, preview } : null);
    return () => onRead(null);
  }, [preview, isPending, given, onRead]);
  const isLong = takesTooLong(known?.fault);
  useEffect(() => {
    onLong?.(isLong);
    return () => onLong?.(false);
  }, [isLong, onLong]);
  if (!known) return <Skeleton label={t("file-preview:reading")} lines={6} />;
  // A question of the file is the fault of the preview, or one among its faults.
  const fault = known.fault ?? (preview && needsAnswer(preview.faults) ? asFault(preview) : null);
  return (
    <section
      className={css.preview}
      aria-label={t("file-preview:title")}
      aria-busy={isPending}
      data-pending={isPending || undefined}
    >
      <TableQuestions
        refused={fault ? { file, given, fault } : null}
        {...(time_zone !== undefined && { time_zone })}
        isPending={isPending}
        isPreview
        onAnswer={(_file, answers) => setGiven(answers)}
      />
      {known.fault && !isQuestion(known.fault) ? (
        <div className={css.actions}>
          {known.good && known.good.mapping !== mapping ? (
            <Button onPress={() => setMapping(known.good?.mapping ?? null)}>
              {t("file-preview:undo_choice")}
            </Button>
          ) : null}
          <Button isPending={isPending} onPress={() => setTries(tries + 1)}>
            {t("shell:retry")}
          </Button>
        </div>
      ) : null}
      {preview ? (
        <>
          <p role="status" className={css.result}>
            <strong>{resultWords(preview, purpose)}</strong>
          </p>
          <TableColumns preview={preview} purpose={purpose} onSay={setMapping} />
          {preview.notes.length > 0 ? (
            <ul className={css.doubts}>
              {preview.notes.map(problemWords).map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          ) : null}
          {fault ? null : (
            <ProblemList title={t("file-preview:cannot")} problems={preview.faults} />
          )}
        </>
      ) : null}
    </section>
  );
}

const isQuestion = (fault: unknown) => needsAnswer(problemsOf(fault));

const takesTooLong = (fault: unknown) =>
  problemsOf(fault).some(({ reason }) => reason === "file_takes_too_long");

const asFault = ({ faults }: Preview) => ({ problems: faults });

function resultWords({ row_count, result_count }: Preview, purpose: TablePurpose): string {
  const rows = t("file-preview:table.rows", { count: row_count, n: formatNumber(row_count) });
  const n = formatNumber(result_count);
  return `${rows}. ${t(`file-preview:table.result.${purpose}`, { count: result_count, n })}`;
}
