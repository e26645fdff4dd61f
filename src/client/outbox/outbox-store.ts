// The outbox in this browser: entries and the bytes of their photos, in a database of its own for each user.
// An entry leaves it only in the transaction that has seen the receipt of the server.
import type { OutboxEntry } from "../../domain/observation/outbox.ts";
import { hasRows } from "../kept-rows.ts";
import type { openTables, Photo } from "./outbox-tables.ts";
import { StorageError } from "../storage-error.ts";
import { guarded } from "./guarded.ts";
import { tablesPart } from "./keeping-part.ts";

type Tables = ReturnType<typeof openTables>;

export type OutboxStore = {
  /** In the order in which they were written. */
  list(): Promise<OutboxEntry[]>;
  /** The external IDs in the same order. No entry is read for it. */
  names(): Promise<string[]>;
  /** True if an entry is sent by itself. */
  hasWaiting(): Promise<boolean>;
  read(external_id: string): Promise<OutboxEntry | undefined>;
  /** Keeps the entry with all of its photos, or nothing. Resolves once it is on the disk. */
  add(entry: OutboxEntry, photos: ReadonlyMap<string, ArrayBuffer>): Promise<void>;
  /** Adds an entry, or changes the one that is there, with these photos; in one transaction. */
  put(
    external_id: string,
    to: (before: OutboxEntry | undefined) => OutboxEntry,
    photos: ReadonlyMap<string, ArrayBuffer>,
  ): Promise<void>;
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
  /** Calls back after a change here or in another tab with the external ID; answers how to stop. */
  watch(listener: (external_id: string) => void): () => void;
  close(): void;
};

const nameOf = (account_id: number) => `outbox-${account_id}`;

/** Opens the outbox of this user. All functions reject with a StorageError. */
export function openOutbox(account_id: number): OutboxStore {
  const name = nameOf(account_id);
  let isClosed = false;
  let tables: Tables | null = null;
  const opened = async (): Promise<Tables> => {
    const file = await tablesPart();
    if (isClosed) throw new StorageError("unavailable");
    return (tables ??= file.openTables(name));
  };
  /** Null while nothing was ever kept. Most visits keep nothing, and then Dexie is not loaded. */
  const found = async () => (tables || (await hasRows(name, "entries")) ? opened() : null);
  const whileOpen = <Value>(work: () => PromiseLike<Value>) =>
    guarded(() => {
      if (isClosed) throw new StorageError("unavailable");
      return work();
    });
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
  const listeners = new Set<(external_id: string) => void>();
  const tellHere = (external_id: string) => listeners.forEach((listener) => listener(external_id));
  channel?.addEventListener("message", ({ data }) => tellHere(String(data)));

  /** @param names the entries that it changes */
  function write<Value>(
    names: readonly string[],
    work: (open: Tables) => Promise<Value>,
  ): Promise<Value> {
    return whileOpen(async () => {
      const open = await opened();
      const { database, entries, photos } = open;
      const value = await database.transaction("rw", entries, photos, () => work(open));
      // Listeners are called even if the caller has already timed out.
      for (const external_id of names) {
        tellHere(external_id);
        if (!isClosed) channel?.postMessage(external_id);
      }
      return value;
    });
  }

  /** Photos that the entry does not name any more go; their bytes are not read for it. */
  async function replace(
    { entries, photos }: Tables,
    before: OutboxEntry | undefined,
    after: OutboxEntry,
  ): Promise<void> {
    const named = new Set(after.photos.map(({ file_id }) => file_id));
    const gone = before?.photos.filter(({ file_id }) => !named.has(file_id)) ?? [];
    if (gone.length > 0) await photos.bulkDelete(gone.map(({ file_id }) => file_id));
    await entries.put(after);
  }

  return {
    list: () =>
      whileOpen(async () => (await found())?.entries.orderBy("written_at").toArray() ?? []),
    read: (external_id) => whileOpen(async () => (await opened()).entries.get(external_id)),
    photo: async (file_id) =>
      (await whileOpen(async () => (await opened()).photos.get(file_id)))?.body,
    names: () =>
      whileOpen(async () => (await found())?.entries.orderBy("written_at").primaryKeys() ?? []),
    hasWaiting: () =>
      whileOpen(async () => {
        const open = await found();
        return (await open?.entries.filter(isWaiting).limit(1).toArray())?.length === 1;
      }),
    async add(entry, bodies) {
      await write([entry.external_id], async ({ entries, photos }) => {
        await entries.add(entry);
        await photos.bulkAdd(rowsOf(entry.external_id, bodies));
      });
    },
    put(external_id, to, bodies) {
      const names: string[] = [];
      return write(names, async (open) => {
        const before = await open.entries.get(external_id);
        const after = to(before);
        names.push(after.external_id);
        await open.photos.bulkPut(rowsOf(after.external_id, bodies));
        await replace(open, before, after);
      });
    },
    change: (external_id, to, bodies = new Map()) =>
      write([external_id], async (open) => {
        const { entries, photos } = open;
        const before = await entries.get(external_id);
        if (before === undefined) return null;
        const after = to(before);
        if (after === null) {
          await photos.where({ external_id }).delete();
          await entries.delete(external_id);
          return null;
        }
        await photos.bulkPut(rowsOf(external_id, bodies));
        await replace(open, before, after);
        return after;
      }),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      isClosed = true;
      channel?.close();
      tables?.database.close();
    },
  };
}

const isWaiting = ({ state }: OutboxEntry) => state === "waiting";

const rowsOf = (external_id: string, bodies: ReadonlyMap<string, ArrayBuffer>): Photo[] =>
  [...bodies].map(([file_id, body]) => ({ file_id, external_id, body }));
