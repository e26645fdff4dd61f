// The object store as a reading sees it. Readings that get it work on objects of tasks.
import { openObjectStore } from "../adapters/object-choice.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import type { Settings } from "../start/settings.ts";

/** The settings that open the store. */
export type StoreAccess = Pick<Settings, "data_dir" | "object_store_url">;

const opened = new Map<string, Promise<ObjectStore>>();

/** Opens the store, or answers the one that this process has opened before. */
export function storeOf({ data_dir, object_store_url }: StoreAccess): Promise<ObjectStore> {
  const key = `${object_store_url} ${data_dir}`;
  const store = opened.get(key) ?? openObjectStore({ data_dir, object_store_url });
  opened.set(key, store);
  return store;
}
