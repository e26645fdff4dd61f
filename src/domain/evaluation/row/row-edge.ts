// The two long edges of a tracker or a collector, as a raster or an image shows them: how wide it looks.
import type { Geometry } from "../../component/component-index.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";
import { medianOf } from "../../median.ts";
import { spreadOf } from "../zonal-statistics.ts";
import { windowOf, type PixelWindow } from "../zone.ts";

/** How wide a component looks on the level plane of its axis. */
export type SeenWidth = {
  readonly width_m: number;
  /** Metres from the axis to the middle of both edges, to the right. */
  readonly middle_m: number;
  /** Standard uncertainty of the width by the scatter of the segments and the place of an edge between two pixels. */
  readonly noise_m: number;
  /** Segments along the component whose two edges were found. */
  readonly segments: number;
};

/** Pieces along a component that are measured apart: a fault of one does not reach the median. */
const MOST_SEGMENTS = 24;
const LEAST_SEGMENTS = 4;
const SEGMENT_M = 1.5;
/** Share of the length that is measured: pixels at the ends also show the surroundings. */
const INNER = 0.92;
/** Half of the searched width, as a share of the component's width: a raised edge appears further out. */
const REACH = 0.85;
/** Samples across a pixel. */
const PER_PIXEL = 4;
/** Standard uncertainty of where an edge lies between two pixels. Our assumption; the tests hold it against rendered scenes. */
const EDGE_PIXELS = 0.1;
/** Steps of the profile in which the pair of edges is searched first. */
const COARSE = 100;
/** Least and greatest width as a share of the component's. */
const [NARROWEST, WIDEST] = [0.15, 1.5];
/** Least difference of inside and outside over the scatter of each. */
const LEAST_CONTRAST = 2;
const MOST_PIXELS = 16_000_000;
/** Standard error of a median over that of a mean, for normally distributed values. */
const MEDIAN_ERROR = Math.sqrt(Math.PI / 2);

/** Null where the raster does not show both edges along enough of the component. */
export async function seenWidth(
  raster: SurveyRaster,
  geometry: Geometry,
  row: number,
  toPixel: ToPixel,
): Promise<SeenWidth | null> {
  const axis = axisOf(geometry, row);
  const reach = REACH * axis.width;
  const [one, other] = [toPixel(...axis.at(0, 0)), toPixel(...axis.at(0, 1))];
  const pixel_m = 1 / Math.hypot(other[0] - one[0], other[1] - one[1]);
  // Two pixels more, so that a value between pixels has all four of them.
  const [half, side] = [axis.length / 2, reach + 2 * pixel_m];
  const corners = [-1, 1].flatMap((end) =>
    [end, -end].flatMap((sign) => [...toPixel(...axis.at(end * half, sign * side))]),
  );
  const window = windowOf(corners, raster);
  if (!window || !(window.width * window.height <= MOST_PIXELS)) return null;
  const picture = pictureOf(await raster.read(window, 0), window);
  const found = segmentsOf(axis.length).flatMap(([from, to]) => {
    const profile = profileOf(picture, from, to, {
      reach,
      pixel_m,
      at: (t, c) => toPixel(...axis.at(t, c)),
    });
    const edges = edgesOf(profile, axis.width);
    return edges ? [edges] : [];
  });
  if (found.length < LEAST_SEGMENTS) return null;
  const widths = found.map(({ from, to }) => to - from);
  const width_m = medianOf(widths);
  const noise = (MEDIAN_ERROR * spreadOf(widths, width_m)) / Math.sqrt(widths.length);
  return {
    width_m,
    middle_m: medianOf(found.map(({ from, to }) => (from + to) / 2)),
    noise_m: Math.hypot(noise, Math.SQRT2 * EDGE_PIXELS * pixel_m),
    segments: widths.length,
  };
}

/** From metres along the axis and to its right to the plant plane. */
export function axisOf({ centreX, centreY, rotation, length, width }: Geometry, row: number) {
  const [x, y, turn] = [centreX[row]!, centreY[row]!, rotation[row]!];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return {
    length: length[row]!,
    width: width[row]!,
    at: (along: number, right: number) =>
      [x + along * cos + right * sin, y + along * sin - right * cos] as const,
    /** Metres to the right of the axis. */
    rightOf: (px: number, py: number) => (px - x) * sin - (py - y) * cos,
  };
}

function segmentsOf(length: number): [from: number, to: number][] {
  const inner = INNER * length;
  const count = Math.max(LEAST_SEGMENTS, Math.min(MOST_SEGMENTS, Math.floor(inner / SEGMENT_M)));
  const step = inner / count;
  return Array.from({ length: count }, (_, at) => {
    const from = at * step - inner / 2;
    return [from, from + Math.min(step, SEGMENT_M)];
  });
}

