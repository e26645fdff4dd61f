// The elevation of plants: its row and its grid in the object store.
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import {
  readElevationBytes,
  type Elevation,
  type ElevationGrid,
} from "../../../../domain/flight/ground/elevation.ts";
import type { Database, Services } from "../../../context.ts";
import type { ColumnsOf } from "../../columns-of.ts";
import { plantElevation } from "../../schema/flight.ts";

export type ElevationRow = Elevation & { readonly object: string };

const columns = {
  plant_id: plantElevation.plant_id,
  file_name: plantElevation.file_name,
  object: plantElevation.object,
  bytes: plantElevation.bytes,
  columns: plantElevation.columns,
  rows: plantElevation.rows,
  resolution_m: plantElevation.resolution_m,
  lowest_m: plantElevation.lowest_m,
  highest_m: plantElevation.highest_m,
  bounds: plantElevation.bounds,
  created_at: plantElevation.created_at,
  user_name: sql<string>`coalesce(account_name(${plantElevation.created_by}), '')`,
} satisfies ColumnsOf<ElevationRow>;

export async function readElevation(db: Database, plant_id: number): Promise<ElevationRow | null> {
  const [row] = await db
    .select(columns)
    .from(plantElevation)
    .where(eq(plantElevation.plant_id, plant_id));
  return row ?? null;
}

/** Stores the row in place of the one before. */
export async function replaceElevation(
  db: Database,
  values: typeof plantElevation.$inferInsert,
): Promise<void> {
  await deleteElevation(db, values.plant_id);
  await db.insert(plantElevation).values(values);
}

export async function deleteElevation(db: Database, plant_id: number): Promise<void> {
  await db.delete(plantElevation).where(eq(plantElevation.plant_id, plant_id));
}

const unzipped = promisify(gunzip);

/** The heights around the plant, and the key of their file, which no other file ever has; null without an elevation file. */
export async function readStoredGrid(
  { db, files }: Pick<Services, "db" | "files">,
  plant_id: number,
): Promise<{ readonly object: string; readonly grid: ElevationGrid } | null> {
  const row = await readElevation(db, plant_id);
  if (!row) return null;
  const { object } = row;
  return { object, grid: readElevationBytes(await unzipped(await files.read(object))) };
}

/** The heights around the plant; null without an elevation file. */
export const readElevationGrid = async (
  services: Pick<Services, "db" | "files">,
  plant_id: number,
): Promise<ElevationGrid | null> => (await readStoredGrid(services, plant_id))?.grid ?? null;
