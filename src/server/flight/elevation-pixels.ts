// The pixels of an elevation file.
import type { GeoTIFFImage } from "geotiff";
import { failure, isFailure } from "../../domain/error.ts";
import { groundRange, type ElevationGrid } from "../../domain/flight/ground/elevation.ts";
import type { LonLatSystem } from "../../domain/geometry/crs.ts";
import { withoutVoids, type Values } from "./elevation-void.ts";

/** West, south, east, north in degrees; or left, top, right, bottom in pixels. */
export type Box = readonly [number, number, number, number];

/** Pixels that are decoded at once. */
export const MOST_PIXELS = 8_000_000;

/** Column and row of the raster, from the middle of its first pixel. */
export type Spot = readonly [x: number, y: number];

/** Points of a grid: the first of them, and how many. */
export type Block = {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
};

export type Raster = {
  readonly image: GeoTIFFImage;
  readonly system: LonLatSystem;
  readonly width: number;
  readonly height: number;
  /** Of the middle of the first pixel, in units of the system. */
  readonly origin: readonly [x: number, y: number];
  readonly step: readonly [x: number, y: number];
  readonly no_data: number | null;
  /** Metres per unit of heights; null where the file names no unit. */
  readonly height_m: number | null;
  /** A height is number · scale + offset, in the unit of the file, and in metres once that is known. */
  readonly scale: number;
  readonly offset: number;
};

/** The spots of the points of a block, row by row. */
export function spotsOf(
  { system, origin, step }: Raster,
  grid: ElevationGrid,
  { column, row, columns, rows }: Block,
): Spot[] {
  const spots: Spot[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const lon = grid.west + (column + i) * grid.step_lon;
      const lat = grid.south + (row + j) * grid.step_lat;
      const [x, y] = system.fromLonLat(lon, lat);
      spots.push([(x - origin[0]) / step[0], (y - origin[1]) / step[1]]);
    }
  }
  return spots;
}

/** The index in the grid of a point of a block. */
export const pointOf = (grid: ElevationGrid, { column, row, columns }: Block, at: number) =>
  (row + Math.floor(at / columns)) * grid.columns + column + (at % columns);

/** Left, top, right, bottom of the pixels around the spots; null where none is in the raster. */
export function windowOf({ width, height }: Raster, spots: readonly Spot[]): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of spots) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const window: Box = [
    Math.max(0, Math.floor(left) - 1),
    Math.max(0, Math.floor(top) - 1),
    Math.min(width, Math.ceil(right) + 2),
    Math.min(height, Math.ceil(bottom) + 2),
  ];
  return window[0] < window[2] && window[1] < window[3] ? window : null;
}

export type { Values } from "./elevation-void.ts";

/** The numbers of a window; NaN for zeros that stand for no height. */
export async function pixels(raster: Raster, window: Box): Promise<Values> {
  const { image } = raster;
  try {
    const [band] = await image.readRasters({ window: [...window], interleave: false });
    if (band && typeof band !== "number")
      return withoutVoids(band, window[2] - window[0], (value) => heightOf(value, raster));
  } catch (cause) {
    if (isFailure(cause)) throw cause;
    // Cut short, or packed in a way that is not known.
  }
  throw failure("FILE_REFUSED", { reason: "elevation_broken" });
}

/** Numbers by which programs write a missing height, often without saying so. */
const usualMissing: ReadonlySet<number> = new Set([-9999, -32_767, -32_768]);

/** Metres of a pixel; NaN where it has none. @throws FILE_REFUSED for a height that no ground has */
export function heightOf(value: number, { no_data, scale, offset }: Raster): number {
  if (value === no_data || !Number.isFinite(value)) return NaN;
  const metres = value * scale + offset;
  if (metres >= groundRange.lowest && metres <= groundRange.highest) return metres;
  // Many files write their missing values as a huge number without saying so.
  if (Math.abs(metres) > 30_000 || usualMissing.has(value)) return NaN;
  throw failure("FILE_REFUSED", {
    reason: "elevation_range",
    values: { metres: Math.round(metres), ...groundRange },
  });
}

/** Rounding must not lose the outermost pixels. */
const ROUNDING = 1e-6;

/** The height between the four pixels around a spot; NaN where one of them has none. */
export function between(
  values: Values,
  width: number,
  height: number,
  x: number,
  y: number,
  raster: Raster,
): number {
  if (x < -ROUNDING || y < -ROUNDING || x > width - 1 + ROUNDING || y > height - 1 + ROUNDING)
    return NaN;
  const column = Math.min(Math.max(0, Math.floor(x)), Math.max(0, width - 2));
  const row = Math.min(Math.max(0, Math.floor(y)), Math.max(0, height - 2));
  const at = (i: number, j: number): number =>
    heightOf(
      values[Math.min(row + j, height - 1) * width + Math.min(column + i, width - 1)]!,
      raster,
    );
  const [u, v] = [x - column, y - row];
  const part = (weight: number, i: number, j: number) => (weight === 0 ? 0 : weight * at(i, j));
  return (
    part((1 - u) * (1 - v), 0, 0) +
    part(u * (1 - v), 1, 0) +
    part((1 - u) * v, 0, 1) +
    part(u * v, 1, 1)
  );
}
