// The uploaded files of an analysis: what was read from them, and what does not belong.
import { useMemo, useRef, useState } from "react";
import { useAtomValue } from "jotai";
import type { AnalysisFile } from "../../../domain/analysis/analysis-file.ts";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import type { Unseen } from "../../../domain/coverage/coverage.ts";
import { askAtom } from "../../../state/account/ask.ts";
import { formatBytes, t } from "../../../state/shell/locale.ts";
import { showFault } from "../../../state/shell/toast.ts";
import { saveFile } from "../../../state/upload/analysis-file.ts";
import { useLostFocus } from "../../../ui/lost-focus.ts";
import { Checkbox, Switch } from "../../../ui/form/toggle.tsx";
import { RecordTable } from "../../../ui/table/record-table.tsx";
import { FileActions } from "./file-actions.tsx";
import { fileColumns, markColumn, saveColumn } from "./file-columns.tsx";
import css from "./files.module.css";

type FileTableProps = {
  analysis: Analysis;
  files: readonly AnalysisFile[];
  /** Called with the components that no image shows any more. */
  onLost: (lost: Unseen) => void;
};
const noNames: ReadonlySet<string> = new Set();

export function FileTable({ analysis, files, onLost }: FileTableProps) {
  const { id, time_zone } = analysis;
  const ask = useAtomValue(askAtom);
  const [marked, mark] = useState(noNames);
  const [isOnlyOdd, setOnlyOdd] = useState(false);
  const odd = useMemo(() => files.filter(({ problems }) => problems.length > 0), [files]);
  const rows = isOnlyOdd && odd.length > 0 ? odd : files;
  // Files that were deleted meanwhile are not marked any more.
  const chosen = useMemo(
    () => new Set(files.map(({ file_name }) => file_name).filter((name) => marked.has(name))),
    [files, marked],
  );
  const canSave = ask("analysisFile.download") === null;
  const columns = useMemo(() => {
    const toggle = (name: string) => {
      const next = new Set(chosen);
      if (!next.delete(name)) next.add(name);
      mark(next);
    };
    const save = saveColumn((name) => void saveFile(id, name).catch(showFault));
    return [markColumn(chosen, toggle), ...fileColumns(id, time_zone), ...(canSave ? [save] : [])];
  }, [id, time_zone, chosen, canSave]);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const isAll = rows.every(({ file_name }) => chosen.has(file_name));
  const frame = useRef<HTMLElement>(null);
  useLostFocus(frame, chosen.size);
  return (
    <section ref={frame} className={css.files} tabIndex={-1} aria-label={t("analysis-file:files")}>
      <div className={css.tools}>
        <Checkbox
          isSelected={isAll}
          isIndeterminate={!isAll && chosen.size > 0}
          onChange={(next) => mark(next ? new Set(rows.map((row) => row.file_name)) : noNames)}
        >
          {chosen.size > 0
            ? t("analysis-file:marked", { count: chosen.size })
            : t("analysis-file:count", { count: files.length, size: formatBytes(bytes) })}
        </Checkbox>
        {odd.length > 0 ? (
          <Switch isSelected={isOnlyOdd} onChange={setOnlyOdd}>
            {t("analysis-file:odd", { count: odd.length })}
          </Switch>
        ) : null}
        <FileActions
          analysis={analysis}
          chosen={chosen}
          onDone={() => mark(noNames)}
          onLost={onLost}
        />
      </div>
      <div className={css.table}>
        <RecordTable
          label={t("analysis-file:files")}
          columns={columns}
          rows={rows}
          rowId={({ file_name }) => file_name}
          sort={{ column: "file_name", falling: false }}
        />
      </div>
    </section>
  );
}
