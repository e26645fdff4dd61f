// The largest difference between two analyses that means nothing. See decisions/compare.md.
import type { KeyFigure, Uncertainty } from "../key-figure/key-figure.ts";

/** Part of the narrowest severity band that two measurements of the same thing may differ by. */
const BAND_SHARE = 0.25;

/**
 * The largest change that counts as none, in whole steps of the key figure: the rounding of two values that
 * are subtracted (root 2 times the step), a quarter of the narrowest band between its limits, or the fixed part
 * of its uncertainty for two values, whichever is largest. 0 for classes. What depends on the values is in
 * `isWithinUncertainty`.
 */
export function toleranceSteps(
  keyFigure: Pick<KeyFigure, "kind" | "step" | "direction" | "uncertainty">,
  limits: readonly number[],
): number {
  const { kind, step, direction, uncertainty } = keyFigure;
  if (kind === "u8") return 0;
  // With both ends bad the good band reaches from zero to the first limit.
  const edges = direction === "both" ? [0, ...limits] : limits;
  const bands = edges.slice(1).map((edge, at) => Math.abs(edge - edges[at]!));
  const narrowest = bands.length > 0 ? Math.min(...bands) : 0;
  const fixed = Math.SQRT2 * (uncertainty?.absolute ?? 0);
  const widest = Math.max(Math.SQRT2 * step, BAND_SHARE * narrowest, fixed);
  // 1.5 K are 15 steps of 0.1 K, also where the division leaves a little less.
  return Math.floor(widest / step + 1e-6);
}

/** True if two values may differ by `change` though nothing changed; `one` and `other`: their uncertainties. */
export function isWithinUncertainty(change: number, one: number, other: number): boolean {
  // The stated values are float32: 3.1 is 3.0999999.
  return change * change <= (one * one + other * other) * (1 + 1e-6);
}

/** The uncertainty of a value of this size, in the same unit. */
export function uncertaintyOf({ absolute, relative }: Uncertainty, size: number): number {
  return absolute + relative * Math.abs(size);
}
