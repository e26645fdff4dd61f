// The outbox in this browser: entries and the bytes of their photos, in a database of its own for each user.
// An entry leaves it only in the transaction that has seen the receipt of the server.
import { Dexie, type EntityTable } from "dexie";
import type { OutboxEntry } from "../domain/observation/outbox.ts";

type Photo = { readonly file_id: string; readonly external_id: string; readonly body: ArrayBuffer };
type Tables = {
  entries: EntityTable<OutboxEntry, "external_id">;
  photos: EntityTable<Photo, "file_id">;
};

/** A full or blocked storage must be said within this time, not waited for. */
const LONGEST_WAIT_MS = 5000;

export type StorageFault = "quota" | "blocked" | "vanished" | "unavailable";

/** Why something could not be kept on this device. */
export class StorageError extends Error {
  readonly fault: StorageFault;

  constructor(fault: StorageFault, cause?: unknown) {
    super(`outbox: ${fault}`, { cause });
    this.fault = fault;
  }
}

export type OutboxStore = {
  /** In the order in which they were written. */
  list(): Promise<OutboxEntry[]>;
  read(external_id: string): Promise<OutboxEntry | undefined>;
  /** Keeps the entry with all of its photos, or nothing. Resolves once it is on the disk. */
  add(entry: OutboxEntry, photos: ReadonlyMap<string, ArrayBuffer>): Promise<void>;
  /**
   * Changes an entry in one transaction; null deletes it with its photos, and so does a photo that it no longer
   * names. Answers what is kept.
   */
  change(
    external_id: string,
    to: (entry: OutboxEntry) => OutboxEntry | null,
    photos?: ReadonlyMap<string, ArrayBuffer>,
  ): Promise<OutboxEntry | null>;
  photo(file_id: string): Promise<ArrayBuffer | undefined>;
  /** Calls back after a change here or in another tab; answers how to stop. */
  watch(listener: () => void): () => void;
  close(): void;
};

const nameOf = (account_id: number) => `outbox-${account_id}`;

/** Opens the outbox of this user. All functions reject with a StorageError. */
export function openOutbox(account_id: number): OutboxStore {
  const database = new Dexie(nameOf(account_id), { chromeTransactionDurability: "strict" });
  database
    .version(1)
    .stores({ entries: "external_id, written_at", photos: "file_id, external_id" });
  const { entries, photos } = database as unknown as Tables;
  let isClosed = false;
  // Another tab with a newer app asks for the database; it opens again with the next access.
  database.on("versionchange", () => database.close({ disableAutoOpen: false }));
  const channel =
    typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(database.name);
  const listeners = new Set<() => void>();
  const tellHere = () => listeners.forEach((listener) => listener());
  channel?.addEventListener("message", tellHere);
  const tell = () => {
    tellHere();
    channel?.postMessage("changed");
  };

  async function write<Value>(work: () => Promise<Value>): Promise<Value> {
    const value = await guarded(() => database.transaction("rw", entries, photos, work));
    tell();
    return value;
  }

  return {
    list: () => guarded(() => entries.orderBy("written_at").toArray()),
    read: (external_id) => guarded(() => entries.get(external_id)),
    photo: async (file_id) => (await guarded(() => photos.get(file_id)))?.body,
    async add(entry, bodies) {
      await write(async () => {
        await entries.add(entry);
        await photos.bulkAdd(rowsOf(entry.external_id, bodies));
      });
    },
    change: (external_id, to, bodies = new Map()) =>
      write(async () => {
        const before = await entries.get(external_id);
        if (before === undefined) return null;
        const after = to(before);
        if (after === null) {
          await photos.where({ external_id }).delete();
          await entries.delete(external_id);
          return null;
        }
        await photos.bulkPut(rowsOf(external_id, bodies));
        const named = new Set(after.photos.map(({ file_id }) => file_id));
        await photos
          .where({ external_id })
          .filter(({ file_id }) => !named.has(file_id))
          .delete();
        await entries.put(after);
        return after;
      }),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      isClosed = true;
      channel?.close();
      database.close();
    },
  };

  async function guarded<Value>(work: () => PromiseLike<Value>): Promise<Value> {
    if (isClosed) throw new StorageError("unavailable");
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StorageError("blocked")), LONGEST_WAIT_MS);
    });
    try {
      return await Promise.race([work(), late]);
    } catch (cause) {
      throw cause instanceof StorageError ? cause : new StorageError(faultOf(cause), cause);
    } finally {
      clearTimeout(timer);
    }
  }
}

const rowsOf = (external_id: string, bodies: ReadonlyMap<string, ArrayBuffer>): Photo[] =>
  [...bodies].map(([file_id, body]) => ({ file_id, external_id, body }));

/** Dexie puts what the browser said into `inner`. */
function faultOf(cause: unknown): StorageFault {
  const { name = "", inner } = (cause ?? {}) as { name?: string; inner?: { name?: string } };
  const names = [name, inner?.name ?? ""];
  if (names.includes("QuotaExceededError")) return "quota";
  if (names.includes("NotFoundError") || names.includes("DatabaseClosedError")) return "vanished";
  return "unavailable";
}
