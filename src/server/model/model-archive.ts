// The ZIP of a tileset: its files by their paths, read one at a time.
import { failure, type Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import { openZip, type Entry } from "../zip/zip-archive.ts";

export type ModelArchive = {
  /** Sizes in bytes of the unpacked files by path. */
  readonly sizes: ReadonlyMap<string, number>;
  /** A whole file. @throws FILE_REFUSED if it is broken */
  read(path: string): Promise<Uint8Array>;
  close(): void;
};

const isFile = ({ fileName }: Entry) => !fileName.endsWith("/");

/**
 * Opens the archive over ranges of its bytes; the caller closes it.
 * @throws FILE_REFUSED for a broken or hostile archive, with a problem per fault
 */
export async function openModelArchive(
  files: ObjectStore,
  object: { readonly key: string; readonly bytes: number; readonly file_name: string },
): Promise<ModelArchive> {
  const { key, bytes, file_name } = object;
  const source = {
    bytes,
    open: (range: { start: number; end: number }) => files.stream(key, range),
  };
  const zip = await openZip(source, file_name, entryRefusal, limits.modelEntries);
  const entries = new Map<string, Entry>();
  for (const entry of zip.entries.filter(isFile)) {
    if (entries.has(entry.fileName)) {
      zip.close();
      const values = { entry: entry.fileName.slice(0, 200) };
      throw failure("FILE_REFUSED", { reason: "model_entry_twice", file: file_name, values });
    }
    entries.set(entry.fileName, entry);
  }
  return {
    sizes: new Map([...entries].map(([path, { uncompressedSize }]) => [path, uncompressedSize])),
    async read(path) {
      const entry = entries.get(path);
      if (!entry) throw failure("RESOURCE_NOT_FOUND");
      return zip.read(entry);
    },
    close: () => zip.close(),
  };
}

function entryRefusal(entry: Entry): Problem | null {
  if (entry.uncompressedSize <= limits.modelTileBytes) return null;
  const values = {
    entry: entry.fileName.slice(0, 200),
    most: limits.modelTileBytes / 1024 ** 2,
  };
  return { reason: "model_tile_too_large", values };
}
