// Residual offset of each window from a registration, by template matching: the pattern of the components is moved by
// pixels.
import type { Picture } from "./place-feature.ts";
import { PLACE_BLURS, softEdges } from "./place-blur.ts";
import { ringsOf, type Look, type LookInput } from "./place-look.ts";
import { coverOf } from "./place-pattern.ts";
import { movesOf, type Sign } from "./place-search.ts";
import type { Pose } from "./pose.ts";
import type { Point } from "./place-window.ts";

/** Metres of a pixel from which edges are left out. */
const COARSE_M = 0.07;

/** By how much a window lies beside the common movement, in metres, and how exactly that is known. */
export type Miss = {
  readonly look: Look;
  readonly east: number;
  readonly north: number;
  /** Bend of the correlation along east and north, and across both: the weights of the fit. */
  readonly weight: readonly [ee: number, en: number, nn: number];
  /** Correlation there. */
  readonly score: number;
};

/** Metres of a pixel, along its longer side. */
export const pixelOf = ({ east, north }: Look) =>
  1 / Math.min(Math.hypot(east[0], north[0]), Math.hypot(east[1], north[1]));

/** Edges of pixels that are wider than gaps lie where they lie by chance. */
const showsEdges = (look: Look) => pixelOf(look) <= COARSE_M;

/**
 * Null where the best place is at the rim: it lies elsewhere.
 * @param cover of the components, see `Pattern`
 * @param blur standard deviation of the picture's blur in pixels
 */
function missAt(look: Look, cover: Picture, sign: Sign, reach: number, blur: number): Miss | null {
  const [width, height] = look.core;
  const { warm, rough } = look.standingOut();
  const parts = [
    { seen: warm, sought: cover.values, factor: sign },
    ...(showsEdges(look)
      ? [{ seen: rough, sought: softEdges(cover, blur).values, factor: 1 }]
      : []),
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
    score: scores[best]!,
    weight: [
      a * a * xx + 2 * a * c * xy + c * c * yy,
      a * b * xx + (a * d + b * c) * xy + c * d * yy,
      b * b * xx + 2 * b * d * xy + d * d * yy,
    ],
  };
}

/**
 * Misses of all windows from a movement, and the blur in pixels with which the pattern fits them.
 * @param blur null where it is not known yet
 */
export function missesOf(
  input: LookInput,
  looks: readonly Look[],
  pose: Pose,
  middle: Point,
  sign: Sign,
  reach: number,
  blur: number | null,
): { readonly misses: readonly Miss[]; readonly blur: number } {
  const moves = movesOf(
    looks.map((look) => ({ look })),
    pose,
    middle,
  );
  const seen = looks.map((look, at) => {
    const [width, height] = look.core;
    return { look, cover: coverOf(ringsOf(input, look, pose.turn, moves[at]!), { width, height }) };
  });
  const missesAt = (own: number, some: typeof seen) =>
    some.flatMap(({ look, cover }) => missAt(look, cover, sign, reach, own) ?? []);
  const every = Math.ceil(looks.length / MOST_BLURRED);
  const some = seen.filter(({ look }, at) => at % every === 0 && showsEdges(look));
  const own =
    blur ?? blurOf((one) => missesAt(one, some).reduce((sum, { score }) => sum + score, 0));
  return { misses: missesAt(own, seen), blur: own };
}

/** Windows that are asked for the blur. */
const MOST_BLURRED = 4;

/** The first blur that fits better than the one before and the next one. */
function blurOf(scoreAt: (blur: number) => number): number {
  let [best, score] = [0, scoreAt(PLACE_BLURS[0])];
  for (let next = 1; next < PLACE_BLURS.length; next++) {
    const own = scoreAt(PLACE_BLURS[next]!);
    if (own <= score) break;
    [best, score] = [next, own];
  }
  return PLACE_BLURS[best]!;
}
