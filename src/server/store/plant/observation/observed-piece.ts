// What the observations of a plant say of their components, read in pieces: other requests are answered between them.
import { and, desc, eq, lt } from "drizzle-orm";
import type { Database } from "../../../context.ts";
import { observation as table } from "../../schema/observation.ts";

/** Rows that are mapped in one piece: a few milliseconds. */
const ROWS = 2000;

const { id, component_type, dt_id, observed_at, column_values } = table;

/** The newest ID first, as in the list. */
export async function* readObservedPieces(db: Database, plantId: number) {
  for (let last: number | null = null; ;) {
    const rows: Awaited<ReturnType<typeof pieceOf>> = await pieceOf(db, plantId, last);
    yield rows;
    if (rows.length < ROWS) return;
    last = rows.at(-1)!.id;
  }
}

const pieceOf = (db: Database, plantId: number, last: number | null) =>
  db
    .select({ id, component_type, dt_id, observed_at, column_values })
    .from(table)
    .where(and(eq(table.plant_id, plantId), last === null ? undefined : lt(table.id, last)))
    .orderBy(desc(table.id))
    .limit(ROWS);
