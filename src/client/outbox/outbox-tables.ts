// The tables of an outbox, by Dexie.
import { Dexie, type EntityTable } from "dexie";
import type { OutboxEntry } from "../../domain/observation/outbox.ts";

export type Photo = {
  readonly file_id: string;
  readonly external_id: string;
  readonly body: ArrayBuffer;
};
type Tables = {
  readonly entries: EntityTable<OutboxEntry, "external_id">;
  readonly photos: EntityTable<Photo, "file_id">;
};

/** Resolves writing transactions once they are on the disk. */
export function openTables(name: string) {
  const database = new Dexie(name, { chromeTransactionDurability: "strict" });
  database
    .version(1)
    .stores({ entries: "external_id, written_at", photos: "file_id, external_id" });
  // Another tab with a newer app asks for the database; it opens again with the next access.
  database.on("versionchange", () => database.close({ disableAutoOpen: false }));
  const { entries, photos } = database as unknown as Tables;
  return { database, entries, photos };
}
