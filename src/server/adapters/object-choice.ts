// Opens the object store of the settings: a folder or S3.

import { join } from "node:path";
import type { Settings } from "../start/settings.ts";
import { openObjectFolder } from "./object-folder.ts";
import type { ObjectStore } from "./object-storage.ts";

export async function openObjectStore(
  settings: Pick<Settings, "object_store_url" | "data_dir">,
): Promise<ObjectStore> {
  const { object_store_url, data_dir } = settings;
  if (object_store_url === null) return openObjectFolder(join(data_dir, "objects"));
  // The S3 client takes 0.1 s and 35 MB to load, so it is loaded only if it is used.
  const { openS3 } = await import("./object-s3.ts");
  return openS3(object_store_url);
}
