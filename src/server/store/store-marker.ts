// The object store of a database: an object in it names the database, so that no server uses another store.

import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../context.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import type { Settings } from "../start/settings.ts";
import { startFault } from "../start/start-fault.ts";
import { secret } from "./schema/account.ts";

export const markerKey = "store/database";
/** Number of the advisory lock: two servers may start for the first time at once. */
const lockNumber = 5_820_119;
/** Two steps, so that a crash between them does not lock the server out of its own store. */
const chosen = "object_store";
const stored = "object_store_marked";

/**
 * Checks that the store is the one of this database. The first server marks its store, also in an
 * installation of an earlier version.
 * @throws a start fault for another store, which names what to set
 */
export async function claimStore(
  db: Database,
  files: ObjectStore,
  settings: Pick<Settings, "object_store_url" | "data_dir">,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${lockNumber})`);
    // Outside of the transaction, so that the name is kept if this process ends before the next step.
    const name = await nameOf(db, chosen, randomUUID());
    const isMarked = (await readName(db, stored)) !== null;
    const marker = await readMarker(files);
    if (marker === null && !isMarked) await files.put(markerKey, Buffer.from(name));
    else if (marker !== name) throw wrongStore(settings, marker);
    if (!isMarked) await nameOf(db, stored, name);
  });
}

async function readName(db: Database, name: string): Promise<string | null> {
  const [row] = await db.select().from(secret).where(eq(secret.name, name));
  return row?.value.toString() ?? null;
}

async function nameOf(db: Database, name: string, value: string): Promise<string> {
  await db
    .insert(secret)
    .values({ name, value: Buffer.from(value) })
    .onConflictDoNothing();
  return (await readName(db, name)) ?? value;
}

async function readMarker(files: ObjectStore): Promise<string | null> {
  if ((await files.size(markerKey)) === null) return null;
  return (await files.read(markerKey)).toString();
}

function wrongStore(
  { object_store_url, data_dir }: Pick<Settings, "object_store_url" | "data_dir">,
  marker: string | null,
): Error {
  const url = object_store_url === null ? null : new URL(object_store_url);
  const place = url === null ? `The folder ${data_dir}` : `The store ${url.host}${url.pathname}`;
  const fault =
    marker === null
      ? "does not hold the files of this database"
      : "holds the files of another database";
  return startFault(
    `${place} ${fault}. Set OBJECT_STORE_URL, or DATA_DIR, to the store that the other servers on this database use. ` +
      `If you copied the database or its files by hand, copy the object ${markerKey} too${marker === null ? "" : ", or delete it"}.`,
  );
}
