// The table as a CSV file: the rows and columns shown, in their order.
import { atom } from "jotai";
import type { CsvColumn } from "../../domain/column/table-csv.ts";
import { analysisAtom, analysisIdAtom } from "./analysis.ts";
import { loadColumn } from "./column.ts";
import { askData } from "./data.ts";
import { t } from "../shell/locale.ts";
import { valueOf } from "../shell/loaded.ts";
import { plantAtom } from "./plant.ts";
import { shownColumnsAtom, tableKeyFiguresAtom, tableRowsAtom, tableTypeAtom } from "./table.ts";
import { showDone, showFault } from "../shell/toast.ts";
import { className, componentTypeName, keyFigureTitle } from "./value-words.ts";
import { perPlant } from "../shell/lifetime.ts";

/** Cancels the running export; null while none runs. */
export const csvAtom = perPlant<AbortController | null>(null);

const columnsAtom = atom((get): CsvColumn[] => {
  const figures = get(tableKeyFiguresAtom);
  return get(shownColumnsAtom).map((id): CsvColumn => {
    if (id === "pcs" || id === "dt_id" || id === "path") {
      return { header: t(`table:column.${id}`), of: id };
    }
    const { keyFigure, summary } = figures.find((one) => `${one.keyFigure.id}` === id)!;
    const words = keyFigure.classes.map(
      ({ value }) => [value, className(keyFigure, value)] as const,
    );
    return {
      header: keyFigureTitle(keyFigure),
      of: { hash: summary.hash },
      ...(words.length > 0 ? { words: Object.fromEntries(words) } : {}),
    };
  });
});

/** Builds the file in the worker and starts its download. */
export const saveCsv = atom(null, async (get, set) => {
  const type = get(tableTypeAtom);
  const rows = valueOf(get(tableRowsAtom));
  const analysis_id = get(analysisIdAtom);
  if (!type || !rows || analysis_id === null || get(csvAtom)) return;
  const controller = new AbortController();
  set(csvAtom, controller);
  try {
    const shown = get(shownColumnsAtom);
    for (const { keyFigure, summary } of get(tableKeyFiguresAtom)) {
      if (shown.includes(`${keyFigure.id}`)) await set(loadColumn, analysis_id, summary);
    }
    const ask = { type, rows, columns: get(columnsAtom) };
    const file = await askData("csv", ask, { signal: controller.signal });
    if (file) {
      const parts = [
        valueOf(get(plantAtom))?.name,
        get(analysisAtom)?.name,
        componentTypeName(type, true),
      ];
      download(
        file,
        `${parts
          .filter(Boolean)
          .join(" ")
          .replaceAll(/[^\p{L}\d]+/gu, "-")}.csv`,
      );
      showDone(t("table:csv_done"));
    }
  } catch (cause) {
    if (!controller.signal.aborted) showFault(cause);
  } finally {
    set(csvAtom, null);
  }
});

const KEEP_MS = 60_000;

function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
