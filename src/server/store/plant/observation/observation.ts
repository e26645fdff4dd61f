// Observations of plants.
import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { limits } from "../../../../domain/limits.ts";
import type { Database } from "../../../context.ts";
import { insertImages, readImageRows } from "./observation-image.ts";
import { account } from "../../schema/account.ts";
import { deletedObservation, observation as table } from "../../schema/observation.ts";
import { analysis } from "../../schema/plant.ts";

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
  finished_ids: table.finished_ids,
  fault_type: table.fault_type,
  created_by: table.created_by,
  created_at: table.created_at,
  updated_by: table.updated_by,
  updated_at: table.updated_at,
};

/** Rows of one insert: PostgreSQL takes 65,535 parameters. */
const ROWS_AT_ONCE = 2000;

type Wanted = {
  readonly id?: number;
  readonly ids?: readonly number[];
  readonly external_ids?: readonly string[];
  readonly page?: { readonly offset: number; readonly limit: number };
};

/** Of a plant, newest first; narrowed to one, to some, to those of these clients' IDs, or to a page of the list. */
export function readObservationRows(
  db: Database,
  plantId: number,
  { id, ids, external_ids, page }: Wanted = {},
) {
  const query = db
    .select(columns)
    .from(table)
    .where(
      and(
        eq(table.plant_id, plantId),
        id === undefined ? undefined : eq(table.id, id),
        ids && inArray(table.id, [...ids]),
        external_ids && inArray(table.external_id, [...external_ids]),
      ),
    )
    .orderBy(desc(table.observed_at), desc(table.id));
  return page ? query.limit(page.limit).offset(page.offset) : query;
}
export type ObservationRow = Awaited<ReturnType<typeof readObservationRows>>[number];

/**
 * The IDs of a plant's observations, in the order of the list and in pages. The database makes the pages: a million rows
 * would be mapped in one go.
 */
export async function readObservationIds(
  db: Database,
  plantId: number,
  size: number,
): Promise<number[][]> {
  const { rows } = await db.execute<{ ids: number[] }>(sql`
    select array_agg(id order by place) as ids from (
      select id, place, (place - 1) / ${size}::int as page from (
        select id, row_number() over (order by observed_at desc, id desc) as place
        from observation where plant_id = ${plantId}
      ) as placed
    ) as paged group by page order by page`);
  return rows.map(({ ids }) => ids);
}

/** How many observations a plant has. */
export function countObservations(db: Database, plantId: number): Promise<number> {
  return db.$count(table, eq(table.plant_id, plantId));
}

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

/** Those of these external IDs that the plant's observations have. */
export async function knownExternalIds(
  db: Database,
  plantId: number,
  external_ids: readonly string[],
): Promise<string[]> {
  if (external_ids.length === 0) return [];
  const rows = await db
    .select({ external_id: table.external_id })
    .from(table)
    .where(and(eq(table.plant_id, plantId), inArray(table.external_id, [...external_ids])));
  return rows.map(({ external_id }) => external_id);
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
    | "fault_type"
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

/** Notes the findings that were done with a new observation. */
export async function setFinishedFindings(
  db: Database,
  id: number,
  finished_ids: number[],
): Promise<void> {
  await db.update(table).set({ finished_ids }).where(eq(table.id, id));
}

/** Deletes one, or all of a component, and keeps them for `restoreObservation`; answers their IDs. */
export async function deleteWithPhotos(
  db: Database,
  plantId: number,
  which: { readonly id: number } | { readonly dt_id: string },
): Promise<number[]> {
  const condition = and(
    eq(table.plant_id, plantId),
    "id" in which ? eq(table.id, which.id) : eq(table.dt_id, which.dt_id),
  );
  // No photo arrives between the statements.
  const rows = await db.select().from(table).where(condition).for("update");
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return ids;
  const photos = await readImageRows(db, plantId, ids);
  const photosOf = Map.groupBy(photos, ({ observation_id }) => observation_id);
  const kept = rows.map((content) => ({
    id: content.id,
    plant_id: plantId,
    content,
    images: photosOf.get(content.id) ?? [],
  }));
  for (let at = 0; at < kept.length; at += ROWS_AT_ONCE) {
    await db.insert(deletedObservation).values(kept.slice(at, at + ROWS_AT_ONCE));
  }
  await db.delete(table).where(inArray(table.id, ids));
  return ids;
}

/** Those of a plant that can be put back, the one that was deleted last first, and how many they are in all. */
export async function readDeletedRows(db: Database, plantId: number) {
  const ofPlant = eq(deletedObservation.plant_id, plantId);
  const { id, content, images, deleted_at } = deletedObservation;
  const countOf = (kinds: string) =>
    sql<number>`jsonb_array_length(jsonb_path_query_array(${images}, ${kinds}::jsonpath))`;
  const photo_count = countOf('$[*] ? (@.content_type starts with "image/")');
  const recording_count = countOf('$[*] ? (!(@.content_type starts with "image/"))');
  const rows = await db
    .select({ id, content, deleted_at, photo_count, recording_count })
    .from(deletedObservation)
    .where(ofPlant)
    .orderBy(desc(deleted_at), desc(id))
    .limit(limits.deletedObservationsListed);
  return { count: await db.$count(deletedObservation, ofPlant), rows };
}

/** What is left of a deleted observation of a plant, locked; null if it was never deleted, or too long ago. */
export async function lockDeleted(db: Database, plantId: number, id: number) {
  const [row] = await db
    .select()
    .from(deletedObservation)
    .where(and(eq(deletedObservation.plant_id, plantId), eq(deletedObservation.id, id)))
    .for("update");
  return row ?? null;
}
type Deleted = NonNullable<Awaited<ReturnType<typeof lockDeleted>>>;

/**
 * Puts a deleted observation back with its ID, author and photos; false if another one has its external ID by now.
 * What was deleted meanwhile (the analysis, a user, a column) is left out.
 */
export async function restoreObservation(
  db: Database,
  { id, content, images }: Deleted,
  isColumn: (column_id: string) => boolean,
): Promise<boolean> {
  const people = await existing(db, account, [content.created_by, content.updated_by]);
  const analyses = await existing(db, analysis, [content.analysis_id]);
  const restored = await db
    .insert(table)
    .values({
      ...content,
      analysis_id: analyses(content.analysis_id),
      created_by: people(content.created_by),
      updated_by: people(content.updated_by),
      column_values: content.column_values.filter(({ column_id }) => isColumn(column_id)),
      revision: content.revision + 1,
    })
    .onConflictDoNothing()
    .returning({ id: table.id });
  if (restored.length === 0) return false;
  const by = await existing(
    db,
    account,
    images.map(({ created_by }) => created_by),
  );
  const photos = images.map((image) => ({ ...image, created_by: by(image.created_by) }));
  await insertImages(db, photos);
  await db.delete(deletedObservation).where(eq(deletedObservation.id, id));
  return true;
}

/** A function that answers the ID where the table still has it, else null. */
async function existing(
  db: Database,
  of: typeof account | typeof analysis,
  ids: readonly (number | null)[],
) {
  const wanted = ids.filter((id) => id !== null);
  const rows = wanted.length
    ? await db.select({ id: of.id }).from(of).where(inArray(of.id, wanted))
    : [];
  return (id: number | null) => (rows.some((row) => row.id === id) ? id : null);
}

/** Forgets observations that were deleted before; their photos are removed as leftovers. */
export async function sweepDeletedObservations(db: Database, before: Date): Promise<void> {
  await db
    .delete(deletedObservation)
    .where(lt(deletedObservation.deleted_at, before.toISOString()));
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
