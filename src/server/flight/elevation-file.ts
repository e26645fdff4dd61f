// Heights from a GeoTIFF: the part around a plant, put on a grid of degrees.
import { fromArrayBuffer, type GeoTIFFImage } from "geotiff";
import { failure, type Problem } from "../../domain/error.ts";
import {
  heightUnits,
  type ElevationGrid,
  type HeightUnit,
} from "../../domain/flight/ground/elevation.ts";
import { METRES_PER_DEGREE, placesApart } from "../../domain/geometry/ground-distance.ts";
import { limits } from "../../domain/limits.ts";
import { bandScales, metresPerHeight, metresPerMapUnit } from "../raster/raster-unit.ts";
import { readZstandard } from "../raster/zstd-block.ts";
import { raiseCrests } from "./elevation-crest.ts";
import {
  between,
  MOST_PIXELS,
  pixels,
  pointOf,
  spotsOf,
  windowOf,
  type Block,
  type Box,
  type Raster,
} from "./elevation-pixels.ts";
import { lonLatSystem } from "../../domain/geometry/crs.ts";

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
  await raiseCrests(raster, grid);
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
    const [column, row] = tiedPixel(image);
    if ([x, y, dx, dy, column, row].every(Number.isFinite) && dx !== 0 && dy !== 0)
      return [
        [x! - column * dx!, y! - row * dy!],
        [dx!, dy!],
      ];
  } catch {
    // No tie point.
  }
  throw refused({ reason: "elevation_not_georeferenced" });
}

/** Column and row of the pixel that the file gives a place to: mostly the first one, which the library takes it for. */
function tiedPixel(image: GeoTIFFImage): Pair {
  const tie: unknown = image.fileDirectory.getValue("ModelTiepoint");
  // The library reads the place of a single tie point, else the matrix.
  const isSingle = (tie instanceof Float64Array || Array.isArray(tie)) && tie.length === 6;
  return isSingle ? [Number(tie[0]), Number(tie[1])] : [0, 0];
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

/** Reads the heights of a block of the grid, in halves where it needs too many pixels at once. */
async function fill(raster: Raster, grid: ElevationGrid, block: Block): Promise<void> {
  const { columns, rows } = block;
  const spots = spotsOf(raster, grid, block);
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
    grid.heights[pointOf(grid, block, at)] = height;
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
