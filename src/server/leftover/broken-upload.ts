// Uploads that cannot go on: the object store does not have the bytes that were acknowledged.

import type { Database } from "../context.ts";
import { readGrowingUploads, readUploadRow } from "../store/plant/analysis/analysis-upload.ts";
import { growingOf } from "../upload/growing-upload.ts";
import { endLostUpload } from "../upload/finish-upload.ts";
import type { Found, Parts } from "./leftover.ts";

export async function* brokenUploads({ files, ownerDb }: Parts): AsyncGenerator<Found> {
  for (const upload of await readGrowingUploads(ownerDb)) {
    const { id, file_name, offset, state } = upload;
    // The bytes of an expired one are kept for a look, and not needed by the product.
    if (state !== "running" || (await files.growing.holds(growingOf(upload)))) continue;
    // It may have gone on or ended since it was read.
    const now = await readUploadRow(ownerDb, id);
    if (now?.state !== state || now.offset !== offset) continue;
    yield {
      words: `upload ${id} (${file_name}) has lost its ${offset} bytes and must begin again`,
      remove: () => end(ownerDb, id),
    };
  }
}

async function end(db: Database, id: number): Promise<void> {
  const upload = await readUploadRow(db, id);
  if (upload) await endLostUpload(db, upload);
}
