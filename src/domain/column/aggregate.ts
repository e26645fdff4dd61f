// The value of a parent computed from its children, for example of a tracker from its modules.
import { isMissing, MISSING_U8, valueAt, type ColumnValues } from "./column.ts";
import type { ComponentType } from "../component/component.ts";
import type { Direction } from "../key-figure/key-figure.ts";
import { badnessOf, NOTABLE_SHARE, notableColumn, worstNominal } from "../key-figure/notable.ts";

/**
 * `worst`: the value nearest the bad end, so that one hot module is seen from afar;
 * `mean`: arithmetic mean (measured values only; classes take `worst`);
 * `share`: part (0 to 1) of the children with a value that are past `limit`, always float32.
 * Of children that a filter leaves out none gives a value, and all stay in the count of which a share or a tenth is
 * taken: all but `share` need a tenth of the measured children to pass. One part that passes paints no bar.
 * `notable`: the worst value of the highest severity that is notable (notable.ts); mean without limits.
 */
export const aggregates = ["notable", "worst", "mean", "share"] as const;
export type Aggregate = (typeof aggregates)[number];

/**
 * A tracker has dozens of modules, and a collector dozens of tubes: with `worst`, a few warm ones would colour
 * the whole plant.
 */
export function usualAggregate(type: ComponentType): Aggregate {
  return type === "module" || type === "absorber_tube" ? "notable" : "worst";
}

/** The aggregate that is computed: classes have no mean, and without limits nothing is notable. */
export function appliedAggregate(
  aggregate: Aggregate,
  { isClassed, hasLimits }: { readonly isClassed: boolean; readonly hasLimits: boolean },
): Aggregate {
  if (aggregate === "mean" && isClassed) return "worst";
  return aggregate === "notable" && !isClassed && !hasLimits ? "mean" : aggregate;
}

export type AggregateRequest = {
  readonly aggregate: Aggregate;
  readonly direction: Direction;
  /** Past this value a child counts for `share`; for classes the least severity that counts. */
  readonly limit: number;
  /** For `notable`: watch, poor and act of a measured key figure, as many as there are. */
  readonly limits?: readonly number[];
  /** Severity by class number, for uint8 columns; -1 where the number is no class. */
  readonly severity?: Int8Array;
  /** One byte per child row; a child with bit 0 set (filtered out) gives no value. */
  readonly mask?: Uint8Array;
};

/**
 * Aggregates a column to an ancestor level.
 * @param values one value per child row
 * @param ancestor the ancestor's row per child row, NO_ROW where there is none
 * @param count rows of the ancestor level
 * @returns one value per ancestor row, missing where no child counts, or too few pass the mask
 */
export function aggregateColumn(
  values: ColumnValues,
  ancestor: Uint32Array,
  count: number,
  request: AggregateRequest,
): ColumnValues {
  const { limits = [], ...judged } = request;
  const isClassed = values instanceof Uint8Array;
  const aggregate = appliedAggregate(request.aggregate, {
    isClassed,
    hasLimits: limits.length > 0,
  });
  if (aggregate === "share") return share(values, ancestor, count, request);
  if (aggregate === "notable") return notableColumn(values, ancestor, count, { ...judged, limits });
  if (aggregate === "mean" && !isClassed) return mean(values, ancestor, count, request.mask);
  const result = isClassed
    ? worstClass(values, ancestor, count, request)
    : worst(values, ancestor, count, request);
  return request.mask ? withEnough(result, values, ancestor, request.mask) : result;
}

/** The bars, missing where fewer than a tenth of the measured children pass the mask. */
function withEnough<Values extends ColumnValues>(
  bars: Values,
  values: ColumnValues,
  ancestor: Uint32Array,
  mask: Uint8Array,
): Values {
  const [passed, all] = [new Uint32Array(bars.length), new Uint32Array(bars.length)];
  const rows = Math.min(values.length, ancestor.length);
  for (let row = 0; row < rows; row += 1) {
    const parent = ancestor[row]!;
    if (parent >= bars.length || isMissing(valueAt(values, row))) continue;
    all[parent]! += 1;
    if ((mask[row]! & 1) === 0) passed[parent]! += 1;
  }
  const missing = bars instanceof Uint8Array ? MISSING_U8 : NaN;
  for (let bar = 0; bar < bars.length; bar += 1) {
    if (passed[bar]! < all[bar]! * NOTABLE_SHARE) bars[bar] = missing;
  }
  return bars;
}

