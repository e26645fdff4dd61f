// What the author of an entry of the outbox decides: send it again, choose a version, take it back, save all of it.
import { atom } from "jotai";
import type { OutboxStore } from "../../client/outbox/outbox-store.ts";
import { outboxArchive } from "../../domain/observation/outbox-archive.ts";
import { unsentEntry, type OutboxEntry } from "../../domain/observation/outbox.ts";
import { keepConfirmedOffline } from "../account/offline.ts";
import { plantIdAtom } from "../plant/plant.ts";
import { saveBlob } from "../shell/save-file.ts";
import { keepObservations } from "./observation.ts";
import { outboxAtom, outboxStore, sendByItself } from "./outbox.ts";

/** Sends an entry again that was refused, with other notes where its author has changed them. */
export const sendAgain = atom(
  null,
  async (_get, set, { external_id }: OutboxEntry, notes: string): Promise<void> => {
    await outboxStore().change(external_id, (kept) => ({
      ...kept,
      fields: { ...kept.fields, notes },
      state: "waiting",
      fault: null,
      edit: kept.edit + 1,
    }));
    await set(sendByItself);
  },
);

/** Takes a deletion back that waits. Answers false if the server may have made it: nothing waits any more. */
export const cancelRemoval = atom(
  null,
  async (_get, set, external_id: string): Promise<boolean> => {
    // The entry stays until the server has shown that the observation is still there.
    const kept = await outboxStore().change(external_id, (entry) => ({
      ...entry,
      removes: false,
      state: "waiting",
      fault: null,
      current: null,
      edit: entry.edit + 1,
    }));
    if (kept) void set(sendByItself);
    return kept !== null;
  },
);

/** Shows what the server has of a conflict, once the author's version no longer hides it. */
const showTheirs = atom(null, async (get, _set, { current }: OutboxEntry): Promise<void> => {
  if (!current) return;
  await keepConfirmedOffline([current]);
  if (current.plant_id === get(plantIdAtom)) keepObservations([current]);
});

/** Deletes an entry from this device; its author was asked. */
export const discardEntry = atom(null, async (_get, set, entry: OutboxEntry): Promise<void> => {
  await set(showTheirs, entry);
  await outboxStore().change(entry.external_id, () => null);
});

/**
 * Ends a conflict: `both` stores the entry as an observation of its own, `mine` on top of what the server has now.
 */
export const endConflict = atom(
  null,
  async (_get, set, entry: OutboxEntry, as: "both" | "mine"): Promise<void> => {
    const { external_id, current } = entry;
    if (!current) return;
    if (as === "both") {
      await set(showTheirs, entry);
      await keepBoth(outboxStore(), entry);
    } else {
      const stored = { id: current.id, revision: current.revision };
      await outboxStore().change(external_id, (kept) => ({
        ...kept,
        stored,
        state: "waiting",
        fault: null,
        current: null,
        edit: kept.edit + 1,
      }));
    }
    await set(sendByItself);
  },
);

/** Stores an entry whose observation was deleted meanwhile as a new one. */
export const storeAsNew = atom(null, async (_get, set, entry: OutboxEntry): Promise<void> => {
  await keepBoth(outboxStore(), entry);
  await set(sendByItself);
});

/** The copy is kept before the entry goes. Its photos get other IDs, because the server may have the first ones. */
async function keepBoth(store: OutboxStore, entry: OutboxEntry): Promise<void> {
  const names = new Map(entry.photos.map(({ file_id }) => [file_id, crypto.randomUUID()]));
  const bodies = new Map<string, ArrayBuffer>();
  for (const [file_id, name] of names) {
    const body = await store.photo(file_id);
    if (body) bodies.set(name, body);
  }
  const { fields, photos } = entry;
  const request = { ...fields.request, file_ids: [...names.values()] };
  await store.add(
    {
      ...entry,
      external_id: crypto.randomUUID(),
      photos: photos.map((photo) => ({ ...photo, file_id: names.get(photo.file_id)! })),
      ...unsentEntry,
      fields: { ...fields, request },
    },
    bodies,
  );
  await store.change(entry.external_id, () => null);
}

/** Saves everything that waits as a ZIP, photos included. */
export const saveOutbox = atom(null, async (get): Promise<void> => {
  const store = outboxStore();
  const { entries } = get(outboxAtom);
  const bodies = new Map<string, ArrayBuffer>();
  for (const { file_id } of entries.flatMap(({ photos }) => photos)) {
    const body = await store.photo(file_id);
    if (body) bodies.set(file_id, body);
  }
  const zip = new Blob([outboxArchive(entries, bodies)], { type: "application/zip" });
  saveBlob(zip, "observations.zip");
});
