// Of each component, whether the survey has sure values of it: by its temperatures and its colours together.
import { MISSING_U8 } from "../../column/column.ts";
import type { Geometry } from "../../component/component-index.ts";
import {
  NOT_INSPECTED,
  NOT_JUDGED,
  NOT_PLAUSIBLE,
  PLACE_NOT_SURE,
  WITH_NOTE,
} from "../component-survey.ts";
import type { FindingColumns } from "../module/module-finding.ts";

/** What visible rasters and images show of the components. */
export type SeenColours = {
  /** In a place that is sure. */
  has(row: number): boolean;
  /** In a raster or image of which the place is not sure. */
  isUnplaced(row: number): boolean;
  /** What they show cannot be true: it counts nowhere. */
  isImplausible(): boolean;
};

export type JoinedValidity = {
  /** What was measured by temperatures, with the validity of all that was seen. */
  readonly columns: FindingColumns;
  /** Components; with those of the validity “not judged” together they are all that exist. */
  readonly measured: number;
  readonly not_inspected: number;
  readonly place_not_sure: number;
  /** With a temperature by which no fault was judged; those that colours show are measured, too. */
  readonly not_judged: number;
};

/**
 * A component that only colours show is valid with a note: its temperature is not known, or no fault was judged by it.
 * Temperatures that are not plausible say nothing where colours count, so they are left out there.
 * @param measured columns of the temperatures
 * @param key key figure of the validity
 */
export function joinedValidity(
  measured: FindingColumns,
  { count, length }: Pick<Geometry, "count" | "length">,
  key: string,
  seen: SeenColours,
): JoinedValidity {
  const stated = measured[key];
  const validity = new Uint8Array(count);
  const dropped: number[] = [];
  let not_judged = 0;
  for (let row = 0; row < count; row++) {
    const own = length[row]! > 0 ? (stated?.[row] ?? NOT_INSPECTED) : MISSING_U8;
    const isOpen = open.has(own);
    validity[row] = own;
    // No colour shows what a temperature would have.
    if (own === NOT_JUDGED) not_judged += 1;
    if (!isOpen) continue;
    if (seen.has(row) && seen.isImplausible())
      validity[row] = own === NOT_JUDGED ? NOT_JUDGED : NOT_PLAUSIBLE;
    else if (seen.has(row)) {
      validity[row] = WITH_NOTE;
      if (own === NOT_PLAUSIBLE) dropped.push(row);
    } else if (own === NOT_INSPECTED && seen.isUnplaced(row)) validity[row] = PLACE_NOT_SURE;
  }
  const countOf = (is: (one: number) => boolean) =>
    validity.reduce((sum, one) => sum + (is(one) ? 1 : 0), 0);
  const [not_inspected, place_not_sure, unjudged] = [NOT_INSPECTED, PLACE_NOT_SURE, NOT_JUDGED].map(
    (wanted) => countOf((one) => one === wanted),
  ) as [number, number, number];
  const all = countOf((one) => one !== MISSING_U8);
  const measured_count = all - not_inspected - place_not_sure - unjudged;
  const counts = { measured: measured_count, not_inspected, place_not_sure, not_judged };
  const isAny = all > not_inspected;
  if (!isAny) return { columns: measured, ...counts };
  return { columns: { ...without(measured, dropped), [key]: validity }, ...counts };
}

/** Of which colours say more than temperatures do. */
const open: ReadonlySet<number> = new Set([
  NOT_INSPECTED,
  PLACE_NOT_SURE,
  NOT_PLAUSIBLE,
  NOT_JUDGED,
]);

function without(columns: FindingColumns, rows: readonly number[]): FindingColumns {
  if (rows.length === 0) return columns;
  const kept = Object.entries(columns).map(([key, values]) => {
    const copy = values.slice();
    for (const row of rows) copy[row] = copy instanceof Uint8Array ? MISSING_U8 : NaN;
    return [key, copy] as const;
  });
  return Object.fromEntries(kept);
}
