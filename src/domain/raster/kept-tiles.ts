// Which tiles of an orthomosaic a device keeps, so that it is drawn without a network.
import type { OrthomosaicPicture } from "./orthomosaic.ts";
import { coveringTiles, finestZoom, metresPerPixel, type TileAddress } from "./tile-cover.ts";

/** The coarsest tiles that are kept; farther out a plant is a dot. */
export const COARSEST_KEPT = 10;

export type KeptTiles = {
  /** From the coarsest to the finest. */
  readonly tiles: readonly TileAddress[];
  /** Metres on the ground per pixel of the finest ones. */
  readonly resolution_m: number;
};

/**
 * All tiles down to the finest zoom at which they are not more than `most`.
 * @param bounds west, south, east, north in degrees
 */
export function keptTiles(
  { bounds, resolution_m }: Pick<OrthomosaicPicture, "bounds" | "resolution_m">,
  most: number,
): KeptTiles {
  const lat = (bounds[1] + bounds[3]) / 2;
  const finest = finestZoom(resolution_m, lat);
  let tiles: readonly TileAddress[] = [];
  let zoom = Math.min(COARSEST_KEPT, finest);
  for (; zoom <= finest; zoom += 1) {
    const next = coveringTiles(bounds, bounds, zoom, finest, Infinity);
    if (tiles.length > 0 && tiles.length + next.length > most) break;
    tiles = [...tiles, ...next];
  }
  return { tiles, resolution_m: Math.max(resolution_m, metresPerPixel(zoom - 1, lat)) };
}
