// Findings taken elsewhere: selected on the map, and saved as a file.
import { atom } from "jotai";
import { today } from "../../shell/date-range.ts";
import { componentTypeIds } from "../../../domain/component/component.ts";
import type { ListedFinding } from "../../../domain/finding/finding-list.ts";
import { csvFile } from "../../../domain/export/csv-file.ts";
import { xlsxExport } from "../../../domain/export/xlsx-file.ts";
import { analysisAtom } from "../analysis/analysis.ts";
import { exportAtom } from "../analysis/running-export.ts";
import { componentTypeName } from "../column/value-words.ts";
import { select } from "../component/selection.ts";
import { plantAtom } from "../plant.ts";
import { valueOf } from "../../shell/loaded.ts";
import { formatNumber, t } from "../../shell/locale.ts";
import { nextTask } from "../../shell/next-task.ts";
import { saveBlob } from "../../shell/save-file.ts";
import { showDone, showFault, showNote } from "../../shell/toast.ts";
import { findingColumns } from "./file-columns.ts";

/**
 * Selects their components on the map: those of the type that most of them have, because a selection has one; how
 * many it leaves out is said.
 */
export const selectFindings = atom(null, (_get, set, findings: readonly ListedFinding[]) => {
  const byType = componentTypeIds.map((component_type) => ({
    component_type,
    rows: findings.flatMap((one) =>
      one.component_type === component_type && one.row !== null ? [one.row] : [],
    ),
  }));
  const [most] = byType.toSorted((a, b) => b.rows.length - a.rows.length);
  if (!most || most.rows.length === 0) return;
  set(select, { ...most, mode: "replace" });
  const left = findings.length - most.rows.length;
  if (left === 0) return;
  const type = componentTypeName(most.component_type);
  showNote(t("finding:left_of_map", { count: left, n: formatNumber(left), type }));
});

/**
 * Starts the download of the findings. `component_type`, `dt_id` and `fault_type` name a finding for ever; `finding_id` is
 * the number that others refer to it by, once something was decided of it. Does nothing while another export runs.
 */
export const saveFindings = atom(
  null,
  async (get, set, findings: readonly ListedFinding[], format: "csv" | "xlsx") => {
    if (get(exportAtom)) return;
    const controller = new AbortController();
    const { signal } = controller;
    const running = { format, abort: () => controller.abort() };
    set(exportAtom, { ...running, share: 0 });
    try {
      // Columns are waited for as long as there is no network.
      const stopped = new Promise<null>((resolve) => {
        signal.addEventListener("abort", () => resolve(null), { once: true });
      });
      const loaded = await Promise.race([set(findingColumns, findings), stopped]);
      if (!loaded) return;
      const { columns, isComplete } = loaded;
      const parts = [valueOf(get(plantAtom))?.name, get(analysisAtom)?.name, t("finding:title")];
      const name = [...parts, today()].filter(Boolean).join(" ");
      const pause = async (done: number, of: number) => {
        if (!signal.aborted) set(exportAtom, { ...running, share: done / of });
        await nextTask();
        return !signal.aborted;
      };
      const rows = Uint32Array.from(findings.keys());
      const file = await (format === "csv"
        ? csvFile(rows, columns, pause)
        : xlsxExport(name, rows, columns, pause));
      if (!file) return;
      saveBlob(file, `${name.replaceAll(/[^\p{L}\d]+/gu, "-")}.${format}`);
      showDone(t("finding:csv.saved"));
      if (!isComplete) showNote(t("finding:csv.without_cause"));
    } catch (cause) {
      if (!signal.aborted) showFault(cause);
    } finally {
      set(exportAtom, null);
    }
  },
);
