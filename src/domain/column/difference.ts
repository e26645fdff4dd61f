// How a component changed between two analyses: worse, same, better or unknown.
import { MISSING_U8, type ColumnValues } from "./column.ts";
import { isWithinUncertainty, uncertaintyOf } from "./change-tolerance.ts";
import { stepsOf } from "../key-figure/severity.ts";
import type { Direction, Uncertainty } from "../key-figure/key-figure.ts";

/** Classes of a difference column; the index is the class number and the order in the legend. */
export const differenceClasses = ["worse", "same", "better", "unknown"] as const;
export type DifferenceClass = (typeof differenceClasses)[number];

export const WORSE = 0;
export const SAME = 1;
export const BETTER = 2;
export const UNKNOWN = 3;

export type DifferenceRequest = {
  readonly direction: Direction;
  /** Step of a measured key figure: changes are counted in whole steps, without the noise of float32. */
  readonly step: number;
  /** Largest change, in whole steps, that is `same`; classes have none. */
  readonly tolerance: number;
  /** Of one value. A change within the uncertainty of both values is `same`. */
  readonly uncertainty?: Uncertainty;
  /** Severity by class number, for uint8 columns; -1 where the number is no class. */
  readonly severity?: Int8Array;
};

const exact: Uncertainty = { absolute: 0, relative: 0 };

/** Uncertainties by row that the analyses state, in the unit of the key figure. */
export type StatedUncertainty = {
  readonly before?: ColumnValues | undefined;
  readonly after?: ColumnValues | undefined;
};

/**
 * Compares two columns of one key figure.
 * @param before values of the earlier analysis by row
 * @param after values of the later analysis by row; both of the same kind, lengths may differ
 * @param stated counts where it is larger than the uncertainty of the request
 * @returns one difference class per row. UNKNOWN if a value is missing on either side, and for a change
 * of a neutral key figure, which is neither good nor bad
 */
export function differenceColumn(
  before: ColumnValues,
  after: ColumnValues,
  request: DifferenceRequest,
  stated: StatedUncertainty = {},
): Uint8Array {
  const { direction, step, tolerance, severity, uncertainty = exact } = request;
  const rows = Math.max(before.length, after.length);
  const result = new Uint8Array(rows).fill(UNKNOWN);
  const sign = direction === "lower_is_worse" ? -1 : 1;
  const absolute = direction === "both";
  const doubtOf = (value: number, own: number | undefined) => {
    const usual = uncertaintyOf(uncertainty, value * step);
    return (own !== undefined && own > usual ? own : usual) / step;
  };
  const classes = before instanceof Uint8Array;
  for (let row = 0; row < Math.min(before.length, after.length); row += 1) {
    let from = before[row]!;
    let to = after[row]!;
    if (classes) {
      if (from === MISSING_U8 || to === MISSING_U8) continue;
      from = severity ? (severity[from] ?? -1) : from;
      to = severity ? (severity[to] ?? -1) : to;
      if (!(from >= 0 && to >= 0)) continue;
    } else {
      from = stepsOf(step, absolute ? Math.abs(from) : from);
      to = stepsOf(step, absolute ? Math.abs(to) : to);
    }
    const change = classes ? to - from : (to - from) * sign;
    if (change !== change) continue;
    const isSame = classes
      ? change === 0
      : Math.abs(change) <= tolerance ||
        isWithinUncertainty(
          change,
          doubtOf(from, stated.before?.[row]),
          doubtOf(to, stated.after?.[row]),
        );
    if (isSame) result[row] = SAME;
    else if (direction !== "neutral" || classes) result[row] = change > 0 ? WORSE : BETTER;
  }
  return result;
}

/** Rows with `mask` 1 by difference class; rows past the end are unknown. */
export function differenceCounts(values: Uint8Array, mask: Uint8Array): number[] {
  const counts = differenceClasses.map(() => 0);
  for (let row = 0; row < mask.length; row += 1) {
    if (mask[row] === 1) counts[values[row] ?? UNKNOWN]! += 1;
  }
  return counts;
}
