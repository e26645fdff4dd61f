// Exports as files: the table, the findings, what matches the filters, or what is selected.
import { atom } from "jotai";
import { changeHash, classesHash } from "../../../domain/column/change-data.ts";
import { differenceClasses } from "../../../domain/column/difference.ts";
import { isStated } from "../../../domain/analysis/analysis.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import type { ExportColumn, ExportFormat } from "../../../domain/export/export-request.ts";
import { askAtom } from "../../account/ask.ts";
import { analysisAtom, analysisIdAtom } from "./analysis.ts";
import { keyFigureById } from "../../../domain/key-figure/key-figure.ts";
import { loadColumn, summariesAtom } from "../column/column.ts";
import { askData } from "../data.ts";
import { findingsAtom } from "./finding.ts";
import { keyFigureAtom, limitsOfAtom, summaryAtom } from "../column/key-figure.ts";
import { surveyDate } from "../../shell/site-clock.ts";
import { t } from "../../shell/locale.ts";
import { valueOf } from "../../shell/loaded.ts";
import { plantAtom, twinAtom } from "../plant.ts";
import { selectedRowsAtom, selectionAtom } from "../component/selection.ts";
import type { ComparedColumns } from "../compare/compared-value.ts";
import { columnTitleAtom } from "../column/column-title.ts";
import {
  shownColumnsAtom,
  tableComparedAtom,
  tableKeyFiguresAtom,
  tableRowsAtom,
  tableTypeAtom,
  type ComparedColumnId,
} from "../filter/table.ts";
import { saveBlob } from "../../shell/save-file.ts";
import { showDone, showFault } from "../../shell/toast.ts";
import {
  className,
  componentTypeName,
  keyFigureName,
  keyFigureTitle,
  severityName,
} from "../column/value-words.ts";
import { exportAtom } from "./running-export.ts";
import { sortWorstFirst, type FigureColumn } from "./worst-first.ts";

/**
 * `table`: its rows and columns as shown; `findings`: the list; `filter`: all components of the key figure
 * that match the filters; `selection`: the selected ones. All but the table have the key figure's value, with the fault
 * type and the measurement beside it.
 */
export type ExportOf = "table" | "findings" | "filter" | "selection";

/** Why the viewer may not export; null if they may. */
export const exportRefusalAtom = atom((get) => get(askAtom)("analysisResult.read", { csv: "1" }));

type What = {
  readonly type: ComponentType;
  readonly rows: Uint32Array;
  readonly columns: readonly (NameId | ComparedColumnId | FigureColumn)[];
};
type NameId = "pcs" | "dt_id" | "path";

/** The table as it is shown, its columns in their order. */
const tableAtom = atom((get): What | null => {
  const type = get(tableTypeAtom);
  const rows = valueOf(get(tableRowsAtom));
  if (!type || !rows) return null;
  const known = get(tableKeyFiguresAtom);
  const shown = get(shownColumnsAtom);
  return {
    type,
    rows,
    columns: shown.flatMap((id): What["columns"] =>
      /^\d+$/.test(id)
        ? known.filter(({ keyFigure }) => `${keyFigure.id}` === id)
        : [id as NameId | ComparedColumnId],
    ),
  };
});

const NAMES = ["pcs", "dt_id", "path"] as const;

type Ask = { readonly of: ExportOf; readonly analysis_id: number; readonly signal: AbortSignal };

/** The findings, or the rows that the worker finds; with the key figure of the map where it has values. */
const whatOf = atom(null, async (get, set, ask: Ask): Promise<What | null> => {
  const { of, analysis_id, signal } = ask;
  if (of === "table") return get(tableAtom);
  const [keyFigure, summary] = [get(keyFigureAtom), get(summaryAtom)];
  const selection = of === "selection" ? get(selectionAtom) : null;
  const type = selection?.component_type ?? keyFigure?.component_type;
  if (!type || (of === "selection" && !selection)) return null;
  const isHere = keyFigure?.component_type === type && summary !== undefined;
  const figure = isHere ? { keyFigure, summary } : null;
  // What is broken and how hot, as Find says it.
  const beside = [keyFigure?.named_by, keyFigure?.ranked_by].flatMap((id): FigureColumn[] => {
    const own = valueOf(get(summariesAtom))?.find(({ key_figure_id }) => key_figure_id === id);
    const one = own && keyFigureById(own.key_figure_id);
    return isHere && one ? [{ keyFigure: one, summary: own }] : [];
  });
  const what = { type, columns: [...NAMES, ...(figure ? [figure] : []), ...beside] };
  if (of === "findings") {
    const rows = valueOf(get(findingsAtom))?.rows;
    return rows ? { ...what, rows } : null;
  }
  const scope = selection ? { rows: get(selectedRowsAtom) } : {};
  const sort = figure && (await set(sortWorstFirst, analysis_id, figure));
  return { ...what, rows: await askData("order", { type, scope, sort }, { signal }) };
});

