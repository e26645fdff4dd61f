// What hot cells have of warmth that lens and pixels spread over their surroundings, and how many cells are hot.
//
// A pixel shows the mean of its area, blurred by the lens: a Gaussian whose variance is that of the blur plus a
// twelfth of a pixel's side squared. The cells of a module lie in a grid: six across its width, and along its length
// as many squares, or twice as many half cells. The warmth of each cell near a spot is found by least squares,
// not below zero. The blur, and whole or half cells, are the same for all spots of a survey: the likeliest count most.

import { dot, inverseAt, notBelowZero } from "../least-squares.ts";

/** The pixels around the spots of one module. Places in metres from a corner of the module, u along its long side. */
export type SpotPatch = {
  /** K over the substring, at the irradiance of the survey. */
  readonly values: Float32Array;
  readonly u: Float32Array;
  readonly v: Float32Array;
  /** Number of the spot to which a pixel belongs, from 1; 0 for one beside. */
  readonly isHot: Uint8Array;
  readonly length_m: number;
  readonly width_m: number;
  /** Side of a pixel on the ground in metres. */
  readonly pixel_m: number;
  /** Standard deviation of the pixels of the module in K. */
  readonly noise_k: number;
  /** K from which a cell counts as hot. */
  readonly least_k: number;
};

export type RestoredSpot = {
  /** K of the warmest cell over its substring, as the cell has it. */
  readonly peak_k: number;
  /** Standard uncertainty of it: noise, blur, size and place of the cells. */
  readonly standard_k: number;
  readonly cells: number;
};

/** Cells across the width of a crystalline module. */
export const CELLS_ACROSS = 6;
/** Parts of a square cell: whole or half. */
export const PARTS = [1, 2] as const;
/** Standard deviations of the blur in pixels that are tried; that of the settings is known to 0.3 pixels. */
const BLURS = [0.3, 0.45, 0.6, 0.75, 0.9, 1.05, 1.2, 1.4, 1.7, 2.1] as const;
/** And around the likeliest of them: the spots of a survey show its blur to a few hundredths. */
const BETWEEN = [-0.12, -0.09, -0.06, -0.03, 0.03, 0.06, 0.09, 0.12] as const;
const BLUR_DEVIATION = 0.3;
/** Pixels by which the blur of one place differs from that of the survey, and from a Gaussian. Our assumption. */
const BLUR_KNOWN = 0.06;
/** Metres by which the grid of cells may lie beside the outline of the module. */
const OFFSETS = [-0.02, 0, 0.02] as const;
/** What the model misses, as a share of the hottest pixel: cells are not evenly warm. */
const MODEL_SHARE = 0.03;
/** Spots beyond so many tell nothing new of the survey. */
const MOST_SPOTS = 30;
/** Models whose logarithm is so far below the best count for nothing. */
const UNLIKELY = 9;
const MOST_CELLS = 30;

type Solution = {
  readonly log: number;
  readonly peak: number;
  readonly variance: number;
  readonly cells: number;
  /** Hot squares, and those of which both halves are about as warm. */
  readonly squares: number;
  readonly even: number;
};

/** Models of blur and cells, each with the logarithm of its likelihood in the whole survey. */
export type SurveyModel = CellModel & { readonly log: number };

/** @param blur_pixels standard deviation of the blur, as the settings state it */
export function surveyModels(patches: readonly SpotPatch[], blur_pixels: number): SurveyModel[] {
  const step = Math.max(1, Math.ceil(patches.length / MOST_SPOTS));
  const some = patches.filter((_, at) => at % step === 0);
  const tried = (parts: number, blurs: readonly number[]) =>
    blurs.map((blur) => {
      const prior = -0.5 * ((blur - blur_pixels) / BLUR_DEVIATION) ** 2;
      const solved = some.map((patch) => solve(patch, { parts, blur }));
      const log = solved.reduce((sum, one) => sum + one.log, prior);
      const squares = solved.reduce((sum, one) => sum + one.squares, 0);
      const even = solved.reduce((sum, one) => sum + one.even, 0);
      return { parts, blur, log, squares, even };
    });
  const coarse = PARTS.flatMap((parts) => tried(parts, BLURS));
  const parts = partsOf(coarse);
  const own = coarse.filter((one) => one.parts === parts);
  const { blur } = likeliest(own);
  const models = [
    ...own,
    ...tried(
      parts,
      BETWEEN.map((by) => blur + by),
    ),
  ];
  const { log: most } = likeliest(models);
  return models.filter(({ log }) => log >= most - UNLIKELY);
}

