// One window of a raster, compared with the pattern of the plant at all shifts within reach.
import type { Geometry } from "../../component/component-index.ts";
import { rectangleRing } from "../../geometry/rectangle.ts";
import type { SurveyRaster, ToPixel } from "../raster-survey.ts";
import { fourierOf, powerOfTwo, type Complex, type Fourier } from "./fourier.ts";
import { roughness, shrunk, standingOut, type Cells, type Picture } from "./place-feature.ts";
import { patternOf } from "./place-pattern.ts";
import type { Nearby, Point } from "./place-window.ts";

/** Half the side of a window in metres. */
const HALF_M = 10;
/** Metres from the middle of a component to its corner, at most: larger ones are seen in part. */
const SIDE_M = 2;
/** Metres of a pixel that is fine enough: finer ones are joined. */
const FINE_M = 0.05;
/** Metres around a place whose mean it is compared with. */
const AROUND_M = 2;
/** Share of a window's pixels, without its margin, that must have a value; the second where a raster has no such window. */
export const LEAST_VALUES = [0.25, 0.05] as const;

/** The window in its own pixels, which are some of the raster's joined; what is outside of the raster has no value. */
export type Look = {
  /** Middle on the plant plane, moved to where it is looked for. */
  readonly middle: Point;
  readonly at: Point;
  readonly half_m: number;
  /** Pixels by which a metre to the east, and one to the north, moves. */
  readonly east: Point;
  readonly north: Point;
  readonly core: Cells;
  readonly margin: Cells;
  readonly picture: Picture;
  readonly rough: Picture;
  /** Pixels of a cell of the search. */
  readonly step: Cells;
  /** Picture and roughness against those around, pixel by pixel; made when they are first asked for. */
  standingOut(): { readonly warm: Picture; readonly rough: Picture };
  /** From the plane to pixels of the window without its margin. */
  readonly toPixel: ToPixel;
};

export type LookInput = {
  readonly raster: SurveyRaster;
  readonly geometry: Geometry;
  readonly nearby: Nearby;
  readonly toPixel: ToPixel;
};

/** Metres of a cell of the search. */
const CELL_M = 0.15;

/**
 * Reads the window around a place of the plane.
 * @param reach_m metres that the pattern may be shifted
 * @param least_values share of its pixels, without its margin, that must have a value
 * @param half_m half of its side without its margin
 */
export async function readLook(
  { raster, toPixel }: LookInput,
  middle: Point,
  at: Point,
  reach_m: number,
  least_values: number,
  half_m = HALF_M,
): Promise<Look | null> {
  const [column, row] = toPixel(...at);
  const [e, n] = [toPixel(at[0] + 1, at[1]), toPixel(at[0], at[1] + 1)];
  const raw = [
    Math.hypot(e[0] - column, n[0] - column),
    Math.hypot(e[1] - row, n[1] - row),
  ] as const;
  if (![column, row, ...raw].every((value) => Number.isFinite(value) && value !== 0)) return null;
  const joined = each((axis) => Math.max(1, Math.floor(FINE_M * raw[axis] + 0.2)));
  const perMetre = each((axis) => raw[axis] / joined[axis]);
  const step = each((axis) => Math.max(1, Math.round(CELL_M * perMetre[axis])));
  const cells = (metres: number) =>
    each((axis) => step[axis] * Math.ceil((metres * perMetre[axis]) / step[axis]));
  const [half, margin] = [cells(half_m), cells(reach_m)];
  const corner = each(
    (axis) => Math.round([column, row][axis]!) - (half[axis] + margin[axis]) * joined[axis],
  );
  const core = each((axis) => 2 * half[axis]);
  const size = each((axis) => (core[axis] + 2 * margin[axis]) * joined[axis]);
  if (size[0] * size[1] > MOST_PIXELS) return null;
  const read = await pictureOf(raster, corner, size);
  if (!read) return null;
  const picture = shrunk(read, joined);
  if (knownIn(picture, margin, core) < least_values * core[0] * core[1]) return null;
  const own: ToPixel = (x, y) => {
    const [c, r] = toPixel(x, y);
    return [(c - corner[0]) / joined[0] - margin[0], (r - corner[1]) / joined[1] - margin[1]];
  };
  const rough = roughness(picture);
  let out: ReturnType<Look["standingOut"]> | undefined;
  const around = each((axis) => Math.max(1, Math.round(AROUND_M * perMetre[axis])));
  return {
    middle,
    at,
    half_m,
    standingOut: () =>
      (out ??= { warm: standingOut(picture, around), rough: standingOut(rough, around) }),
    east: [(e[0] - column) / joined[0], (e[1] - row) / joined[1]],
    north: [(n[0] - column) / joined[0], (n[1] - row) / joined[1]],
    core,
    margin,
    picture,
    rough,
    step,
    toPixel: own,
  };
}

