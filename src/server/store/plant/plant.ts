// Plants that a viewer sees.
import { and, asc, eq, inArray, ne, sql, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Twin } from "../../../domain/component/component-index.ts";
import { failure } from "../../../domain/error.ts";
import { coverageKeyFigures } from "../../../domain/key-figure/key-figure-coverage.ts";
import type { Plant, PlantBelongings, PlantForm } from "../../../domain/plant/plant.ts";
import { plantTimeZone } from "../../../domain/plant/plant-zone.ts";
import type { Database, Viewer } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { cachedQuery } from "../prepared.ts";
import { accountPlant, customer } from "../schema/account.ts";
import { analysis, analysisColumn, keyFigureLimits, plant, twin } from "../schema/plant.ts";
import { blueprint, customComponentProperty, purchaseOrder } from "../schema/provider.ts";
import { computedTime } from "../schema/time.ts";
import { withTakeOff } from "./flight/flight-area.ts";

export type ViewerScope = Pick<Viewer, "customer_id" | "plant_ids" | "is_admin" | "is_super_admin">;

/** Condition: plants of the viewer's customer, and only assigned ones if plants are assigned. */
export function isPlantSeen(viewer: ViewerScope): SQL | undefined {
  return and(
    viewer.customer_id === null ? undefined : eq(plant.customer_id, viewer.customer_id),
    viewer.plant_ids === null ? undefined : inArray(plant.id, [...viewer.plant_ids]),
  );
}

type AnalysisViewer = Pick<Viewer, "is_admin" | "is_super_admin">;

/** Condition: customers see released analyses, staff all but the protected ones, super admins all. */
export function isAnalysisSeen({ is_admin, is_super_admin }: AnalysisViewer): SQL | undefined {
  if (!is_admin) return eq(analysis.visibility, "released");
  return is_super_admin ? undefined : ne(analysis.visibility, "protected");
}

/** Conditions that are part of the statement. */
type Variant = {
  one: boolean;
  ofAnalysis: boolean;
  own: boolean;
  assigned: boolean;
} & AnalysisViewer;

/** Condition: components were measured. What the images show of them is no result (`hasResults` of the domain). */
const hasResult = sql`exists (select 1 from ${analysisColumn}
  where ${analysisColumn.analysis_id} = ${analysis.id}
    and ${analysisColumn.key_figure_id} not in (${sql.raw(
      coverageKeyFigures.map(({ id }) => id).join(", "),
    )}))`;

/** GeoJSON of areas with their names, of which older rows have none. */
const withNames = (polygons: PgColumn) =>
  sql<Plant["flight_polygons"]>`jsonb_build_object('names', '[]'::jsonb) || ${polygons}`;

const plantQuery = cachedQuery((db, variant: Variant, name) => {
  const { one, ofAnalysis, own, assigned } = variant;
  const newest = sql`(select max(${analysis.flown_at}) from ${analysis}
    where ${and(sql`${analysis.plant_id} = ${plant.id}`, isAnalysisSeen(variant), hasResult)})`;
  return db
    .select({
      id: plant.id,
      customer_id: plant.customer_id,
      customer_name: customer.name,
      name: plant.name,
      technology: plant.technology,
      nominal_capacity: plant.nominal_capacity,
      capacity_estimated: plant.capacity_estimated,
      mounting_type: plant.mounting_type,
      mounting_orientation: plant.mounting_orientation,
      module_inclination: plant.module_inclination,
      orientation_angle: plant.orientation_angle,
      setup_phase: plant.setup_phase,
      drone_in_a_box: plant.drone_in_a_box,
      flight_ceiling: plant.flight_ceiling,
      lon: plant.lon,
      lat: plant.lat,
      area: plant.area,
      area_ha: plant.area_ha,
      take_off_position: sql<[number, number] | null>`${plant.take_off_positions} -> 0 -> 'place'`,
      take_off_positions: plant.take_off_positions,
      flight_polygons: withNames(plant.flight_polygons),
      no_fly_polygons: withNames(plant.no_fly_polygons),
      obstacles: plant.obstacles,
      flight_area_version: plant.flight_area_version,
      file_overlay: plant.file_overlay,
      component_count: plant.component_count,
      twin_version: plant.twin_version,
      last_survey_at: computedTime(newest),
    } satisfies ColumnsOf<Omit<Plant, "digitized" | "time_zone">>)
    .from(plant)
    .innerJoin(customer, eq(customer.id, plant.customer_id))
    .where(
      and(
        one ? eq(plant.id, sql.placeholder("id")) : undefined,
        ofAnalysis
          ? sql`${plant.id} = (select ${analysis.plant_id} from ${analysis}
              where ${analysis.id} = ${sql.placeholder("analysis_id")})`
          : undefined,
        own ? eq(plant.customer_id, sql.placeholder("customer_id")) : undefined,
        assigned ? sql`${plant.id} = any(${sql.placeholder("plant_ids")}::int[])` : undefined,
      ),
    )
    .orderBy(asc(plant.name), asc(plant.id))
    .prepare(name);
}, "plants");

async function runPlantQuery(
  db: Database,
  viewer: ViewerScope,
  { id, analysis_id }: { id?: number; analysis_id?: number },
): Promise<Plant[]> {
  const { customer_id, plant_ids, is_admin, is_super_admin } = viewer;
  const variant = {
    one: id !== undefined,
    ofAnalysis: analysis_id !== undefined,
    own: customer_id !== null,
    assigned: plant_ids !== null,
    is_admin,
    is_super_admin,
  };
  const values = { id, analysis_id, customer_id, plant_ids };
  const rows = await plantQuery(db, variant).execute(values);
  return rows.map((row) => ({
    ...row,
    digitized: row.twin_version > 0,
    time_zone: plantTimeZone(row),
  }));
}

