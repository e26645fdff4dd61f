// The heights of the ground around a plant, as a grid of degrees that the planner reads between its points.
import { z } from "zod";
import type { Refusal } from "../../error.ts";
import { limits } from "../../limits.ts";
import type { Place } from "../route/flight-route.ts";

const number = z.number();

/** What is known of the elevation file of a plant. */
export const elevationShape = z.object({
  plant_id: z.number().int(),
  file_name: z.string(),
  /** Of the file. */
  bytes: z.number().int(),
  columns: z.number().int(),
  rows: z.number().int(),
  /** Metres between two points of the grid. */
  resolution_m: number,
  lowest_m: number,
  highest_m: number,
  /** West, south, east, north in degrees. */
  bounds: z.tuple([number, number, number, number]),
  created_at: z.string(),
  user_name: z.string(),
});
export type Elevation = z.infer<typeof elevationShape>;

export type ElevationGrid = {
  /** Of the first point, in degrees. */
  readonly west: number;
  readonly south: number;
  readonly step_lon: number;
  readonly step_lat: number;
  readonly columns: number;
  readonly rows: number;
  /** Metres, row by row from the south; NaN where the file has no value. */
  readonly heights: Float32Array;
};

/** Units that a user may say for heights whose file names none, in metres: the international and the US survey foot. */
export const heightUnits = { m: 1, ft: 0.3048, ft_us: 1200 / 3937 } as const;
export type HeightUnit = keyof typeof heightUnits;

export const isHeightUnit = (text: string): text is HeightUnit => Object.hasOwn(heightUnits, text);

/** Lowest and highest ground on land, in metres, with some room. */
export const groundRange = { lowest: -500, highest: 9000 } as const;

export const elevationTooLarge: Refusal = {
  reason: "elevation_too_large",
  values: { most: limits.elevationFileBytes / 1024 ** 2 },
};

/** Why a file of this name and size cannot be an elevation file, or null. */
export function elevationFileRefusal(file: {
  readonly name: string;
  readonly bytes?: number;
}): Refusal | null {
  if (!/\.tiff?$/i.test(file.name)) return { reason: "elevation_ending" };
  if (file.bytes === 0) return { reason: "file_empty" };
  return (file.bytes ?? 0) > limits.elevationFileBytes ? elevationTooLarge : null;
}

/** Metres at a place, between the four points around it; null outside and where one of them is missing. */
export function elevationAt(grid: ElevationGrid): ElevationOf {
  const { west, south, step_lon, step_lat, columns, rows, heights } = grid;
  const heightAt = ([lon, lat]: Place): number | null => {
    const [x, y] = [(lon - west) / step_lon, (lat - south) / step_lat];
    if (!(x >= 0 && y >= 0 && x <= columns - 1 && y <= rows - 1)) return null;
    const [column, row] = [Math.min(Math.floor(x), columns - 2), Math.min(Math.floor(y), rows - 2)];
    const [u, v] = [x - column, y - row];
    const at = row * columns + column;
    const low = heights[at]! * (1 - u) + heights[at + 1]! * u;
    const high = heights[at + columns]! * (1 - u) + heights[at + columns + 1]! * u;
    const height = low * (1 - v) + high * v;
    return height === height ? height : null;
  };
  return Object.assign(heightAt, { grid });
}

/** Metres by which a height above ground may differ from the planned one, over terrain. */
export const TERRAIN_TOLERANCE_M = 3;

/** Metres of the ground at a place; null where it is not known. */
export type ElevationOf = ((place: Place) => number | null) & {
  /** The points between which the heights lie, so that all of the ground can be searched; absent: a formula. */
  readonly grid?: ElevationGrid;
};

/** The same heights, and whether one of those that were asked for is missing. */
export function watched(elevation: ElevationOf): { at: ElevationOf; isMissing(): boolean } {
  let misses = 0;
  return {
    at(place) {
      const height = elevation(place);
      if (height === null) misses += 1;
      return height;
    },
    isMissing: () => misses > 0,
  };
}

const HEAD_VALUES = 6;

/** The grid as bytes: six float64, then the heights as float32, all little-endian. */
export function elevationBytes(grid: ElevationGrid): Uint8Array {
  const { west, south, step_lon, step_lat, columns, rows, heights } = grid;
  const bytes = new Uint8Array(8 * HEAD_VALUES + heights.byteLength);
  const view = new DataView(bytes.buffer);
  [west, south, step_lon, step_lat, columns, rows].forEach((value, at) =>
    view.setFloat64(8 * at, value, true),
  );
  heights.forEach((height, at) => view.setFloat32(8 * HEAD_VALUES + 4 * at, height, true));
  return bytes;
}

/** The grid of `elevationBytes`. */
export function readElevationBytes(bytes: Uint8Array): ElevationGrid {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [west = 0, south = 0, step_lon = 0, step_lat = 0, columns = 0, rows = 0] = Array.from(
    { length: HEAD_VALUES },
    (_, at) => view.getFloat64(8 * at, true),
  );
  const heights = Float32Array.from({ length: columns * rows }, (_, at) =>
    view.getFloat32(8 * HEAD_VALUES + 4 * at, true),
  );
  return { west, south, step_lon, step_lat, columns, rows, heights };
}
