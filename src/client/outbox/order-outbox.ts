// Changes of work orders that wait in this browser, in a database of its own for each user: one for each order.
import { hasRows } from "../kept-rows.ts";
import { StorageError } from "../storage-error.ts";
import { guarded } from "./guarded.ts";
import { dexiePart } from "./keeping-part.ts";
import type { KeptChange } from "../../domain/work-order/kept-change.ts";

export type OrderOutbox = {
  /** In the order in which they were written. */
  list(): Promise<readonly KeptChange[]>;
  /** Changes what is kept of an order in one transaction; null deletes it. Resolves once it is on the disk. */
  change(
    order_id: number,
    to: (before: KeptChange | null) => KeptChange | null,
  ): Promise<KeptChange | null>;
  /** Calls back after a change here or in another tab; answers how to stop. */
  watch(listener: () => void): () => void;
  close(): void;
};

const TABLE = "changes";

/** Opens those of this user. All functions reject with a StorageError. */
export function openOrderOutbox(account_id: number): OrderOutbox {
  const name = `order-outbox-${account_id}`;
  let isClosed = false;
  let table: ReturnType<typeof opened> | null = null;
  async function opened() {
    const { Dexie } = await dexiePart();
    if (isClosed) throw new StorageError("unavailable");
    const database = new Dexie(name, { chromeTransactionDurability: "strict" });
    database.version(1).stores({ [TABLE]: "order_id, written_at" });
    // Another tab with a newer app asks for the database; it opens again with the next access.
    database.on("versionchange", () => database.close({ disableAutoOpen: false }));
    return { database, changes: database.table<KeptChange, number>(TABLE) };
  }
  const open = () => {
    const opening = (table ??= opened());
    // The next access tries again, and not two of them.
    opening.catch(() => {
      if (table === opening) table = null;
    });
    return opening;
  };
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
  const listeners = new Set<() => void>();
  const tellHere = () => listeners.forEach((listener) => listener());
  channel?.addEventListener("message", tellHere);
  return {
    list: () =>
      guarded(async () => {
        // Most visits keep nothing, and then no database is made.
        if (!table && !(await hasRows(name, TABLE))) return [];
        return (await open()).changes.orderBy("written_at").toArray();
      }),
    change: (order_id, to) =>
      guarded(async () => {
        const { database, changes } = await open();
        const kept = await database.transaction("rw", changes, async () => {
          const after = to((await changes.get(order_id)) ?? null);
          if (after) await changes.put(after);
          else await changes.delete(order_id);
          return after;
        });
        tellHere();
        if (!isClosed) channel?.postMessage(order_id);
        return kept;
      }),
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      isClosed = true;
      channel?.close();
      void table?.then(
        ({ database }) => database.close(),
        () => undefined,
      );
    },
  };
}
