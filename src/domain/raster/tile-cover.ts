// Which tiles of a raster cover a view.
import { MOST_ZOOM, tilePlace } from "./orthomosaic.ts";

/** West, south, east, north in degrees. */
type Bounds = readonly [number, number, number, number];
export type TileAddress = { readonly z: number; readonly x: number; readonly y: number };

/** Metres per pixel at the equator at zoom 0, with tiles of 256 pixels. */
const WORLD_M = 40_075_016.686 / 256;

/** Metres on the ground per pixel of a tile at this latitude. */
export const metresPerPixel = (zoom: number, lat: number): number =>
  (WORLD_M * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom;

/** The zoom at which a pixel of the tile is no larger than one of the raster. */
export function finestZoom(resolution_m: number, lat: number): number {
  const zoom = Math.log2((WORLD_M * Math.cos((lat * Math.PI) / 180)) / resolution_m);
  return Math.max(0, Math.min(MOST_ZOOM, Math.ceil(zoom - 1e-9)));
}

/**
 * The tiles at the zoom, or coarser ones where they were more than `most`; those in the middle first.
 * @param zoom of tiles of 256 pixels; may have a fraction
 */
export function coveringTiles(
  view: Bounds,
  raster: Bounds,
  zoom: number,
  finest: number,
  most: number,
): TileAddress[] {
  const [west, south] = [Math.max(view[0], raster[0]), Math.max(view[1], raster[1])];
  const [east, north] = [Math.min(view[2], raster[2]), Math.min(view[3], raster[3])];
  if (!(west < east && south < north)) return [];
  for (let z = Math.max(0, Math.min(finest, Math.round(zoom))); ; z--) {
    const [left, top] = tilePlace(z, west, north).map(Math.floor) as [number, number];
    const [right, bottom] = tilePlace(z, east, south).map(Math.floor) as [number, number];
    const count = (right - left + 1) * (bottom - top + 1);
    if (count > most && z > 0) continue;
    const tiles: TileAddress[] = [];
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        if (x < 2 ** z && y < 2 ** z) tiles.push({ z, x, y });
      }
    }
    const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
    const distance = ({ x, y }: TileAddress) => Math.hypot(x - middleX, y - middleY);
    return tiles.toSorted((a, b) => distance(a) - distance(b));
  }
}

/** The tile that covers it, so many zooms farther out. */
export function tileAbove<Tile extends TileAddress>(tile: Tile, up: number): Tile {
  return { ...tile, z: tile.z - up, x: tile.x >> up, y: tile.y >> up };
}

/** The tile itself, else the nearest one farther out that there is; null where there is none up to zoom 0. */
export function nearestAbove<Tile extends TileAddress>(
  tile: Tile,
  isThere: (tile: Tile) => boolean,
): Tile | null {
  for (let up = 0; up <= tile.z; up++) {
    const one = tileAbove(tile, up);
    if (isThere(one)) return one;
  }
  return null;
}
