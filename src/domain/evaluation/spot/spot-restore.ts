// What hot cells have of warmth that lens and pixels spread over their surroundings, and how many cells are hot.
//
// A pixel shows the mean of its area, blurred by the lens: a Gaussian whose variance is that of the blur plus a
// twelfth of a pixel's side squared. The cells of a module lie in a grid: six across its width, and along its length
// as many squares, or twice as many half cells. The warmth of each cell near a spot is found by least squares,
// not below zero. The blur, and whole or half cells, are the same for all spots of a survey: the likeliest count most.

import { dot, inverseAt, notBelowZero, notBelowZeroIn } from "../least-squares.ts";
import { squaresOf } from "./even-squares.ts";
import { below, pixelVariance, spreadsOf, type SpotPatch } from "./spot-patch.ts";
import { cellShapes, fittedShapes } from "./spot-template.ts";

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
const BLURS = [0.3, 0.45, 0.6, 0.75, 0.9, 1.05, 1.2, 1.4, 1.7, 2.1, 2.6] as const;
/** And around the likeliest of them: the spots of a survey show its blur to a few hundredths. */
const BETWEEN = [-0.12, -0.09, -0.06, -0.03, 0.03, 0.06, 0.09, 0.12] as const;
const BLUR_DEVIATION = 0.3;
/** Pixels by which the blur of one place differs from that of the survey, and from a Gaussian. Our assumption. */
const BLUR_KNOWN = 0.06;
/** At most, where edges of modules and hot cells show another blur. */
const BLUR_UNKNOWN = 0.15;
/** Metres by which the grid of cells may lie beside the outline of the module. */
const OFFSETS = [-0.02, 0, 0.02] as const;
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
  /** Mean square of what is not explained, over what it should be. */
  readonly misfit: number;
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
  const tried = (parts: number, blurs: readonly number[], of: readonly SpotPatch[] = some) =>
    blurs.map((blur) => {
      const prior = -0.5 * ((blur - blur_pixels) / BLUR_DEVIATION) ** 2;
      const solved = of.map((patch) => solvedAt(patch, { parts, blur }));
      const log = solved.reduce((sum, one) => sum + one.log, prior);
      const squares = solved.reduce((sum, one) => sum + one.squares, 0);
      const even = solved.reduce((sum, one) => sum + one.even, 0);
      return { parts, blur, log, squares, even };
    });
  const coarse = PARTS.flatMap((parts) => tried(parts, BLURS));
  const parts = partsOf(coarse);
  // A grid that lies a centimetre beside its place looks sharper than it is, so each patch is moved to where it fits.
  const first = likeliest(coarse.filter((one) => one.parts === parts));
  const placed = some.map((patch) => nudged(patch, first));
  const near = BLURS.filter((one) => Math.abs(one - first.blur) <= NEAR_BLUR);
  const own = tried(parts, near, placed);
  const { blur } = likeliest(own);
  const models = [
    ...own,
    ...tried(
      parts,
      BETWEEN.map((by) => blur + by),
      placed,
    ),
  ];
  const { log: most } = likeliest(models);
  return models.filter(({ log }) => log >= most - UNLIKELY);
}

/** Pixels of blur that the likeliest one may change by when the modules are placed. */
const NEAR_BLUR = 0.4;
/** Metres by which the place of a module may be wrong, coarse and fine. */
const NUDGES = [0.012, 0.006] as const;

/** The patch with its places counted from where its cells fit best. */
function nudged(patch: SpotPatch, model: CellModel): SpotPatch {
  let best = { du: 0, dv: 0, log: solvedAt(patch, model).log };
  for (const step of NUDGES) {
    const { du, dv } = best;
    for (const u of [-step, 0, step]) {
      for (const v of [-step, 0, step]) {
        if (u === 0 && v === 0) continue;
        const { log } = solvedAt(patch, model, du + u, dv + v);
        if (log > best.log) best = { du: du + u, dv: dv + v, log };
      }
    }
  }
  const { du, dv } = best;
  if (du === 0 && dv === 0) return patch;
  return { ...patch, u: patch.u.map((one) => one - du), v: patch.v.map((one) => one - dv) };
}