/** The plants that the viewer sees, by name. */
export function readPlants(db: Database, viewer: ViewerScope): Promise<Plant[]> {
  return runPlantQuery(db, viewer, {});
}

/** The plant, or null if it does not exist or the viewer does not see it. */
export async function readPlant(
  db: Database,
  viewer: ViewerScope,
  id: number,
): Promise<Plant | null> {
  return (await runPlantQuery(db, viewer, { id }))[0] ?? null;
}

/** The plant of an analysis. Does not check if the viewer sees the analysis. */
export async function readPlantOf(
  db: Database,
  viewer: ViewerScope,
  analysis_id: number,
): Promise<Plant | null> {
  return (await runPlantQuery(db, viewer, { analysis_id }))[0] ?? null;
}

/** The manifests of the current twins by plant ID; plants without a twin are left out. */
export async function readTwins(db: Database, viewer: ViewerScope): Promise<Map<number, Twin>> {
  const rows = await db
    .select({ plant_id: plant.id, manifest: twin.manifest })
    .from(plant)
    .innerJoin(twin, and(eq(twin.plant_id, plant.id), eq(twin.version, plant.twin_version)))
    .where(isPlantSeen(viewer));
  return new Map(rows.map(({ plant_id, manifest }) => [plant_id, manifest]));
}

/** Number of analyses that the viewer sees, by plant ID. */
export async function countAnalyses(
  db: Database,
  viewer: ViewerScope,
): Promise<Map<number, number>> {
  const rows = await db
    .select({ plant_id: analysis.plant_id, count: sql<number>`count(*)::int` })
    .from(analysis)
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .where(and(isPlantSeen(viewer), isAnalysisSeen(viewer)))
    .groupBy(analysis.plant_id);
  return new Map(rows.map(({ plant_id, count }) => [plant_id, count]));
}

export async function insertPlant(db: Database, form: PlantForm): Promise<number> {
  const [row] = await db.insert(plant).values(withTakeOff(form)).returning({ id: plant.id });
  if (!row) throw new Error("the plant was not stored");
  return row.id;
}

/**
 * Fields that change the flight areas have the version that follows the one they are based on.
 * @throws CONFLICT if somebody has changed the flight areas since
 */
export async function updatePlant(
  db: Database,
  id: number,
  fields: PgUpdateSetSource<typeof plant>,
): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  const { flight_area_version: next } = fields;
  const isBase = typeof next === "number" ? eq(plant.flight_area_version, next - 1) : undefined;
  const rows = await db
    .update(plant)
    .set(fields)
    .where(and(eq(plant.id, id), isBase))
    .returning({ id: plant.id });
  if (rows.length === 0 && isBase) throw failure("CONFLICT", { reason: "flight_areas_changed" });
}

/** Deletes the plant unless `refuse` throws. */
export async function deletePlant(
  db: Database,
  id: number,
  refuse: (belongings: PlantBelongings) => void,
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.select({ id: plant.id }).from(plant).where(eq(plant.id, id)).for("update");
    refuse(await readBelongings(transaction, id));
    await transaction.delete(plant).where(eq(plant.id, id));
  });
}

/** Counts what depends on the plant, regardless of the viewer. */
export async function readBelongings(db: Database, id: number): Promise<PlantBelongings> {
  const count = (table: PgTable, condition: SQL) =>
    sql<number>`(select count(*)::int from ${table} where ${condition})`;
  const ofPlant = eq(analysis.plant_id, id);
  const [row] = await db
    .select({
      analysis_count: count(analysis, ofPlant),
      released_count: count(analysis, sql`${ofPlant} and ${eq(analysis.visibility, "released")}`),
      order_count: count(purchaseOrder, eq(purchaseOrder.plant_id, id)),
      property_count: count(customComponentProperty, eq(customComponentProperty.plant_id, id)),
      blueprint_count: count(blueprint, eq(blueprint.plant_id, id)),
      user_count: count(accountPlant, eq(accountPlant.plant_id, id)),
    } satisfies ColumnsOf<PlantBelongings>)
    .from(plant)
    .where(eq(plant.id, id));
  if (!row) throw failure("RESOURCE_NOT_FOUND");
  return row;
}

export async function customerExists(db: Database, id: number): Promise<boolean> {
  return (await db.$count(customer, eq(customer.id, id))) === 1;
}

export function readLimits(db: Database, plant_id: number) {
  return db
    .select({ key_figure_id: keyFigureLimits.key_figure_id, limits: keyFigureLimits.limits })
    .from(keyFigureLimits)
    .where(eq(keyFigureLimits.plant_id, plant_id))
    .orderBy(keyFigureLimits.key_figure_id);
}

/** Sets a key figure's limits for the plant; an empty list removes them. */
export async function storeLimits(
  db: Database,
  plant_id: number,
  { key_figure_id, limits }: { key_figure_id: number; limits: number[] },
): Promise<void> {
  if (limits.length === 0) {
    await db
      .delete(keyFigureLimits)
      .where(
        and(
          eq(keyFigureLimits.plant_id, plant_id),
          eq(keyFigureLimits.key_figure_id, key_figure_id),
        ),
      );
    return;
  }
  await db
    .insert(keyFigureLimits)
    .values({ plant_id, key_figure_id, limits })
    .onConflictDoUpdate({
      target: [keyFigureLimits.plant_id, keyFigureLimits.key_figure_id],
      set: { limits },
    });
}
