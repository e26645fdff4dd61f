// A ZIP of an outbox: what its author can keep, read and hand in, whatever becomes of this browser.
import { strToU8, zipSync } from "fflate";
import type { OutboxEntry } from "./outbox.ts";

/**
 * The entries as `observations.json` and their photos in `photos`, each named by its file ID.
 * @param bodies bytes by file ID; a photo without them is named in the JSON only
 */
export function outboxArchive(
  entries: readonly OutboxEntry[],
  bodies: ReadonlyMap<string, ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const observations = entries.map(
    ({ external_id, plant_id, plant_name, dt_id, pcs, fields, photos, written_at, ...rest }) => ({
      external_id,
      plant_id,
      plant_name,
      dt_id,
      pcs,
      ...fields,
      photos: photos.map((photo) => ({ ...photo, file: pathOf(photo) })),
      written_at,
      state: rest.state,
      is_deleted: rest.removes === true,
    }),
  );
  const files: Record<string, Uint8Array> = {
    "observations.json": strToU8(JSON.stringify(observations, null, 2)),
  };
  for (const photo of entries.flatMap(({ photos }) => photos)) {
    const body = bodies.get(photo.file_id);
    if (body) files[pathOf(photo)] = new Uint8Array(body);
  }
  // Photos are compressed already.
  return zipSync(files, { level: 0 });
}

function pathOf({ file_id, file_name }: { file_id: string; file_name: string }): string {
  const ending = /\.[a-z0-9]{1,5}$/i.exec(file_name)?.[0] ?? "";
  return `photos/${file_id}${ending.toLowerCase()}`;
}
