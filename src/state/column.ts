// The value columns: which key figure is looked at and its values, one array for map, table and charts.
import { atom } from "jotai";
import type { ColumnSummary, ColumnValues } from "../domain/column.ts";
import { keyFigureById } from "../domain/key-figure.ts";
import { idle, valueOf, type Loaded } from "./loaded.ts";

/** Summaries of the columns of the analysis looked at. */
export const summariesAtom = atom<Loaded<readonly ColumnSummary[]>>(idle);
export const keyFigureIdAtom = atom<number | null>(null);

/** The catalogue row of the key figure looked at, or undefined. */
export const keyFigureAtom = atom((get) => {
  const id = get(keyFigureIdAtom);
  return id === null ? undefined : keyFigureById(id);
});

/** The column's summary in the analysis looked at, or undefined where it has none. */
export const summaryAtom = atom((get) =>
  valueOf(get(summariesAtom))?.find((summary) => summary.key_figure_id === get(keyFigureIdAtom)),
);

/** Least recently used columns are dropped beyond this many bytes. */
const KEPT_BYTES = 256 * 1024 ** 2;
const kept = new Map<string, ColumnValues>();

/** Grows by one whenever a column has arrived. */
export const columnVersionAtom = atom(0);

/** Decoded values of the column with this hash in row order; undefined while on their way. */
export function columnValues(hash: string): ColumnValues | undefined {
  const values = kept.get(hash);
  if (values) {
    kept.delete(hash);
    kept.set(hash, values);
  }
  return values;
}

/** Takes over a decoded column. */
export const keepColumn = atom(null, (get, set, hash: string, values: ColumnValues) => {
  kept.set(hash, values);
  let bytes = 0;
  for (const one of kept.values()) bytes += one.byteLength;
  for (const [oldest, one] of kept) {
    if (bytes <= KEPT_BYTES || oldest === hash) break;
    kept.delete(oldest);
    bytes -= one.byteLength;
  }
  set(columnVersionAtom, get(columnVersionAtom) + 1);
});

/** The column looked at: `failed` where it could not be fetched, `ready` with its hash when decoded. */
export const columnAtom = atom<Loaded<{ hash: string }>>(idle);

/** Severity limits set at this plant, by key-figure id; the catalogue's hold where there is none. */
export const plantLimitsAtom = atom<ReadonlyMap<number, readonly number[]>>(new Map());

/** The limits that hold for the key figure looked at. */
export const limitsAtom = atom((get): readonly number[] => {
  const keyFigure = get(keyFigureAtom);
  if (!keyFigure) return [];
  return get(plantLimitsAtom).get(keyFigure.id) ?? keyFigure.limits;
});