export const likeliest = <One extends { readonly log: number }>(all: readonly One[]): One =>
  all.reduce((best, one) => (one.log > best.log ? one : best));

/**
 * @param likely models of the survey
 * @param blur_pixels as the edges of the modules show it, or the settings state it
 */
export function restoreSpots(
  patches: readonly SpotPatch[],
  likely: readonly SurveyModel[],
  blur_pixels: number,
): RestoredSpot[] {
  const best = likely.length > 0 ? likeliest(likely) : null;
  return patches.map((patch) => {
    const all = likely.flatMap((model) => solutionsOf(patch, model));
    const found = combined(best ? [...all, ...offGrid(patch, best, all)] : all);
    const by = best ? blurError(patch, best, Math.abs(best.blur - blur_pixels) / 2) : 0;
    return { ...found, standard_k: Math.hypot(found.standard_k, by) };
  });
}

/** Logarithm by which a cell beside the grid must be likelier than those of it. */
const OFF_GRID = 6;

/**
 * One cell anywhere, of all sizes that a module may have: where the only spot of the module contradicts the grid, its
 * warmth would be shared among the cells of the grid.
 */
function offGrid(patch: SpotPatch, model: SurveyModel, onGrid: readonly Solution[]): Solution[] {
  if (onGrid.some(({ misfit }) => misfit <= 1) || patch.isHot.some((spot) => spot > 1)) return [];
  const grid = Math.max(...placesOf(patch, model).map(({ log }) => log));
  const fits = fittedShapes(patch, model.blur, cellShapes(patch));
  if (likeliest(fits).log < grid + OFF_GRID) return [];
  const base = model.log - logSum(fits);
  const gain = likeliest(fits).log - grid;
  return fits.map((one) => ({
    ...one,
    log: one.log + base + gain,
    cells: 1,
    misfit: 1,
    squares: 0,
    even: 0,
  }));
}

/** K by which the peak changes with what is not known of the blur at its place. */
function blurError(patch: SpotPatch, { parts, blur }: CellModel, apart: number): number {
  const known = Math.min(BLUR_UNKNOWN, Math.max(BLUR_KNOWN, apart));
  const at = (by: number) => solvedAt(patch, { parts, blur: Math.max(0.1, blur + by) }).peak;
  return Math.abs(at(known) - at(-known)) / 2;
}

/** One solution for each place of the cells, as likely as the survey says its model is, and the module its place. */
function solutionsOf(patch: SpotPatch, model: SurveyModel): Solution[] {
  const places = placesOf(patch, model);
  const base = model.log - logSum(places);
  return places.map((one) => ({ ...one, log: one.log + base }));
}

/** Solutions with the grid moved by each of the offsets, along and across. */
export const placesOf = (
  patch: SpotPatch,
  model: CellModel,
  offsets: readonly number[] = OFFSETS,
): Solution[] => offsets.flatMap((du) => offsets.map((dv) => solvedAt(patch, model, du, dv)));

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

function logSum(solutions: readonly { readonly log: number }[]): number {
  const most = Math.max(...solutions.map(({ log }) => log));
  return most + Math.log(solutions.reduce((sum, { log }) => sum + Math.exp(log - most), 0));
}

/** Parts of a square cell, and standard deviation of the blur in pixels. */
export type CellModel = { readonly parts: number; readonly blur: number };