export const likeliest = <One extends { readonly log: number }>(all: readonly One[]): One =>
  all.reduce((best, one) => (one.log > best.log ? one : best));

/** @param likely models of the survey */
export function restoreSpots(
  patches: readonly SpotPatch[],
  likely: readonly SurveyModel[],
): RestoredSpot[] {
  const best = likely.length > 0 ? likeliest(likely) : null;
  return patches.map((patch) => {
    const found = combined(likely.flatMap((model) => solutionsOf(patch, model)));
    const by = best ? blurError(patch, best) : 0;
    return { ...found, standard_k: Math.hypot(found.standard_k, by) };
  });
}

/** K by which the peak changes with what is not known of the blur at its place. */
function blurError(patch: SpotPatch, { parts, blur }: CellModel): number {
  const at = (by: number) => solve(patch, { parts, blur: Math.max(0.1, blur + by) }).peak;
  return Math.abs(at(BLUR_KNOWN) - at(-BLUR_KNOWN)) / 2;
}

/** One solution for each place of the cells, as likely as the survey says its model is, and the module its place. */
function solutionsOf(patch: SpotPatch, model: SurveyModel): Solution[] {
  const places = placesOf(patch, model);
  const base = model.log - logSum(places);
  return places.map((one) => ({ ...one, log: one.log + base }));
}

export const placesOf = (
  patch: SpotPatch,
  model: CellModel,
  offsets: readonly number[] = OFFSETS,
): Solution[] => offsets.flatMap((du) => offsets.map((dv) => solve(patch, model, du, dv)));

/**
 * Half cells always fit a little better. They are whole ones where most hot squares have two halves that are evenly
 * warm, or where halves explain no more.
 */
function partsOf(
  models: readonly (CellModel & { log: number; squares: number; even: number })[],
): number {
  const [whole, half] = PARTS.map((parts) =>
    likeliest(models.filter((one) => one.parts === parts)),
  );
  return whole!.log >= half!.log || half!.even >= half!.squares / 2 ? PARTS[0] : PARTS[1];
}

/** Mean and variance over all solutions, each with its likelihood; the cells of the likeliest. */
function combined(all: readonly Solution[]): RestoredSpot {
  const best = all.reduce((a, b) => (b.log > a.log ? b : a));
  let [weights, sum, square] = [0, 0, 0];
  for (const { log, peak, variance } of all) {
    const weight = Math.exp(log - best.log);
    weights += weight;
    sum += weight * peak;
    square += weight * (peak ** 2 + variance);
  }
  const peak_k = sum / weights;
  const variance = Math.max(0, square / weights - peak_k ** 2);
  return { peak_k, standard_k: Math.sqrt(variance), cells: best.cells };
}

function logSum(solutions: readonly Solution[]): number {
  const most = Math.max(...solutions.map(({ log }) => log));
  return most + Math.log(solutions.reduce((sum, { log }) => sum + Math.exp(log - most), 0));
}

/** Parts of a square cell, and standard deviation of the blur in pixels. */
export type CellModel = { readonly parts: number; readonly blur: number };

