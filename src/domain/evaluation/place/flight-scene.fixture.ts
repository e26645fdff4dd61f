// Single thermal images of a flight over a known plant, by a camera of its own: three rotations, one after the other,
// and level ground. Nothing here uses the product's projection, patterns or noise.
import type { Geometry } from "../../component/component-index.ts";
import { planeAt } from "../../geometry/plane.ts";
import type { ImageCamera } from "../../image/image-camera.ts";

export const flightPlane = planeAt([-5.9, 37.4]);

/** Modules of 2.1 x 1.05 m with gaps of 2 cm, in tables of 14, two tables on each side of a path; rows that lie aslant. */
const [rowCount, perTable, long, short, step, rowStep] = [5, 14, 2.1, 1.05, 1.07, 5.8] as const;
const tableStarts = [0, 15.6, 35.2, 50.8] as const;
const aslant = 0.12;
const [cosA, sinA] = [Math.cos(aslant), Math.sin(aslant)];
const perRow = tableStarts.length * perTable;

const onPlane = (u: number, v: number) => [cosA * u - sinA * v, sinA * u + cosA * v] as const;

/** A module where the plant has it, by its row and its number along the row. */
const middleOf = (row: number, at: number) =>
  onPlane(tableStarts[Math.floor(at / perTable)]! + ((at % perTable) + 0.5) * step, -row * rowStep);

export function flightPlant(): Geometry {
  const count = rowCount * perRow;
  const places = Array.from({ length: count }, (_, k) =>
    middleOf(Math.floor(k / perRow), k % perRow),
  );
  return {
    type: "module",
    count,
    parent: Uint32Array.from({ length: count }, (_, k) => Math.floor(k / perTable)),
    centreX: Float32Array.from(places, ([x]) => x),
    centreY: Float32Array.from(places, ([, y]) => y),
    length: new Float32Array(count).fill(long),
    width: new Float32Array(count).fill(short),
    rotation: new Float32Array(count).fill(Math.PI / 2 + aslant),
    height: new Float32Array(count),
    polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
    blockBounds: new Float32Array(4),
  };
}

/** A number from 0 to 1 by whole numbers (a multiplicative hash). */
function hashed(a: number, b: number, seed: number): number {
  let h = Math.imul(a, 374761393) ^ Math.imul(b, 668265263) ^ Math.imul(seed + 17, 2246822519);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h = Math.imul(h ^ (h >>> 16), 2654435769);
  return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32;
}

/** About normal: the sum of four even ones. */
const spreadOf = (a: number, b: number, seed: number) =>
  (hashed(a, b, seed) +
    hashed(a, b, seed + 1) +
    hashed(a, b, seed + 2) +
    hashed(a, b, seed + 3) -
    2) *
  Math.sqrt(3);

