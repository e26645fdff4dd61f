// Uploaded files of analyses.
import { and, asc, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { FileOrigin, ImagePlace } from "../../../../domain/analysis/analysis-file.ts";
import { nameKey } from "../../../../domain/analysis/upload-name.ts";
import type { TakenImage } from "../../../../domain/flight/flown/flown-line.ts";
import type { Database } from "../../../context.ts";
import { analysisFile } from "../../schema/analysis-file.ts";
import { analysis, task } from "../../schema/plant.ts";
import { isImageOfItsOwn, readLeftOut } from "./image-row.ts";

export type FileRow = typeof analysisFile.$inferSelect;

/**
 * Which of these names a file or a running upload of the analysis has, as their keys. Each is looked for in an index, so
 * that the number of files does not matter.
 */
export async function readTaken(
  db: Database,
  analysis_id: number,
  names: readonly string[],
): Promise<Set<string>> {
  const keys = sql.param([...new Set(names.map(nameKey))]);
  const { rows } = await db.execute<{ name_key: string }>(sql`
    select name_key from analysis_file
      where analysis_id = ${analysis_id} and name_key = any(${keys}::text[])
    union all
    select name_key from analysis_upload
      where analysis_id = ${analysis_id} and state = 'running' and name_key = any(${keys}::text[])`);
  return new Set(rows.map(({ name_key }) => name_key));
}

/** Where the images of an analysis were taken, and by which camera, of those that say where. */
export async function readImagePositions(db: Database, analysis_id: number): Promise<TakenImage[]> {
  const { lon, lat, relative_altitude, is_radiometric } = analysisFile;
  const is_thermal = sql<boolean | null>`${is_radiometric} is true or ${analysisFile.is_thermal}`;
  const rows = await db
    .select({ lon, lat, height_m: relative_altitude, is_thermal })
    .from(analysisFile)
    .where(
      and(
        eq(analysisFile.analysis_id, analysis_id),
        isNotNull(lon),
        isNotNull(lat),
        isImageOfItsOwn(analysis_id),
      ),
    );
  return rows.flatMap(({ lon: x, lat: y, ...row }) =>
    x === null || y === null ? [] : [{ ...row, place: [x, y] as const }],
  );
}

export async function insertFile(
  db: Database,
  row: Pick<
    typeof analysisFile.$inferInsert,
    "analysis_id" | "file_name" | "object" | "bytes" | "sha256" | "created_by"
  >,
): Promise<void> {
  await db.insert(analysisFile).values({ ...row, name_key: nameKey(row.file_name) });
}

/** A page takes a few milliseconds of the thread that answers all requests. */
const ROWS_AT_ONCE = 500;

/** The files by name in pages, with the name of the user who uploaded each. */
export async function* readFilePages(db: Database, analysis_id: number) {
  for (let after = ""; ;) {
    const rows = await db
      .select({
        file: analysisFile,
        user_name: sql<string | null>`account_name(${analysisFile.created_by})`,
      })
      .from(analysisFile)
      .where(and(eq(analysisFile.analysis_id, analysis_id), gt(analysisFile.name_key, after)))
      .orderBy(asc(analysisFile.name_key))
      .limit(ROWS_AT_ONCE);
    yield rows.map(({ file, user_name }) => ({ ...file, user_name }));
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.file.name_key;
  }
}

/** The images that say where they were taken, in pages by their names. */
export async function* readImagePlacePages(
  db: Database,
  analysis_id: number,
): AsyncGenerator<ImagePlace[]> {
  const one = analysisFile;
  const left = await readLeftOut(db, analysis_id);
  for (let after = ""; ;) {
    const rows = await db
      .select({
        id: one.id,
        name_key: one.name_key,
        file_name: one.file_name,
        camera_model: one.camera_model,
        taken_at: one.taken_at,
        relative_altitude: one.relative_altitude,
        gimbal_pitch: one.gimbal_pitch,
        gimbal_yaw: one.gimbal_yaw,
        gimbal_roll: one.gimbal_roll,
        height: one.height,
        is_radiometric: one.is_radiometric,
        drone_serial: one.drone_serial,
        lon: one.lon,
        lat: one.lat,
        // A raster has a place too, but no camera stood there.
        width: one.width,
      })
      .from(one)
      .where(
        and(
          eq(one.analysis_id, analysis_id),
          gt(one.name_key, after),
          isNotNull(one.lon),
          isNotNull(one.lat),
          isNotNull(one.width),
        ),
      )
      .orderBy(asc(one.name_key))
      .limit(ROWS_AT_ONCE);
    yield rows.flatMap(({ id, name_key, lon, lat, width, ...row }) =>
      left.has(id) || name_key === null || lon === null || lat === null || width === null
        ? []
        : [{ ...row, lon, lat, width }],
    );
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.name_key;
  }
}

/** How many files were not read yet. */
export function countWaitingFiles(db: Database, analysis_id: number): Promise<number> {
  const isWaiting = eq(analysisFile.reading_state, "waiting");
  return db.$count(analysisFile, and(eq(analysisFile.analysis_id, analysis_id), isWaiting));
}

export async function readFile(
  db: Database,
  analysis_id: number,
  file_name: string,
): Promise<FileRow | null> {
  const [row] = await db
    .select()
    .from(analysisFile)
    .where(
      and(eq(analysisFile.analysis_id, analysis_id), eq(analysisFile.name_key, nameKey(file_name))),
    );
  return row ?? null;
}

const isNamed = (analysis_id: number, names: readonly string[]) =>
  and(
    eq(analysisFile.analysis_id, analysis_id),
    sql`${analysisFile.name_key} = any(${sql.param(names.map(nameKey))}::text[])`,
  );

/** Deletes the named files; answers those that there were. */
export async function deleteFiles(
  db: Database,
  analysis_id: number,
  names: readonly string[],
): Promise<FileRow[]> {
  return db.delete(analysisFile).where(isNamed(analysis_id, names)).returning();
}

/** Gives the named files to another analysis; answers how many. */
export async function moveFiles(
  db: Database,
  { from, to }: { readonly from: number; readonly to: number },
  names: readonly string[],
): Promise<number> {
  const moved = await db
    .update(analysisFile)
    .set({ analysis_id: to })
    .where(isNamed(from, names))
    .returning({ id: analysisFile.id });
  return moved.length;
}

/** All files, oldest first. */
export function readFileRows(db: Database, analysis_id: number): Promise<FileRow[]> {
  return db
    .select()
    .from(analysisFile)
    .where(eq(analysisFile.analysis_id, analysis_id))
    .orderBy(asc(analysisFile.id));
}

/** Files that were not read yet, oldest first. Waits for uploads that are being stored. */
export async function readWaitingFiles(db: Database, analysis_id: number): Promise<FileRow[]> {
  return db.transaction(async (transaction) => {
    // An upload that found the task waiting launches no other: its files must be seen by this one.
    await transaction
      .select({ id: analysis.id })
      .from(analysis)
      .where(eq(analysis.id, analysis_id))
      .for("share");
    return transaction
      .select()
      .from(analysisFile)
      .where(
        and(eq(analysisFile.analysis_id, analysis_id), eq(analysisFile.reading_state, "waiting")),
      )
      .orderBy(asc(analysisFile.id));
  });
}

/** Stores what was read from the file. Does nothing if the file was deleted meanwhile. */
export async function storeReading(
  db: Database,
  id: number,
  read: Partial<FileOrigin> &
    Partial<Pick<FileRow, "temperature_values">> &
    Pick<FileRow, "reading_fault" | "thumb"> & { readonly reading_state: "read" | "unreadable" },
): Promise<void> {
  await db.update(analysisFile).set(read).where(eq(analysisFile.id, id));
}

/** Stores the task that reads new files, unless one waits already. Call this with the analysis locked. */
export async function launchReading(
  db: Database,
  { analysis_id, account_id }: { readonly analysis_id: number; readonly account_id: number | null },
): Promise<void> {
  const name = "read_analysis_files";
  const waits = and(
    eq(task.analysis_id, analysis_id),
    eq(task.name, name),
    eq(task.state, "PENDING"),
  );
  if ((await db.$count(task, waits)) > 0) return;
  const [found] = await db
    .select({ plant_id: analysis.plant_id })
    .from(analysis)
    .where(eq(analysis.id, analysis_id));
  const about = { analysis_id, plant_id: found?.plant_id, created_by: account_id };
  await db.insert(task).values({ name, input: { analysis_id }, ...about });
}