function solve(patch: SpotPatch, { parts, blur }: CellModel, du = 0, dv = 0): Solution {
  const { values, pixel_m, least_k } = patch;
  const { cells: grid, squareOf } = cellsOf(patch, parts, du, dv);
  const spread = pixel_m * Math.sqrt(blur ** 2 + 1 / 12);
  const shares = grid.map((cell) => seenShare(patch, cell, spread));
  const gram = shares.map((one) => shares.map((other) => dot(one, other)));
  const right = shares.map((one) => dot(one, values));
  const warm = notBelowZero(gram, right);
  let residual = 0;
  let top = 0;
  for (let at = 0; at < values.length; at++) {
    const seen = shares.reduce((sum, share, cell) => sum + share[at]! * warm[cell]!, 0);
    residual += (values[at]! - seen) ** 2;
    top = Math.max(top, values[at]!);
  }
  const variance = pixelVariance(patch, top);
  const peak = Math.max(...warm);
  const hottest = warm.indexOf(peak);
  const active = warm.flatMap((one, cell) => (one > 0 ? [cell] : []));
  return {
    // Each further cell must pay for itself (Schwarz 1978).
    log: -residual / (2 * variance) - (active.length * Math.log(values.length)) / 2,
    peak,
    variance: variance * inverseAt(gram, active, active.indexOf(hottest)),
    cells: Math.max(1, warm.filter((one) => one >= least_k).length),
    ...squaresOf(warm, squareOf, least_k),
  };
}

/** Of one pixel in K²: its noise, and what a model misses. */
export function pixelVariance({ noise_k }: SpotPatch, top: number): number {
  return noise_k ** 2 + (MODEL_SHARE * top) ** 2;
}

/** Part of the warmer half that the other has where both belong to one cell. */
const EVEN = 0.6;

function squaresOf(warm: readonly number[], squareOf: readonly string[], least_k: number) {
  const squares = Map.groupBy(warm.keys(), (cell) => squareOf[cell]!);
  let [hot, even] = [0, 0];
  for (const cells of squares.values()) {
    const halves = cells.map((cell) => warm[cell]!);
    const top = Math.max(...halves);
    if (top < least_k) continue;
    hot += 1;
    if (halves.length === 2 && Math.min(...halves) >= EVEN * top) even += 1;
  }
  return { squares: hot, even };
}

type Cell = readonly [u0: number, u1: number, v0: number, v1: number];

/** The cells with a pixel of a spot in them, and the square cell to which each belongs. */
function cellsOf(patch: SpotPatch, parts: number, du: number, dv: number) {
  const { u, v, isHot, length_m, width_m } = patch;
  const across = width_m / CELLS_ACROSS;
  const along = length_m / (Math.max(1, Math.round(length_m / across)) * parts);
  const found = new Map<string, { readonly cell: Cell; readonly square: string; count: number }>();
  for (let at = 0; at < u.length; at++) {
    if (isHot[at] === 0) continue;
    const [i, j] = [Math.floor((u[at]! - du) / along), Math.floor((v[at]! - dv) / across)];
    const known = found.get(`${i} ${j}`);
    if (known) known.count += 1;
    else {
      const [u0, v0] = [i * along + du, j * across + dv];
      const square = `${Math.floor(i / parts)} ${j}`;
      found.set(`${i} ${j}`, { cell: [u0, u0 + along, v0, v0 + across], square, count: 1 });
    }
  }
  const most = [...found.values()].toSorted((a, b) => b.count - a.count).slice(0, MOST_CELLS);
  return { cells: most.map(({ cell }) => cell), squareOf: most.map(({ square }) => square) };
}

/** Share of each pixel's warmth that comes from the cell. */
function seenShare({ u, v }: SpotPatch, [u0, u1, v0, v1]: Cell, spread: number): Float64Array {
  const shares = new Float64Array(u.length);
  for (let at = 0; at < shares.length; at++) {
    const along = below((u1 - u[at]!) / spread) - below((u0 - u[at]!) / spread);
    shares[at] = along * (below((v1 - v[at]!) / spread) - below((v0 - v[at]!) / spread));
  }
  return shares;
}

/** Share of a normal distribution below z: Abramowitz and Stegun 26.2.17 has 7.5e-8. */
function below(z: number): number {
  const x = Math.abs(z);
  if (x > 6) return z > 0 ? 1 : 0;
  const t = 1 / (1 + 0.2316419 * x);
  const poly =
    ((((1.330274429 * t - 1.821255978) * t + 1.781477937) * t - 0.356563782) * t + 0.31938153) * t;
  const above = (Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)) * poly;
  return z > 0 ? 1 - above : above;
}
