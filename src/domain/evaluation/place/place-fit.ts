// The exact movement: each window is moved by pixels around a known place, and a similarity is fitted with rejection.
import { medianOf } from "../../median.ts";
import type { Picture } from "./place-feature.ts";
import { ringsOf, type Look, type LookInput } from "./place-look.ts";
import { patternOf } from "./place-pattern.ts";
import { movesOf, type Sign } from "./place-search.ts";
import type { Pose } from "./pose.ts";
import type { Point } from "./place-window.ts";

/** Pixels to each side: of the first round, and of the second one, whose place is known better. */
export const REACHES = [4, 2] as const;

/** Metres of a pixel from which edges are left out. */
const COARSE_M = 0.07;

/** By how much a window lies beside the common movement, in metres, and how exactly that is known. */
export type Miss = {
  readonly look: Look;
  readonly east: number;
  readonly north: number;
  /** Bend of the correlation along east and north, and across both: the weights of the fit. */
  readonly weight: readonly [ee: number, en: number, nn: number];
};

/** Null where the best place is at the rim: it lies elsewhere. */
export function missAt(
  input: LookInput,
  look: Look,
  turn: number,
  move: Point,
  sign: Sign,
  reach: number,
): Miss | null {
  const [width, height] = look.core;
  const pattern = patternOf(ringsOf(input, look, turn, move), { width, height });
  const { warm, rough } = look.standingOut();
  // Edges of pixels that are wider than gaps lie where they lie by chance.
  const perMetre = Math.min(
    Math.hypot(look.east[0], look.north[0]),
    Math.hypot(look.east[1], look.north[1]),
  );
  const parts = [
    { seen: warm, sought: pattern.cover.values, factor: sign },
    ...(perMetre * COARSE_M >= 1 ? [{ seen: rough, sought: pattern.edges.values, factor: 1 }] : []),
  ];
  const known = parts.map(({ seen, sought, factor }) => {
    const energy = energyOf(seen);
    let [mean, own] = [0, 0];
    for (let at = 0; at < sought.length; at++) mean += sought[at]!;
    mean /= sought.length;
    const over = new Float64Array(sought.length);
    for (let at = 0; at < over.length; at++) {
      over[at] = sought[at]! - mean;
      own += over[at]! ** 2;
    }
    const norm = Math.sqrt(((energy * sought.length) / seen.values.length) * own) || Infinity;
    return { seen, over, factor, norm };
  });
  const scoreAt = (across: number, down: number): number => {
    let score = 0;
    for (const { seen, over, factor, norm } of known) {
      const { values } = seen;
      let sum = 0;
      for (let row = 0; row < height; row++) {
        // Every second pixel, of each row the other ones.
        let at = row * width + (row & 1);
        let from = (row + look.margin[1] + down) * seen.width + look.margin[0] + across + (row & 1);
        const end = (row + 1) * width;
        for (; at < end; at += 2, from += 2) sum += over[at]! * values[from]!;
      }
      score += (2 * factor * sum) / norm;
    }
    return score;
  };
  return peakOf(peaked(scoreAt, reach), reach, look);
}

/** Of the pictures whose sum of squares is known: each is compared in several rounds. */
const energies = new WeakMap<Picture, number>();

function energyOf(picture: Picture): number {
  const known = energies.get(picture);
  if (known !== undefined) return known;
  const { values } = picture;
  let energy = 0;
  for (let at = 0; at < values.length; at++) energy += values[at]! * values[at]!;
  energies.set(picture, energy);
  return energy;
}

/**
 * Scores around the best shift; those that were not asked for are below all others. Every second shift is tried first:
 * the peak of a correlation is wider.
 */
function peaked(scoreAt: (across: number, down: number) => number, reach: number): Float64Array {
  const side = 2 * reach + 1;
  const scores = new Float64Array(side * side).fill(-Infinity);
  const ask = (across: number, down: number) => {
    if (Math.max(Math.abs(across), Math.abs(down)) > reach) return;
    const at = (down + reach) * side + across + reach;
    if (scores[at] === -Infinity) scores[at] = scoreAt(across, down);
  };
  for (let down = -reach; down <= reach; down += 2)
    for (let across = -reach; across <= reach; across += 2) ask(across, down);
  let last = -1;
  for (let best = bestOf(scores); best !== last; best = bestOf(scores)) {
    const [across, down] = [(best % side) - reach, Math.floor(best / side) - reach];
    for (const y of [-1, 0, 1]) for (const x of [-1, 0, 1]) ask(across + x, down + y);
    last = best;
  }
  return scores;
}