type Picture = (column: number, line: number) => number;

/** Between the middles of four pixels; NaN outside. */
function pictureOf(
  values: ArrayLike<number>,
  { column, row, width, height }: PixelWindow,
): Picture {
  return (x, y) => {
    const [left, top] = [x - 0.5 - column, y - 0.5 - row];
    const [c, r] = [Math.floor(left), Math.floor(top)];
    if (c < 0 || r < 0 || c + 1 >= width || r + 1 >= height) return NaN;
    const [fx, fy] = [left - c, top - r];
    const at = r * width + c;
    const upper = values[at]! * (1 - fx) + values[at + 1]! * fx;
    const lower = values[at + width]! * (1 - fx) + values[at + width + 1]! * fx;
    return upper * (1 - fy) + lower * fy;
  };
}

type Profile = { readonly first: number; readonly step: number; readonly values: Float64Array };
type Across = {
  readonly reach: number;
  readonly pixel_m: number;
  readonly at: (along: number, right: number) => readonly [number, number];
};

/** Means along the piece, from left to right. */
function profileOf(
  picture: Picture,
  from: number,
  to: number,
  { reach, pixel_m, at }: Across,
): Profile {
  const step = pixel_m / PER_PIXEL;
  const count = Math.floor((2 * reach) / step) + 1;
  const lines = Math.max(2, Math.round((to - from) / pixel_m));
  const values = Float64Array.from({ length: count }, (_, place) => {
    let [sum, valid] = [0, 0];
    for (let line = 0; line < lines; line++) {
      const value = picture(
        ...at(from + ((line + 0.5) * (to - from)) / lines, place * step - reach),
      );
      if (Number.isNaN(value)) continue;
      sum += value;
      valid += 1;
    }
    return 2 * valid >= lines ? sum / valid : NaN;
  });
  return { first: -reach, step, values };
}

/** Metres from the axis at which the profile changes half way from outside to inside; null without two clear steps. */
function edgesOf(profile: Profile, width: number): { from: number; to: number } | null {
  const { first, step, values } = profile;
  if (values.some(Number.isNaN)) return null;
  const coarse = pairOf(values, width / step);
  if (!coarse) return null;
  const [a, b] = coarse;
  const half = (b - a) / 4;
  const inside = medianOf(values.slice(a + Math.round(half / 2), b - Math.round(half / 2)));
  const scale = spreadOf(values.slice(a + 2, b - 1), inside);
  const crossing = (edge: number, outwards: 1 | -1): number | null => {
    const near = Math.max(3, Math.round(half));
    const beyond = [edge + outwards * 2 * PER_PIXEL, edge + outwards * (2 * PER_PIXEL + near)];
    const outside = medianOf(
      values.slice(Math.max(0, Math.min(...beyond)), Math.max(...beyond) + 1),
    );
    if (!(Math.abs(inside - outside) > LEAST_CONTRAST * scale)) return null;
    const level = (inside + outside) / 2;
    // The crossing that is nearest to the coarse edge.
    let best: number | null = null;
    for (let at = Math.max(1, edge - near); at <= Math.min(values.length - 1, edge + near); at++) {
      const [before, after] = [values[at - 1]! - level, values[at]! - level];
      if (before * after > 0 || before === after) continue;
      const place = at - 1 + before / (before - after);
      if (best === null || Math.abs(place - edge) < Math.abs(best - edge)) best = place;
    }
    return best;
  };
  const [left, right] = [crossing(a, -1), crossing(b, 1)];
  if (left === null || right === null) return null;
  return { from: first + left * step, to: first + right * step };
}

/** The pair that divides the profile best into inside and outside (least squares), in coarse steps. */
function pairOf(values: Float64Array, width: number): readonly [number, number] | null {
  const stride = Math.max(1, Math.floor(values.length / COARSE));
  const count = Math.floor(values.length / stride);
  const sums = new Float64Array(count + 1);
  for (let at = 0; at < count; at++) {
    let sum = 0;
    for (let k = at * stride; k < (at + 1) * stride; k++) sum += values[k]!;
    sums[at + 1] = sums[at]! + sum / stride;
  }
  const total = sums[count]!;
  const [least, most] = [(NARROWEST * width) / stride, (WIDEST * width) / stride];
  let [best, gain] = [null as readonly [number, number] | null, 0];
  for (let a = 1; a < count - 1; a++) {
    for (let b = a + Math.max(1, Math.ceil(least)); b < count && b - a <= most; b++) {
      const [inside, size] = [sums[b]! - sums[a]!, b - a];
      const difference = inside / size - (total - inside) / (count - size);
      const own = (size * (count - size) * difference ** 2) / count;
      if (own > gain) [best, gain] = [[a * stride, b * stride], own];
    }
  }
  return best;
}
