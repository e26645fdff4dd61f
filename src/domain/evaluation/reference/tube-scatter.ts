// What single tubes of a survey are wrong by besides what is common to all: as its intact tubes show it.
import type { EvaluationSettings } from "../evaluation-settings.ts";

/** Intact tubes with which a survey shows what single ones are wrong by. As of the unevenness of modules. */
const LEAST_SCATTERED = 60;
/** Times the root mean square of the stated noise of the intact tubes: what few pixels differ by chance. */
const USUAL = 1.5;
/** No camera is evener (K). As of modules. */
const LEAST_SCATTER_K = 0.05;

/** What single tubes of a survey are wrong by: as its intact tubes lie about the fit, else as it is assumed. */
export type Scatter = {
  /** Standard uncertainty in K of an apparent temperature besides its noise: the camera from place to place. */
  readonly camera_k: number;
  /**
   * No tube has less, K, camera and noise together: the noise of a tube is that of few pixels, which are even by chance
   * in some of them. 0 where the tubes do not show it.
   */
  readonly least_k: number;
  /** Part of the stated noise that there is. */
  readonly noise_share: number;
  /** Stated noise in K up to which that of a tube is the usual one, and in `least_k`. */
  readonly usual_noise_k: number;
  /** Standard uncertainty in K of the fluid of a tube, which differs from tube to tube. */
  readonly fluid_k: number;
};

/** An intact tube: K that it lies above the fit, its noise, and K that it would show more for each K of its fluid. */
export type Rest = { readonly miss_k: number; readonly noise_k: number; readonly by_fluid: number };

/**
 * How far the intact tubes lie from the fit shows what the camera differs from place to place, the noise and the fluids
 * of single tubes together. So each of them is no more than that, and where the noise alone explains it, there is none
 * of the other two.
 */
export function scatterOf(
  used: readonly Rest[],
  { camera_relative_k, fluid_k }: Pick<EvaluationSettings, "camera_relative_k" | "fluid_k">,
): Scatter {
  if (used.length < LEAST_SCATTERED)
    return { camera_k: camera_relative_k, least_k: 0, noise_share: 1, usual_noise_k: 0, fluid_k };
  const meanOf = (of: (one: Rest) => number) =>
    used.reduce((sum, one) => sum + of(one), 0) / used.length;
  const square = Math.max(
    LEAST_SCATTER_K ** 2,
    meanOf(({ miss_k }) => miss_k ** 2),
  );
  const noise = meanOf(({ noise_k }) => noise_k ** 2);
  const excess_k = Math.sqrt(Math.max(0, square - noise));
  const slope = Math.abs(meanOf(({ by_fluid }) => by_fluid));
  return {
    camera_k: excess_k,
    least_k: Math.sqrt(square),
    usual_noise_k: USUAL * Math.sqrt(noise),
    noise_share: noise > square ? Math.sqrt(square / noise) : 1,
    fluid_k: slope > 0 ? Math.min(fluid_k, excess_k / slope) : fluid_k,
  };
}