/** The warmth of the cells, with their grid moved by so many metres. */
export function solvedAt(patch: SpotPatch, { parts, blur }: CellModel, du = 0, dv = 0): Solution {
  const { values, least_k } = patch;
  const { squareOf, shares: sharesAt } = cellsOf(patch, parts, du, dv);
  const shares = sharesAt(...spreadsOf(patch, blur));
  const gram = shares.map((one) => shares.map((other) => dot(one, other)));
  const right = shares.map((one) => dot(one, values));
  const top = values.reduce((most, one) => Math.max(most, one), 0);
  const variance = pixelVariance(patch, top);
  // Each further cell must pay for itself (Schwarz 1978).
  const price = variance * Math.log(values.length);
  const fitOf = (warm: readonly number[]) => {
    let residual = 0;
    for (let at = 0; at < values.length; at++) {
      const seen = shares.reduce((sum, share, cell) => sum + share[at]! * warm[cell]!, 0);
      residual += (values[at]! - seen) ** 2;
    }
    const cells = warm.reduce((sum, one) => sum + (one > 0 ? 1 : 0), 0);
    return { warm, residual, log: -(residual + cells * price) / (2 * variance) };
  };
  const all = fitOf(notBelowZero(gram, right));
  // Nothing is below zero, so noise makes the cells beside a hot one warmer on average, and that one colder.
  const isKept = all.warm.map((one, cell) => one * one * gram[cell]![cell]! >= price);
  const isFewer = all.warm.some((one, cell) => one > 0 && !isKept[cell]);
  const fewer = isFewer && isKept.includes(true) ? fitOf(notBelowZeroIn(gram, right, isKept)) : all;
  const { warm, residual, log } = fewer.log > all.log ? fewer : all;
  const peak = Math.max(...warm);
  const hottest = warm.indexOf(peak);
  const active = warm.flatMap((one, cell) => (one > 0 ? [cell] : []));
  return {
    log,
    peak,
    variance: variance * inverseAt(gram, active, active.indexOf(hottest)),
    cells: Math.max(1, warm.filter((one) => one >= least_k).length),
    misfit: residual / (variance * values.length),
    ...squaresOf(warm, squareOf, least_k),
  };
}

/** The cells with a pixel of a spot in them: their places in the grid, and the square cell to which each belongs. */
function cellsOf(patch: SpotPatch, parts: number, du: number, dv: number) {
  const { u, v, isHot, length_m, width_m } = patch;
  const across = width_m / CELLS_ACROSS;
  const along = length_m / (Math.max(1, Math.round(length_m / across)) * parts);
  const found = new Map<string, { readonly i: number; readonly j: number; count: number }>();
  for (let at = 0; at < u.length; at++) {
    if (isHot[at] === 0) continue;
    const [i, j] = [Math.floor((u[at]! - du) / along), Math.floor((v[at]! - dv) / across)];
    const known = found.get(`${i} ${j}`);
    if (known) known.count += 1;
    else found.set(`${i} ${j}`, { i, j, count: 1 });
  }
  const most = [...found.values()].toSorted((a, b) => b.count - a.count).slice(0, MOST_CELLS);
  return {
    cells: most,
    squareOf: most.map(({ i, j }) => `${Math.floor(i / parts)} ${j}`),
    /** Share of each pixel's warmth that comes from each cell: the product of those along both sides. */
    shares(spreadAlong: number, spreadAcross: number): Float64Array[] {
      const alongs = new Map<number, Float64Array>();
      const acrosses = new Map<number, Float64Array>();
      for (const { i, j } of most) {
        if (!alongs.has(i)) alongs.set(i, seenAlong(u, i * along + du, along, spreadAlong));
        if (!acrosses.has(j)) acrosses.set(j, seenAlong(v, j * across + dv, across, spreadAcross));
      }
      return most.map(({ i, j }) => {
        const [a, b] = [alongs.get(i)!, acrosses.get(j)!];
        return a.map((one, at) => one * b[at]!);
      });
    },
  };
}

/** Share of each pixel's warmth that comes from a strip of that width. */
function seenAlong(places: Float32Array, from: number, side: number, spread: number): Float64Array {
  const seen = new Float64Array(places.length);
  const to = from + side;
  for (let at = 0; at < seen.length; at++)
    seen[at] = below((to - places[at]!) / spread) - below((from - places[at]!) / spread);
  return seen;
}
