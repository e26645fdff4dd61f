// What waits in the outbox as an observation, so that list, map and card show it like the others.
import { requestedValues } from "./observation-column.ts";
import type { Observation, ObservationImage } from "./observation.ts";
import type { OutboxEntry, OutboxPhoto } from "./outbox.ts";
import { observationFileTypes } from "./recording/recording.ts";

type Surroundings = {
  /** What the server has of it, as far as this device knows. */
  readonly base: Observation | undefined;
  readonly component: Observation["fieldgeometry_component"];
  readonly user_name: string | null;
  readonly analysis: Observation["analysis"];
};

/** Negative, so that it is no ID of the server; the same for the same text. */
export function waitingId(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (hash * 31 + text.charCodeAt(at)) % 0x7fffffff;
  return -1 - hash;
}

/** True for an observation or a photo that the server has not confirmed. */
export const isWaitingId = (id: number): boolean => id < 0;

/** The entry with what the server has of it: the author's fields, the photos of both. */
export function waitingObservation(
  entry: OutboxEntry,
  { base, component, user_name, analysis }: Surroundings,
): Observation {
  const { external_id, plant_id, fields, photos, dropped, stored, written_at } = entry;
  const there = (base?.images ?? []).filter(({ file_id }) => !dropped.includes(file_id));
  const arrived = new Set(there.map(({ file_id }) => file_id));
  const waiting = photos.filter(({ file_id }) => !arrived.has(file_id));
  const images = [...there, ...waiting.map(waitingImage)];
  return {
    id: base?.id ?? stored?.id ?? waitingId(external_id),
    plant_id,
    fieldgeometry_component: base?.fieldgeometry_component ?? component,
    observed_at: fields.observed_at,
    notes: fields.notes,
    external_id,
    // An edit builds on the revision that it was written on, whatever the server has by now.
    revision: stored?.revision ?? base?.revision ?? 0,
    created_by_user: base ? base.created_by_user : user_name,
    created_at: base?.created_at ?? written_at,
    updated_by_user: user_name,
    updated_at: written_at,
    column_values: requestedValues(fields.request).map(({ column_id, value }) => ({
      column_id,
      value,
    })),
    analysis,
    file_ids: images.map(({ file_id }) => file_id),
    files_map: Object.fromEntries(images.map(({ file_id, id }) => [file_id, id])),
    image_urls: images.map(() => ""),
    images,
    finished_ids: [...(base?.finished_ids ?? entry.finished_ids ?? [])],
    fault_type: (base ? base.fault_type : entry.fault_type) ?? null,
  };
}

function waitingImage(photo: OutboxPhoto): ObservationImage {
  const { file_id, file_name, content_type, bytes, hash, place } = photo;
  return {
    id: waitingId(file_id),
    file_id,
    file_name,
    content_type: observationFileTypes.find((type) => type === content_type) ?? "image/jpeg",
    bytes,
    hash,
    // Known once it is decoded.
    width: 0,
    height: 0,
    lon: place?.lon ?? null,
    lat: place?.lat ?? null,
    taken_at: null,
  };
}
