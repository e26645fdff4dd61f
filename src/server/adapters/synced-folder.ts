// Folders that survive a power failure: the folder above is synced as well.

import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** Creates missing folders and syncs each parent, so that they survive a power failure. */
export async function makeFolders(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let path = folder; path !== root; path = dirname(path)) await syncFolder(dirname(path));
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
