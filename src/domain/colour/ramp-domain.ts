// The values at the two ends of a ramp, before the user changes them.
import type { KeyFigure } from "../key-figure/key-figure.ts";

/**
 * Value of the first and the last colour, smallest first: the column's range, widened to the limits, so
 * that a mild analysis does not look alarming. It is cut one span of the limits beyond the worst limit,
 * so that a single stuck collector does not give all others the same colour. Values beyond an end have its
 * colour. Symmetric about 0 if both ends are bad.
 */
export function rampDomainOf(
  keyFigure: Pick<KeyFigure, "direction" | "step">,
  { min, max }: { readonly min: number; readonly max: number },
  limits: readonly number[],
): [min: number, max: number] {
  const good = limits[0];
  const worst = limits.at(-1);
  if (good === undefined || worst === undefined) return nonEmpty(min, max, keyFigure.step);
  const beyond = worst + (worst - good);
  if (keyFigure.direction === "both") {
    const end = Math.max(worst, Math.min(beyond, Math.max(Math.abs(min), Math.abs(max))));
    return [-end, end];
  }
  return keyFigure.direction === "lower_is_worse"
    ? nonEmpty(Math.min(worst, Math.max(beyond, min)), Math.max(good, max), keyFigure.step)
    : nonEmpty(Math.min(good, min), Math.max(worst, Math.min(beyond, max)), keyFigure.step);
}

/** Widens a range of one value by a step: an empty range has no scale. */
function nonEmpty(min: number, max: number, step: number): [number, number] {
  return max > min ? [min, max] : [min, min + step];
}
