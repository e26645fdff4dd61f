// The pixels across one side of a module, and whether each of them lies where the raster says.
//
// A program that takes the nearest pixel of another raster leaves each up to half a pixel of that one beside its place,
// whether its own pixels are smaller (then some are repeated, see resampling.ts) or larger (then some are skipped). On
// the slope between module and ground a pixel that lies beside its place is too warm or too cold: by the slope times
// its distance. So the scatter about the common step grows with the slope, where noise does not. It is evenly
// distributed over one of the old pixels, of which the standard deviation is 0.29.
import { medianOf } from "../../median.ts";
import type { FreeSide } from "../ground-beside.ts";
import type { ToPixel } from "../raster-survey.ts";
import type { PixelBlock } from "../zonal-statistics.ts";
import { below } from "./spot-patch.ts";

/** Pixels inside and outside of a side. */
const INSIDE = 8;
export const OUTSIDE = 5;

export type SidePixel = {
  /** Pixels outwards from the side. */
  readonly away: number;
  /** From -1 to 1 along the part of the side that is used. */
  readonly along: number;
  readonly value: number;
};

/** The step from the module to the ground: K, and in pixels its standard deviation and its place outwards. */
export type SideStep = { readonly step: number; readonly spread: number; readonly place: number };

export function sidePixels(
  block: PixelBlock,
  { at, reach }: Pick<FreeSide, "at" | "reach">,
  toPixel: ToPixel,
  pixel_m: number,
): SidePixel[] {
  const [column, row] = toPixel(...at(0, 0));
  const [outColumn, outRow] = toPixel(...at(pixel_m, 0));
  const [alongColumn, alongRow] = toPixel(...at(0, reach));
  const [nx, ny] = [outColumn - column, outRow - row];
  const size = Math.hypot(nx, ny);
  const across = Math.ceil(reach / pixel_m);
  const seen = new Set<number>();
  const pixels: SidePixel[] = [];
  for (let out = -INSIDE; out <= OUTSIDE; out += 0.5) {
    for (let step = -across; step <= across; step += 0.5) {
      const along = step / across;
      const x = Math.floor(column + out * nx + along * (alongColumn - column));
      const y = Math.floor(row + out * ny + along * (alongRow - row));
      const [c, r] = [x - block.column, y - block.row];
      if (c < 0 || r < 0 || c >= block.width || r >= block.height) continue;
      const index = r * block.width + c;
      if (seen.has(index)) continue;
      seen.add(index);
      const value = block.values[index]!;
      if (!Number.isFinite(value)) continue;
      const away = ((x + 0.5 - column) * nx + (y + 0.5 - row) * ny) / size;
      pixels.push({ away, along, value });
    }
  }
  return pixels;
}

/** Standard deviations of the step: pixels that near lie on the slope, and pixels beyond on none. */
const [STEEP, FLAT] = [1, 3] as const;
/** Pixels on the slope, and on each side of it. */
const LEAST = { steep: 8, flat: 5 } as const;
/** Sides of one kind. */
const LEAST_SIDES = 8;
/**
 * Standard deviation in pixels from which they lie beside their places: half of what the nearest pixels have (0.14 to
 * 0.33). Rendered pixels that are means of three or four samples across have up to 0.1. Our limit.
 */
const LEAST_BESIDE = 0.12;
/** Part of the step to which numbers are rounded, from which it says nothing. */
const MOST_ROUNDED = 0.04;
/** Standard error of a median over the median absolute deviation of one value: 1.4826 * 1.2533. */
const ERROR_OF_MEDIAN = 1.858;

/** Collects how far the pixels lie beside their places, at ends and long sides of modules. */
export function pixelsBeside() {
  const squares = { ends: [] as number[], sides: [] as number[] };
  return {
    add(pixels: readonly SidePixel[], step: SideStep, isEnd: boolean): void {
      const square = squareBeside(pixels, step);
      if (square !== null) squares[isEnd ? "ends" : "sides"].push(square);
    },
    isNearest: () => [squares.ends, squares.sides].some(isBeside),
  };
}

/** Whether the squares say so for sure: by two standard errors of their median. */
function isBeside(squares: readonly number[]): boolean {
  if (squares.length < LEAST_SIDES) return false;
  const middle = medianOf(squares);
  const apart = medianOf(squares.map((one) => Math.abs(one - middle)));
  return middle - (2 * ERROR_OF_MEDIAN * apart) / Math.sqrt(squares.length) > LEAST_BESIDE ** 2;
}

/** Variance in square pixels of how far the pixels lie beside their places; may be below zero by noise. */
function squareBeside(pixels: readonly SidePixel[], { step, spread, place }: SideStep) {
  const shares = pixels.map(({ away }) => step * below((away - place) / spread));
  const base =
    pixels.reduce((sum, { value }, at) => sum + value - shares[at]!, 0) /
    Math.max(1, pixels.length);
  const flat = { inside: [] as number[], outside: [] as number[] };
  const steep: { readonly rest: number; readonly slope: number; readonly along: number }[] = [];
  for (const [at, { away, along, value }] of pixels.entries()) {
    const z = (away - place) / spread;
    const rest = value - base - shares[at]!;
    if (z < -FLAT) flat.inside.push(rest);
    else if (z > FLAT) flat.outside.push(rest);
    else if (Math.abs(z) < STEEP) {
      const slope = (step * Math.exp(-(z ** 2) / 2)) / Math.sqrt(2 * Math.PI) / spread;
      steep.push({ rest, slope, along });
    }
  }
  const { inside, outside } = flat;
  if (Math.min(inside.length, outside.length) < LEAST.flat || steep.length < LEAST.steep)
    return null;
  // A side that is turned a little against its outline is no scatter.
  let [cross, own] = [0, 0];
  for (const { rest, slope, along } of steep) {
    cross += rest * slope * along;
    own += (slope * along) ** 2;
  }
  const turn = own > 0 ? cross / own : 0;
  // Numbers with few decimals are rounded where a flat part may show nothing of it.
  const rounded = leastApart(pixels);
  if (rounded > MOST_ROUNDED * Math.abs(step)) return null;
  const noise = (varianceOf(inside) + varianceOf(outside)) / 2 + rounded ** 2 / 12;
  let [sum, all] = [0, 0];
  for (const { rest, slope, along } of steep) {
    sum += ((rest - turn * slope * along) ** 2 - noise) * slope ** 2;
    all += slope ** 4;
  }
  return sum / all;
}

/** K by which the two values that are nearest to each other differ. */
function leastApart(pixels: readonly SidePixel[]): number {
  const sorted = Float64Array.from(pixels, ({ value }) => value).toSorted();
  let least = Infinity;
  for (let at = 1; at < sorted.length; at++) {
    const apart = sorted[at]! - sorted[at - 1]!;
    if (apart > 0) least = Math.min(least, apart);
  }
  return least < Infinity ? least : 0;
}

function varianceOf(values: readonly number[]): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
  return values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (values.length - 1);
}
