// What crashes and faults leave behind: found, and removed where nothing needs it.

import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Database, Services } from "../context.ts";
import { ownedFolders, readGrowing, readReferences } from "../store/object-reference.ts";

/** Nothing younger is touched: it may belong to an upload or a task that runs now. */
export const graceMs = 24 * 3600_000;

export type Found = {
  /** In plain English, for people. */
  readonly words: string;
  /** Absent where only people can decide. */
  readonly remove?: () => Promise<void>;
};

export type Parts = Pick<Services, "files"> & {
  /** Connected as the owner of the tables: the rows of all customers count. */
  readonly ownerDb: Database;
  readonly data_dir: string;
  /** What is younger than this is left alone. */
  readonly before: Date;
};

/** All leftovers that can be removed without a question. */
export async function* removableLeftovers(parts: Parts): AsyncGenerator<Found> {
  yield* unownedObjects(parts);
  yield* healthChecks(parts);
  yield* temporaryFolders(parts);
  const unfinished = (await parts.files.unfinished?.(parts.before)) ?? [];
  // Read after the list: an upload that was begun meanwhile is seen.
  const growing = await readGrowing(parts.ownerDb);
  for (const { name, key, remove } of unfinished) {
    if (key !== undefined && growing.has(key)) continue;
    const what = key === undefined ? "unfinished file" : "bytes of an upload that has no row:";
    yield { words: `${what} ${name}`, remove };
  }
}

/** Objects that no row needs. */
async function* unownedObjects({ files, ownerDb, before }: Parts): AsyncGenerator<Found> {
  const old: string[] = [];
  for (const folder of ownedFolders) {
    for await (const key of files.list(folder)) {
      if (await isOlder(files, key, before)) old.push(key);
    }
  }
  // Read after the list: a row that was added meanwhile is seen.
  const needed = await readReferences(ownerDb);
  const growing = await readGrowing(ownerDb);
  for (const key of old) {
    if (needed.has(key) || growing.has(key)) continue;
    yield {
      words: `object ${key} that no row needs`,
      async remove() {
        // An object that is needed again was written again, see `isKept`.
        if (await isOlder(files, key, before)) await files.remove(key);
      },
    };
  }
}

/** Objects of health checks that did not end. */
async function* healthChecks({ files, before }: Parts): AsyncGenerator<Found> {
  for await (const key of files.list("health/")) {
    if (!(await isOlder(files, key, before))) continue;
    yield { words: `object ${key} of a health check`, remove: () => files.remove(key) };
  }
}

/** Folders of uploads and imports that did not end. */
async function* temporaryFolders({ data_dir, before }: Parts): AsyncGenerator<Found> {
  const parent = join(data_dir, "tmp");
  for (const name of await readdir(parent).catch(() => [])) {
    const path = join(parent, name);
    const { mtime } = await stat(path).catch(() => ({ mtime: new Date() }));
    if (mtime >= before) continue;
    const remove = () => rm(path, { recursive: true, force: true });
    yield { words: `temporary folder ${path}`, remove };
  }
}

/** Rows whose object is missing. Only a backup brings it back. */
export async function* missingObjects({ files, ownerDb }: Parts): AsyncGenerator<Found> {
  for (const [key, row] of await readReferences(ownerDb)) {
    if ((await files.size(key)) !== null) continue;
    // The row may have been removed since it was read, with its object.
    if (!(await readReferences(ownerDb)).has(key)) continue;
    yield { words: `${row} needs object ${key}, which is missing` };
  }
}

async function isOlder(files: Services["files"], key: string, before: Date): Promise<boolean> {
  const modified = await files.modified(key);
  return modified !== null && modified < before;
}