/** A window of a raster whose pixels are much finer than usual is not read. */
const MOST_PIXELS = 16_000_000;

export const each = (value: (axis: 0 | 1) => number): Cells => [value(0), value(1)];

async function pictureOf(
  raster: SurveyRaster,
  [left, top]: Point,
  [width, height]: Cells,
): Promise<Picture | null> {
  const values = new Float32Array(width * height).fill(NaN);
  const [column, row] = [Math.max(0, left), Math.max(0, top)];
  const end: Cells = [
    Math.min(raster.width, left + width) - column,
    Math.min(raster.height, top + height) - row,
  ];
  if (end[0] <= 0 || end[1] <= 0) return null;
  const part = await raster.read({ column, row, width: end[0], height: end[1] }, 0);
  for (let y = 0; y < end[1]; y++) {
    const to = (row - top + y) * width + column - left;
    for (let x = 0; x < end[0]; x++) values[to + x] = part[y * end[0] + x]!;
  }
  return { width, height, values };
}

function knownIn({ width, values }: Picture, [left, top]: Cells, core: Cells): number {
  let known = 0;
  for (let row = top; row < top + core[1]; row++) {
    for (let at = row * width + left; at < row * width + left + core[0]; at++)
      if (values[at] === values[at]) known += 1;
  }
  return known;
}

/** Rings of the components around, turned about the middle, in pixels of the window without its margin. */
export function ringsOf(
  { geometry, nearby }: LookInput,
  { middle, at, half_m, toPixel }: Look,
  turn: number,
  move: Point = [0, 0],
): Float64Array[] {
  const { centreX, centreY, length, width, rotation } = geometry;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const reach = half_m * Math.SQRT2 + Math.hypot(...move) + SIDE_M;
  return nearby.around(...middle, reach).map((row) => {
    const corners = rectangleRing({
      centreX: centreX[row]!,
      centreY: centreY[row]!,
      length: length[row]!,
      width: width[row]!,
      rotation: rotation[row]!,
    });
    const ring = new Float64Array(corners.length);
    for (let k = 0; k < corners.length; k += 2) {
      const [x, y] = [corners[k]! - middle[0], corners[k + 1]! - middle[1]];
      const place = toPixel(
        at[0] + move[0] + cos * x - sin * y,
        at[1] + move[1] + sin * x + cos * y,
      );
      ring.set(place, k);
    }
    return ring;
  });
}

/** Correlations at shifts of -reach to reach cells, row by row. */
export type Surface = {
  readonly reach: Cells;
  readonly look: Look;
  /** Of the temperatures with the cover, -1 to 1: its sign says whether components are warmer than the ground. */
  readonly warm: Float32Array;
  /** Of the roughness with the edges. */
  readonly rough: Float32Array;
};

