// The weakest hotspot of one cell that a survey can find: pixels and blur spread its warmth over the cells around.

import type { EvaluationSettings } from "./evaluation-settings.ts";
import { normalShare } from "./flagged-finding.ts";
import type { MeasuredComponent } from "./raster-survey.ts";
import { medianOf } from "../median.ts";

/**
 * K of a square cell, normalised, whose two hottest pixels just reach the limit: the mean of the cell's step over a pixel
 * at its middle, blurred by a Gaussian.
 * @param cell side of the cell in m
 * @param pixel side of a pixel on the module in m
 * @param blur standard deviation of the blur in pixels
 * @param limit K over the module from which a pixel is hot
 */
export function leastHotspot(cell: number, pixel: number, blur: number, limit: number): number {
  // Two pixels are needed. They see most of the cell where its middle lies between them.
  return limit / (shareAt(0, cell, pixel, blur) * shareAt(pixel / 2, cell, pixel, blur));
}

/** What a survey lets through of a hot cell: K as measured, side of a pixel in m, noise of a pixel in K. */
export type Sharpness = {
  readonly kelvin: number;
  readonly pixel_m: number;
  readonly noise_k: number;
};

/** Standard deviations of noise that 95 % of the pixels do not fall short of. */
const SURE = 1.645;

/** Collects pixel size and noise of the measured modules; `least` is null without a module or an irradiance. */
export function sharpness(settings: EvaluationSettings) {
  const [sides, noises]: [number[], number[]] = [[], []];
  return {
    add({ pixel_m2, statistics }: Pick<MeasuredComponent, "pixel_m2" | "statistics">): void {
      sides.push(Math.sqrt(pixel_m2));
      noises.push(statistics.spread);
    },
    /** @param irradiance W/m2 of the survey */
    least(irradiance: number | null): Sharpness | null {
      if (irradiance === null || sides.length === 0) return null;
      const [pixel_m, noise_k] = [medianOf(sides), medianOf(noises)];
      const limit = (settings.hotspot_k * irradiance) / 1000 + SURE * noise_k;
      const kelvin = leastHotspot(settings.cell_m, pixel_m, settings.blur_pixels, limit);
      return { kelvin, pixel_m, noise_k };
    },
  };
}

/** Share of the step that a pixel sees whose middle is `away` from that of the cell, along one axis. */
function shareAt(away: number, cell: number, pixel: number, blur: number): number {
  const sigma = Math.max(blur * pixel, 1e-6);
  const steps = 50;
  let sum = 0;
  for (let step = 0; step < steps; step++) {
    const at = away + ((step + 0.5) / steps - 0.5) * pixel;
    sum += normalShare((cell / 2 - at) / sigma) - normalShare((-cell / 2 - at) / sigma);
  }
  return sum / steps;
}
