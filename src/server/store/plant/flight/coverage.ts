// The images and columns of the coverage of a survey, and the task that generates it.
import { createHash } from "node:crypto";
import { and, desc, eq, inArray, isNotNull, max, min, sql } from "drizzle-orm";
import { unfinishedStates } from "../../../../domain/analysis/task.ts";
import type { Twin } from "../../../../domain/component/component-index.ts";
import { coverageTask } from "../../../../domain/coverage/coverage.ts";
import { coverageKeyFigures } from "../../../../domain/key-figure/key-figure-coverage.ts";
import type { CoverageFile } from "../../../../domain/coverage/coverage-images.ts";
import {
  seenByDroneShape,
  type DroneImages,
  type SeenByDrone,
} from "../../../../domain/coverage/drone-coverage.ts";
import type { Database } from "../../../context.ts";
import type { ColumnsOf } from "../../columns-of.ts";
import { analysisFile } from "../../schema/analysis-file.ts";
import { analysis, plant, task, valueChange } from "../../schema/plant.ts";
import { isImageOfItsOwn } from "../analysis/image-row.ts";
import { listColumns, type ColumnRow } from "../column/column.ts";

const ids = coverageKeyFigures.map(({ id }) => id);

export type CoverageImageRow = CoverageFile & { readonly id: number; readonly name_key: string };

const isCounted = (analysis_id: number) =>
  and(
    eq(analysisFile.analysis_id, analysis_id),
    isNotNull(analysisFile.width),
    isImageOfItsOwn(analysis_id),
  );

/** The uploaded images, oldest first. */
export async function readCoverageImages(
  db: Database,
  analysis_id: number,
): Promise<CoverageImageRow[]> {
  return db
    .select({
      id: analysisFile.id,
      name_key: analysisFile.name_key,
      camera_make: analysisFile.camera_make,
      camera_model: analysisFile.camera_model,
      taken_at: analysisFile.taken_at,
      utc_offset: analysisFile.utc_offset,
      lon: analysisFile.lon,
      lat: analysisFile.lat,
      altitude: analysisFile.altitude,
      relative_altitude: analysisFile.relative_altitude,
      gimbal_pitch: analysisFile.gimbal_pitch,
      gimbal_yaw: analysisFile.gimbal_yaw,
      gimbal_roll: analysisFile.gimbal_roll,
      width: analysisFile.width,
      height: analysisFile.height,
      is_radiometric: analysisFile.is_radiometric,
      is_thermal: analysisFile.is_thermal,
      lens: analysisFile.lens,
      drone_serial: analysisFile.drone_serial,
    })
    .from(analysisFile)
    .where(isCounted(analysis_id))
    .orderBy(analysisFile.id);
}

/** Counts of the uploaded images by the drone that they name. */
export function readDroneImages(db: Database, analysis_id: number): Promise<DroneImages[]> {
  const { is_radiometric, is_thermal, lon, taken_at, drone_serial } = analysisFile;
  return db
    .select({
      drone_serial,
      images: sql<number>`count(*)::int`,
      thermal: sql<number>`(count(*) filter (where ${is_radiometric} or ${is_thermal}))::int`,
      placed: sql<number>`count(${lon})::int`,
      first_taken_at: min(taken_at),
      last_taken_at: max(taken_at),
    } satisfies ColumnsOf<DroneImages>)
    .from(analysisFile)
    .where(isCounted(analysis_id))
    .groupBy(drone_serial)
    .orderBy(drone_serial);
}

/** The same images, twin and mounting, all as they are read here, give the same text. */
export function coverageBasis(
  images: readonly CoverageImageRow[],
  twin: Pick<Twin, "version">,
  plant_facts: CoveragePlantRow | null,
): string {
  const hash = createHash("sha256");
  // Which drone took an image changes nothing of what it shows. An absent field is not written.
  const shown = images.map((image) => ({
    ...image,
    drone_serial: undefined,
    is_thermal: image.is_thermal === true ? true : undefined,
  }));
  hash.update(JSON.stringify([twin.version, plant_facts, shown]));
  return hash.digest("hex");
}

