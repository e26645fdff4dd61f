// Cuts a tile of the web map out of a raster: nearest pixel, in the level whose pixels are just finer.
import { TILE_SIDE, tileBounds } from "../../domain/raster/orthomosaic.ts";
import { inverse, toMap, type Affine } from "../../domain/raster/raster.ts";
import { epsgSystem } from "./map-system.ts";
import type { OpenRaster, PixelRaster, Samples } from "./open-raster.ts";

export type TilePixels = {
  /** One array for each band, row by row from the north. */
  readonly bands: readonly Samples[];
  /** Index of the pixel of the tile in `bands`; -1 where the raster does not reach. */
  readonly source: Int32Array;
  /** Whether these are the pixels of the file and not of an overview. */
  readonly isFull: boolean;
};

/**
 * Exact places every so many pixels; the others lie between them. The farther out, the more the web map is bent
 * against any other system: with these, a place is less than a ten-thousandth of a pixel off.
 */
const cellOf = (z: number) => (z < 9 ? 1 : z < 13 ? 4 : 16);
const MOST_PIXELS = 16_000_000;

/** Null where the raster does not reach. */
export async function cutTile(
  raster: OpenRaster,
  z: number,
  x: number,
  y: number,
): Promise<TilePixels | null> {
  const places = placesOf(raster, z, x, y);
  if (!places) return null;
  const level = levelFor(raster, places);
  const [columns, rows] = [level.width / raster.width, level.height / raster.height];
  const { width, height } = level;
  const source = new Int32Array(TILE_SIDE * TILE_SIDE).fill(-1);
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  const spots = new Int32Array(2 * source.length);
  for (let at = 0; at < source.length; at++) {
    const column = Math.floor(places[2 * at]! * columns);
    const row = Math.floor(places[2 * at + 1]! * rows);
    if (!(column >= 0 && row >= 0 && column < width && row < height)) continue;
    source[at] = 0;
    spots[2 * at] = column;
    spots[2 * at + 1] = row;
    if (column < left) left = column;
    if (column > right) right = column;
    if (row < top) top = row;
    if (row > bottom) bottom = row;
  }
  const [across, down] = [right - left + 1, bottom - top + 1];
  if (!(across > 0) || across * down > MOST_PIXELS) return null;
  const bands = await level.readBands({ column: left, row: top, width: across, height: down });
  for (let at = 0; at < source.length; at++) {
    if (source[at] === 0) source[at] = (spots[2 * at + 1]! - top) * across + spots[2 * at]! - left;
  }
  return { bands, source, isFull: level === raster };
}

/** Column and row of the raster, as fractions, of the middle of every pixel of the tile. */
function placesOf(raster: OpenRaster, z: number, x: number, y: number): Float64Array | null {
  const system = epsgSystem(raster.epsg);
  const back = inverse(raster.to_map);
  if (!back) return null;
  const cell = cellOf(z);
  const count = TILE_SIDE / cell + 1;
  const nodes = new Float64Array(2 * count * count);
  for (let j = 0; j < count; j++) {
    for (let i = 0; i < count; i++) {
      const [u, v] = [(i * cell + 0.5) / TILE_SIDE, (j * cell + 0.5) / TILE_SIDE];
      const [lon, , , lat] = tileBounds(z, x + u, y + v);
      const [px, py] = toMap(back, ...pair(system.fromLonLat(lon, lat)));
      nodes.set([px, py], 2 * (j * count + i));
    }
  }
  const places = new Float64Array(2 * TILE_SIDE * TILE_SIDE);
  for (let row = 0; row < TILE_SIDE; row++) {
    const [j, v] = [Math.floor(row / cell), (row % cell) / cell];
    for (let column = 0; column < TILE_SIDE; column++) {
      const [i, u] = [Math.floor(column / cell), (column % cell) / cell];
      const at = 2 * (j * count + i);
      const below = at + 2 * count;
      for (const side of [0, 1]) {
        const upper = nodes[at + side]! * (1 - u) + nodes[at + 2 + side]! * u;
        const lower = nodes[below + side]! * (1 - u) + nodes[below + 2 + side]! * u;
        places[2 * (row * TILE_SIDE + column) + side] = upper * (1 - v) + lower * v;
      }
    }
  }
  return places;
}

const pair = ([a, b]: readonly [number, number]): [number, number] => [a, b];

/** The coarsest level whose pixels are no larger than those of the tile. */
function levelFor(raster: OpenRaster, places: Float64Array): PixelRaster {
  const middle = 2 * ((TILE_SIDE / 2) * TILE_SIDE + TILE_SIDE / 2);
  const next = middle + 2;
  const below = middle + 2 * TILE_SIDE;
  const area: Affine = [
    places[next]! - places[middle]!,
    places[below]! - places[middle]!,
    0,
    places[next + 1]! - places[middle + 1]!,
    places[below + 1]! - places[middle + 1]!,
    0,
  ];
  const pixels = Math.sqrt(Math.abs(area[0] * area[4] - area[1] * area[3]));
  // A thousandth of a pixel of rounding must not choose the next level.
  const isFine = ({ width }: PixelRaster) => raster.width / width <= pixels * 1.001;
  return raster.overviews.findLast(isFine) ?? raster;
}
