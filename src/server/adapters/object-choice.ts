// Opens the object store of the settings: a folder or S3.

import { join } from "node:path";
import type { Settings } from "../start/settings.ts";
import { openDisk } from "./disk.ts";
import { openObjectFolder } from "./object-folder.ts";
import { withRoom } from "./object-room.ts";
import type { ObjectStore } from "./object-storage.ts";

type StoreSettings = Pick<Settings, "object_store_url" | "data_dir"> &
  Partial<Pick<Settings, "disk_reserve_mb">>;

export async function openObjectStore(settings: StoreSettings): Promise<ObjectStore> {
  const { object_store_url, data_dir, disk_reserve_mb = 0 } = settings;
  // Uploads arrive on the disk of this server also where S3 keeps the objects.
  const disk = openDisk(data_dir, disk_reserve_mb);
  if (object_store_url === null) {
    return withRoom(await openObjectFolder(join(data_dir, "objects")), disk);
  }
  // The S3 client takes 0.1 s and 35 MB to load, so it is loaded only if it is used.
  const { openS3 } = await import("./object-s3.ts");
  return withRoom(await openS3(object_store_url), disk);
}
