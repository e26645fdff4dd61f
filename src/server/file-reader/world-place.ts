// What the world file beside a raster says of its place.
import { failure } from "../../domain/error.ts";
import type { Affine } from "../../domain/raster/raster.ts";
import { MOST_WORLD_BYTES, readWorldFile } from "../../domain/raster/world-file.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";

/** A world file among the uploaded ones. */
export type WorldFile = { readonly key: string; readonly name: string };

/** @throws FILE_REFUSED for a file that is none */
export async function worldPlace(
  store: Pick<ObjectStore, "size" | "read">,
  file: WorldFile | null,
): Promise<Affine | null> {
  if (!file) return null;
  const size = await store.size(file.key);
  const isShort = size !== null && size <= MOST_WORLD_BYTES;
  const affine = isShort
    ? readWorldFile(Buffer.from(await store.read(file.key)).toString("latin1"))
    : null;
  if (!affine) throw failure("FILE_REFUSED", { reason: "world_file_bad", file: file.name });
  return affine;
}