export type CoveragePlantRow = Pick<
  typeof plant.$inferSelect,
  | "technology"
  | "mounting_type"
  | "mounting_orientation"
  | "module_inclination"
  | "orientation_angle"
  | "lon"
  | "lat"
>;

/** How the components of the analysis' plant face the sun. */
export async function readCoveragePlant(
  db: Database,
  analysis_id: number,
): Promise<CoveragePlantRow | null> {
  const [row] = await db
    .select({
      technology: plant.technology,
      mounting_type: plant.mounting_type,
      mounting_orientation: plant.mounting_orientation,
      module_inclination: plant.module_inclination,
      orientation_angle: plant.orientation_angle,
      lon: plant.lon,
      lat: plant.lat,
    })
    .from(plant)
    .innerJoin(analysis, eq(analysis.plant_id, plant.id))
    .where(eq(analysis.id, analysis_id));
  return row ?? null;
}

export function listCoverageColumns(db: Database, analysis_id: number): Promise<ColumnRow[]> {
  return listColumns(db, [analysis_id], ids);
}

/** Edits of a coverage end with the images that they were made for. */
export async function endCoverageEdits(db: Database, analysis_id: number, at: Date): Promise<void> {
  await db
    .update(valueChange)
    .set({ undone_at: at.toISOString() })
    .where(and(eq(valueChange.analysis_id, analysis_id), inArray(valueChange.key_figure_id, ids)));
}

/** The newest task that has not ended, or null. */
export async function readCoverageTask(db: Database, analysis_id: number): Promise<number | null> {
  const [row] = await db
    .select({ id: task.id })
    .from(task)
    .where(
      and(
        eq(task.analysis_id, analysis_id),
        eq(task.name, coverageTask),
        inArray(task.state, unfinishedStates),
      ),
    )
    .orderBy(desc(task.id))
    .limit(1);
  return row?.id ?? null;
}

type CountedBefore = {
  readonly basis: string;
  readonly finished_at: string;
  /** Null for a task of an earlier version, which did not count by drone. */
  readonly by_drone: readonly SeenByDrone[] | null;
};

/** What the last finished task counted from, and when; null without one. */
export async function readCoverageBasis(
  db: Database,
  analysis_id: number,
): Promise<CountedBefore | null> {
  const [row] = await db
    .select({ result: task.result, finished_at: task.finished_at })
    .from(task)
    .where(
      and(
        eq(task.analysis_id, analysis_id),
        eq(task.name, coverageTask),
        eq(task.state, "SUCCESSFUL"),
      ),
    )
    .orderBy(desc(task.id))
    .limit(1);
  const basis = row?.result?.["basis"];
  if (!row?.finished_at || typeof basis !== "string") return null;
  const by_drone = seenByDroneShape.array().safeParse(row.result?.["by_drone"]).data ?? null;
  return { basis, finished_at: row.finished_at, by_drone };
}

/** Stores the task that generates the coverage, unless one waits already. Call this with the analysis locked. */
export async function launchCoverage(
  db: Database,
  { analysis_id, account_id }: { readonly analysis_id: number; readonly account_id: number | null },
): Promise<number> {
  const waits = and(
    eq(task.analysis_id, analysis_id),
    eq(task.name, coverageTask),
    eq(task.state, "PENDING"),
  );
  const [waiting] = await db.select({ id: task.id }).from(task).where(waits).limit(1);
  if (waiting) return waiting.id;
  const [found] = await db
    .select({ plant_id: analysis.plant_id })
    .from(analysis)
    .where(eq(analysis.id, analysis_id));
  const about = { analysis_id, plant_id: found?.plant_id, created_by: account_id };
  const [stored] = await db
    .insert(task)
    .values({ name: coverageTask, input: { analysis_id }, ...about })
    .returning({ id: task.id });
  if (!stored) throw new Error("the task was not stored");
  return stored.id;
}

/** The same, where the analysis has a coverage that its files no longer support. */
export async function renewCoverage(
  db: Database,
  wanted: { readonly analysis_id: number; readonly account_id: number | null },
): Promise<void> {
  const columns = await listCoverageColumns(db, wanted.analysis_id);
  if (columns.length > 0) await launchCoverage(db, wanted);
}
