// The table: its component type, its columns and their order, and the sorted rows.
import { atom } from "jotai";
import type { ColumnSummary } from "../../../domain/column/column.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import { componentTypeIds } from "../../../domain/component/component.ts";
import type { KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import type { ValueStatistics } from "../../../domain/column/value-statistics.ts";
import { summariesAtom } from "../column/column.ts";
import { comparedColumnsAtom } from "../compare/compared-value.ts";
import { keyFigureAtom, keyFiguresAtom } from "../column/key-figure.ts";
import { valueOf } from "../../shell/loaded.ts";
import { plantIdAtom } from "../plant.ts";
import { readStored, writeStored } from "../../shell/remembered.ts";
import { perPlant } from "../../shell/lifetime.ts";
import { perSubject } from "../../shell/per-subject.ts";

/** Columns of a comparison: the value of the older analysis, that of the newer one, and the change. */
export const comparedColumnIds = ["before", "now", "change"] as const;
export type ComparedColumnId = (typeof comparedColumnIds)[number];

/** "pcs", "dt_id", "path", a column of the comparison, or the id of a key figure. */
export type ColumnId = "pcs" | "dt_id" | "path" | ComparedColumnId | `${number}`;
export type TableSort = { readonly by: ColumnId; readonly direction: "ascending" | "descending" };

const chosenTypeAtom = perPlant<ComponentType | null>(null);

/** Component types with values in the current analysis. */
export const tableTypesAtom = atom((get): readonly ComponentType[] => {
  const present = new Set(get(keyFiguresAtom).map(({ component_type }) => component_type));
  return componentTypeIds.filter((type) => present.has(type));
});

/** The component type listed: the chosen one, else that of the current key figure. */
export const tableTypeAtom = atom(
  (get): ComponentType | null => {
    const types = get(tableTypesAtom);
    const chosen = get(chosenTypeAtom);
    if (chosen && types.includes(chosen)) return chosen;
    return get(keyFigureAtom)?.component_type ?? types[0] ?? null;
  },
  (_get, set, type: ComponentType) => set(chosenTypeAtom, type),
);

/** The key figures the table can show, with the summaries of their columns. */
export const tableKeyFiguresAtom = atom((get) => {
  const type = get(tableTypeAtom);
  const summaries = valueOf(get(summariesAtom)) ?? [];
  return get(keyFiguresAtom)
    .filter(({ component_type }) => component_type === type)
    .flatMap((keyFigure): { keyFigure: KeyFigure; summary: ColumnSummary }[] => {
      const summary = summaries.find(({ key_figure_id }) => key_figure_id === keyFigure.id);
      return summary ? [{ keyFigure, summary }] : [];
    });
});

/** The comparison that the table shows; null where nothing is compared, or components of another type. */
export const tableComparedAtom = atom((get) => {
  const compared = get(comparedColumnsAtom);
  return compared?.keyFigure.component_type === get(tableTypeAtom) ? compared : null;
});

const MOST_AT_FIRST = 8;
const chosenColumnsAtom = perPlant<Readonly<Record<string, readonly ColumnId[]>>>({});

/** Every column the table can have, in the default order. */
export const possibleColumnsAtom = atom((get): readonly ColumnId[] => [
  "pcs",
  "dt_id",
  "path",
  ...(get(tableComparedAtom) ? comparedColumnIds : []),
  ...get(tableKeyFiguresAtom).map(({ keyFigure }) => `${keyFigure.id}` as const),
]);

/** While analyses are compared, other columns are chosen. */
const columnsKeyAtom = atom((get) => {
  const key = `table-columns ${get(plantIdAtom)} ${get(tableTypeAtom)}`;
  return get(tableComparedAtom) ? `${key} compared` : key;
});

/** The columns shown, in their order; remembered per plant and component type. */
export const shownColumnsAtom = atom(
  (get): readonly ColumnId[] => {
    const possible = get(possibleColumnsAtom);
    const key = get(columnsKeyAtom);
    const chosen = get(chosenColumnsAtom)[key] ?? readStored<ColumnId[]>(key);
    const kept = chosen?.filter((id) => possible.includes(id)) ?? [];
    if (kept.length > 0) return kept;
    const current = `${get(keyFigureAtom)?.id ?? 0}` as const;
    const figures = possible.filter((id) => /^\d+$/.test(id));
    const first = [current, ...figures.filter((id) => id !== current)].filter((id) =>
      figures.includes(id),
    );
    if (!get(tableComparedAtom)) return ["pcs", "path", ...first.slice(0, MOST_AT_FIRST)];
    // The current key figure is one of the two values.
    const others = first.filter((id) => id !== current);
    return ["pcs", "path", ...comparedColumnIds, ...others.slice(0, MOST_AT_FIRST - 3)];
  },
  (get, set, columns: readonly ColumnId[]) => {
    const key = get(columnsKeyAtom);
    writeStored(key, columns);
    set(chosenColumnsAtom, { ...get(chosenColumnsAtom), [key]: columns });
  },
);

/** Null: as the findings are listed, the worst first; in a comparison, what became worst first. */
export const tableSortAtom = perPlant<TableSort | null>(null);

/**
 * The key figure by which the worst comes first: that of the map, else the first one shown. Null where there
 * is none, or where the user has sorted by a column.
 */
export const worstByAtom = atom((get) => {
  if (get(tableSortAtom) !== null || get(tableComparedAtom)) return null;
  const figures = get(tableKeyFiguresAtom);
  const shown = get(shownColumnsAtom);
  const ofId = (id: ColumnId) => figures.find(({ keyFigure }) => `${keyFigure.id}` === id);
  const onMap = ofId(`${get(keyFigureAtom)?.id ?? 0}`);
  return onMap ?? shown.map(ofId).find((one) => one !== undefined) ?? null;
});

/** Sorts by a column: in one direction, then in the other, then with the worst first again. */
export const sortTable = atom(null, (get, set, by: ColumnId) => {
  const known = get(tableSortAtom);
  // Values begin with the greatest, names with the first.
  const isName = by === "pcs" || by === "dt_id" || by === "path";
  const first = isName ? "ascending" : "descending";
  const second = first === "ascending" ? "descending" : "ascending";
  if (known?.by !== by) set(tableSortAtom, { by, direction: first });
  else set(tableSortAtom, known.direction === first ? { by, direction: second } : null);
});

/** The rows in their order. */
export const tableRowsAtom = perSubject<Uint32Array>(tableTypeAtom);
/** Statistics of the key-figure columns shown, over the rows of the table. */
export const tableStatisticsAtom = perPlant<readonly ValueStatistics[]>([]);
/** A row to bring into sight: "show in table". */
export const tableFocusAtom = perPlant<{ readonly row: number } | null>(null);
