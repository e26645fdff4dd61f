// The temperatures of one image that a maker's program has exported as TIFF: one band, and no place on the ground.
import { GeoTIFF } from "geotiff";
import { isFailure } from "../../domain/error.ts";
import { isFrameSize } from "../../domain/image/exported-frame.ts";
import type { Grid } from "../../domain/image/measure.ts";
import { openRaster, type OpenRaster, type RasterPlace } from "./open-raster.ts";
import type { RangeSource } from "./range-source.ts";

/** Pixels, as there is no ground: nothing but their order is used. */
const none: RasterPlace = { epsg: 0, to_map: [1, 0, 0, 0, 1, 0], nodata: null };

/**
 * The numbers of the file in its own unit, row by row from the upper left; null for any other file: colours, grey
 * values of 8 bits, another size than a thermal camera's, a raster with a place, or no TIFF.
 * @throws FILE_REFUSED where the pixels are damaged
 */
export async function cameraFrameOf(source: RangeSource): Promise<Grid | null> {
  if (!(await isPlaceless(source))) return null;
  const raster = await opened(source, none);
  if (!raster || raster.value_bands !== 1 || raster.sample === "uint8") return null;
  const { width, height } = raster;
  if (!isFrameSize(width, height)) return null;
  const numbers = await raster.read({ column: 0, row: 0, width, height }, 0);
  const values = Float32Array.from(numbers, (value) => (Number.isFinite(value) ? value : NaN));
  return { width, height, values };
}

/** It opens with a place that is given, and lacks one of its own. */
async function isPlaceless(source: RangeSource): Promise<boolean> {
  try {
    await openRaster(source);
    return false;
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    if (cause.problems[0]?.reason !== "raster_not_georeferenced") return false;
  }
  // A map whose system alone is missing: its directories were checked above.
  const image = await (await GeoTIFF.fromSource(source as never)).getImage(0);
  return !placeTags.some((tag) => image.fileDirectory.hasTag(tag));
}

const placeTags = ["ModelPixelScale", "ModelTiepoint", "ModelTransformation"] as const;

async function opened(source: RangeSource, place: RasterPlace): Promise<OpenRaster | null> {
  try {
    return await openRaster(source, place);
  } catch (cause) {
    if (isFailure(cause)) return null;
    throw cause;
  }
}
