// How a component changed between two analyses: worse, same, better, cannot tell, measured in one only, or not comparable.
import { valueAt, type ColumnValues } from "./column.ts";
import { isWithinUncertainty, uncertaintyOf } from "./change-tolerance.ts";
import { severityOf, stepsOf } from "../key-figure/severity.ts";
import type { Direction, Uncertainty } from "../key-figure/key-figure.ts";

/** Classes of a difference column; the index is the class number and the order in the legend. */
export const differenceClasses = [
  "worse",
  "same",
  "better",
  "cannot_tell",
  "only_newer",
  "only_older",
  "unknown",
] as const;
export type DifferenceClass = (typeof differenceClasses)[number];

export const WORSE = 0;
export const SAME = 1;
export const BETTER = 2;
/** Both values are so uncertain that a change which matters could hide between them. */
export const CANNOT_TELL = 3;
/** Has a value in the later analysis only. */
export const ONLY_NEWER = 4;
/** Had a value in the earlier analysis only. */
export const ONLY_OLDER = 5;
/** No value in either, a class that is not in the catalogue, or a changed value that is neither good nor bad. */
export const UNKNOWN = 6;

export type DifferenceRequest = {
  readonly direction: Direction;
  /** Step of a measured key figure: changes are counted in whole steps, without the noise of float32. */
  readonly step: number;
  /** Largest change, in whole steps, that is `same`; classes have none. */
  readonly tolerance: number;
  /** Of one value. A change within the uncertainty of both values is `same`. */
  readonly uncertainty?: Uncertainty;
  /** The smallest change that matters, in the unit. A larger uncertainty gives “cannot tell”. */
  readonly notable_change?: number;
  /** Severity by class number, for uint8 columns; -1 where the number is no class. */
  readonly severity?: Int8Array;
  /** The class follows from several key figures, of which the measurement behind it is one. */
  readonly has_causes?: true;
  /** Severity limits of a measured key figure, which tell whether it is the cause of a class. */
  readonly limits?: readonly number[];
};

/** Two columns, from the older analysis to the newer one. */
export type ColumnPair = { readonly before: ColumnValues; readonly after: ColumnValues };

/**
 * The changes of the measurement behind a class, where it decides how the class changed. A class that follows from
 * several faults is decided by the measurement only where that alone gives the severity in both surveys: dust or an
 * open string comes and goes without any heat.
 * @param changes difference classes of the measurement by row
 * @returns the same, UNKNOWN where another cause gave one of the classes
 */
export function decidingChanges(
  classes: ColumnPair & { readonly request: DifferenceRequest },
  measured: ColumnPair & { readonly request: DifferenceRequest; readonly changes: Uint8Array },
): Uint8Array {
  const { has_causes, severity } = classes.request;
  const { changes, request } = measured;
  if (has_causes !== true || !severity) return changes;
  const severities = (values: ColumnValues) => severityByLimits(values, request);
  const [before, after] = [severities(measured.before), severities(measured.after)];
  return changes.map((change, row) => {
    const [from, to] = [valueAt(classes.before, row), valueAt(classes.after, row)];
    const isCause = severity[from] === before(row) && severity[to] === after(row);
    return isCause ? change : UNKNOWN;
  });
}

/** The severity by row of a measured column under the limits of its request. */
function severityByLimits(
  values: ColumnValues,
  { direction, limits = [] }: DifferenceRequest,
): (row: number) => number {
  const judge = { kind: "f32", direction, classes: [], limits } as const;
  return (row) => severityOf(judge, valueAt(values, row));
}

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
 * @param measured difference classes of the measurement behind the values. Where that stayed the same, so did
 * a class: a value near a limit changes its class without having changed. A measured value changed as the
 * measurement behind it did, where both surveys have that
 * @returns one difference class per row
 */
