// Where on the Earth a model lies: from Cartesian coordinates (EPSG:4978) to longitude, latitude and height.
import { areNumbers, type JsonObject } from "./model-check.ts";
import type { OwnPlace } from "./plant-model.ts";

/** 16 numbers, column by column. */
export type Matrix4 = readonly number[];
type Point3 = readonly [x: number, y: number, z: number];

/** WGS 84. */
const A = 6_378_137;
const F = 1 / 298.257_223_563;
const E2 = F * (2 - F);
const DEGREE = Math.PI / 180;
/** Metres from the surface within which coordinates are taken for places on the Earth. */
const NEAR_SURFACE = 20_000;

export const identity: Matrix4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

export function multiplied(a: Matrix4, b: Matrix4): Matrix4 {
  return Array.from({ length: 16 }, (_, at) => {
    const [column, row] = [at >> 2, at & 3];
    return [0, 1, 2, 3].reduce((sum, i) => sum + a[i * 4 + row]! * b[column * 4 + i]!, 0);
  });
}

function moved(m: Matrix4, [x, y, z]: Point3, w: number): Point3 {
  const part = (row: number) => m[row]! * x + m[4 + row]! * y + m[8 + row]! * z + m[12 + row]! * w;
  return [part(0), part(1), part(2)];
}

/**
 * Longitude and latitude in degrees and metres above the ellipsoid of a point in metres from the Earth's middle
 * (Bowring 1985, a hundredth of a millimetre on land).
 */
export function geodetic([x, y, z]: Point3): { lon: number; lat: number; height_m: number } {
  const across = Math.hypot(x, y);
  const b = A * (1 - F);
  const second = E2 / (1 - E2);
  const radius = Math.hypot(across, z);
  const reduced = Math.atan2(b * z * (1 + (second * b) / radius), A * across);
  const lat = Math.atan2(
    z + second * b * Math.sin(reduced) ** 3,
    across - E2 * A * Math.cos(reduced) ** 3,
  );
  const curve = Math.sqrt(1 - E2 * Math.sin(lat) ** 2);
  const height_m = across * Math.cos(lat) + z * Math.sin(lat) - A * curve;
  return { lon: Math.atan2(y, x) / DEGREE, lat: lat / DEGREE, height_m };
}

/**
 * The place of a bounding volume of 3D Tiles; null where its coordinates are not those of the Earth.
 * @param transform of its tile; a region has none
 */
export function boundedPlace(volume: JsonObject, transform: Matrix4): OwnPlace | null {
  const { box, sphere, region } = volume;
  if (areNumbers(region, 6)) {
    const [west = 0, south = 0, east = 0, north = 0, lowest_m = 0] = region;
    // East of the antimeridian the numbers begin again.
    const width = east < west ? east - west + 2 * Math.PI : east - west;
    const lon = (west + width / 2) / DEGREE;
    return { lon: lon > 180 ? lon - 360 : lon, lat: (south + north) / 2 / DEGREE, lowest_m };
  }
  const numbers = areNumbers(box, 12) ? box : areNumbers(sphere, 4) ? sphere : null;
  if (!numbers) return null;
  const middle = moved(transform, [numbers[0]!, numbers[1]!, numbers[2]!], 1);
  if (Math.hypot(...middle) < A / 2) return null;
  const { lon, lat, height_m } = geodetic(middle);
  if (Math.abs(height_m) > NEAR_SURFACE) return null;
  const [l, p] = [lon * DEGREE, lat * DEGREE];
  const up: Point3 = [Math.cos(p) * Math.cos(l), Math.cos(p) * Math.sin(l), Math.sin(p)];
  const reach = (axis: Point3) => {
    const [x, y, z] = moved(transform, axis, 0);
    return Math.abs(x * up[0] + y * up[1] + z * up[2]);
  };
  const half =
    numbers.length === 4
      ? Math.hypot(...moved(transform, [numbers[3]!, 0, 0], 0))
      : [3, 6, 9].reduce(
          (sum, at) => sum + reach([numbers[at]!, numbers[at + 1]!, numbers[at + 2]!]),
          0,
        );
  return { lon, lat, lowest_m: height_m - half };
}
