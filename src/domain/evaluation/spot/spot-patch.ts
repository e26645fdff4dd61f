// The pixels around the hot spots of one module, and what a blurred edge shows of its warmth.

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

/** What the model misses, as a share of the hottest pixel: cells are not evenly warm. */
const MODEL_SHARE = 0.03;

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
