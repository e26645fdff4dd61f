// The exact movement: a similarity is fitted, with rejection, to what the windows lie beside a known place.
import { medianOf } from "../../median.ts";
import { certaintyOf, type Certainty } from "./place-certainty.ts";
import type { Look } from "./place-look.ts";
import { pixelOf, type Miss } from "./place-miss.ts";
import type { Pose } from "./pose.ts";
import type { Point } from "./place-window.ts";

/** Pixels to each side: of the first round, and of the second one, whose place is known better. */
export const REACHES = [4, 2] as const;

export type PlaceFit = {
  readonly pose: Pose;
  /** Root of the mean square distance in metres of the windows that agree. */
  readonly residual: number;
  readonly used: number;
  readonly rejected: number;
  readonly agreed: ReadonlySet<Look>;
  /** Null without a window. */
  readonly certainty: Certainty | null;
};

/** Windows further from the common movement than so many robust standard deviations are rejected, and so many metres. */
const MOST_SIGMA = 4;
export const LEAST_REJECTED_M = 0.04;
/** With fewer windows, or closer ones, the turn is not fitted; the scale needs more of both. */
const LEAST = { turn: 3, scale: 6 } as const;
const SPREAD_M = { turn: 8, scale: 12 } as const;

/** @param misses from `pose` */
export function fitted(
  pose: Pose,
  middle: Point,
  misses: readonly Miss[],
  looks: number,
): PlaceFit {
  let used = misses;
  let change: Change = [0, 0, 0, 0];
  const restOf = ({ look, east, north, weight }: Miss) => {
    const [x, y] = [look.middle[0] - middle[0], look.middle[1] - middle[1]];
    const [dx, dy, turn, scale] = change;
    return {
      x,
      y,
      east: east - dx - scale * x + turn * y,
      north: north - dy - scale * y - turn * x,
      weight,
    };
  };
  const left = (miss: Miss) => {
    const { east, north } = restOf(miss);
    return Math.hypot(east, north);
  };
  // The first turn takes the median, which half of the windows may contradict.
  change = [medianOf(used.map((one) => one.east)), medianOf(used.map((one) => one.north)), 0, 0];
  for (let round = 0; round < 6; round++) {
    const far = misses.map(left);
    const limit = Math.max(LEAST_REJECTED_M, MOST_SIGMA * 1.4826 * medianOf(far));
    used = misses.filter((_, at) => far[at]! <= limit);
    change = solved(used, middle);
  }
  const residual = Math.sqrt(
    used.reduce((sum, one) => sum + left(one) ** 2, 0) / Math.max(1, used.length),
  );
  const [dx, dy, turn, scale] = change;
  const pixel_m = Math.max(0, ...used.map(({ look }) => pixelOf(look)));
  return {
    certainty:
      used.length > 0
        ? certaintyOf(used.map(restOf), unknownsOf(used, middle), middle, pixel_m)
        : null,
    pose: {
      dx: pose.dx + dx,
      dy: pose.dy + dy,
      turn: pose.turn + turn,
      scale: pose.scale * (1 + scale),
    },
    residual,
    used: used.length,
    rejected: looks - used.length,
    agreed: new Set(used.map(({ look }) => look)),
  };
}

type Change = readonly [dx: number, dy: number, turn: number, scale: number];

/** A shift, with a turn, and with a scale: what so many windows, so far from each other, can say. */
function unknownsOf(misses: readonly Miss[], middle: Point): 2 | 3 | 4 {
  const squares = misses.map(
    ({ look }) => (look.middle[0] - middle[0]) ** 2 + (look.middle[1] - middle[1]) ** 2,
  );
  const spread = Math.sqrt(
    squares.reduce((sum, one) => sum + one, 0) / Math.max(1, squares.length),
  );
  if (misses.length >= LEAST.scale && spread >= SPREAD_M.scale) return 4;
  return misses.length >= LEAST.turn && spread >= SPREAD_M.turn ? 3 : 2;
}

/** Weighted least squares. */
function solved(misses: readonly Miss[], middle: Point): Change {
  const away = misses.map(({ look }): Point => [
    look.middle[0] - middle[0],
    look.middle[1] - middle[1],
  ]);
  const unknowns = unknownsOf(misses, middle);
  const matrix = Array.from({ length: unknowns }, () => new Float64Array(unknowns + 1));
  for (const [at, { east, north, weight }] of misses.entries()) {
    const [x, y] = away[at]!;
    const [ee, en, nn] = weight;
    const byEast = [1, 0, -y, x];
    const byNorth = [0, 1, x, y];
    for (let i = 0; i < unknowns; i++) {
      const [p, q] = [ee * byEast[i]! + en * byNorth[i]!, en * byEast[i]! + nn * byNorth[i]!];
      for (let j = 0; j < unknowns; j++) matrix[i]![j]! += p * byEast[j]! + q * byNorth[j]!;
      matrix[i]![unknowns]! += p * east + q * north;
    }
  }
  const [dx = 0, dy = 0, turn = 0, scale = 0] = eliminated(matrix);
  return [dx, dy, turn, scale];
}

/** Gauss with pivots; zeros where the equations leave it open. */
function eliminated(matrix: Float64Array[]): number[] {
  const size = matrix.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column; row < size; row++)
      if (Math.abs(matrix[row]![column]!) > Math.abs(matrix[pivot]![column]!)) pivot = row;
    [matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!];
    const own = matrix[column]!;
    if (own[column] === 0) return [];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = matrix[row]![column]! / own[column]!;
      for (let k = column; k <= size; k++) matrix[row]![k]! -= factor * own[k]!;
    }
  }
  return matrix.map((row, at) => row[size]! / row[at]!);
}