/** Patches of ground with soft borders. */
function patches(x: number, y: number, size: number, seed: number): number {
  const [px, py] = [x / size, y / size];
  const [cx, cy] = [Math.floor(px), Math.floor(py)];
  const [fx, fy] = [px - cx, py - cy];
  const at = (i: number, j: number) => spreadOf(cx + i, cy + j, seed);
  return (
    (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy
  );
}

/** Module under a place of the plane; -1 for the ground. */
function moduleAt(x: number, y: number): number {
  const [u, v] = [cosA * x + sinA * y, cosA * y - sinA * x];
  const row = Math.round(-v / rowStep);
  if (row < 0 || row >= rowCount || Math.abs(v + row * rowStep) > long / 2) return -1;
  const table = tableStarts.findLastIndex((start) => u >= start);
  if (table === -1) return -1;
  const along = u - tableStarts[table]!;
  const at = Math.floor(along / step);
  if (at >= perTable || Math.abs(along - (at + 0.5) * step) > short / 2) return -1;
  return row * perRow + table * perTable + at;
}

export type FlightScene = {
  readonly seed: number;
  /** °C of the ground. */
  readonly ground?: number;
  /** K over the others. */
  readonly hot?: ReadonlyMap<number, number>;
};

function celsiusAt(x: number, y: number, { seed, ground = 30, hot }: FlightScene): number {
  const own = moduleAt(x, y);
  if (own !== -1) return 46 + 0.4 * spreadOf(own, 3, seed) + (hot?.get(own) ?? 0);
  return ground + 1.6 * patches(x, y, 3.1, seed) + 0.9 * patches(x, y, 0.4, seed + 50);
}

type Turn = (v: readonly [number, number, number]) => [number, number, number];
const aboutDown =
  (a: number): Turn =>
  ([n, e, d]) => [Math.cos(a) * n - Math.sin(a) * e, Math.sin(a) * n + Math.cos(a) * e, d];
const aboutRight =
  (a: number): Turn =>
  ([n, e, d]) => [Math.cos(a) * n + Math.sin(a) * d, e, Math.cos(a) * d - Math.sin(a) * n];
const aboutSight =
  (a: number): Turn =>
  ([n, e, d]) => [n, Math.cos(a) * e - Math.sin(a) * d, Math.sin(a) * e + Math.cos(a) * d];

/** Where the camera was and looked, in metres of the plane and degrees. */
export type Seat = {
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  readonly focal: number;
};
const [across, down] = [640, 512] as const;
const RADIAN = Math.PI / 180;

/** The place of the ground that a point of the picture shows, in metres of the plane; null for the sky. */
function groundAt(
  seat: Seat,
  column: number,
  line: number,
): readonly [x: number, y: number] | null {
  let ray: [number, number, number] = [
    1,
    (column - across / 2) / seat.focal,
    (line - down / 2) / seat.focal,
  ];
  ray = aboutSight(seat.roll * RADIAN)(ray);
  ray = aboutRight(seat.pitch * RADIAN)(ray);
  ray = aboutDown(seat.yaw * RADIAN)(ray);
  if (ray[2] <= 0.01) return null;
  const far = seat.height / ray[2];
  return [seat.x + ray[1] * far, seat.y + ray[0] * far];
}

/** Each pixel is the mean of four places of the ground, with noise. */
export function flightImage(seat: Seat, scene: FlightScene, image: number) {
  const values = new Float32Array(across * down);
  for (let at = 0; at < values.length; at++) {
    const [column, line] = [at % across, Math.floor(at / across)];
    let sum = 0;
    for (let part = 0; part < 4; part++) {
      const place = groundAt(
        seat,
        column + 0.25 + 0.5 * (part % 2),
        line + 0.25 + 0.5 * (part >> 1),
      );
      sum += place ? celsiusAt(place[0], place[1], scene) : -20;
    }
    values[at] = sum / 4 + 0.06 * spreadOf(column, line, scene.seed * 1000 + image * 7);
  }
  return { width: across, height: down, values };
}

/** Metres between a place of the plane and what the picture really shows at this pixel; null outside of the picture. */
export function missedBy(
  seat: Seat,
  [column, line]: readonly [number, number],
  x: number,
  y: number,
): number | null {
  if (!(column >= 0 && line >= 0 && column < across && line < down)) return null;
  const place = groundAt(seat, column, line);
  return place && Math.hypot(place[0] - x, place[1] - y);
}

/** What the file says: the seat, as if it were elsewhere. */
export function statedCamera(
  seat: Seat,
  off: Partial<Seat>,
  position_m: number | null,
): ImageCamera {
  const [lon, lat] = flightPlane.toLonLat(seat.x + (off.x ?? 0), seat.y + (off.y ?? 0));
  return {
    lon,
    lat,
    height_m: seat.height + (off.height ?? 0),
    yaw_deg: seat.yaw + (off.yaw ?? 0),
    pitch_deg: seat.pitch + (off.pitch ?? 0),
    roll_deg: seat.roll + (off.roll ?? 0),
    focal_px: seat.focal * (off.focal ?? 1),
    centre_px: [across / 2, down / 2],
    width_px: across,
    height_px: down,
    distortion: null,
    position_m,
  };
}

/** Two lines over the plant, from end to end; or low images of the middle of rows alone. */
export function flightSeats(seed: number, isWhole = true): Seat[] {
  const stops = isWhole
    ? [-3, -19].flatMap((v) => [0, 16, 33, 50, 66].map((u) => [u, v] as const))
    : ([
        [7.2, -5.8],
        [7.9, -11.6],
        [23, -11.6],
        [22.4, -5.8],
      ] as const);
  return stops.map(([u, v], at) => {
    const wobble = (k: number) => spreadOf(at, k, seed) * (isWhole ? 1 : 0.2);
    const [x, y] = onPlane(u + wobble(1), v + wobble(2));
    return {
      x,
      y,
      height: (isWhole ? 30 : 13) + 0.5 * wobble(4),
      yaw: (at < stops.length / 2 ? 90 : 270) - 7 + 2 * wobble(3),
      pitch: -89 + wobble(5),
      roll: 0.5 * wobble(6),
      focal: 760,
    };
  });
}

/** A shift along the rows and across them, on the plane. */
export const shiftOf = (along: number, beside: number) => onPlane(along, beside);
