// What has arrived of photos of observations that are sent in parts.
import { and, eq, lt, max, sum } from "drizzle-orm";
import type { Database } from "../../../context.ts";
import { observationPhotoPart as table } from "../../schema/observation.ts";

/** A photo on its way: the ID of the client, and the SHA-256 of the whole photo. */
export type PhotoOnItsWay = {
  readonly observation_id: number;
  readonly file_id: string;
  readonly hash: string;
};

const isOf = ({ observation_id, file_id, hash }: PhotoOnItsWay) =>
  and(eq(table.observation_id, observation_id), eq(table.file_id, file_id), eq(table.hash, hash));

/** How many bytes have arrived. */
export async function readPartOffset(db: Database, photo: PhotoOnItsWay): Promise<number> {
  return (await readArrived(db, photo)).offset;
}

/** How many bytes have arrived, and how many the photo has by its first part; null where that is not known. */
export async function readArrived(
  db: Database,
  photo: PhotoOnItsWay,
): Promise<{ readonly offset: number; readonly declared: number | null }> {
  const [row] = await db
    .select({ offset: sum(table.bytes), declared: max(table.declared) })
    .from(table)
    .where(isOf(photo));
  return { offset: Number(row?.offset ?? 0), declared: row?.declared ?? null };
}

export async function insertPart(db: Database, row: typeof table.$inferInsert): Promise<void> {
  await db.insert(table).values(row);
}

/** What has arrived, part by part in their order, each read when it is asked for. */
export async function* readParts(db: Database, photo: PhotoOnItsWay): AsyncGenerator<Buffer> {
  for (let from = 0; ;) {
    const [row] = await db
      .select({ body: table.body })
      .from(table)
      .where(and(isOf(photo), eq(table.offset, from)));
    if (!row || row.body.length === 0) return;
    yield row.body;
    from += row.body.length;
  }
}

export async function deleteParts(db: Database, photo: PhotoOnItsWay): Promise<void> {
  await db.delete(table).where(isOf(photo));
}

/** Removes the parts of photos whose sending was given up. */
export async function sweepPhotoParts(db: Database, before: Date): Promise<void> {
  await db.delete(table).where(lt(table.created_at, before.toISOString()));
}