/** Makes surfaces; the pictures of one raster have the same size, and share their Fourier transform. */
export function surfaceMaker(input: LookInput) {
  let fourier: Fourier | null = null;
  return (look: Look, turn: number): Surface => {
    const { step } = look;
    const rough = shrunk(look.rough, step);
    const warm = shrunk(look.picture, step);
    const around = aroundOf(look, step);
    const side = powerOfTwo(Math.max(warm.width, warm.height));
    if (fourier?.side !== side) fourier = fourierOf(side);
    const [hot, uneven] = [standingOut(warm, around), standingOut(rough, around)];
    const core = { width: look.core[0], height: look.core[1] };
    const pattern = patternOf(ringsOf(input, look, turn), core);
    const [cover, edges] = [level(shrunk(pattern.cover, step)), level(shrunk(pattern.edges, step))];
    const margin: Cells = [look.margin[0] / step[0], look.margin[1] / step[1]];
    const seen = packed(hot, uneven, side, [0, 0]);
    const sought = packed(cover, edges, side, margin);
    fourier.transform(seen, false);
    fourier.transform(sought, false);
    const both = crossed(seen, sought, side);
    fourier.transform(both, true);
    const scale = side * side;
    const shareOfCore = (core.width * core.height) / look.picture.values.length;
    const norm = (picture: Picture, own: Picture) =>
      scale * Math.sqrt(energy(picture) * shareOfCore * energy(own)) || Infinity;
    const norms = [norm(hot, cover), norm(uneven, edges)] as const;
    const [width, height] = [2 * margin[0] + 1, 2 * margin[1] + 1];
    const [a, b] = [new Float32Array(width * height), new Float32Array(width * height)];
    for (let down = -margin[1]; down <= margin[1]; down++) {
      for (let across = -margin[0]; across <= margin[0]; across++) {
        const from = ((down + side) % side) * side + ((across + side) % side);
        const to = (down + margin[1]) * width + across + margin[0];
        a[to] = both.re[from]! / norms[0];
        b[to] = both.im[from]! / norms[1];
      }
    }
    return { reach: margin, look, warm: a, rough: b };
  };
}

/** Cells to each side whose mean a place is compared with. */
export function aroundOf({ east, north }: Look, step: Cells): Cells {
  const perMetre = [Math.hypot(east[0], north[0]), Math.hypot(east[1], north[1])] as const;
  return [
    Math.max(1, Math.round((AROUND_M * perMetre[0]) / step[0])),
    Math.max(1, Math.round((AROUND_M * perMetre[1]) / step[1])),
  ];
}

const energy = ({ values }: Picture) => values.reduce((sum, value) => sum + value * value, 0);

function level(picture: Picture): Picture {
  const mean = picture.values.reduce((sum, value) => sum + value, 0) / picture.values.length;
  return { ...picture, values: picture.values.map((value) => value - mean) };
}

function packed(one: Picture, other: Picture, side: number, [left, top]: Cells): Complex {
  const [re, im] = [new Float64Array(side * side), new Float64Array(side * side)];
  for (let row = 0; row < one.height; row++) {
    for (let column = 0; column < one.width; column++) {
      const to = (row + top) * side + column + left;
      re[to] = one.values[row * one.width + column]!;
      im[to] = other.values[row * one.width + column]!;
    }
  }
  return { re, im };
}

/** Two real pairs at once: the product of the first ones, and i times that of the second ones. */
function crossed(seen: Complex, sought: Complex, side: number): Complex {
  const [re, im] = [new Float64Array(side * side), new Float64Array(side * side)];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const at = row * side + column;
      const back = ((side - row) % side) * side + ((side - column) % side);
      const [ar, ai, br, bi] = parts(seen, at, back);
      const [cr, ci, dr, di] = parts(sought, at, back);
      // Conjugates of the pattern: a correlation.
      const [pr, pi] = [ar * cr + ai * ci, ai * cr - ar * ci];
      const [qr, qi] = [br * dr + bi * di, bi * dr - br * di];
      re[at] = pr - qi;
      im[at] = pi + qr;
    }
  }
  return { re, im };
}

function parts({ re, im }: Complex, at: number, back: number) {
  const [zr, zi, wr, wi] = [re[at]!, im[at]!, re[back]!, -im[back]!];
  return [(zr + wr) / 2, (zi + wi) / 2, (zi - wi) / 2, -(zr - wr) / 2] as const;
}
