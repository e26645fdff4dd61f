// Reads a GeoTIFF that is a blueprint: its image as the map draws it, and where its corners lie.
import sharp from "sharp";
import { failure, isFailure, type Problem } from "../../../domain/error.ts";
import type { Corners } from "../../../domain/plant/blueprint.ts";
import { toMap } from "../../../domain/raster/raster.ts";
import { epsgSystem } from "../../raster/map-system.ts";
import { openRaster, type OpenRaster } from "../../raster/open-raster.ts";
import { boundsOf } from "../../raster/raster-extent.ts";
import { memorySource } from "../../raster/range-source.ts";
import type { Reader } from "../reader.ts";

type Input = { readonly name: string; readonly bytes: Uint8Array };
export type ReadPicture = {
  readonly corners: Corners;
  /** WebP with opacity. */
  readonly picture: Uint8Array;
};

/** Pixels of the longer side that are kept: every graphics card takes an image of this size. */
const MOST_SIDE = 4096;
const MOST_PIXELS = 400_000_000;
const CHANNELS = 4;

export const reader: Reader<Input, ReadPicture> = async ({ name: file, bytes }) => {
  try {
    const raster = await openRaster(memorySource(bytes));
    if (raster.sample !== "uint8") throw refused({ reason: "blueprint_no_colours" });
    boundsOf(raster);
    return { corners: cornersOf(raster), picture: await pictureOf(bytes, raster) };
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    throw failure(cause.code, ...cause.problems.map((problem) => ({ ...problem, file })));
  }
};

const refused = (problem: Problem) => failure("FILE_REFUSED", problem);

function cornersOf({ epsg, to_map, width, height }: OpenRaster): Corners {
  const { toLonLat } = epsgSystem(epsg);
  const at = (column: number, row: number): [number, number] => {
    const [lon, lat] = toLonLat(...toMap(to_map, column, row));
    return [lon, lat];
  };
  return [at(0, 0), at(width, 0), at(width, height), at(0, height)];
}

/** Pixels that the file marks as none are clear. */
async function pictureOf(bytes: Uint8Array, { nodata }: OpenRaster): Promise<Uint8Array> {
  const size = {
    width: MOST_SIDE,
    height: MOST_SIDE,
    fit: "inside",
    withoutEnlargement: true,
  } as const;
  const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .resize(size)
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw refused({ reason: "blueprint_no_colours" });
    });
  if (nodata !== null) {
    for (let at = 0; at < data.length; at += CHANNELS) {
      const isNone = data[at] === nodata && data[at + 1] === nodata && data[at + 2] === nodata;
      if (isNone) data[at + 3] = 0;
    }
  }
  const raw = { width: info.width, height: info.height, channels: CHANNELS } as const;
  return sharp(data, { raw }).webp({ quality: 85, effort: 2 }).toBuffer();
}
