// The notable value among a component's children, for zoomed-out views. The worst child alone would colour
// a whole plant of modules: among sixty modules nearly always one is warm.
import { MISSING_U8, type ColumnValues } from "../column/column.ts";
import type { Direction } from "./key-figure.ts";

/**
 * A severity is notable once this part of the children has reached it. Single urgent children are drawn as dots
 * (column/hidden-part.ts): as colours of bars they made a plant with 3 % of them more than half dark.
 */
const NOTABLE_SHARE = 0.1;

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
  /** One byte per child row; a child with bit 0 set (filtered out) does not count. */
  readonly mask?: Uint8Array;
};

/** Severities 0 to 3. */
const STEPS = 4;
/** Class numbers of a uint8 column. */
const CLASSES = 256;

/**
 * The worst value of the highest severity that at least a tenth of the children has reached. Classes of a neutral key
 * figure have no order: the most frequent one of that severity.
 * @param values one value per child row
 * @param ancestor the ancestor's row per child row, NO_ROW where there is none
 * @param count rows of the ancestor level
 * @returns one value per ancestor row, missing where no child counts
 */
export function notableColumn(
  values: ColumnValues,
  ancestor: Uint32Array,
  count: number,
  request: NotableRequest,
): ColumnValues {
  const { limits, severity, mask } = request;
  const classes = values instanceof Uint8Array;
  const badness = badnessOf(request.direction);
  // Columns hold float32: a limit of 0.7 must be reached by the stored 0.7.
  const [watch = Infinity, poor = Infinity, act = Infinity] = limits.map((limit) =>
    request.direction === "lower_is_worse" ? -Math.fround(limit) : Math.fround(limit),
  );
  const counts = new Uint32Array(count * STEPS);
  const isNominal = classes && request.direction === "neutral";
  const tally = new Uint32Array(isNominal ? count * CLASSES : 0);
  const worst = new Float32Array(count * STEPS);
  const rows = Math.min(values.length, ancestor.length);
  for (let row = 0; row < rows; row += 1) {
    const value = values[row]!;
    const parent = ancestor[row]!;
    const missing = classes ? value === MISSING_U8 : value !== value;
    if (missing || parent >= count || (mask && mask[row]! & 1)) continue;
    const bad = classes ? Math.max(0, severity?.[value] ?? 0) : badness(value);
    const step = classes ? bad : Number(bad >= watch) + Number(bad >= poor) + Number(bad >= act);
    const slot = parent * STEPS + step;
    if (isNominal) {
      tally[parent * CLASSES + value]! += 1;
      const most = tally[parent * CLASSES + worst[slot]!]!;
      if (counts[slot] === 0 || tally[parent * CLASSES + value]! > most) worst[slot] = value;
      counts[slot]! += 1;
      continue;
    }
    // Of two classes of one severity the later one is worse.
    const isWorse = classes ? value > worst[slot]! : bad > badness(worst[slot]!);
    if (counts[slot] === 0 || isWorse) worst[slot] = value;
    counts[slot]! += 1;
  }
  const result = classes
    ? new Uint8Array(count).fill(MISSING_U8)
    : new Float32Array(count).fill(NaN);
  for (let parent = 0; parent < count; parent += 1) {
    const first = parent * STEPS;
    const step = notableStep(counts, first);
    if (step >= 0) result[parent] = worst[first + step]!;
  }
  return result;
}

/** The highest severity that is notable; -1 where there are no children. */
function notableStep(counts: Uint32Array, first: number): number {
  let all = 0;
  for (let step = 0; step < STEPS; step += 1) all += counts[first + step]!;
  let reached = 0;
  for (let step = STEPS - 1; step >= 0; step -= 1) {
    reached += counts[first + step]!;
    if (reached > 0 && reached >= all * NOTABLE_SHARE) return step;
  }
  return -1;
}

/** A function that converts a value to a scale where larger is worse. */
export function badnessOf(direction: Direction): (value: number) => number {
  if (direction === "lower_is_worse") return (value) => -value;
  if (direction === "both") return Math.abs;
  return (value) => value;
}