/** Every export has the ID, the position and the date of the analysis, whatever else is chosen. */
const columnsOf = atom(null, (get, _set, { columns }: What): ExportColumn[] => {
  const limitsOf = get(limitsOfAtom);
  const onMap = get(keyFigureAtom)?.id;
  const compared = get(tableComparedAtom);
  const titleOf = get(columnTitleAtom);
  const analysis = get(analysisAtom);
  const stated = columns.flatMap((column) =>
    typeof column !== "string" && isStated(analysis, column.keyFigure.id)
      ? [keyFigureName(column.keyFigure)]
      : [],
  );
  const nameColumn = (of: NameId | "longitude" | "latitude") => ({
    header: t(`export:column.${of}`),
    key: of,
    of,
  });
  const severities = Object.fromEntries(
    ([0, 1, 2, 3] as const).map((at) => [at, severityName(at)]),
  );
  const all = columns.includes("dt_id")
    ? columns
    : columns.toSpliced(columns.indexOf("pcs") + 1, 0, "dt_id");
  return [
    ...all.flatMap((column): ExportColumn[] => {
      if (column === "before" || column === "now" || column === "change") {
        return compared ? comparedExport(column, compared, titleOf(column)) : [];
      }
      if (typeof column === "string") return [nameColumn(column)];
      const { keyFigure, summary } = column;
      const { id, key, classes, direction } = keyFigure;
      const words = classes.map(({ value }) => [value, className(keyFigure, value)] as const);
      const value = {
        header: keyFigureTitle(keyFigure),
        key,
        of: { hash: summary.hash },
        ...(words.length > 0 ? { words: Object.fromEntries(words) } : {}),
      };
      if (id !== onMap || direction === "neutral") return [value];
      const severity = { hash: summary.hash, key_figure_id: id, limits: limitsOf(keyFigure) };
      const header = t("export:column.severity");
      return [value, { header, key: "severity", of: { severity }, words: severities }];
    }),
    nameColumn("longitude"),
    nameColumn("latitude"),
    {
      header: t("export:column.flown_at"),
      key: "flown_at",
      of: { text: analysis ? surveyDate(analysis) : "" },
    },
    ...(stated.length === 0
      ? []
      : [{ header: t("export:column.stated"), key: "stated", of: { text: stated.join(", ") } }]),
  ];
});

/** The value before or now, or the change with its class. */
function comparedExport(
  id: ComparedColumnId,
  { keyFigure, name, before, after }: ComparedColumns,
  header: string,
): ExportColumn[] {
  if (id !== "change") {
    const words = keyFigure.classes.map(({ value }) => [value, className(keyFigure, value)]);
    const hash = id === "before" ? before : after;
    const classes = words.length > 0 ? { words: Object.fromEntries(words) } : {};
    return [{ header, key: `${keyFigure.key}_${id}`, of: { hash }, ...classes }];
  }
  const words = Object.fromEntries(
    differenceClasses.map((one, at) => [at, t(`compare:class.${one}`)]),
  );
  const classes = {
    header: t("compare:difference"),
    key: "change",
    of: { hash: classesHash(name) },
  };
  return [
    ...(keyFigure.kind === "f32"
      ? [{ header, key: `${keyFigure.key}_change`, of: { hash: changeHash(name) } }]
      : []),
    { ...classes, words },
  ];
}

/** These rows of the table as CSV, with its columns as they are shown; null where there is no table. */
export const tableCsv = atom(null, async (get, set, rows: Uint32Array): Promise<string | null> => {
  const analysis_id = get(analysisIdAtom);
  const origin = valueOf(get(twinAtom))?.origin;
  const table = get(tableAtom);
  if (analysis_id === null || !origin || !table) return null;
  const what = { ...table, rows };
  for (const column of what.columns) {
    if (typeof column !== "string") await set(loadColumn, analysis_id, column.summary);
  }
  const columns = set(columnsOf, what);
  const ask = { format: "csv", title: "", type: what.type, origin, rows, columns } as const;
  return (await (await askData("exportFile", ask, {}))?.text()) ?? null;
});

/** Builds the file in the worker and starts its download. Does nothing while another export runs. */
export const saveExport = atom(null, async (get, set, of: ExportOf, format: ExportFormat) => {
  const analysis_id = get(analysisIdAtom);
  const origin = valueOf(get(twinAtom))?.origin;
  if (analysis_id === null || !origin || get(exportAtom)) return;
  const controller = new AbortController();
  const { signal } = controller;
  const running = { format, abort: () => controller.abort() };
  set(exportAtom, { ...running, share: 0 });
  const onProgress = (share: number) => {
    if (!signal.aborted) set(exportAtom, { ...running, share });
  };
  try {
    const what = await set(whatOf, { of, analysis_id, signal });
    if (!what) return;
    const { type, rows } = what;
    const figures = what.columns.filter((column) => typeof column !== "string");
    for (const { summary } of figures) await set(loadColumn, analysis_id, summary);
    const names = [valueOf(get(plantAtom))?.name, get(analysisAtom)?.name].filter(Boolean);
    const figure = of === "table" ? undefined : figures[0]?.keyFigure;
    const parts = [...names, componentTypeName(type, true), figure && keyFigureName(figure)];
    const columns = set(columnsOf, what);
    const ask = { format, title: names.join(" – "), type, origin, rows, columns };
    const file = await askData("exportFile", ask, { signal, onProgress });
    if (!file) return;
    const name = parts
      .filter(Boolean)
      .join(" ")
      .replaceAll(/[^\p{L}\d]+/gu, "-");
    saveBlob(file, `${name}.${format}`);
    showDone(t("export:done", { format: t(`export:format.${format}`) }));
  } catch (cause) {
    if (!signal.aborted) showFault(cause);
  } finally {
    set(exportAtom, null);
  }
});
