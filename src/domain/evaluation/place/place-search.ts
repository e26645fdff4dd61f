// Which movement of the plant fits all windows together: the best one, and others that could be taken for it.
import { movedBy, type Pose } from "./pose.ts";
import type { Surface } from "./place-look.ts";
import type { Point } from "./place-window.ts";

/** -1 where components are colder than the ground. */
export type Sign = 1 | -1;

export type Hypothesis = {
  readonly pose: Pose;
  readonly sign: Sign;
  /** Mean over the windows. */
  readonly score: number;
};

export type SearchReach = {
  /** Metres. */
  readonly shift_m: number;
  /** Radians to both sides. */
  readonly turn: number;
};

/** Steps of the search in metres. */
const STEP_M = 0.15;
/** Places are others from this distance in metres. */
export const APART_M = 0.4;
const MOST_RIVALS = 12;
const MOST_TURNS = 161;

/** Correlation of a window where its middle is moved by so many metres; NaN out of reach. */
export function scoreAt(surface: Surface, sign: Sign, east: number, north: number): number {
  const { look, reach, warm, rough } = surface;
  const { step } = look;
  const across = (look.east[0] * east + look.north[0] * north) / step[0] + reach[0];
  const down = (look.east[1] * east + look.north[1] * north) / step[1] + reach[1];
  const width = 2 * reach[0] + 1;
  const [column, row] = [Math.floor(across), Math.floor(down)];
  if (column < 0 || row < 0 || column + 1 >= width || row + 1 > 2 * reach[1]) return NaN;
  const [fx, fy] = [across - column, down - row];
  const at = row * width + column;
  const mixed = (values: Float32Array) =>
    (values[at]! * (1 - fx) + values[at + 1]! * fx) * (1 - fy) +
    (values[at + width]! * (1 - fx) + values[at + width + 1]! * fx) * fy;
  return sign * mixed(warm) + mixed(rough);
}

/** The movement of each window's middle from where it was looked for, in metres. */
export function movesOf(
  surfaces: readonly Pick<Surface, "look">[],
  pose: Pose,
  middle: Point,
): Point[] {
  const moved = movedBy(pose, middle);
  return surfaces.map(({ look }) => {
    const [x, y] = moved(...look.middle);
    return [x - look.at[0], y - look.at[1]];
  });
}

/** Scores by window; out of reach a window says nothing. */
export function scoresOf(
  surfaces: readonly Surface[],
  { pose, sign }: Pick<Hypothesis, "pose" | "sign">,
  middle: Point,
): number[] {
  const moves = movesOf(surfaces, pose, middle);
  return surfaces.map((surface, at) => scoreAt(surface, sign, ...moves[at]!) || 0);
}

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

/** @returns the best one first, then its rivals: other peaks, the best ones first */
export function hypotheses(
  surfaces: readonly Surface[],
  middle: Point,
  around: Pose,
  reach: SearchReach,
): Hypothesis[] {
  const far = Math.max(
    1,
    ...surfaces.map(({ look }) =>
      Math.hypot(look.middle[0] - middle[0], look.middle[1] - middle[1]),
    ),
  );
  const turns = Math.min((MOST_TURNS - 1) / 2, Math.ceil((reach.turn * far) / STEP_M));
  const steps = Math.ceil(reach.shift_m / STEP_M);
  const side = 2 * steps + 1;
  const best = new Float64Array(side * side).fill(-Infinity);
  const kept: (Hypothesis | undefined)[] = [];
  for (let turning = -turns; turning <= turns; turning++) {
    const turn = around.turn + (turns === 0 ? 0 : (turning * reach.turn) / turns);
    for (const sign of [1, -1] as const) {
      const total = new Float64Array(side * side);
      const base = movesOf(surfaces, { ...around, turn }, middle);
      for (const [at, surface] of surfaces.entries())
        addScores(total, surface, sign, base[at]!, steps);
      for (let at = 0; at < total.length; at++) {
        const score = total[at]! / surfaces.length;
        if (score <= best[at]!) continue;
        best[at] = score;
        const dx = around.dx + ((at % side) - steps) * STEP_M;
        const dy = around.dy + (Math.floor(at / side) - steps) * STEP_M;
        kept[at] = { pose: { dx, dy, turn, scale: around.scale }, sign, score };
      }
    }
  }
  const isPeak = (at: number) => {
    const [column, row] = [at % side, Math.floor(at / side)];
    for (const y of [-1, 0, 1]) {
      for (const x of [-1, 0, 1]) {
        if (column + x < 0 || column + x >= side || row + y < 0 || row + y >= side) continue;
        if (best[at + y * side + x]! > best[at]!) return false;
      }
    }
    return true;
  };
  const peaks = kept.flatMap((one, at) => (one && isPeak(at) ? [one] : []));
  const found: Hypothesis[] = [];
  for (const peak of peaks.toSorted((a, b) => b.score - a.score).slice(0, 4 * MOST_RIVALS)) {
    const own = refined(surfaces, peak, middle, reach.turn > 0 ? STEP_M / far : 0);
    if (found.every((other) => isApart(surfaces, own, other, middle))) found.push(own);
  }
  return found.toSorted((a, b) => b.score - a.score).slice(0, MOST_RIVALS);
}

/** Adds the scores of a window at all shifts, by the nearest cell. */
function addScores(
  total: Float64Array,
  { look, reach, warm, rough }: Surface,
  sign: Sign,
  [baseEast, baseNorth]: Point,
  steps: number,
): void {
  const { step } = look;
  const width = 2 * reach[0] + 1;
  const height = 2 * reach[1] + 1;
  let at = 0;
  for (let down = -steps; down <= steps; down++) {
    const north = baseNorth + down * STEP_M;
    for (let across = -steps; across <= steps; across++, at++) {
      const east = baseEast + across * STEP_M;
      const column = Math.round((look.east[0] * east + look.north[0] * north) / step[0]) + reach[0];
      const row = Math.round((look.east[1] * east + look.north[1] * north) / step[1]) + reach[1];
      if (column < 0 || row < 0 || column >= width || row >= height) continue;
      const from = row * width + column;
      total[at]! += sign * warm[from]! + rough[from]!;
    }
  }
}

/** Steps of a third, as long as one of them is better. */
function refined(
  surfaces: readonly Surface[],
  { pose, sign }: Hypothesis,
  middle: Point,
  turnStep: number,
): Hypothesis {
  const scoreOf = (one: Pose) => meanOf(scoresOf(surfaces, { pose: one, sign }, middle));
  let [now, score] = [pose, scoreOf(pose)];
  for (let size = 1; size > 0.1; size /= 2) {
    for (let round = 0; round < 4; round++) {
      let isBetter = false;
      for (const way of [1, -1]) {
        const tries: Pose[] = [
          { ...now, dx: now.dx + way * size * STEP_M },
          { ...now, dy: now.dy + way * size * STEP_M },
          { ...now, turn: now.turn + way * size * turnStep },
        ];
        for (const one of tries) {
          const own = scoreOf(one);
          if (own <= score) continue;
          [now, score, isBetter] = [one, own, true];
        }
      }
      if (!isBetter) break;
    }
  }
  return { pose: now, sign, score };
}

/** Whether two movements put the windows to other places. */
export function isApart(
  surfaces: readonly Surface[],
  one: Hypothesis,
  other: Hypothesis,
  middle: Point,
): boolean {
  const [a, b] = [movesOf(surfaces, one.pose, middle), movesOf(surfaces, other.pose, middle)];
  const away = a.map(([x, y], at) => Math.hypot(x - b[at]![0], y - b[at]![1]));
  return meanOf(away) > APART_M;
}
