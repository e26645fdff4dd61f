// The weakest hotspot of one cell that a survey can find: pixels and blur spread its warmth over the cells around.

import { normalShare } from "./flagged-finding.ts";

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