export function differenceColumn(
  before: ColumnValues,
  after: ColumnValues,
  request: DifferenceRequest,
  stated: StatedUncertainty = {},
  measured?: Uint8Array,
): Uint8Array {
  const { step, tolerance, uncertainty = exact } = request;
  // Classes have no uncertainty of their own.
  const notable = (request.notable_change ?? Infinity) / step;
  const result = new Uint8Array(Math.max(before.length, after.length)).fill(UNKNOWN);
  const classes = before instanceof Uint8Array;
  const change = worseningOf(classes, request);
  const doubtOf = (value: number, own: number | undefined) => {
    const usual = uncertaintyOf(uncertainty, value);
    return (own !== undefined && own > usual ? own : usual) / step;
  };
  for (let row = 0; row < result.length; row += 1) {
    const [from, to] = [valueAt(before, row), valueAt(after, row)];
    if (from !== from || to !== to) {
      if (to === to) result[row] = ONLY_NEWER;
      else if (from === from) result[row] = ONLY_OLDER;
      continue;
    }
    const worse = change(from, to);
    if (worse !== worse) continue;
    const behind = measured?.[row] ?? UNKNOWN;
    if (classes ? behind === CANNOT_TELL && worse !== 0 : behind <= CANNOT_TELL) {
      result[row] = behind;
      continue;
    }
    const doubts = [
      doubtOf(stepsOf(step, from) * step, stated.before?.[row]),
      doubtOf(stepsOf(step, to) * step, stated.after?.[row]),
    ] as const;
    const isSame = classes
      ? worse === 0 || behind === SAME
      : Math.abs(worse) <= tolerance || isWithinUncertainty(worse, ...doubts);
    if (isSame) result[row] = Math.hypot(...doubts) > notable ? CANNOT_TELL : SAME;
    else if (request.direction !== "neutral" || classes) result[row] = worse > 0 ? WORSE : BETTER;
  }
  return result;
}

/**
 * A function that answers by how much a value became worse: in whole steps of a measured key figure, or in
 * severities of classes. Negative: better; NaN: not comparable.
 */
function worseningOf(
  classes: boolean,
  { direction, step, severity }: DifferenceRequest,
): (from: number, to: number) => number {
  if (classes) {
    const place = (value: number) => {
      const known = severity ? (severity[value] ?? -1) : value;
      return known >= 0 ? known : NaN;
    };
    return (from, to) => place(to) - place(from);
  }
  const sign = direction === "lower_is_worse" ? -1 : 1;
  const size = direction === "both" ? Math.abs : Number;
  return (from, to) => (stepsOf(step, size(to)) - stepsOf(step, size(from))) * sign;
}

/**
 * By how much each row became worse, for a ranking: 0 where it stayed the same, negative where it became
 * better, NaN where the two values cannot be compared.
 * @param classes what `differenceColumn` answers for the same columns
 */
export function worseningColumn(
  before: ColumnValues,
  after: ColumnValues,
  classes: Uint8Array,
  request: DifferenceRequest,
): Float32Array {
  const change = worseningOf(before instanceof Uint8Array, request);
  return Float32Array.from(classes, (one, row) => {
    if (one === SAME) return 0;
    if (one !== WORSE && one !== BETTER) return NaN;
    return change(valueAt(before, row), valueAt(after, row)) * request.step;
  });
}

/** The later value minus the earlier one, in whole steps; NaN where one is missing. */
export function changeColumn(
  before: Float32Array,
  after: Float32Array,
  { step }: Pick<DifferenceRequest, "step">,
): Float32Array {
  const change = new Float32Array(Math.max(before.length, after.length));
  for (let row = 0; row < change.length; row += 1)
    change[row] = changeOf(step, valueAt(before, row), valueAt(after, row));
  return change;
}

/** The later value minus the earlier one, in whole steps of the key figure. */
export function changeOf(step: number, from: number, to: number): number {
  return (stepsOf(step, to) - stepsOf(step, from)) * step;
}

/** Rows with `mask` 1 by difference class; rows past the end are unknown. */
export function differenceCounts(values: Uint8Array, mask: Uint8Array): number[] {
  const counts = differenceClasses.map(() => 0);
  for (let row = 0; row < mask.length; row += 1) {
    if (mask[row] === 1) counts[values[row] ?? UNKNOWN]! += 1;
  }
  return counts;
}

/** The same by group: a count per class for each of `groupCount` rows; `group` has the row of each row's group. */
export function groupedCounts(
  values: Uint8Array,
  group: Uint32Array,
  groupCount: number,
  mask: Uint8Array,
): Uint32Array {
  const counts = new Uint32Array(groupCount * differenceClasses.length);
  for (let row = 0; row < mask.length; row += 1) {
    const into = group[row] ?? groupCount;
    if (mask[row] !== 1 || into >= groupCount) continue;
    counts[into * differenceClasses.length + (values[row] ?? UNKNOWN)]! += 1;
  }
  return counts;
}
