// The heights of the ground around a plant of the demo: a gentle slope with low swells, as a file of a survey states them.
import { writeArrayBuffer } from "geotiff";
import { METRES_PER_DEGREE } from "../../domain/geometry/ground-distance.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import { limits } from "../../domain/limits.ts";
import { groundNoise } from "../random.ts";

/** Collectors need flat ground: the steepest place of a trough field has 1 %, of a tracked plant 5 %. */
export type Terrain = {
  readonly seed: number;
  /** Metres above sea level at the middle of the plant, without the swells. */
  readonly base_m: number;
  /** Metres that the ground rises for each metre to the east and to the north. */
  readonly rise: readonly [east: number, north: number];
  /** Most metres of a swell above or below the slope, and metres from one to the next. */
  readonly swell_m: number;
  readonly swell_distance_m: number;
};

/** Metres above sea level at metres east and north of the plant's middle. */
export function heightOf(terrain: Terrain, east: number, north: number): number {
  const { seed, base_m, rise, swell_m, swell_distance_m } = terrain;
  const swell = groundNoise(seed, east, north, swell_distance_m);
  return base_m + rise[0] * east + rise[1] * north + swell_m * swell;
}

/** Metres between two heights, as those of a free terrain model. */
const STEP_M = 30;
/** A kilometre more than what the product takes of a file around the middle of a plant. */
const REACH_M = (limits.elevationAroundKm + 1) * 1000;

/** A GeoTIFF in degrees of WGS 84 with heights in metres as float32. */
export function terrainFile(terrain: Terrain, middle: LonLat): Uint8Array {
  const { toPlane } = planeAt(middle);
  const [lon, lat] = middle;
  const step_lat = STEP_M / METRES_PER_DEGREE;
  const step_lon = step_lat / Math.cos((lat * Math.PI) / 180);
  const side = 2 * Math.round(REACH_M / STEP_M);
  const [west, north] = [lon - (side / 2) * step_lon, lat + (side / 2) * step_lat];
  const heights = Float32Array.from({ length: side * side }, (_, at) => {
    const [column, row] = [at % side, Math.floor(at / side)];
    const place = toPlane(west + (column + 0.5) * step_lon, north - (row + 0.5) * step_lat);
    // A centimetre is more than such a model knows.
    return Math.round(heightOf(terrain, ...place) * 100) / 100;
  });
  const file = writeArrayBuffer(heights, {
    width: side,
    height: side,
    SampleFormat: [3],
    BitsPerSample: [32],
    GTModelTypeGeoKey: 2,
    GeographicTypeGeoKey: 4326,
    GTRasterTypeGeoKey: 1,
    VerticalUnitsGeoKey: 9001,
    ModelPixelScale: [step_lon, step_lat, 0],
    ModelTiepoint: [0, 0, 0, west, north, 0],
  } as never);
  return new Uint8Array(file);
}
