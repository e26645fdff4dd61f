// The digital twin of a plant: reading it, and replacing it in one transaction.
import { and, desc, eq, sql } from "drizzle-orm";
import type { ComponentType, Technology } from "../../../domain/component/component.ts";
import type { Twin, TwinLevel } from "../../../domain/component/component-index.ts";
import { failure } from "../../../domain/error.ts";
import type { BuiltTwin } from "../../../domain/twin/twin-build.ts";
import type { TwinReport } from "../../../domain/twin/twin-report.ts";
import type { Database, Services } from "../../context.ts";
import { analysis, analysisColumn, plant, twin } from "../schema/plant.ts";
import { storeTwin, twinKey, type TwinRow } from "./twin-object.ts";

type Stores = Pick<Services, "db" | "files">;

/** Advisory lock that separates publishing and removing objects. */
const objectLock = sql`select pg_advisory_xact_lock(hashtext('twin objects'))`;

/** The manifest of the current twin, or null without a twin. */
export async function readTwin(db: Database, plantId: number): Promise<Twin | null> {
  const [row] = await db
    .select({ manifest: twin.manifest })
    .from(plant)
    .innerJoin(twin, and(eq(twin.plant_id, plant.id), eq(twin.version, plant.twin_version)))
    .where(eq(plant.id, plantId));
  return row?.manifest ?? null;
}

export type TwinPlant = {
  readonly id: number;
  readonly name: string;
  readonly technology: Technology;
  readonly twin_version: number;
  readonly lon: number;
  readonly lat: number;
};

/** Outline and area of the plant, computed from its twin. */
export async function readTwinOutline(db: Database, plantId: number) {
  const [row] = await db
    .select({ area: plant.area, area_ha: plant.area_ha })
    .from(plant)
    .where(eq(plant.id, plantId));
  return row ?? { area: null, area_ha: null };
}

/** The plant's facts for an import; null if there is no plant. */
export async function readTwinPlant(db: Database, plantId: number): Promise<TwinPlant | null> {
  const [row] = await db
    .select({
      id: plant.id,
      name: plant.name,
      technology: plant.technology,
      twin_version: plant.twin_version,
      lon: plant.lon,
      lat: plant.lat,
    })
    .from(plant)
    .where(eq(plant.id, plantId));
  return row ?? null;
}

/** The report of the twin that a task published, or null: a repeated task must not publish again. */
export async function readTaskTwin(
  db: Database,
  plantId: number,
  taskId: number,
): Promise<TwinReport | null> {
  const [row] = await db
    .select({ report: twin.report })
    .from(twin)
    .where(and(eq(twin.plant_id, plantId), sql`${twin.report}->>'task_id' = ${String(taskId)}`))
    .orderBy(desc(twin.version))
    .limit(1);
  return row?.report ?? null;
}

/** Types of the current twin that were in no file and were derived from their children. */
export async function readDerivedTypes(db: Database, plantId: number): Promise<Set<string>> {
  const [row] = await db
    .select({ report: twin.report })
    .from(plant)
    .innerJoin(twin, and(eq(twin.plant_id, plant.id), eq(twin.version, plant.twin_version)))
    .where(eq(plant.id, plantId));
  return new Set(Object.keys(row?.report.made ?? {}));
}

/** Components that exist, by type. */
export function countsOf(levels: readonly TwinLevel[]): Partial<Record<ComponentType, number>> {
  return Object.fromEntries(levels.map((level) => [level.component_type, level.component_count]));
}

export type Publication = {
  readonly plant: Pick<TwinPlant, "id" | "twin_version">;
  readonly report: TwinReport;
  readonly created_by: number | null;
  /** What else belongs to the transaction. */
  readonly also?: (transaction: Database) => Promise<void>;
};

/**
 * Publishes a manifest as the plant's twin in one transaction. Its objects must be stored. The columns of the
 * plant must be counted again after it, see column-recount.ts.
 * Throws CONFLICT if the plant got another twin since `plant` was read.
 */
