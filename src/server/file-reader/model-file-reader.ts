// Reads one file out of the ZIP of a tileset.
import { LRUCache } from "lru-cache";
import { openModelArchive, type ModelArchive } from "../model/model-archive.ts";
import type { Reader } from "./reader.ts";
import { storeOf, type StoreAccess } from "./store-access.ts";

type Input = {
  readonly store: StoreAccess;
  readonly object: string;
  readonly bytes: number;
  readonly file_name: string;
  readonly path: string;
};

/** Archives whose directories this process knows. */
const opened = new LRUCache<string, Promise<ModelArchive>>({ max: 4 });

function archiveOf({ store, object: key, bytes, file_name }: Input): Promise<ModelArchive> {
  const known = opened.get(key);
  if (known) return known;
  const archive = storeOf(store).then((files) =>
    openModelArchive(files, { key, bytes, file_name }),
  );
  opened.set(key, archive);
  archive.catch(() => opened.delete(key));
  return archive;
}

export const reader: Reader<Input, Uint8Array> = async (input) =>
  (await archiveOf(input)).read(input.path);