function worst(
  values: Float32Array,
  ancestor: Uint32Array,
  count: number,
  { direction, mask }: AggregateRequest,
): Float32Array {
  const result = new Float32Array(count).fill(NaN);
  const bad = badnessOf(direction);
  const rows = Math.min(values.length, ancestor.length);
  for (let row = 0; row < rows; row += 1) {
    const value = values[row]!;
    const parent = ancestor[row]!;
    if (value !== value || parent >= count || (mask && mask[row]! & 1)) continue;
    const known = result[parent]!;
    if (known !== known || bad(value) > bad(known)) result[parent] = value;
  }
  return result;
}

function mean(
  values: Float32Array,
  ancestor: Uint32Array,
  count: number,
  mask: Uint8Array | undefined,
): Float32Array {
  const sums = new Float64Array(count);
  const counts = new Uint32Array(count);
  const all = new Uint32Array(count);
  const rows = Math.min(values.length, ancestor.length);
  for (let row = 0; row < rows; row += 1) {
    const value = values[row]!;
    const parent = ancestor[row]!;
    if (value !== value || parent >= count) continue;
    all[parent]! += 1;
    if (mask && mask[row]! & 1) continue;
    sums[parent]! += value;
    counts[parent]! += 1;
  }
  return Float32Array.from(sums, (sum, row) =>
    counts[row] && counts[row]! >= all[row]! * NOTABLE_SHARE ? sum / counts[row]! : NaN,
  );
}

function worstClass(
  values: Uint8Array,
  ancestor: Uint32Array,
  count: number,
  request: AggregateRequest,
): ColumnValues {
  if (request.direction === "neutral") return worstNominal(values, ancestor, count, request);
  const { severity, mask } = request;
  const result = new Uint8Array(count).fill(MISSING_U8);
  const rows = Math.min(values.length, ancestor.length);
  // Of two classes of one severity the later one is worse.
  const rank = (value: number) => (severity?.[value] ?? value) * 256 + value;
  for (let row = 0; row < rows; row += 1) {
    const value = values[row]!;
    const parent = ancestor[row]!;
    if (value === MISSING_U8 || parent >= count || (mask && mask[row]! & 1)) continue;
    const known = result[parent]!;
    if (known === MISSING_U8 || rank(value) > rank(known)) result[parent] = value;
  }
  return result;
}

function share(
  values: ColumnValues,
  ancestor: Uint32Array,
  count: number,
  { direction, limit, severity, mask }: AggregateRequest,
): Float32Array {
  const classes = values instanceof Uint8Array;
  const bad = badnessOf(direction);
  const badLimit = direction === "both" ? Math.abs(limit) : bad(limit);
  const past = classes
    ? (value: number) => (severity?.[value] ?? value) >= limit
    : (value: number) => bad(value) > badLimit;
  return shareOf(values, ancestor, count, {
    isPassing: (row) => !(mask && mask[row]! & 1),
    isPast: (row) => past(values[row]!),
  });
}

/** The part (0 to 1) of the children with a value which passes and is past; NaN where none passes. */
export function shareOf(
  values: ColumnValues,
  ancestor: Uint32Array,
  count: number,
  ask: {
    readonly isPassing: (row: number) => boolean;
    readonly isPast: (row: number) => boolean;
  },
): Float32Array {
  const past = new Uint32Array(count);
  const passing = new Uint32Array(count);
  const counts = new Uint32Array(count);
  const classes = values instanceof Uint8Array;
  const rows = Math.min(values.length, ancestor.length);
  for (let row = 0; row < rows; row += 1) {
    const value = values[row]!;
    const missing = classes ? value === MISSING_U8 : value !== value;
    const parent = ancestor[row]!;
    if (missing || parent >= count) continue;
    counts[parent]! += 1;
    if (!ask.isPassing(row)) continue;
    passing[parent]! += 1;
    if (ask.isPast(row)) past[parent]! += 1;
  }
  return Float32Array.from(past, (sum, row) => (passing[row] ? sum / counts[row]! : NaN));
}
