// The pixels around the hot spots of one module, and what a blurred edge shows of its warmth.
import { medianOf } from "../../median.ts";
import { MAD_TO_SIGMA } from "../zonal-statistics.ts";

/** How blurred a raster is. */
export type EdgeBlur = {
  /** Standard deviation of the blur in pixels: the geometric mean of both axes of the modules. */
  readonly pixels: number;
  /** Blur along the modules over that mean; across them it is the mean over it. */
  readonly ratio: number;
};

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
  /** Blur along the module over the mean of both axes, see `EdgeBlur`. */
  readonly blur_ratio: number;
  /** The raster's pixels are those that lay nearest in another one: each is up to half a pixel beside its place. */
  readonly is_nearest: boolean;
  /** Standard deviation of the pixels of the module in K. */
  readonly noise_k: number;
  /** K from which a cell counts as hot. */
  readonly least_k: number;
};

/** K normalised, and standard deviations of the pixels, from which a spot is measured. */
const WEAK = { kelvin: 2, sigma: 6 } as const;

/**
 * K normalised over the module from which a spot is measured, though it is no hotspot yet: lens and pixels take much of
 * what a cell has.
 */
export function seenFrom(noise_k: number, factor: number, hotspot_k: number): number {
  return Math.min(hotspot_k, Math.max(WEAK.kelvin, WEAK.sigma * noise_k * factor));
}

/** Standard deviations of the pixels over which two beside each other are no noise, also where a warp has joined them. */
const NO_NOISE = 4.5;

/** K normalised over its substring from which a pixel is hot. */
export const hotFrom = (noise_k: number, factor: number, hotspot_k: number): number =>
  Math.max(hotspot_k, NO_NOISE * noise_k * factor);

/**
 * Standard deviation of noise about the usual value: by the side of it that differs less. A fault or a shadow lies on
 * one side.
 * @param values as far over the usual value
 */
export function noiseAbout(values: Float64Array): number {
  // A pixel that is as usual belongs to both sides: without it the faults of a picture without noise would be noise.
  const sides = [-1, 1].map((side) => values.filter((one) => one * side >= 0).map(Math.abs));
  const known = sides.filter((one) => one.length > 0).map((one) => MAD_TO_SIGMA * medianOf(one));
  return Math.min(...known, Infinity);
}

/** What the model misses, as a share of the hottest pixel: cells are not evenly warm. */
const MODEL_SHARE = 0.03;

/** Standard deviations in metres, along and across, of what a pixel sees: the blur, and its own area. */
export function spreadsOf(
  { pixel_m, blur_ratio }: Pick<SpotPatch, "pixel_m" | "blur_ratio">,
  blur: number,
): readonly [along: number, across: number] {
  const spread = (own: number) => pixel_m * Math.sqrt(own ** 2 + 1 / 12);
  return [spread(blur * blur_ratio), spread(blur / blur_ratio)];
}

/** Of one pixel in K²: its noise, and what a model misses. */
export function pixelVariance({ noise_k }: SpotPatch, top: number): number {
  return noise_k ** 2 + (MODEL_SHARE * top) ** 2;
}

/** Share of a normal distribution below z: Abramowitz and Stegun 26.2.17 has 7.5e-8. */
export function below(z: number): number {
  const x = Math.abs(z);
  if (x > 6) return z > 0 ? 1 : 0;
  const t = 1 / (1 + 0.2316419 * x);
  const poly =
    ((((1.330274429 * t - 1.821255978) * t + 1.781477937) * t - 0.356563782) * t + 0.31938153) * t;
  const above = (Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)) * poly;
  return z > 0 ? 1 - above : above;
}
