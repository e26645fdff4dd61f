// The outbox: observations and photos of this device that the server has not confirmed yet. The rules decide what
// is sent next and when an entry may go; client/outbox/outbox-store.ts keeps the entries, client/outbox/outbox-send.ts sends them.
import type { Problem } from "../error.ts";
import { requestedValues } from "./observation-column.ts";
import type { Observation, ObservationFields } from "./observation.ts";

/** A photo without its bytes. */
export type OutboxPhoto = {
  readonly file_id: string;
  readonly file_name: string;
  readonly content_type: string;
  readonly bytes: number;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly hash: string;
  /** Where it was taken, if it says so. */
  readonly place?: { readonly lon: number; readonly lat: number } | undefined;
};

/** Why an entry waits or needs its author. */
export type OutboxFault = {
  readonly code: string;
  readonly message: string;
  readonly problems: readonly (Problem & { readonly message: string })[];
};

export type OutboxEntry = {
  /** Made on this device: the server stores it once, however often it arrives. */
  readonly external_id: string;
  /** Whose entry it is. Other users of this browser do not see it. */
  readonly account_id: number;
  readonly plant_id: number;
  readonly plant_name: string;
  readonly dt_id: string;
  /** The plant's own name of the component. */
  readonly pcs: string;
  /** What the author wrote last. */
  readonly fields: ObservationFields;
  readonly photos: readonly OutboxPhoto[];
  /** Findings that are done with it. */
  readonly finished_ids?: readonly number[];
  /** The finding that it is about. */
  readonly fault_type?: number | null;
  /** File IDs of photos that the author took out again; the server may have them already. */
  readonly dropped: readonly string[];
  /** What the server has confirmed last, null before that. */
  readonly sent: ObservationFields | null;
  /** What is on its way. It is sent unchanged until the server confirms or refuses it; a later edit follows it. */
  readonly trying: ObservationFields | null;
  /** The stored observation, and the revision that `fields` build on. */
  readonly stored: { readonly id: number; readonly revision: number } | null;
  /** `waiting` is sent by itself; the others need the author. */
  readonly state: "waiting" | "rejected" | "conflict";
  readonly fault: OutboxFault | null;
  /** Of a conflict: what the server has. */
  readonly current: Observation | null;
  readonly attempts: number;
  /** How often something on the way to the server refused it, without a reason, since the server last took a part of it. */
  readonly refusals?: number;
  /** True of a deletion: the stored observation is deleted, unless somebody has changed it meanwhile. */
  readonly removes?: boolean;
  /** Counts the changes by the author, so that a change made while an older one is sent is not lost. */
  readonly edit: number;
  /** Time of this device, ISO 8601. */
  readonly written_at: string;
};

/** What every entry begins with: nothing of it was sent. */
export const unsentEntry = {
  dropped: [],
  stored: null,
  sent: null,
  trying: null,
  state: "waiting",
  fault: null,
  current: null,
  attempts: 0,
  edit: 0,
} as const satisfies Partial<OutboxEntry>;

/** What is sent next for an entry; `done`: the server has all of it, so it may go. */
export type OutboxStep =
  | { readonly kind: "create"; readonly fields: ObservationFields }
  | {
      readonly kind: "update";
      readonly id: number;
      readonly base_revision: number;
      readonly fields: ObservationFields;
    }
  | { readonly kind: "read"; readonly id: number }
  | { readonly kind: "photo"; readonly id: number; readonly photo: OutboxPhoto }
  | { readonly kind: "drop"; readonly id: number; readonly image_id: number }
  | { readonly kind: "remove"; readonly id: number; readonly base_revision: number }
  | { readonly kind: "done" };

/**
 * The next step of an entry.
 * @param receipt what the server has, answered since this sending began; null before the first answer
 */
export function nextStep(entry: OutboxEntry, receipt: Observation | null): OutboxStep {
  const { stored, sent, trying, fields, dropped } = entry;
  // The same external_id answers what is stored, also where an earlier answer was lost.
  if (stored === null) return { kind: "create", fields: trying ?? fields };
  const { id, revision: base_revision } = stored;
  // An edit on its way may have arrived: it ends first, or the deletion would meet its own edit as somebody else's.
  if (entry.removes && trying === null) return { kind: "remove", id, base_revision };
  if (trying !== null || sent === null || !isSameFields(sent, fields)) {
    return { kind: "update", id, base_revision, fields: trying ?? fields };
  }
  if (receipt === null) return { kind: "read", id };
  const gone = receipt.images.find(({ file_id }) => dropped.includes(file_id));
  if (gone) return { kind: "drop", id, image_id: gone.id };
  const photo = missingPhotos(entry, receipt)[0];
  return photo ? { kind: "photo", id, photo } : { kind: "done" };
}

/** The photos that the server does not have as they are here: by file ID and hash. */
export function missingPhotos(
  { photos }: Pick<OutboxEntry, "photos">,
  { images }: Pick<Observation, "images">,
): OutboxPhoto[] {
  const arrived = new Map(images.map(({ file_id, hash }) => [file_id, hash]));
  return photos.filter(({ file_id, hash }) => arrived.get(file_id) !== hash);
}

/** True if two requests say the same, whatever the order of their values. */
export function isSameFields(one: ObservationFields, other: ObservationFields): boolean {
  return contentOf(one) === contentOf(other);
}

/** True if the server has what the fields say: an edit whose answer was lost is recognised by this. */
export function isStoredAs(stored: Observation, fields: ObservationFields): boolean {
  const { observed_at, notes, file_ids, column_values, analysis } = stored;
  const values = column_values.map(({ column_id, value }) => ({ column_id, value }));
  return (
    contentText(observed_at, notes, analysis?.id ?? null, file_ids, values) === contentOf(fields)
  );
}

function contentOf({ observed_at, notes, request }: ObservationFields): string {
  const { file_ids, analysis_id } = request;
  return contentText(observed_at, notes, analysis_id, file_ids, requestedValues(request));
}

function contentText(
  observed_at: string,
  notes: string,
  analysis_id: number | null,
  file_ids: readonly string[],
  values: readonly { readonly column_id: string; readonly value: unknown }[],
): string {
  const pairs = values
    .map(({ column_id, value }): [string, unknown] => [column_id, value])
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const photos = file_ids.toSorted();
  return JSON.stringify([Date.parse(observed_at), notes, analysis_id, photos, pairs]);
}

/** Bytes of photos that wait. */
export function outboxBytes(entries: readonly Pick<OutboxEntry, "photos">[]): number {
  return entries.reduce(
    (sum, { photos }) => sum + photos.reduce((bytes, photo) => bytes + photo.bytes, 0),
    0,
  );
}
