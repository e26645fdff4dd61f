// Which values the two ends of a ramp stand for, before anybody stretches it.
import type { KeyFigure } from "../key-figure/key-figure.ts";

/**
 * Value of the first and the last colour, least first: the column's range, widened to the limits so
 * that a mild survey does not look alarming, and cut one span of the limits beyond the worst of
 * them, so that a single stuck collector does not turn all others into one colour. What lies beyond
 * has the colour of the end. Symmetric about 0 where both ends are bad.
 */
export function rampDomainOf(
  keyFigure: Pick<KeyFigure, "direction" | "step">,
  { min, max }: { readonly min: number; readonly max: number },
  limits: readonly number[],
): [min: number, max: number] {
  const good = limits[0];
  const worst = limits.at(-1);
  if (good === undefined || worst === undefined) return opened(min, max, keyFigure.step);
  const beyond = worst + (worst - good);
  if (keyFigure.direction === "both") {
    const end = Math.max(worst, Math.min(beyond, Math.max(Math.abs(min), Math.abs(max))));
    return [-end, end];
  }
  return keyFigure.direction === "lower_is_worse"
    ? opened(Math.min(worst, Math.max(beyond, min)), Math.max(good, max), keyFigure.step)
    : opened(Math.min(good, min), Math.max(worst, Math.min(beyond, max)), keyFigure.step);
}

/** A range of one value gets a step, for nothing can be scaled to nothing. */
function opened(min: number, max: number, step: number): [number, number] {
  return max > min ? [min, max] : [min, min + step];
}
