// Which tiles of a raster cover a view.
import { planeAt, type LonLat } from "../geometry/plane.ts";
import { MOST_ZOOM, tileBounds, tilePlace } from "./orthomosaic.ts";

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

/** From where a tilted view looks. */
export type ViewEye = {
  /** Of the ground below it. */
  readonly place: LonLat;
  /** Metres above the ground. */
  readonly height_m: number;
  /** Metres on a plane across the view that one pixel shows, one metre before the eye. */
  readonly perPixelAt1: number;
};

/** Pixels of the screen that one of a tile may cover: as many as where a map rounds its zoom. */
const MOST_PIXELS = Math.SQRT2;
/** Tiles that the search begins with. */
const FEWEST = 4;

/**
 * The tiles of a tilted view: each as fine as the screen is at its nearest point, and no finer than the raster. Where
 * they were more than `most`, the farthest ones are coarser. None overlaps another; the nearest first.
 */
export function tilesBefore(
  eye: ViewEye,
  view: Bounds,
  raster: Bounds,
  finest: number,
  most: number,
): TileAddress[] {
  const { toPlane } = planeAt(eye.place);
  const shared: Bounds = [
    Math.max(view[0], raster[0]),
    Math.max(view[1], raster[1]),
    Math.min(view[2], raster[2]),
    Math.min(view[3], raster[3]),
  ];
  const judged = (tile: TileAddress) => {
    const [west, south, east, north] = tileBounds(tile.z, tile.x, tile.y);
    const [x0, y0] = toPlane(Math.max(west, shared[0]), Math.max(south, shared[1]));
    const [x1, y1] = toPlane(Math.min(east, shared[2]), Math.min(north, shared[3]));
    const away = Math.hypot(Math.max(x0, 0, -x1), Math.max(y0, 0, -y1), eye.height_m);
    const pixel = metresPerPixel(tile.z, eye.place[1]);
    return { tile, away, pixels: pixel / (away * eye.perPixelAt1) };
  };
  const isShared = ({ z, x, y }: TileAddress) => {
    const [west, south, east, north] = tileBounds(z, x, y);
    return west < shared[2] && east > shared[0] && south < shared[3] && north > shared[1];
  };
  const start = coveringTiles(view, raster, finest, finest, Math.min(FEWEST, most));
  let tiles = start.map(judged);
  for (;;) {
    let coarsest: (typeof tiles)[number] | null = null;
    for (const one of tiles)
      if (one.tile.z < finest && one.pixels > (coarsest?.pixels ?? MOST_PIXELS)) coarsest = one;
    if (!coarsest) break;
    const { z, x, y } = coarsest.tile;
    const parts = [0, 1, 2, 3]
      .map((part) => ({ z: z + 1, x: 2 * x + (part & 1), y: 2 * y + (part >> 1) }))
      .filter(isShared);
    if (tiles.length - 1 + parts.length > most) break;
    tiles = [...tiles.filter((one) => one !== coarsest), ...parts.map(judged)];
  }
  return tiles.toSorted((a, b) => a.away - b.away).map(({ tile }) => tile);
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
