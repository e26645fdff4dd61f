// Prepares an orthomosaic: checks the GeoTIFF, makes its pyramid, stores it.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { failure, isFailure } from "../../../domain/error.ts";
import type { LonLat } from "../../../domain/geometry/plane.ts";
import type { Affine } from "../../../domain/raster/raster.ts";
import type { TemperatureScale } from "../../../domain/raster/temperature.ts";
import type { ObjectStore } from "../../adapters/object-storage.ts";
import { openRaster } from "../../raster/open-raster.ts";
import { buildPyramid } from "../../raster/pyramid.ts";
import { boundsOf, resolutionOf } from "../../raster/raster-extent.ts";
import { objectSource } from "../../raster/range-source.ts";
import type { Reader } from "../reader.ts";
import { besideRaster, type Beside } from "./world-place.ts";
import { storeOf, type StoreAccess } from "../store-access.ts";

type Source = {
  readonly object: string;
  /** An empty folder on this disk. The caller removes it. */
  readonly folder: string;
  /** The pyramid is stored as `<prefix><hash>.tif`. */
  readonly prefix: string;
  /** The name of the file, those beside it that say where it lies, and the plant. */
  readonly named?:
    | { readonly name: string; readonly beside: Beside; readonly near: LonLat }
    | undefined;
  /** What a user says of the numbers of a thermal raster. */
  readonly temperature?: TemperatureScale | null | undefined;
};
type Input = Source & { readonly store: StoreAccess; readonly name: string };

/** What the reader does now. */
type Said = "checked" | "copied" | "built";

export type ReadOrthomosaic = Awaited<ReturnType<typeof prepare>>;

/** Of a user's file, in a process of its own. */
export const reader: Reader<Input, ReadOrthomosaic, Said> = async (input, say) => {
  try {
    return await prepare(await storeOf(input.store), input, say);
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    const file = input.name;
    throw failure(cause.code, ...cause.problems.map((problem) => ({ ...problem, file })));
  }
};

/** @throws FILE_REFUSED */
export async function prepare(
  files: ObjectStore,
  { object, folder, prefix, named, temperature: chosen = null }: Source,
  say: (said: Said) => Promise<void>,
) {
  const source = await objectSource(files, object);
  const beside = named && (await besideRaster(files, named.name, named.beside, named.near));
  const raster = await openRaster(source, undefined, beside);
  const bounds = boundsOf(raster);
  await say("checked");
  const copy = join(folder, "source.tif");
  await pipeline(await files.stream(object), createWriteStream(copy));
  await say("copied");
  const { path, kind, temperature } = await buildPyramid(raster, copy, folder, chosen);
  await say("built");
  const sum = createHash("sha256");
  for await (const chunk of createReadStream(path)) sum.update(chunk as Buffer);
  const hash = sum.digest("hex");
  const pyramid = `${prefix}${hash}.tif`;
  await files.put(pyramid, createReadStream(path));
  const { width, height, bands, sample, epsg, to_map, nodata } = raster;
  return {
    kind,
    hash,
    pyramid,
    pyramid_bytes: (await stat(path)).size,
    width,
    height,
    bands,
    sample,
    epsg,
    to_map: [...to_map] as [...Affine],
    // A pyramid of values has NaN for it, and a stretched one opacity.
    nodata: kind === "rgb" && sample === "uint8" && bands <= 4 && raster.isCommon ? nodata : null,
    resolution_m: resolutionOf(raster),
    bounds,
    temperature,
  };
}
