// Several looks of one component, combined by their quality.
import { lowerMedianOf } from "../median.ts";
import type { ModulePattern } from "./module/module-pattern.ts";

/** A temperature in °C, its standard uncertainty by noise in K, and the cosine of the view angle. */
export type Look = {
  readonly temperature: number;
  readonly noise_k: number;
  readonly quality: number;
};

/** Noise of a pixel that a camera with a noise of 0 would still have. */
const LEAST_NOISE_K = 0.01;

/** Weights are the inverse variances times the square of the quality. */
export function combinedLook(looks: readonly Look[]): Omit<Look, "quality"> {
  let [sum, weights, variance] = [0, 0, 0];
  for (const { temperature, noise_k, quality } of looks) {
    const weight = quality ** 2 / Math.max(LEAST_NOISE_K, noise_k) ** 2;
    sum += weight * temperature;
    weights += weight;
    variance += weight ** 2 * noise_k ** 2;
  }
  return { temperature: sum / weights, noise_k: Math.sqrt(variance) / weights };
}

/** What most looks agree on: a reflection of the sun is at another place in each of them. */
export function combinedPattern(patterns: readonly ModulePattern[]): ModulePattern {
  const lower = (of: (pattern: ModulePattern) => number) => lowerMedianOf(patterns.map(of));
  const spots = lower((one) => one.spots);
  const edge_k = lower((one) => one.edge_k);
  return {
    // Looks from the side do not agree on parts: the ones from above show them in the raster.
    thirds: null,
    mixed_share: Math.max(...patterns.map((one) => one.mixed_share)),
    is_weak: spots === 0 || patterns.every((one) => one.is_weak || one.spots === 0),
    warm_substrings: lower((one) => one.warm_substrings),
    substring_k: lower((one) => one.substring_k),
    warm_over_k: lower((one) => one.warm_over_k),
    spots,
    hot_cells: spots === 0 ? 0 : lower((one) => one.hot_cells),
    spot_k: spots === 0 ? 0 : lower((one) => one.spot_k),
    patch: spots === 0 ? null : (patterns.find((one) => one.spots >= spots)?.patch ?? null),
    warm_strips: usual(patterns.map((one) => one.warm_strips)),
    warm_end: null,
    edge_k,
    edge_side: usual(patterns.map((one) => one.edge_side)),
    is_patchy: lower((one) => (one.is_patchy ? 1 : 0)) === 1,
    is_large: lower((one) => (one.is_large ? 1 : 0)) === 1,
    sides_k: [0, 1, 2, 3].map((side) => lower((one) => one.sides_k[side]!)),
    shaded_share: lower((one) => one.shaded_share),
    is_resolved: patterns.some((one) => one.is_resolved),
  };
}

/** The most frequent number, of equally frequent ones the smallest. */
function usual(all: readonly number[]): number {
  const count = (value: number) => all.reduce((sum, one) => sum + (one === value ? 1 : 0), 0);
  return all.toSorted((a, b) => count(b) - count(a) || a - b)[0] ?? 0;
}
