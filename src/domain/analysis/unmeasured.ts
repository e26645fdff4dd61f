// Values for components that an analysis did not measure: they are carried from older analyses that hold them.
// decisions/unmeasured.md says which, and why they never count.
import { z } from "zod";
import { MISSING_U8, valueAt, type ColumnValues } from "../column/column.ts";
import type { Refusal } from "../error.ts";
import { analysisShape, hasResults, type Analysis } from "./analysis.ts";

const surveyShape = analysisShape.pick({ id: true, name: true, flown_at: true });

/** How the analysis stands as a holder. */
export const unmeasuredShape = z.object({
  is_unmeasured_holder: z.boolean(),
  /** Newer analyses with results. */
  newer: z.number().int(),
  /** Those of them whose carried values are not those that they would get now, oldest first. */
  stale: z.array(surveyShape),
});
export type Unmeasured = z.infer<typeof unmeasuredShape>;

/** The values of one key figure that an analysis carries from one source. */
export const carriedColumnShape = z.object({
  key_figure_id: z.number().int(),
  source_id: z.number().int(),
  source_name: z.string(),
  source_flown_at: z.string(),
  /** Of a column with the carried values alone. */
  hash: z.string(),
  value_count: z.number().int(),
});
export type CarriedColumn = z.infer<typeof carriedColumnShape>;

/** Why the analysis cannot hold values for others, or null. */
export function unmeasuredHolderRefusal(
  analysis: Pick<Analysis, "key_figure_ids">,
  is_unmeasured_holder: boolean,
): Refusal | null {
  return is_unmeasured_holder && !hasResults(analysis)
    ? { reason: "analysis_without_result" }
    : null;
}

type Survey = Pick<Analysis, "id" | "flown_at" | "is_unmeasured_holder">;

/** The holders that are older than the analysis, newest first: the first that measured a component gives its value. */
export function holdersFor<T extends Survey>(
  analysis: Pick<Survey, "id" | "flown_at">,
  all: readonly T[],
): T[] {
  return all
    .filter((one) => one.is_unmeasured_holder && isOlder(one, analysis))
    .toSorted((a, b) => (isOlder(a, b) ? 1 : -1));
}

/** The analyses that are newer than the holder, oldest first. */
export function newerThan<T extends Pick<Survey, "id" | "flown_at">>(
  holder: Pick<Survey, "id" | "flown_at">,
  all: readonly T[],
): T[] {
  return all.filter((one) => isOlder(holder, one)).toSorted((a, b) => (isOlder(a, b) ? -1 : 1));
}

/** Of two flights at the same time, the one that was created first is the older one. */
function isOlder(a: Pick<Survey, "id" | "flown_at">, b: Pick<Survey, "id" | "flown_at">): boolean {
  const apart = Date.parse(a.flown_at) - Date.parse(b.flown_at);
  return apart < 0 || (apart === 0 && a.id < b.id);
}

/**
 * The values that each source gives, in the order of the sources; null where it gives none. `rows`: of the
 * plant's level; `exists`: 1 for components that exist, null if all do.
 */
export function carriedValues(
  own: ColumnValues,
  sources: readonly ColumnValues[],
  rows: number,
  exists: Uint8Array | null,
): (ColumnValues | null)[] {
  const isOpen = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    const isThere = exists === null || exists[row] === 1;
    isOpen[row] = isThere && Number.isNaN(valueAt(own, row)) ? 1 : 0;
  }
  return sources.map((source) => {
    let given: ColumnValues | null = null;
    const most = Math.min(rows, source.length);
    for (let row = 0; row < most; row++) {
      if (isOpen[row] === 0) continue;
      const value = valueAt(source, row);
      if (Number.isNaN(value)) continue;
      given ??=
        source instanceof Uint8Array
          ? new Uint8Array(rows).fill(MISSING_U8)
          : new Float32Array(rows).fill(NaN);
      given[row] = value;
      isOpen[row] = 0;
    }
    return given;
  });
}
