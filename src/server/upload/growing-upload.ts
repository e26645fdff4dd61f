// A running upload as the object store knows it.
import type { Growing } from "../adapters/object-storage.ts";
import type { UploadRow } from "../store/plant/analysis/analysis-upload.ts";

export function growingOf({ object, handle, bytes, offset, parts }: UploadRow): Growing {
  return { key: object, handle, bytes, offset, parts };
}
