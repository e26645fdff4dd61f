// Reads the heights around a plant from a GeoTIFF.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { failure, isFailure } from "../../../domain/error.ts";
import { elevationBytes, type HeightUnit } from "../../../domain/flight/ground/elevation.ts";
import { METRES_PER_DEGREE } from "../../../domain/geometry/ground-distance.ts";
import { readElevationFile } from "../../flight/elevation-file.ts";
import type { Box } from "../../flight/elevation-pixels.ts";
import type { Reader } from "../reader.ts";

type Input = {
  readonly bytes: Uint8Array;
  readonly around: Box;
  readonly file: string;
  readonly unit: HeightUnit | null;
};
export type ReadElevation = {
  readonly columns: number;
  readonly rows: number;
  readonly resolution_m: number;
  readonly lowest_m: number;
  readonly highest_m: number;
  readonly bounds: Box;
  /** The grid, gzipped. */
  readonly grid: Uint8Array;
};

const gzipped = promisify(gzip);

export const reader: Reader<Input, ReadElevation> = async ({ bytes, around, file, unit }) => {
  const grid = await readElevationFile(bytes, around, unit).catch((cause: unknown) => {
    if (!isFailure(cause)) throw cause;
    throw failure(cause.code, ...cause.problems.map((problem) => ({ ...problem, file })));
  });
  const { west, south, step_lon, step_lat, columns, rows, heights } = grid;
  let [lowest_m, highest_m] = [Infinity, -Infinity];
  for (const height of heights) {
    if (height < lowest_m) lowest_m = height;
    if (height > highest_m) highest_m = height;
  }
  return {
    columns,
    rows,
    resolution_m: step_lat * METRES_PER_DEGREE,
    lowest_m,
    highest_m,
    bounds: [west, south, west + (columns - 1) * step_lon, south + (rows - 1) * step_lat],
    grid: await gzipped(elevationBytes(grid)),
  };
};
