// Which object store the settings name.

import { join } from "node:path";
import type { Settings } from "../start/settings.ts";
import { openObjectFolder } from "./object-folder.ts";
import type { ObjectStore } from "./object-storage.ts";

/** Opens the store that the settings name. */
export async function openObjectStore(
  settings: Pick<Settings, "object_store_url" | "data_dir">,
): Promise<ObjectStore> {
  const { object_store_url, data_dir } = settings;
  if (object_store_url === null) return openObjectFolder(join(data_dir, "objects"));
  // The S3 client takes 0.1 s and 35 MB to load: only who uses it pays for it.
  const { openS3 } = await import("./object-s3.ts");
  return openS3(object_store_url);
}
