// The line that a row of absorber tubes makes: warmer than the mirror beside it, and ended where the row ends.
import type { Geometry } from "../../component/component-index.ts";
import { percentileReordering } from "../../median.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";
import type { Point } from "./place-window.ts";

/** Metres between samples along and across a tube. */
const [ALONG_M, ACROSS_M] = [0.1, 0.02];
/** Metres beside the line whose mean it is compared with. */
const FLANK_M = [0.16, 0.4] as const;
const MOST_PIXELS = 4_000_000;

/** Samples across between which places are interpolated. */
const STRAIGHT = 18;

/** The surroundings of a tube, as if it lay along the rows of a picture. */
export type Strip = {
  readonly row: number;
  readonly middle: Point;
  /** Along the tube, and to its left. */
  readonly axis: Point;
  readonly side: Point;
  /** Metres from the tube's middle to the first and last samples. */
  readonly along_m: number;
  readonly across_m: number;
  readonly columns: number;
  readonly lines: number;
  /** K of a line of the tube's width over what lies beside it; NaN without a value. */
  readonly over: Float32Array;
};

/** @param reach_m metres around the tube */
export async function stripAt(
  raster: SurveyRaster,
  geometry: Geometry,
  toPixel: ToPixel,
  row: number,
  reach_m: number,
): Promise<Strip | null> {
  const angle = geometry.rotation[row]!;
  const axis: Point = [Math.cos(angle), Math.sin(angle)];
  const side: Point = [-axis[1], axis[0]];
  const middle: Point = [geometry.centreX[row]!, geometry.centreY[row]!];
  const along_m = geometry.length[row]! / 2 + reach_m;
  const across_m = reach_m + FLANK_M[1];
  const place = (along: number, across: number) =>
    toPixel(
      middle[0] + along * axis[0] + across * side[0],
      middle[1] + along * axis[1] + across * side[1],
    );
  const corners = [
    place(-along_m, -across_m),
    place(along_m, -across_m),
    place(-along_m, across_m),
    place(along_m, across_m),
  ];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const column = Math.max(0, Math.floor(Math.min(...xs)) - 1);
  const line = Math.max(0, Math.floor(Math.min(...ys)) - 1);
  const width = Math.min(raster.width, Math.ceil(Math.max(...xs)) + 2) - column;
  const height = Math.min(raster.height, Math.ceil(Math.max(...ys)) + 2) - line;
  if (!(width > 1 && height > 1 && width * height <= MOST_PIXELS)) return null;
  const values = await raster.read({ column, row: line, width, height }, 0);
  const at = (px: number, py: number) => {
    const [x, y] = [px - column - 0.5, py - line - 0.5];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return NaN;
    const [u, v] = [x - left, y - top];
    const from = top * width + left;
    return (
      (values[from]! * (1 - u) + values[from + 1]! * u) * (1 - v) +
      (values[from + width]! * (1 - u) + values[from + width + 1]! * u) * v
    );
  };
  const columns = Math.floor((2 * along_m) / ALONG_M) + 1;
  const lines = Math.floor((2 * across_m) / ACROSS_M) + 1;
  const seen = new Float32Array(columns * lines);
  for (let x = 0; x < columns; x++) {
    const along = x * ALONG_M - along_m;
    for (let from = 0; from < lines; from += STRAIGHT) {
      // Over a third of a metre the way from the plane to pixels is straight, and each place of it takes long.
      const start = place(along, from * ACROSS_M - across_m);
      const end = place(along, (from + STRAIGHT) * ACROSS_M - across_m);
      for (let y = from; y < Math.min(lines, from + STRAIGHT); y++) {
        const part = (y - from) / STRAIGHT;
        const px = start[0] + part * (end[0] - start[0]);
        seen[y * columns + x] = at(px, start[1] + part * (end[1] - start[1]));
      }
    }
  }
  const half = Math.max(1, Math.round(geometry.width[row]! / 2 / ACROSS_M));
  const over = lineOver(seen, columns, lines, half);
  return { row, middle, axis, side, along_m, across_m, columns, lines, over };
}

