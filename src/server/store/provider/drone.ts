// Drones that a viewer sees.
import { and, asc, eq, isNull, max, min, ne, or, sql, type SQL } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Drone, DroneForm, DronePlant } from "../../../domain/provider/drone.ts";
import type { Database, Viewer } from "../../context.ts";
import type { ColumnsOf } from "../columns-of.ts";
import { customer } from "../schema/account.ts";
import { analysis, plant } from "../schema/plant.ts";
import { drone, droneModel } from "../schema/provider.ts";
import { isAnalysisSeen, isPlantSeen } from "../plant/plant.ts";
import { isDroneSeen } from "../viewer-scope.ts";

type ViewerScope = Pick<Viewer, "customer_id">;

function read(db: Database, viewer: ViewerScope, condition?: SQL): Promise<Drone[]> {
  return db
    .select({
      id: drone.id,
      drone_model_id: drone.drone_model_id,
      serial_number: drone.serial_number,
      internal_identifier: drone.internal_identifier,
      customer_id: drone.customer_id,
      type: drone.type,
      retired: drone.retired,
      generic: drone.generic,
      model_name: droneModel.name,
      model_abbreviation: droneModel.abbreviation,
      supported: droneModel.supported,
      customer_name: customer.name,
      analysis_count: sql<number>`(select count(*)::int from ${analysis}
        where ${analysis.drone_id} = ${drone.id})`,
    } satisfies ColumnsOf<Drone>)
    .from(drone)
    .innerJoin(droneModel, eq(droneModel.id, drone.drone_model_id))
    .leftJoin(customer, eq(customer.id, drone.customer_id))
    .where(and(isDroneSeen(viewer), condition))
    .orderBy(asc(drone.internal_identifier));
}

/** The drones that the viewer sees, by internal identifier. */
export function readDrones(db: Database, viewer: ViewerScope): Promise<Drone[]> {
  return read(db, viewer);
}

/** Visible drones that can fly for a customer: its own and the provider's, not retired, supported. */
export function readAvailableDrones(
  db: Database,
  viewer: ViewerScope,
  customer_id: number,
): Promise<Drone[]> {
  return read(
    db,
    viewer,
    and(
      eq(drone.retired, false),
      eq(droneModel.supported, true),
      or(eq(drone.customer_id, customer_id), isNull(drone.customer_id)),
    ),
  );
}

export async function readDrone(
  db: Database,
  viewer: ViewerScope,
  id: number,
): Promise<Drone | null> {
  return (await read(db, viewer, eq(drone.id, id)))[0] ?? null;
}

/** The plants that each visible drone flew; an analysis without files was not flown yet. */
export function readDronePlants(db: Database, viewer: Viewer): Promise<DronePlant[]> {
  return db
    .select({
      drone_id: drone.id,
      drone_name: drone.internal_identifier,
      model_name: droneModel.name,
      plant_id: plant.id,
      plant_name: plant.name,
      customer_name: customer.name,
      analysis_count: sql<number>`count(*)::int`,
      first_flown_at: min(analysis.flown_at) as SQL<string>,
      last_flown_at: max(analysis.flown_at) as SQL<string>,
    } satisfies ColumnsOf<DronePlant>)
    .from(analysis)
    .innerJoin(drone, eq(drone.id, analysis.drone_id))
    .innerJoin(droneModel, eq(droneModel.id, drone.drone_model_id))
    .innerJoin(plant, eq(plant.id, analysis.plant_id))
    .innerJoin(customer, eq(customer.id, plant.customer_id))
    .where(
      and(
        isDroneSeen(viewer),
        isPlantSeen(viewer),
        isAnalysisSeen(viewer),
        ne(analysis.state, "EMPTY"),
      ),
    )
    .groupBy(drone.id, droneModel.id, plant.id, customer.id)
    .orderBy(asc(drone.internal_identifier), asc(plant.name), asc(plant.id));
}

/** Any number that no other lock of the product has. */
const DRONE_LOCK = 770_073;

/**
 * Others who give drones serial numbers wait until the transaction ends. No index decides between them: retired
 * drones, and those of customers who do not see each other, may have the same number.
 */
export async function lockDrones(db: Database): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${DRONE_LOCK})`);
}

export async function insertDrone(db: Database, form: DroneForm): Promise<number> {
  const [row] = await db.insert(drone).values(form).returning({ id: drone.id });
  if (!row) throw new Error("the drone was not stored");
  return row.id;
}

export async function updateDrone(
  db: Database,
  id: number,
  fields: PgUpdateSetSource<typeof drone>,
): Promise<void> {
  if (Object.keys(fields).length === 0) return;
  await db.update(drone).set(fields).where(eq(drone.id, id));
}

export async function deleteDrone(db: Database, id: number): Promise<void> {
  await db.delete(drone).where(eq(drone.id, id));
}

export async function droneModelExists(db: Database, id: number): Promise<boolean> {
  return (await db.$count(droneModel, eq(droneModel.id, id))) === 1;
}
