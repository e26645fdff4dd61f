// Which object store the settings name.

import { join } from "node:path";
import type { Settings } from "../start/settings.ts";
import { openObjectFolder } from "./object-folder.ts";
import { openS3 } from "./object-s3.ts";
import type { ObjectStore } from "./object-storage.ts";

/** Opens the store that the settings name. */
export async function openObjectStore(
  settings: Pick<Settings, "object_store_url" | "data_dir">,
): Promise<ObjectStore> {
  return settings.object_store_url === null
    ? openObjectFolder(join(settings.data_dir, "objects"))
    : openS3(settings.object_store_url);
}
