// How well the place of a component is known: by the windows of the fit, and by where the component lies.
//
// The fit of shift, turn and scale has a covariance (least squares, Gauss 1823): at the far end of a raster, beyond the
// windows, turn and scale move a component further than in the middle. A raster is not quite what one movement makes
// of it either: by what the windows lie beside the movement, a component does, too. And all windows may be wrong alike.
import { inverseOf } from "../least-squares.ts";
import type { Point } from "./place-window.ts";

export type Certainty = {
  /** Metres within which a component lies with 95 %, by its place on the plant plane. */
  readonly at: (x: number, y: number) => number;
  /** Metres up to which a place is sure. */
  readonly limit_m: number;
};

/** Metres, and pixels: half of the edge of a component that is left out, so that nothing beside it is measured. */
const LIMIT = { metres: 0.05, pixels: 0.6 } as const;

/** A window beside the common movement, after the fit. */
export type Rest = {
  /** Middle of the window from the middle of all. */
  readonly x: number;
  readonly y: number;
  /** Metres beside the movement. */
  readonly east: number;
  readonly north: number;
  readonly weight: readonly [ee: number, en: number, nn: number];
};

/** Metres that a window is usually wrong along one axis, and the numbers for which that counts: few windows show less. */
const USUAL: Usual = { error_m: 0.006, count: 4 };
type Usual = { readonly error_m: number; readonly count: number };
/** Pixels by which all windows may be wrong alike: no picture has quite the pattern. Measured: 0.1, once 0.3. */
const ALIKE_PIXELS = 0.15;
/** What is known of turn (radians) and scale before the windows say more. Our assumption. */
const UNKNOWN = { turn: 0.003, scale: 0.001 } as const;

/**
 * @param unknowns of the fit: 2 for a shift, 3 with a turn, 4 with a scale
 * @param pixel_m side of a pixel in metres
 * @param expected what one of them is wrong by before they are compared with each other
 */
export function certaintyOf(
  rests: readonly Rest[],
  unknowns: number,
  [mx, my]: Point,
  pixel_m: number,
  expected: Usual = USUAL,
): Certainty {
  const freedom = Math.max(0, 2 * rests.length - unknowns) + expected.count;
  const squares = rests.reduce((sum, { east, north }) => sum + east ** 2 + north ** 2, 0);
  const variance = (squares + expected.count * expected.error_m ** 2) / freedom;
  // The 95 % of Fisher's distribution with 2 degrees of freedom above, twice: the square of the radius.
  const cover = freedom * (0.05 ** (-2 / freedom) - 1);
  const usual =
    rests.reduce((sum, { weight: [ee, , nn] }) => sum + ee + nn, 0) / (2 * rests.length) || 1;
  const matrix = Array.from({ length: unknowns }, () => Array.from({ length: unknowns }, () => 0));
  for (const { x, y, weight } of rests) {
    const [ee, en, nn] = weight.map((one) => one / usual) as [number, number, number];
    const [byEast, byNorth] = slopesAt(x, y);
    for (let i = 0; i < unknowns; i++) {
      const [p, q] = [ee * byEast[i]! + en * byNorth[i]!, en * byEast[i]! + nn * byNorth[i]!];
      for (let k = 0; k < unknowns; k++) matrix[i]![k]! += p * byEast[k]! + q * byNorth[k]!;
    }
  }
  const inverse = inverseOf(matrix);
  const alone = variance + (ALIKE_PIXELS * pixel_m) ** 2;
  // What is not fitted would show between windows that lie apart.
  const apart = rests.reduce((sum, { x, y }) => sum + x * x + y * y, 0);
  const left = (known: number) => 1 / Math.sqrt(1 / known ** 2 + apart / variance);
  const at = (px: number, py: number) => {
    const [x, y] = [px - mx, py - my];
    const [byEast, byNorth] = slopesAt(x, y);
    const spread = (one: readonly number[], other: readonly number[]) =>
      inverse.reduce(
        (sum, row, i) => sum + one[i]! * row.reduce((all, value, k) => all + value * other[k]!, 0),
        0,
      ) * variance;
    const [turn, scale] = [
      unknowns < 3 ? left(UNKNOWN.turn) : 0,
      unknowns < 4 ? left(UNKNOWN.scale) : 0,
    ];
    const ee = spread(byEast, byEast) + (turn * y) ** 2 + (scale * x) ** 2;
    const nn = spread(byNorth, byNorth) + (turn * x) ** 2 + (scale * y) ** 2;
    const en = spread(byEast, byNorth) + (scale ** 2 - turn ** 2) * x * y;
    const largest = (ee + nn) / 2 + Math.hypot((ee - nn) / 2, en);
    return Math.sqrt(cover * (alone + largest));
  };
  return { at, limit_m: Math.max(LIMIT.metres, LIMIT.pixels * pixel_m) };
}

/** By how much east and north change with shift, turn and scale. */
const slopesAt = (x: number, y: number) =>
  [
    [1, 0, -y, x],
    [0, 1, x, y],
  ] as const;
