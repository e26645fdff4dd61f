// What the files beside a raster say of its place: world file, .prj, notes of GDAL.
import { failure } from "../../../domain/error.ts";
import type { LonLat } from "../../../domain/geometry/plane.ts";
import {
  MOST_SYSTEM_BYTES,
  MOST_WORLD_BYTES,
  readAuxFile,
  readWorldFile,
  type BesideFiles,
} from "../../../domain/raster/world-file.ts";
import type { ObjectStore } from "../../adapters/object-storage.ts";
import type { BesideRaster } from "../../raster/beside-place.ts";

/** One of them among the uploaded files. */
export type BesideFile = { readonly key: string; readonly name: string };
export type Beside = BesideFiles<BesideFile>;

/**
 * @param raster name of the raster
 * @param near where the plant is; null where that is not known
 * @throws FILE_REFUSED for a world file that is none
 */
export async function besideRaster(
  store: Pick<ObjectStore, "size" | "read">,
  raster: string,
  { world, prj, aux }: Beside,
  near: LonLat | null,
): Promise<BesideRaster> {
  const notes = aux && readAuxFile((await textOf(store, aux, MOST_SYSTEM_BYTES)) ?? "");
  const definition = prj && (await textOf(store, prj, MOST_SYSTEM_BYTES))?.trim();
  const prj_name = `${raster.replace(/\.[^.]+$/, "")}.prj`;
  const stated = world ? readWorldFile((await textOf(store, world, MOST_WORLD_BYTES)) ?? "") : null;
  if (world && !stated)
    throw failure("FILE_REFUSED", { reason: "world_file_bad", file: world.name });
  const system =
    prj && definition
      ? { file: prj.name, text: definition }
      : aux && notes?.system
        ? { file: aux.name, text: notes.system }
        : null;
  return { affine: stated ?? notes?.affine ?? null, system, prj_name, near };
}

/** Null for a file that is longer. */
async function textOf(
  store: Pick<ObjectStore, "size" | "read">,
  { key }: BesideFile,
  most: number,
): Promise<string | null> {
  const size = await store.size(key);
  if (size === null || size > most) return null;
  return Buffer.from(await store.read(key))
    .toString("utf8")
    .replace(/^\uFEFF/, "");
}
