// Keeps an observation on this device where the server cannot be reached.
import { atom } from "jotai";
import { answered } from "../../client/outbox/guarded.ts";
// Nothing of it is named here: it comes along, because the network may be gone when something is to be kept.
import "../../client/outbox/outbox-tables.ts";
import { loadKeeping } from "../../client/outbox/keeping-part.ts";
import { openOutbox, type OutboxStore } from "../../client/outbox/outbox-store.ts";
import { finishBeforeReload } from "../../client/reload.ts";
import { StorageError } from "../../client/storage-error.ts";
import { exifOf, placeIn } from "../../domain/observation/photo-exif.ts";
import {
  unsentEntry,
  type OutboxEntry,
  type OutboxPhoto,
} from "../../domain/observation/outbox.ts";
import type { Observation, ObservationFields } from "../../domain/observation/observation.ts";
import { isWaitingId } from "../../domain/observation/waiting-observation.ts";
import { runningHash } from "../../domain/upload/running-hash.ts";
import { meAtom } from "../account/me.ts";
import { plantAtom } from "../plant/plant.ts";
import { valueOf } from "../shell/loaded.ts";
import { t } from "../shell/locale.ts";
import { serverTime } from "../shell/server-time.ts";
import { showFailure, showFault } from "../shell/toast.ts";
import { observationsAtom } from "./observation.ts";
import { outboxStore, sendByItself } from "./outbox.ts";
import type { NewPhoto } from "./source.ts";

export type Unsent = {
  readonly external_id: string;
  readonly dt_id: string;
  readonly pcs: string;
  readonly fields: ObservationFields;
  readonly photos: readonly NewPhoto[];
  /** Findings that are done with it. */
  readonly finished_ids?: readonly number[];
  /** The finding that it is about. */
  readonly fault_type?: number | null;
  /** What the server has: the version that an edit is based on, or what it has confirmed; null for nothing. */
  readonly stored: Observation | null;
  /** The fields, if the server has confirmed them and only photos are missing. */
  readonly sent: ObservationFields | null;
  /** True if the form changed what waited in the outbox. */
  readonly waited?: boolean;
};

type NewEntry = (
  about: Pick<OutboxEntry, "external_id" | "dt_id" | "pcs" | "fields" | "photos"> &
    Partial<OutboxEntry>,
) => OutboxEntry;

/**
 * Makes a new entry of the open plant, written now by the signed-in user. It is asked for before the server is: where the
 * session ends, both are gone.
 */
export const newEntryAtom = atom((get): NewEntry => {
  const plant = valueOf(get(plantAtom));
  const me = valueOf(get(meAtom));
  return (about) => {
    if (!plant || !me) throw new StorageError("unavailable");
    return {
      ...unsentEntry,
      account_id: me.id,
      plant_id: plant.id,
      plant_name: plant.name,
      written_at: serverTime(),
      ...about,
    };
  };
});

/** To be called where somebody may write: the part of the app that keeps it is loaded while there is a network. */
export const prepareKeeping = (): void => loadKeeping();

/**
 * Keeps an observation of the open plant with its photos, all or nothing. Rejects with a StorageError.
 * @param onLate called where the storage does not answer in time; what it answers later counts
 * @param newEntry of the plant and the author as they were before the server was asked
 */
export const keepOnDevice = atom(
  null,
  (
    get,
    set,
    unsent: Unsent,
    onLate: () => void,
    newEntry: NewEntry = get(newEntryAtom),
  ): Promise<void> => {
    const bytes = unsent.photos.reduce((sum, { file }) => sum + file.size, 0);
    // The page may be about to reload, because the session has ended: its photos are read before that too.
    return finishBeforeReload(set(keepNow, unsent, onLate, newEntry), bytes);
  },
);

