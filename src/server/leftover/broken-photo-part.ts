// Photos of observations that are sent in parts, and whose parts do not fit. The device begins such a photo again.
import { and, eq, max, min, sql } from "drizzle-orm";
import type { Database } from "../context.ts";
import {
  deleteParts,
  type PhotoOnItsWay,
} from "../store/plant/observation/observation-photo-part.ts";
import { observationImage, observationPhotoPart as table } from "../store/schema/observation.ts";
import type { Found, Parts } from "./leftover.ts";

type Arrived = PhotoOnItsWay & {
  /** In their order: where a part begins, how long it says to be, and how long it is, in bytes. */
  readonly parts: readonly (readonly [offset: number, bytes: number, length: number])[];
  readonly plant_id: number;
  readonly newest: string;
};

export async function* brokenPhotoParts({ ownerDb, before }: Parts): AsyncGenerator<Found> {
  for (const photo of await readArrived(ownerDb)) {
    const fault = (await storedFault(ownerDb, photo, before)) ?? partsFault(photo.parts);
    if (fault === null) continue;
    yield {
      words: `photo ${photo.file_id} of observation ${photo.observation_id} ${fault}`,
      remove: () => deleteParts(ownerDb, photo),
    };
  }
}

async function readArrived(db: Database): Promise<Arrived[]> {
  const of = [table.observation_id, table.file_id, table.hash] as const;
  const part = sql`json_build_array(${table.offset}, ${table.bytes}, octet_length(${table.body}))`;
  const [observation_id, file_id, hash] = of;
  return db
    .select({
      observation_id,
      file_id,
      hash,
      plant_id: sql<number>`${min(table.plant_id)}`,
      newest: sql<string>`${max(table.created_at)}`,
      parts: sql<Arrived["parts"]>`json_agg(${part} order by ${table.offset})`,
    })
    .from(table)
    .groupBy(...of);
}

/** A part that is missing, or another one than it says. */
function partsFault(parts: Arrived["parts"]): string | null {
  let end = 0;
  for (const [offset, bytes, length] of parts) {
    if (offset !== end) return `has a part at byte ${offset}, but the one before ends at ${end}`;
    if (bytes !== length) return `has a part of ${length} bytes that says to be ${bytes}`;
    end = offset + bytes;
  }
  return null;
}

/** A crash after the photo was stored leaves its parts. */
async function storedFault(
  db: Database,
  { plant_id, file_id, newest }: Arrived,
  before: Date,
): Promise<string | null> {
  if (new Date(newest) >= before) return null;
  const isStored = and(
    eq(observationImage.plant_id, plant_id),
    eq(observationImage.file_id, file_id),
  );
  const stored = await db
    .select({ id: observationImage.id })
    .from(observationImage)
    .where(isStored);
  return stored.length > 0 ? "is stored, and its parts are still there" : null;
}
