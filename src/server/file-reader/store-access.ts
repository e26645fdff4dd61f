// The object store as a reader sees it. Readers that get it work on objects of tasks.
import { openObjectStore } from "../adapters/object-choice.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import type { Settings } from "../start/settings.ts";

/** The settings that open the store. */
export type StoreAccess = Pick<Settings, "data_dir" | "object_store_url" | "disk_reserve_mb">;

const opened = new Map<string, Promise<ObjectStore>>();

/** Opens the store, or answers the one that this process has opened before. */
export function storeOf(settings: StoreAccess): Promise<ObjectStore> {
  const key = `${settings.object_store_url} ${settings.data_dir}`;
  const store = opened.get(key) ?? openObjectStore(settings);
  opened.set(key, store);
  return store;
}
