// Objects that grow, as files beside the store: appended, synced, and renamed to their key when they are whole.

import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { systemCode } from "../start/start-fault.ts";
import { writeBody } from "./growing-writer.ts";
import { checkKey } from "./object-key.ts";
import type { GrowingStore } from "./object-storage.ts";
import { makeFolders, syncFolder } from "./synced-folder.ts";

/** Folder of the objects that grow. No key can begin with a dot. */
export const growingName = ".growing";

export function growingFiles(root: string): GrowingStore {
  const draftOf = (key: string) => join(root, growingName, ...checkKey(key).split("/"));
  const targetOf = (key: string) => join(root, ...checkKey(key).split("/"));
  return {
    async begin(key) {
      const draft = draftOf(key);
      await makeFolders(root, dirname(draft));
      await (await open(draft, "wx", 0o600)).close();
      await syncFolder(dirname(draft));
      return "";
    },
    async append({ key, offset }, body) {
      const file = await open(draftOf(key), "r+");
      try {
        const { size } = await file.stat();
        if (size < offset) throw new Error(`the growing object ${key} has lost its end`);
        // What a crash or a wrong checksum left behind the offset.
        if (size > offset) await file.truncate(offset);
        return { ...(await writeBody(file, offset, body)), parts: [] };
      } finally {
        await file.close();
      }
    },
    async settle() {
      // The same file goes on.
    },
    async holds({ key, bytes, offset }) {
      const size = await sizeOf(draftOf(key));
      return size === null ? (await sizeOf(targetOf(key))) === bytes : size >= offset;
    },
    async close({ key, bytes }) {
      const [draft, target] = [draftOf(key), targetOf(key)];
      const size = await sizeOf(draft);
      // It was closed before.
      if (size === null && (await sizeOf(target)) === bytes) return;
      if (size === null || size < bytes) {
        throw new Error(`the growing object ${key} is not whole`);
      }
      if (size > bytes) await cut(draft, bytes);
      await makeFolders(root, dirname(target));
      await rename(draft, target);
      await syncFolder(dirname(target));
      await syncFolder(dirname(draft));
    },
    async discard({ key }) {
      await rm(draftOf(key), { force: true });
    },
  };
}

const sizeOf = (path: string) => stat(path).then(({ size }) => size, missing);

function missing(error: unknown): null {
  if (systemCode(error) === "ENOENT") return null;
  throw error;
}

async function cut(path: string, bytes: number): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.truncate(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}
