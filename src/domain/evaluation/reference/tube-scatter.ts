// Random measurement error of single tubes, beside what is common to all: estimated from the intact tubes.
import type { EvaluationSettings } from "../evaluation-settings.ts";

/** Intact tubes with which a survey shows what single ones are wrong by. As of the unevenness of modules. */
const LEAST_SCATTERED = 60;
/** Times the root mean square of the stated noise of the intact tubes: what few pixels differ by chance. */
const USUAL = 1.5;
/** No camera is evener (K). As of modules. */
const LEAST_SCATTER_K = 0.05;

/** One way in which single tubes may differ, as standard uncertainties. */
export type Explanation = {
  /** K of an apparent temperature besides its noise: the camera from place to place. */
  readonly camera_k: number;
  /** K of the fluid of a tube, which differs from tube to tube. */
  readonly fluid_k: number;
  /** Of the heat that the glass of a tube gives off: the wind differs from place to place. */
  readonly heat_share: number;
  /**
   * No tube has less, K, camera and noise together: the noise of a tube is that of few pixels, which are even by chance
   * in some of them. 0 where the tubes do not show it.
   */
  readonly least_k: number;
};

/** What single tubes of a survey are wrong by: as its intact tubes lie about the fit, else as it is assumed. */
export type Scatter = {
  /** Of which each is as likely as the others. */
  readonly explanations: readonly Explanation[];
  /** Part of the stated noise that there is. */
  readonly noise_share: number;
  /** Stated noise in K up to which that of a tube is the usual one, and in `least_k`. */
  readonly usual_noise_k: number;
};

/** An intact tube: K that it lies above the fit, its noise, and K that it shows more for each K of its fluid, and for all of its heat. */
export type Rest = {
  readonly miss_k: number;
  readonly noise_k: number;
  readonly by_fluid: number;
  readonly by_heat: number;
};

/**
 * How far the intact tubes lie from the fit shows what the camera differs from place to place, the noise, and what the
 * fluid and the heat transfer of single tubes differ by, together. What the noise does not explain may be any of the
 * three, up to what is assumed of it. Each explains the same, so they are no sum: a tube that is not intact is wrong by
 * what they say of it on average (law of total variance).
 */
export function scatterOf(
  used: readonly Rest[],
  {
    camera_relative_k,
    fluid_k,
    repeat_share,
  }: Pick<EvaluationSettings, "camera_relative_k" | "fluid_k" | "repeat_share">,
): Scatter {
  if (used.length < LEAST_SCATTERED) {
    const assumed = { camera_k: camera_relative_k, fluid_k, heat_share: repeat_share, least_k: 0 };
    return { explanations: [assumed], noise_share: 1, usual_noise_k: 0 };
  }
  const meanOf = (of: (one: Rest) => number) =>
    used.reduce((sum, one) => sum + of(one), 0) / used.length;
  const square = Math.max(
    LEAST_SCATTER_K ** 2,
    meanOf(({ miss_k }) => miss_k ** 2),
  );
  const noise = meanOf(({ noise_k }) => noise_k ** 2);
  const excess_k = Math.sqrt(Math.max(0, square - noise));
  const seenNoise = Math.min(noise, square);
  // As much of the excess as this may make, and the camera the rest of it.
  const by = (slope: number, most: number) => {
    const part = slope > 0 ? Math.min(most, excess_k / slope) : 0;
    const rest = Math.max(0, excess_k ** 2 - (part * slope) ** 2);
    return { part, camera_k: Math.sqrt(rest), least_k: Math.sqrt(rest + seenNoise) };
  };
  const { part: fluid, ...besideFluid } = by(Math.abs(meanOf((one) => one.by_fluid)), fluid_k);
  const { part: heat, ...besideHeat } = by(Math.abs(meanOf((one) => one.by_heat)), repeat_share);
  return {
    explanations: [
      { camera_k: excess_k, fluid_k: 0, heat_share: 0, least_k: Math.sqrt(square) },
      { ...besideFluid, fluid_k: fluid, heat_share: 0 },
      { ...besideHeat, fluid_k: 0, heat_share: heat },
    ],
    usual_noise_k: USUAL * Math.sqrt(noise),
    noise_share: noise > square ? Math.sqrt(square / noise) : 1,
  };
}
