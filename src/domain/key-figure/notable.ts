// The notable value among a component's children, for zoomed-out views. The worst child alone would colour
// a whole plant of modules: among sixty modules nearly always one is warm.
import { MISSING_U8, type ColumnValues } from "../column/column.ts";
import type { Direction } from "./key-figure.ts";

/**
 * A severity is notable once this part of the children has reached it. Single urgent children are drawn as dots
 * (column/hidden-part.ts): as colours of bars they made a plant with 3 % of them more than half dark.
 */
export const NOTABLE_SHARE = 0.1;

/** Among so few children the worst one is always notable. */
export function isWorstNotable(children: number): boolean {
  return children * NOTABLE_SHARE <= 1;
}

export type NotableRequest = {
  readonly direction: Direction;
  /** Watch, poor, act for measured values; fewer if the key figure has fewer. */
  readonly limits: readonly number[];
  /** Severity by class number, for uint8 columns; negative where the number is no class. */
  readonly severity?: Int8Array;
  /**
   * One byte per child row; a child with bit 0 set (filtered out) gives no value. It still is one of those of which a
   * tenth decides: else a filter that leaves one poor module of sixty would paint the whole tracker.
   */
  readonly mask?: Uint8Array;
};

/** Severities 0 to 3. */
const STEPS = 4;

/**
 * The worst value of the highest severity that at least a tenth of the children has reached. Classes of one severity
 * are not worse than each other: the most frequent one stands for them.
 * @param values one value per child row
 * @param ancestor the ancestor's row per child row, NO_ROW where there is none
 * @param count rows of the ancestor level
 * @returns one value per ancestor row, missing where no child counts, or fewer than a tenth pass the mask
 */
export function notableColumn(
  values: ColumnValues,
  ancestor: Uint32Array,
  count: number,
  request: NotableRequest,
): ColumnValues {
  if (values instanceof Uint8Array) {
    return mostOfSeverity(values, ancestor, count, request, NOTABLE_SHARE);
  }
  const { limits, mask } = request;
  const badness = badnessOf(request.direction);
  // Columns hold float32: a limit of 0.7 must be reached by the stored 0.7.
  const [watch = Infinity, poor = Infinity, act = Infinity] = limits.map((limit) =>
    request.direction === "lower_is_worse" ? -Math.fround(limit) : Math.fround(limit),
  );
  const counts = new Uint32Array(count * STEPS);
  const worst = new Float32Array(count * STEPS);
  const all = new Uint32Array(count);
  const rows = Math.min(values.length, ancestor.length);
  for (let row = 0; row < rows; row += 1) {
    const value = values[row]!;
    const parent = ancestor[row]!;
    if (value !== value || parent >= count) continue;
    all[parent]! += 1;
    if (mask && mask[row]! & 1) continue;
    const bad = badness(value);
    const slot = parent * STEPS + Number(bad >= watch) + Number(bad >= poor) + Number(bad >= act);
    if (counts[slot] === 0 || bad > badness(worst[slot]!)) worst[slot] = value;
    counts[slot]! += 1;
  }
  const result = new Float32Array(count).fill(NaN);
  for (let parent = 0; parent < count; parent += 1) {
    const step = reachedStep(counts, parent * STEPS, all[parent]! * NOTABLE_SHARE);
    if (step >= 0) result[parent] = worst[parent * STEPS + step]!;
  }
  return result;
}

/** The most frequent class of the highest severity that any child has reached: classes without an order. */
export function worstNominal(
  values: Uint8Array,
  ancestor: Uint32Array,
  count: number,
  request: Pick<NotableRequest, "severity" | "mask">,
): Uint8Array {
  return mostOfSeverity(values, ancestor, count, request, 0);
}

/** By ancestor the most frequent class of the highest severity that a share has reached; of equals the later one. */
function mostOfSeverity(
  values: Uint8Array,
  ancestor: Uint32Array,
  count: number,
  { severity, mask }: Pick<NotableRequest, "severity" | "mask">,
  share: number,
): Uint8Array {
  let classes = 0;
  for (const value of values) if (value !== MISSING_U8 && value >= classes) classes = value + 1;
  const step = Uint8Array.from({ length: classes }, (_, one) => Math.max(0, severity?.[one] ?? 0));
  const tally = new Uint32Array(count * classes);
  const counts = new Uint32Array(count * STEPS);
  const all = new Uint32Array(count);
  const rows = Math.min(values.length, ancestor.length);
  for (let row = 0; row < rows; row += 1) {
    const value = values[row]!;
    const parent = ancestor[row]!;
    if (value === MISSING_U8 || parent >= count) continue;
    all[parent]! += 1;
    if (mask && mask[row]! & 1) continue;
    tally[parent * classes + value]! += 1;
    counts[parent * STEPS + step[value]!]! += 1;
  }
  return Uint8Array.from({ length: count }, (_, parent) => {
    const reached = reachedStep(counts, parent * STEPS, all[parent]! * share);
    let most = MISSING_U8;
    let mostTimes = 1;
    for (let one = 0; one < classes; one += 1) {
      const times = tally[parent * classes + one]!;
      if (step[one] !== reached || times < mostTimes) continue;
      most = one;
      mostTimes = times;
    }
    return most;
  });
}

/** The highest severity that so many of the children have reached; -1 where no severity has. */
function reachedStep(counts: Uint32Array, first: number, least: number): number {
  let reached = 0;
  for (let step = STEPS - 1; step >= 0; step -= 1) {
    reached += counts[first + step]!;
    if (reached > 0 && reached >= least) return step;
  }
  return -1;
}

/** A function that converts a value to a scale where larger is worse. */
export function badnessOf(direction: Direction): (value: number) => number {
  if (direction === "lower_is_worse") return (value) => -value;
  if (direction === "both") return Math.abs;
  return (value) => value;
}