function bestOf(scores: Float64Array): number {
  let best = 0;
  for (let at = 1; at < scores.length; at++) if (scores[at]! > scores[best]!) best = at;
  return best;
}

function peakOf(scores: Float64Array, reach: number, look: Look): Miss | null {
  const best = bestOf(scores);
  const side = 2 * reach + 1;
  const [column, row] = [best % side, Math.floor(best / side)];
  if (column === 0 || row === 0 || column === side - 1 || row === side - 1) return null;
  const at = (x: number, y: number) => scores[(row + y) * side + column + x]!;
  const xx = 2 * at(0, 0) - at(-1, 0) - at(1, 0);
  const yy = 2 * at(0, 0) - at(0, -1) - at(0, 1);
  const xy = (at(1, -1) + at(-1, 1) - at(1, 1) - at(-1, -1)) / 4;
  const [gx, gy] = [(at(1, 0) - at(-1, 0)) / 2, (at(0, 1) - at(0, -1)) / 2];
  const area = xx * yy - xy * xy;
  if (!(xx > 0 && yy > 0 && area > 0)) return null;
  const clamp = (value: number) => Math.max(-0.7, Math.min(0.7, value));
  const x = column - reach + clamp((yy * gx - xy * gy) / area);
  const y = row - reach + clamp((xx * gy - xy * gx) / area);
  const [[a, c], [b, d]] = [look.east, look.north];
  const det = a * d - b * c;
  return {
    look,
    east: (d * x - b * y) / det,
    north: (a * y - c * x) / det,
    weight: [
      a * a * xx + 2 * a * c * xy + c * c * yy,
      a * b * xx + (a * d + b * c) * xy + c * d * yy,
      b * b * xx + 2 * b * d * xy + d * d * yy,
    ],
  };
}

export type PlaceFit = {
  readonly pose: Pose;
  /** Root of the mean square distance in metres of the windows that agree. */
  readonly residual: number;
  readonly used: number;
  readonly rejected: number;
};

/** Windows further from the common movement than so many robust standard deviations are rejected, and so many metres. */
const MOST_SIGMA = 4;
const LEAST_REJECTED_M = 0.04;
/** With fewer windows, or closer ones, the turn is not fitted; the scale needs more of both. */
const LEAST = { turn: 3, scale: 6 } as const;
const SPREAD_M = { turn: 8, scale: 25 } as const;

/** @param misses from `pose` */
export function fitted(
  pose: Pose,
  middle: Point,
  misses: readonly Miss[],
  looks: number,
): PlaceFit {
  let used = misses;
  let change: Change = [0, 0, 0, 0];
  const left = (miss: Miss) => {
    const [x, y] = [miss.look.middle[0] - middle[0], miss.look.middle[1] - middle[1]];
    const [dx, dy, turn, scale] = change;
    return Math.hypot(
      miss.east - dx - scale * x + turn * y,
      miss.north - dy - scale * y - turn * x,
    );
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
  return {
    pose: {
      dx: pose.dx + dx,
      dy: pose.dy + dy,
      turn: pose.turn + turn,
      scale: pose.scale * (1 + scale),
    },
    residual,
    used: used.length,
    rejected: looks - used.length,
  };
}

type Change = readonly [dx: number, dy: number, turn: number, scale: number];

/** Weighted least squares. */
function solved(misses: readonly Miss[], middle: Point): Change {
  const away = misses.map(({ look }): Point => [
    look.middle[0] - middle[0],
    look.middle[1] - middle[1],
  ]);
  const spread = Math.sqrt(
    away.reduce((sum, [x, y]) => sum + x * x + y * y, 0) / Math.max(1, away.length),
  );
  const unknowns =
    misses.length >= LEAST.scale && spread >= SPREAD_M.scale
      ? 4
      : misses.length >= LEAST.turn && spread >= SPREAD_M.turn
        ? 3
        : 2;
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

/** Misses of all windows from a movement. */
export function missesOf(
  input: LookInput,
  looks: readonly Look[],
  pose: Pose,
  middle: Point,
  sign: Sign,
  reach: number,
): Miss[] {
  const moves = movesOf(
    looks.map((look) => ({ look })),
    pose,
    middle,
  );
  return looks.flatMap((look, at) => missAt(input, look, pose.turn, moves[at]!, sign, reach) ?? []);
}
