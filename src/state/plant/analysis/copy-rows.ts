// Copies rows of the table to the clipboard, as a table.
import { atom } from "jotai";
import { pastedTable } from "../../../domain/export/pasted-table.ts";
import { limits } from "../../../domain/limits.ts";
import { selectedRowsAtom, selectionAtom } from "../component/selection.ts";
import { tableTypeAtom } from "../filter/table.ts";
import { formatNumber, t } from "../../shell/locale.ts";
import { nextTask } from "../../shell/next-task.ts";
import { showDone, showFailure, showFault, showNote } from "../../shell/toast.ts";
import { exportRefusalAtom, tableCsv } from "./export.ts";

/** Copies the selected rows, where this one is among them, else this one alone. Says how many. */
export const copyRows = atom(null, async (get, set, row: number): Promise<void> => {
  if (get(exportRefusalAtom)) return;
  const isOfTable = get(selectionAtom)?.component_type === get(tableTypeAtom);
  const selected = isOfTable ? get(selectedRowsAtom) : new Uint32Array();
  const rows = selected.includes(row) ? selected : Uint32Array.of(row);
  const most = limits.copiedRows;
  if (rows.length > most) {
    showNote(t("table:copy_most", { most: formatNumber(most) }));
    return;
  }
  try {
    const csv = await set(tableCsv, rows);
    if (csv === null) return;
    const { text, html } = await pastedTable(csv, nextTask);
    const part = (type: string, content: string) => new Blob([content], { type });
    await navigator.clipboard
      .write([
        new ClipboardItem({
          "text/plain": part("text/plain", text),
          "text/html": part("text/html", html),
        }),
      ])
      .then(
        () => showDone(t("table:copied", { count: rows.length })),
        () => showFailure(t("table:copy_failed")),
      );
  } catch (cause) {
    showFault(cause);
  }
});