const keepNow = atom(
  null,
  async (get, set, unsent: Unsent, onLate: () => void, newEntry: NewEntry): Promise<void> => {
    const { fields, sent, dt_id, pcs } = unsent;
    const { photos, bodies } = await readPhotos(unsent.photos);
    const added = (): OutboxEntry => {
      const { stored, external_id } = unsent.waited
        ? arrived(unsent, valueOf(get(observationsAtom)))
        : unsent;
      return newEntry({
        external_id,
        dt_id,
        pcs,
        fields,
        photos,
        finished_ids: unsent.finished_ids ?? [],
        fault_type: unsent.fault_type ?? null,
        stored: stored && { id: stored.id, revision: stored.revision },
        sent,
        // The request may have arrived although its answer has not.
        trying: sent ? null : fields,
      });
    };
    const changed = (kept: OutboxEntry): OutboxEntry => ({
      ...kept,
      fields,
      photos: [...kept.photos.filter(({ file_id }) => !bodies.has(file_id)), ...photos],
      state: "waiting",
      fault: null,
      // What is edited is not meant to be deleted any more.
      removes: false,
      edit: kept.edit + 1,
    });
    const first = added();
    const put = outboxOf(first.account_id).put(
      unsent.external_id,
      (known) => (known ? changed(known) : first),
      bodies,
    );
    await answered(put, onLate);
    void set(sendByItself);
  },
);

/** The outbox of the session, or that of this author where the session has just ended. */
function outboxOf(account_id: number): OutboxStore {
  try {
    return outboxStore();
  } catch {
    return openOutbox(account_id);
  }
}

/** Keeps the deletion of a stored observation until the server has made it. Rejects with a StorageError. */
export const keepRemoval = atom(
  null,
  async (get, set, one: Observation, fields: ObservationFields): Promise<void> => {
    const store = outboxStore();
    const newEntry = get(newEntryAtom);
    const { id, revision, external_id, fieldgeometry_component } = one;
    const { dt_id, pcs } = fieldgeometry_component;
    const removal = { removes: true, state: "waiting", fault: null, current: null } as const;
    const added = () => {
      const stored = { id, revision };
      return newEntry({ external_id, dt_id, pcs, fields, photos: [], stored, sent: fields });
    };
    const removed = (known: OutboxEntry | undefined): OutboxEntry => ({
      ...(known ? { ...known, edit: known.edit + 1 } : added()),
      ...removal,
    });
    await answered(store.put(external_id, removed, new Map()));
    void set(sendByItself);
  },
);

/** What became of an entry that left the outbox while its form was open: the edit is on top of what has arrived. */
function arrived(
  { external_id, stored }: Unsent,
  all: readonly Observation[] = [],
): Pick<Unsent, "external_id" | "stored"> {
  const now = all.find((one) => one.external_id === external_id);
  if (now) return { external_id, stored: now };
  if (stored && !isWaitingId(stored.id)) return { external_id, stored };
  // Nothing is known of it, so that the same ID could hide what was written now.
  return { external_id: crypto.randomUUID(), stored: null };
}

async function readPhotos(chosen: readonly NewPhoto[]) {
  const bodies = new Map<string, ArrayBuffer>();
  const photos: OutboxPhoto[] = [];
  for (const { file_id, file } of chosen) {
    const body = await file.arrayBuffer();
    const { whole } = await runningHash(async (from, to) => new Uint8Array(body, from, to - from));
    const { name: file_name, type: content_type, size: bytes } = file;
    const exif = content_type === "image/jpeg" ? exifOf(new Uint8Array(body)) : null;
    const place = (exif && placeIn(exif)) ?? undefined;
    photos.push({ file_id, file_name, content_type, bytes, hash: await whole(bytes), place });
    bodies.set(file_id, body);
  }
  return { photos, bodies };
}

/** Why something cannot be kept on this device, in words; null for another fault. */
export function storageWords(cause: unknown): string | null {
  return cause instanceof StorageError ? t(`outbox:storage.${cause.fault}`) : null;
}

/** Shows a fault: what the storage of this device has said in its own words. */
export function showStorageFault(cause: unknown): void {
  const words = storageWords(cause);
  if (words) showFailure(words);
  else showFault(cause);
}