export async function publishManifest(
  { db, files }: Stores,
  row: TwinRow,
  { plant: before, report, created_by, also }: Publication,
): Promise<Twin> {
  return db.transaction(async (tx) => {
    await tx.execute(objectLock);
    for (const { geometry, names } of row.levels) {
      for (const hash of [geometry, names]) {
        if ((await files.size(twinKey(hash))) === null)
          throw failure("CONFLICT", { reason: "twin_changed" });
      }
    }
    const [now] = await tx
      .select({ version: plant.twin_version })
      .from(plant)
      .where(eq(plant.id, before.id))
      .for("no key update");
    if (now === undefined) throw failure("RESOURCE_NOT_FOUND");
    if (now.version !== before.twin_version) throw failure("CONFLICT", { reason: "twin_changed" });
    const [last] = await tx
      .select({ version: sql<number>`coalesce(max(${twin.version}), 0)::int` })
      .from(twin)
      .where(eq(twin.plant_id, before.id));
    const version = (last?.version ?? 0) + 1;
    const { origin, bounds, levels, area, area_ha } = row;
    const manifest: Twin = { plant_id: before.id, version, origin, bounds, levels };
    await tx.insert(twin).values({ plant_id: before.id, version, manifest, report, created_by });
    await also?.(tx);
    const component_count = levels.reduce((sum, level) => sum + level.component_count, 0);
    await tx
      .update(plant)
      .set({ twin_version: version, component_count, area, area_ha })
      .where(eq(plant.id, before.id));
    return manifest;
  });
}

/**
 * Publishes a level with other names; everything else of the twin stays. Columns need no new count: their rows are
 * the same. Throws CONFLICT if the plant got another twin since `twin` was read.
 * @returns the new version
 */
export async function publishNames(
  { db, files }: Stores,
  twin: Twin,
  level: TwinLevel,
  about: {
    readonly created_by: number | null;
    readonly renamed_count: number;
    readonly audit: (transaction: Database) => Promise<void>;
  },
): Promise<number> {
  const { plant_id, version, levels } = twin;
  const { component_type } = level;
  const outline = await readTwinOutline(db, plant_id);
  // What the next import of files asks of the last one.
  const made = Object.fromEntries(
    [...(await readDerivedTypes(db, plant_id))].map((type) => [type, 1]),
  );
  const changed = levels.map((one) => (one.component_type === component_type ? level : one));
  const published = await publishManifest(
    { db, files },
    { ...twin, ...outline, levels: changed },
    {
      plant: { id: plant_id, twin_version: version },
      report: { made, renamed: about.renamed_count },
      created_by: about.created_by,
      also: about.audit,
    },
  );
  return published.version;
}

/** Writes the objects of a built twin and publishes it. */
export async function publishTwin(
  stores: Stores,
  built: BuiltTwin,
  publication: Publication,
): Promise<Twin> {
  return publishManifest(stores, await storeTwin(stores.files, built), publication);
}

/** Number of the plant's analyses with values. Their twin cannot be deleted. */
export async function countAnalysesWithResults(
  db: Pick<Database, "select">,
  plantId: number,
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${analysis.id})::int` })
    .from(analysis)
    .innerJoin(analysisColumn, eq(analysisColumn.analysis_id, analysis.id))
    .where(eq(analysis.plant_id, plantId));
  return row?.count ?? 0;
}

/**
 * Removes all versions of the twin. `refuse` is called inside the transaction with the number of analyses
 * with results, and throws if they prevent it. `also` is done in the same transaction.
 * @param db connected as the owner, because objects of other customers count too
 */
export async function removeTwin(
  { db, files }: Stores,
  plantId: number,
  refuse: (analysesWithResults: number) => void,
  also: (transaction: Database) => Promise<void>,
): Promise<void> {
  const removed = await db.transaction(async (tx) => {
    await tx.select({ id: plant.id }).from(plant).where(eq(plant.id, plantId)).for("no key update");
    refuse(await countAnalysesWithResults(tx, plantId));
    await tx
      .update(plant)
      .set({ twin_version: 0, component_count: 0, area: null, area_ha: null })
      .where(eq(plant.id, plantId));
    await also(tx);
    return tx.delete(twin).where(eq(twin.plant_id, plantId)).returning();
  });
  const hashes = new Set(
    removed.flatMap(({ manifest }) =>
      manifest.levels.flatMap(({ geometry, names }) => [geometry, names]),
    ),
  );
  // After the rows are deleted: a crash here leaves too many objects, never too few.
  await db.transaction(async (tx) => {
    await tx.execute(objectLock);
    for (const hash of hashes) {
      const [used] = await tx
        .select({ one: sql`1` })
        .from(twin)
        .where(sql`${twin.manifest}::text like ${`%${hash}%`}`)
        .limit(1);
      if (used === undefined) await files.remove(twinKey(hash));
    }
  });
}
