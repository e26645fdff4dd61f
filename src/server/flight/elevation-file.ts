// Heights from a GeoTIFF: the part around a plant, put on a grid of degrees.
import { fromArrayBuffer, type GeoTIFFImage } from "geotiff";
import { failure, type Problem } from "../../domain/error.ts";
import {
  groundRange,
  heightUnits,
  type ElevationGrid,
  type HeightUnit,
} from "../../domain/flight/ground/elevation.ts";
import { METRES_PER_DEGREE, placesApart } from "../../domain/geometry/ground-distance.ts";
import { limits } from "../../domain/limits.ts";
import { bandScales, metresPerHeight, metresPerMapUnit } from "../raster/raster-unit.ts";
import { readZstandard } from "../raster/zstd-block.ts";
import { lonLatSystem, type LonLatSystem } from "../../domain/geometry/crs.ts";

/** West, south, east, north in degrees. */
export type Box = readonly [number, number, number, number];

/** Pixels that are decoded at once. */
const MOST_PIXELS = 8_000_000;
/** Code of GeoTIFF for a system that the file describes itself. */
const USER_DEFINED = 32_767;

/**
 * @param unit of the heights, as the user says it; it counts where the file names none
 * @throws FILE_REFUSED with the reason, such as heights without a unit: metres and feet look alike
 */
export async function readElevationFile(
  bytes: Uint8Array,
  around: Box,
  unit: HeightUnit | null = null,
): Promise<ElevationGrid> {
  const image = await open(bytes);
  const placed = await rasterOf(image);
  const box = sharedBox(boundsOf(placed), around);
  if (!box) throw refused({ reason: "elevation_elsewhere" });
  const stated = placed.height_m ?? (unit === null ? null : heightUnits[unit]);
  if (stated === null) throw refused({ reason: "elevation_unit_ask", field: "height_unit" });
  const raster = {
    ...placed,
    scale: placed.scale * stated,
    offset: placed.offset * stated,
  };
  const grid = emptyGrid(raster, box);
  await fill(raster, grid, { column: 0, row: 0, columns: grid.columns, rows: grid.rows });
  const known = grid.heights.filter((height) => height === height);
  if (known.length === 0) throw refused({ reason: "elevation_no_values" });
  return grid;
}

readZstandard();

const refused = (problem: Problem) => failure("FILE_REFUSED", problem);

async function open(bytes: Uint8Array): Promise<GeoTIFFImage> {
  const magic = String.fromCharCode(...bytes.subarray(0, 2));
  if (magic !== "II" && magic !== "MM") throw refused({ reason: "elevation_no_tiff" });
  try {
    const copy = Uint8Array.from(bytes).buffer;
    return await (await fromArrayBuffer(copy)).getImage();
  } catch {
    throw refused({ reason: "elevation_broken" });
  }
}

