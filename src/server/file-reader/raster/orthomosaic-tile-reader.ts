// Cuts one tile out of the pyramid of an orthomosaic.
import { LRUCache } from "lru-cache";
import type { OrthomosaicKind } from "../../../domain/raster/orthomosaic.ts";
import { openRaster, type OpenRaster, type RasterPlace } from "../../raster/open-raster.ts";
import { objectSource } from "../../raster/range-source.ts";
import { packed, tileColours, tilePicture, tileTemperatures } from "../../raster/tile-image.ts";
import { cutTile } from "../../raster/tile.ts";
import type { Reader } from "../reader.ts";
import { storeOf, type StoreAccess } from "../store-access.ts";

type Input = {
  readonly store: StoreAccess;
  readonly pyramid: string;
  readonly kind: OrthomosaicKind;
  readonly place: RasterPlace;
  readonly z: number;
  readonly x: number;
  readonly y: number;
};

/** Pyramids whose directories this process knows, by key and place. */
const opened = new LRUCache<string, Promise<OpenRaster>>({ max: 8 });

function pyramidOf({ store, pyramid, place }: Input): Promise<OpenRaster> {
  const key = `${pyramid} ${place.to_map.join(" ")}`;
  const known = opened.get(key);
  if (known) return known;
  const raster = storeOf(store)
    .then((files) => objectSource(files, pyramid))
    .then((source) => openRaster(source, place));
  opened.set(key, raster);
  raster.catch(() => opened.delete(key));
  return raster;
}

/** WebP for RGB; for thermal ones gzipped temperatures, see `tileTemperatures`. */
export const reader: Reader<Input, Uint8Array> = async (input) => {
  const tile = await cutTile(await pyramidOf(input), input.z, input.x, input.y);
  if (input.kind === "thermal") return packed(tileTemperatures(tile));
  return tilePicture(tileColours(tile, input.place.nodata), tile?.isFull ?? false);
};
