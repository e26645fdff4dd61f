// The part of the app that writes to the storage of the device. Most visits keep nothing, so it is loaded by itself.
import { StorageError } from "../storage-error.ts";

const unloaded = (cause: unknown): never => {
  throw new StorageError("unloaded", cause);
};

/** Rejects with a StorageError. A later call tries again. */
export const dexiePart = () => import("dexie").catch(unloaded);
/** Rejects with a StorageError. A later call tries again. */
export const tablesPart = () => import("./outbox-tables.ts").catch(unloaded);

/**
 * Loads it ahead of a first save, where somebody may write: the network may be lost before, and a browser that keeps no
 * app (a private window, a first visit) could not load it then.
 */
export function loadKeeping(): void {
  // What could not be loaded is loaded by the save, which says so.
  void tablesPart().catch(() => undefined);
}
