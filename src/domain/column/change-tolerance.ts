// The smallest difference between two analyses that means something. See decisions/compare.md.
import type { KeyFigure } from "../key-figure/key-figure.ts";

/** Part of the narrowest severity band that two measurements of the same thing may differ by. */
const BAND_SHARE = 0.25;

/**
 * The smallest significant change, in the key figure's unit: the rounding of two values that are
 * subtracted (root 2 times the step), or a quarter of the narrowest band between its limits, whichever
 * is larger. 0 for classes.
 */
export function changeTolerance(
  { kind, step, direction }: Pick<KeyFigure, "kind" | "step" | "direction">,
  limits: readonly number[],
): number {
  if (kind === "u8") return 0;
  // With both ends bad the good band reaches from zero to the first limit.
  const edges = direction === "both" ? [0, ...limits] : limits;
  const bands = edges.slice(1).map((edge, at) => Math.abs(edge - edges[at]!));
  const narrowest = bands.length > 0 ? Math.min(...bands) : 0;
  return Math.max(Math.SQRT2 * step, BAND_SHARE * narrowest);
}
