// A finding of a synthetic analysis: a component with images that show its fault.
import { MISSING_U8, type ColumnValues } from "../domain/column/column.ts";
import type { ComponentType } from "../domain/component/component.ts";
import { keyFigureByKey } from "../domain/key-figure/key-figure.ts";
import type { LevelDraft } from "../domain/twin/twin-draft.ts";
import type { DrawnImage } from "./image.ts";
import type { AnalysisColumns } from "./analysis.ts";

export type Finding = {
  readonly component_type: ComponentType;
  /** Index in the draft's level. */
  readonly row: number;
  readonly thermal: () => DrawnImage;
  readonly visible: () => Promise<DrawnImage>;
};

/** Reads the value of a row from the column of a key figure; NaN for a missing value. */
export type ReadValue = (key: string, row: number) => number;

/** A reader of columns by key. */
export function reader(columns: AnalysisColumns): ReadValue {
  const byKey = new Map<string, ColumnValues | undefined>();
  return (key, row) => {
    if (!byKey.has(key)) byKey.set(key, columns.get(keyFigureByKey(key)?.id ?? -1));
    const values = byKey.get(key);
    const value = values?.[row] ?? NaN;
    return values instanceof Uint8Array && value === MISSING_U8 ? NaN : value;
  };
}

/** The `most` rows with the largest values, without rows with NaN. */
export function worstRows(count: number, most: number, valueOf: (row: number) => number): number[] {
  const found: { row: number; value: number }[] = [];
  for (let row = 0; row < count; row++) {
    const value = valueOf(row);
    if (!Number.isNaN(value)) found.push({ row, value });
  }
  found.sort((a, b) => b.value - a.value || a.row - b.row);
  return found.slice(0, most).map((one) => one.row);
}

/** Centre of a component, degrees. */
export function middleOf(level: LevelDraft, row: number): [lon: number, lat: number] {
  const from = level.ringOffsets[row] ?? 0;
  const to = level.ringOffsets[row + 1] ?? from;
  let lon = 0;
  let lat = 0;
  for (let v = from; v < to; v++) {
    lon += level.rings[v * 2] ?? 0;
    lat += level.rings[v * 2 + 1] ?? 0;
  }
  return [lon / (to - from), lat / (to - from)];
}