type Raster = {
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

async function rasterOf(image: GeoTIFFImage): Promise<Raster> {
  const bands = image.getSamplesPerPixel();
  if (bands !== 1) throw refused({ reason: "elevation_bands", values: { count: bands } });
  const keys = image.getGeoKeys() ?? {};
  const code = keys["ProjectedCSTypeGeoKey"] ?? keys["GeographicTypeGeoKey"];
  if (typeof code !== "number") throw refused({ reason: "elevation_not_georeferenced" });
  const system = code === USER_DEFINED ? null : lonLatSystem(`EPSG:${code}`);
  if (!system) throw refused({ reason: "elevation_system_unknown", values: { code } });
  const isPoint = keys["GTRasterTypeGeoKey"] === 2;
  const metres = metresPerMapUnit(keys, typeof keys["ProjectedCSTypeGeoKey"] === "number");
  const [origin, step] = placed(image).map(([x, y]) => [x * metres, y * metres] as const) as [
    Pair,
    Pair,
  ];
  const half = isPoint ? 0 : 0.5;
  const { scale, offset, unit } = (await bandScales(image))[0]!;
  return {
    image,
    system,
    width: image.getWidth(),
    height: image.getHeight(),
    origin: [origin[0] + half * step[0], origin[1] + half * step[1]],
    step,
    no_data: image.getGDALNoData(),
    height_m: metresPerHeight(keys, unit),
    scale,
    offset,
  };
}

type Pair = readonly [number, number];

/** The upper left corner and the size of a pixel. @throws FILE_REFUSED for a turned or unplaced raster */
function placed(image: GeoTIFFImage): [origin: Pair, step: Pair] {
  const matrix: unknown = image.fileDirectory.getValue("ModelTransformation");
  if (matrix instanceof Float64Array || Array.isArray(matrix)) {
    if (Number(matrix[1]) !== 0 || Number(matrix[4]) !== 0)
      throw refused({ reason: "elevation_turned" });
  }
  try {
    const [x, y] = image.getOrigin();
    const [dx, dy] = image.getResolution();
    if ([x, y, dx, dy].every(Number.isFinite) && dx !== 0 && dy !== 0)
      return [
        [x!, y!],
        [dx!, dy!],
      ];
  } catch {
    // No tie point.
  }
  throw refused({ reason: "elevation_not_georeferenced" });
}

/** Box of what lies between the middles of the outer pixels. */
function boundsOf({ system, origin, step, width, height }: Raster): Box {
  const EDGE_POINTS = 16;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i <= EDGE_POINTS; i++) {
    for (let j = 0; j <= EDGE_POINTS; j++) {
      const x = origin[0] + ((width - 1) * step[0] * i) / EDGE_POINTS;
      const y = origin[1] + ((height - 1) * step[1] * j) / EDGE_POINTS;
      const [lon, lat] = system.toLonLat(x, y);
      [west, east] = [Math.min(west, lon), Math.max(east, lon)];
      [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    }
  }
  return [west, south, east, north];
}

function sharedBox(a: Box, b: Box): Box | null {
  const [west, south] = [Math.max(a[0], b[0]), Math.max(a[1], b[1])];
  const [east, north] = [Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return west < east && south < north ? [west, south, east, north] : null;
}

/** As fine as the file, unless that were too many points. */
function emptyGrid(raster: Raster, [west, south, east, north]: Box): ElevationGrid {
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [lon, lat] = [(west + east) / 2, (south + north) / 2];
  const [x, y] = raster.system.fromLonLat(lon, lat);
  const besides = raster.system.toLonLat(x + Math.abs(raster.step[0]), y);
  const above = raster.system.toLonLat(x, y + Math.abs(raster.step[1]));
  const finest = Math.min(placesApart([lon, lat], besides), placesApart([lon, lat], above));
  const [across, up] = [
    (east - west) * shrink * METRES_PER_DEGREE,
    (north - south) * METRES_PER_DEGREE,
  ];
  const step_m = Math.max(finest, Math.sqrt((across * up) / limits.elevationPoints));
  const columns = Math.max(2, Math.round(across / step_m) + 1);
  const rows = Math.max(2, Math.round(up / step_m) + 1);
  return {
    west,
    south,
    step_lon: (east - west) / (columns - 1),
    step_lat: (north - south) / (rows - 1),
    columns,
    rows,
    heights: new Float32Array(columns * rows).fill(NaN),
  };
}

type Block = { column: number; row: number; columns: number; rows: number };

/** Reads the heights of a block of the grid, in halves where it needs too many pixels at once. */
async function fill(raster: Raster, grid: ElevationGrid, block: Block): Promise<void> {
  const { column, row, columns, rows } = block;
  const spots: (readonly [x: number, y: number])[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const lon = grid.west + (column + i) * grid.step_lon;
      const lat = grid.south + (row + j) * grid.step_lat;
      const [x, y] = raster.system.fromLonLat(lon, lat);
      spots.push([
        (x - raster.origin[0]) / raster.step[0],
        (y - raster.origin[1]) / raster.step[1],
      ]);
    }
  }
  const window = windowOf(raster, spots);
  if (!window) return;
  const [left, top, right, bottom] = window;
  if ((right - left) * (bottom - top) > MOST_PIXELS && columns * rows > 1) {
    for (const half of halves(block)) await fill(raster, grid, half);
    return;
  }
  const values = await pixels(raster, window);
  for (const [at, [x, y]] of spots.entries()) {
    const height = between(values, right - left, bottom - top, x - left, y - top, raster);
    const [i, j] = [at % columns, Math.floor(at / columns)];
    grid.heights[(row + j) * grid.columns + column + i] = height;
  }
}

function halves({ column, row, columns, rows }: Block): Block[] {
  if (columns >= rows) {
    const first = columns >> 1;
    return [
      { column, row, columns: first, rows },
      { column: column + first, row, columns: columns - first, rows },
    ];
  }
  const first = rows >> 1;
  return [
    { column, row, columns, rows: first },
    { column, row: row + first, columns, rows: rows - first },
  ];
}

/** Left, top, right, bottom of the pixels around the spots; null where none is in the raster. */
function windowOf(
  { width, height }: Raster,
  spots: readonly (readonly [number, number])[],
): Box | null {
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

type Values = Readonly<ArrayLike<number>>;

async function pixels({ image }: Raster, window: Box): Promise<Values> {
  try {
    const [band] = await image.readRasters({ window: [...window], interleave: false });
    if (band && typeof band !== "number") return band;
  } catch {
    // Cut short, or packed in a way that is not known.
  }
  throw refused({ reason: "elevation_broken" });
}

/** Rounding must not lose the outermost pixels. */
const ROUNDING = 1e-6;

/** The height between the four pixels around a spot; NaN where one of them has none. */
function between(
  values: Values,
  width: number,
  height: number,
  x: number,
  y: number,
  { no_data, scale, offset }: Raster,
): number {
  if (x < -ROUNDING || y < -ROUNDING || x > width - 1 + ROUNDING || y > height - 1 + ROUNDING)
    return NaN;
  const column = Math.min(Math.max(0, Math.floor(x)), Math.max(0, width - 2));
  const row = Math.min(Math.max(0, Math.floor(y)), Math.max(0, height - 2));
  const at = (i: number, j: number): number => {
    const value = values[Math.min(row + j, height - 1) * width + Math.min(column + i, width - 1)]!;
    if (value === no_data || !Number.isFinite(value)) return NaN;
    const metres = value * scale + offset;
    if (metres >= groundRange.lowest && metres <= groundRange.highest) return metres;
    // Many files write their missing values as a huge number without saying so.
    if (Math.abs(metres) > 30_000) return NaN;
    throw refused({
      reason: "elevation_range",
      values: { metres: Math.round(metres), ...groundRange },
    });
  };
  const [u, v] = [x - column, y - row];
  const part = (weight: number, i: number, j: number) => (weight === 0 ? 0 : weight * at(i, j));
  return (
    part((1 - u) * (1 - v), 0, 0) +
    part(u * (1 - v), 1, 0) +
    part((1 - u) * v, 0, 1) +
    part(u * v, 1, 1)
  );
}
