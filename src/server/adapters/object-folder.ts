// Objects as files. A file is written to a temporary name, synced and renamed, then its folder is synced.

import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readFile, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { folderFault, systemCode } from "../start/start-fault.ts";
import { growingFiles, growingName } from "./growing-folder.ts";
import { checkKey, checkPrefix, noSuchObject } from "./object-key.ts";
import type { ObjectStore, Unfinished } from "./object-storage.ts";
import { makeFolders, syncFolder } from "./synced-folder.ts";

/** Folder of unfinished files. No key can begin with a dot. */
const incomingName = ".incoming";

/** Each read wakes a thread, and each piece passes the streams of a download. */
const readBytes = 256 * 1024;

/** Opens a store in a folder, which is created if missing. */
export async function openObjectFolder(folder: string): Promise<ObjectStore> {
  const root = resolve(folder);
  const incoming = join(root, incomingName);
  try {
    await mkdir(incoming, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw folderFault(root, error);
  }
  const pathOf = (key: string) => join(root, ...checkKey(key).split("/"));

  const store: ObjectStore = {
    async put(key, content) {
      const target = pathOf(key);
      const draft = join(incoming, randomUUID());
      try {
        await writeSynced(draft, content);
        await makeFolders(root, dirname(target));
        await rename(draft, target);
        await syncFolder(dirname(target));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    read: async (key) => (await orNull(readFile(pathOf(key)))) ?? throwMissing(key),
    async stream(key, range) {
      const handle = (await orNull(open(pathOf(key), "r"))) ?? throwMissing(key);
      return createReadStream("", { fd: handle, highWaterMark: readBytes, ...range });
    },
    async size(key) {
      const found = await orNull(stat(pathOf(key)));
      return found?.isFile() ? found.size : null;
    },
    async modified(key) {
      const found = await orNull(stat(pathOf(key)));
      return found?.isFile() ? found.mtime : null;
    },
    async unfinished(before) {
      const found: Unfinished[] = [];
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        const modified = (await orNull(stat(path)))?.mtime;
        if (modified && modified < before) {
          found.push({ name: path, remove: () => rm(path, { force: true }) });
        }
      }
      const growing = join(root, growingName);
      for await (const path of filesBelow(growing)) {
        const modified = (await orNull(stat(path)))?.mtime;
        if (!modified || modified >= before) continue;
        const key = relative(growing, path).split(sep).join("/");
        found.push({ name: path, key, remove: () => rm(path, { force: true }) });
      }
      return found;
    },
    growing: growingFiles(root),
    async remove(key) {
      const target = pathOf(key);
      await rm(target, { force: true });
      await orNull(syncFolder(dirname(target)));
    },
    list: (prefix) => walk(root, checkPrefix(prefix)),
    async check() {
      const key = `health/${randomUUID()}`;
      await store.put(key, new Uint8Array([1]));
      await store.read(key);
      await store.remove(key);
    },
  };
  return store;
}

function throwMissing(key: string): never {
  throw noSuchObject(key);
}

async function writeSynced(
  path: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function orNull<Value>(found: Promise<Value>): Promise<Value | null> {
  try {
    return await found;
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(systemCode(error))) return null;
    throw error;
  }
}

async function* walk(root: string, prefix: string): AsyncGenerator<string> {
  const start = join(root, dirname(`${prefix}x`));
  for await (const path of filesBelow(start)) {
    const key = relative(root, path).split(sep).join("/");
    if (key.startsWith(prefix)) yield key;
  }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = (await orNull(readdir(folder, { withFileTypes: true }))) ?? [];
  // A folder sorts with a slash at its end, as its keys do.
  const sortName = (entry: (typeof entries)[number]) =>
    entry.isDirectory() ? `${entry.name}/` : entry.name;
  entries.sort((a, b) => (sortName(a) < sortName(b) ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}
