// Where a GeoTIFF lies: an orthomosaic or an elevation raster among the uploaded images.
import { isFailure } from "../../../domain/error.ts";
import { openRaster } from "../../raster/open-raster.ts";
import { boundsOf } from "../../raster/raster-extent.ts";
import { objectSource } from "../../raster/range-source.ts";
import type { Reader } from "../reader.ts";
import { besideRaster, type Beside } from "./world-place.ts";
import { storeOf, type StoreAccess } from "../store-access.ts";

type Input = {
  readonly store: StoreAccess;
  readonly object: string;
  readonly name: string;
  /** Files beside it that say where it lies. */
  readonly beside: Beside;
};
type RasterMiddle = { readonly lon: number; readonly lat: number };

/** The middle of the raster in degrees (EPSG:4326); null for a TIFF that has no place on the earth, or is broken. */
export const reader: Reader<Input, RasterMiddle | null> = async (input) => {
  const store = await storeOf(input.store);
  const source = await objectSource(store, input.object);
  try {
    const [west, south, east, north] = boundsOf(
      await openRaster(
        source,
        undefined,
        await besideRaster(store, input.name, input.beside, null),
      ),
    );
    return { lon: (west + east) / 2, lat: (south + north) / 2 };
  } catch (cause) {
    if (isFailure(cause)) return null;
    throw cause;
  }
};
