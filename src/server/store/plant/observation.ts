// Observations of plants.
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../context.ts";
import { readImageRows } from "./observation-image.ts";
import { observation as table } from "../schema/observation.ts";

const columns = {
  id: table.id,
  plant_id: table.plant_id,
  component_type: table.component_type,
  dt_id: table.dt_id,
  observed_at: table.observed_at,
  notes: table.notes,
  external_id: table.external_id,
  revision: table.revision,
  analysis_id: table.analysis_id,
  column_values: table.column_values,
  file_ids: table.file_ids,
  created_by_user: sql<string | null>`account_name(${table.created_by})`,
  created_at: table.created_at,
  updated_by_user: sql<string | null>`account_name(${table.updated_by})`,
  updated_at: table.updated_at,
};

/** Rows of one insert: PostgreSQL takes 65,535 parameters. */
const ROWS_AT_ONCE = 2000;

type Wanted = { readonly id?: number; readonly external_ids?: readonly string[] };

/** Of a plant, newest first; narrowed to one, or to those of these clients' IDs. */
export function readObservationRows(
  db: Database,
  plantId: number,
  { id, external_ids }: Wanted = {},
) {
  return db
    .select(columns)
    .from(table)
    .where(
      and(
        eq(table.plant_id, plantId),
        id === undefined ? undefined : eq(table.id, id),
        external_ids && inArray(table.external_id, [...external_ids]),
      ),
    )
    .orderBy(desc(table.observed_at), desc(table.id));
}
export type ObservationRow = Awaited<ReturnType<typeof readObservationRows>>[number];

/** The plant of an observation, or null. */
export async function plantOfObservation(db: Database, id: number): Promise<number | null> {
  const [row] = await db.select({ plant_id: table.plant_id }).from(table).where(eq(table.id, id));
  return row?.plant_id ?? null;
}

/** The row for a change, locked until the end of the transaction; null if there is none any more. */
export async function lockObservation(db: Database, id: number) {
  const [row] = await db.select().from(table).where(eq(table.id, id)).for("update");
  return row ?? null;
}
export type LockedObservation = NonNullable<Awaited<ReturnType<typeof lockObservation>>>;

/** Stores those whose external ID the plant does not have yet; answers the IDs of the new rows. */
export async function insertObservations(
  db: Database,
  rows: readonly (typeof table.$inferInsert)[],
): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const inserted = await db
      .insert(table)
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflictDoNothing({ target: [table.plant_id, table.external_id] })
      .returning({ id: table.id });
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
}

type Changes = Partial<
  Pick<
    typeof table.$inferInsert,
    | "component_type"
    | "dt_id"
    | "observed_at"
    | "notes"
    | "analysis_id"
    | "column_values"
    | "file_ids"
  >
>;

/** Sets the fields and counts the revision. */
export async function changeObservation(
  db: Database,
  id: number,
  changes: Changes & { readonly updated_by: number },
): Promise<void> {
  await db
    .update(table)
    .set({ ...changes, revision: sql`${table.revision} + 1`, updated_at: sql`now()` })
    .where(eq(table.id, id));
}

/** Deletes one, or all of a component; answers their IDs and the keys of their photos. */
export async function deleteWithPhotos(
  db: Database,
  plantId: number,
  which: { readonly id: number } | { readonly dt_id: string },
): Promise<{ readonly ids: number[]; readonly keys: string[] }> {
  const condition = and(
    eq(table.plant_id, plantId),
    "id" in which ? eq(table.id, which.id) : eq(table.dt_id, which.dt_id),
  );
  // No photo arrives between the two statements.
  const rows = await db.select({ id: table.id }).from(table).where(condition).for("update");
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return { ids, keys: [] };
  const photos = await readImageRows(db, plantId, ids);
  await db.delete(table).where(inArray(table.id, ids));
  return { ids, keys: photos.flatMap(({ object, thumb }) => [object, thumb]) };
}

/** Takes the values of a column out of all observations of a plant. */
export async function dropColumnValues(
  db: Database,
  plantId: number,
  columnId: string,
): Promise<void> {
  const holding = JSON.stringify([{ column_id: columnId }]);
  await db
    .update(table)
    .set({
      column_values: sql`(select coalesce(jsonb_agg(one), '[]'::jsonb)
        from jsonb_array_elements(${table.column_values}) one
        where one ->> 'column_id' <> ${columnId})`,
    })
    .where(and(eq(table.plant_id, plantId), sql`${table.column_values} @> ${holding}::jsonb`));
}