/** Mean over a tube's width less the warmer of both flanks: an edge between warm and cold is no line. */
function lineOver(seen: Float32Array, columns: number, lines: number, half: number): Float32Array {
  const over = new Float32Array(seen.length).fill(NaN);
  const [near, far] = FLANK_M.map((metres) => Math.round(metres / ACROSS_M)) as [number, number];
  const [sums, counts] = [new Float64Array(lines + 1), new Uint32Array(lines + 1)];
  for (let x = 0; x < columns; x++) {
    for (let y = 0; y < lines; y++) {
      const value = seen[y * columns + x]!;
      const isKnown = !Number.isNaN(value);
      // A hole in the picture is none in what lies beyond it.
      sums[y + 1] = sums[y]! + (isKnown ? value : 0);
      counts[y + 1] = counts[y]! + (isKnown ? 1 : 0);
    }
    const mean = (from: number, to: number) => {
      const known = counts[to + 1]! - counts[from]!;
      const isWhole = known === to - from + 1;
      return isWhole ? (sums[to + 1]! - sums[from]!) / (to - from + 1) : NaN;
    };
    for (let y = far; y < lines - far; y++) {
      const beside = Math.max(mean(y - far, y - near), mean(y + near, y + far));
      over[y * columns + x] = mean(y - half, y + half) - beside;
    }
  }
  return over;
}

/** Samples at a place along the strip and across it. */
const indexOf = ({ along_m, across_m }: Strip, along: number, across: number): Point => [
  Math.round((along + along_m) / ALONG_M),
  Math.round((across + across_m) / ACROSS_M),
];

/** Where the line of the tube runs beside its place, in metres to its left; and how clear it is there. */
export type LineFound = {
  readonly across: number;
  /** K of the line over what is beside it. */
  readonly over_k: number;
  /** That of the next best line, as a share; 1 where another one is as clear. */
  readonly second: number;
};

/** @param length_m metres of the tube that are used */
export function lineIn(strip: Strip, length_m: number, reach_m: number): LineFound | null {
  const [from] = indexOf(strip, -length_m / 2, 0);
  const [to] = indexOf(strip, length_m / 2, 0);
  const profile = new Float64Array(strip.lines).fill(NaN);
  for (let y = 0; y < strip.lines; y++) {
    const values = new Float64Array(to - from + 1);
    let count = 0;
    for (let x = from; x <= to; x++) {
      const value = strip.over[y * strip.columns + x]!;
      if (value === value) values[count++] = value;
    }
    // The lower third: a line that most of the tube has, no blot.
    if (count > (2 * values.length) / 3)
      profile[y] = percentileReordering(values.subarray(0, count), 1 / 3);
  }
  let best = -1;
  const isInReach = (y: number) => Math.abs(y * ACROSS_M - strip.across_m) <= reach_m;
  for (let y = 0; y < profile.length; y++)
    if (isInReach(y) && profile[y]! > (profile[best] ?? -Infinity)) best = y;
  if (best <= 0 || best >= profile.length - 1) return null;
  const [top, before, after] = [profile[best]!, profile[best - 1]!, profile[best + 1]!];
  const bend = before - 2 * top + after;
  const part = bend < 0 ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
  let second = 0;
  for (let y = 0; y < profile.length; y++) {
    if (Math.abs(y - best) * ACROSS_M < FLANK_M[0] + FLANK_M[1] || !isInReach(y)) continue;
    second = Math.max(second, (profile[y] || 0) / top);
  }
  return { across: (best + (part || 0)) * ACROSS_M - strip.across_m, over_k: top, second };
}

/**
 * Where the line ends beyond the tube, in metres from the tube's own end outwards.
 * @param way 1 for the end along the axis, -1 for the other one
 * @param across metres to the left at which the line runs
 */
export function endIn(
  strip: Strip,
  way: 1 | -1,
  length_m: number,
  across: number,
  reach_m: number,
): number {
  const samples = Math.round((2 * reach_m) / ALONG_M);
  const values = Array.from({ length: samples + 1 }, (_, at) => {
    const along = way * (length_m / 2 - reach_m + at * ALONG_M);
    const [x, y] = indexOf(strip, along, across);
    return x < 0 || x >= strip.columns ? NaN : strip.over[y * strip.columns + x]!;
  });
  const known = values.map((value) => value || 0);
  const all = known.reduce((sum, value) => sum + value, 0);
  // The step that divides the values best: the greatest difference of both means, weighted by both counts.
  let [best, place, before] = [0, NaN, 0];
  for (let at = 1; at < known.length; at++) {
    before += known[at - 1]!;
    const difference = before / at - (all - before) / (known.length - at);
    const weight = difference * Math.sqrt(at * (known.length - at));
    if (weight > best) [best, place] = [weight, at];
  }
  return Number.isNaN(place) ? NaN : (place - 0.5) * ALONG_M - reach_m;
}
