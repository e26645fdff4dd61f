// Flight routes of campaigns.
import type { Obstacle } from "../../../../domain/flight/route/flight-route.ts";
import { and, asc, desc, eq, isNull } from "drizzle-orm";
import {
  cameraTypeOf,
  type FlightRouteRecord,
} from "../../../../domain/flight/route/flight-route-record.ts";
import { generateRefusal } from "../../../../domain/flight/campaign/flight-campaign.ts";
import type { ElevationOf } from "../../../../domain/flight/ground/elevation.ts";
import { plannedTerrain } from "../../../../domain/flight/route/planned-terrain.ts";
import { editedRoute } from "../../../../domain/flight/route/route-edit.ts";
import type { PlannedRoute } from "../../../../domain/flight/plan/flight-plan-shape.ts";
import { failure } from "../../../../domain/error.ts";
import type { Database, Viewer } from "../../../context.ts";
import { flightCampaign, flightRoute } from "../../schema/flight.ts";
import { plant } from "../../schema/plant.ts";
import { isPlantSeen } from "../plant.ts";

type RouteViewer = Pick<Viewer, "customer_id" | "plant_ids">;
type Row = typeof flightRoute.$inferSelect;

/** What its campaign sets for all routes. */
type Set = Pick<
  typeof flightCampaign.$inferSelect,
  | "security_height"
  | "return_height"
  | "transit_speed"
  | "expected_wind"
  | "battery_reserve"
  | "thermal_blur"
  | "metrics"
>;

const recordOf = ({ planned_terrain, ...row }: Row, set: Set): FlightRouteRecord => ({
  ...row,
  set_security_height_m: set.security_height,
  set_return_height_m: set.return_height,
  set_transit_m_s: set.transit_speed,
  set_wind_m_s: set.expected_wind,
  set_reserve_percent: set.battery_reserve,
  set_thermal_blur_px: set.thermal_blur,
  flight_time_min: set.metrics?.["flight_time_min"] ?? null,
  ...(planned_terrain === null ? plannedTerrain(set.metrics) : { planned_terrain }),
  camera_type: cameraTypeOf(row.lenses),
  take_off: { ...row.take_off, place: [...row.take_off.place] },
  waypoints: row.waypoints.map((waypoint) => ({ ...waypoint, place: [...waypoint.place] })),
  photo_runs: [...row.photo_runs],
});

const heights = {
  security_height: flightCampaign.security_height,
  return_height: flightCampaign.return_height,
  transit_speed: flightCampaign.transit_speed,
  expected_wind: flightCampaign.expected_wind,
  battery_reserve: flightCampaign.battery_reserve,
  thermal_blur: flightCampaign.thermal_blur,
  metrics: flightCampaign.metrics,
};

/** The routes of a campaign, in the order in which they are flown. */
export async function readFlightRoutes(
  db: Database,
  campaign_id: number,
): Promise<FlightRouteRecord[]> {
  const rows = await db
    .select({ route: flightRoute, heights })
    .from(flightRoute)
    .innerJoin(flightCampaign, eq(flightCampaign.id, flightRoute.campaign_id))
    .where(eq(flightRoute.campaign_id, campaign_id))
    .orderBy(asc(flightRoute.number));
  return rows.map(({ route, heights: set }) => recordOf(route, set));
}

/** The route, or null if it does not exist or the viewer does not see its plant. */
export async function readFlightRoute(
  db: Database,
  viewer: RouteViewer & { readonly is_admin: boolean; readonly is_super_admin: boolean },
  id: number,
): Promise<FlightRouteRecord | null> {
  const [row] = await db
    .select({ route: flightRoute, heights })
    .from(flightRoute)
    .innerJoin(flightCampaign, eq(flightCampaign.id, flightRoute.campaign_id))
    .innerJoin(plant, eq(plant.id, flightCampaign.plant_id))
    .where(and(eq(flightRoute.id, id), isPlantSeen(viewer)));
  return row ? recordOf(row.route, row.heights) : null;
}

/** The routes of the newest campaign that is ready, of a plant or of one of its analyses. */
export async function readCurrentFlightRoutes(
  db: Database,
  { plant_id, analysis_id }: { readonly plant_id: number; readonly analysis_id?: number },
): Promise<FlightRouteRecord[]> {
  const [newest] = await db
    .select({ id: flightCampaign.id })
    .from(flightCampaign)
    .where(
      and(
        eq(flightCampaign.plant_id, plant_id),
        analysis_id === undefined ? undefined : eq(flightCampaign.analysis_id, analysis_id),
        eq(flightCampaign.state, "ready"),
      ),
    )
    .orderBy(desc(flightCampaign.id))
    .limit(1);
  return newest ? readFlightRoutes(db, newest.id) : [];
}

/** Replaces the routes of a campaign and says that they are ready, unless a newer generation has begun. */
export async function publishFlightRoutes(
  db: Database,
  about: { readonly campaign_id: number; readonly generation: number },
  plan: {
    readonly routes: readonly PlannedRoute[];
    readonly metrics: Readonly<Record<string, number>>;
  },
): Promise<boolean> {
  const { campaign_id, generation } = about;
  return db.transaction(async (transaction) => {
    const [campaign] = await transaction
      .update(flightCampaign)
      .set({ state: "ready", failure: null, metrics: { ...plan.metrics } })
      .where(and(eq(flightCampaign.id, campaign_id), eq(flightCampaign.generation, generation)))
      .returning({ eval_batch_num: flightCampaign.eval_batch_num });
    if (!campaign) return false;
    await transaction.delete(flightRoute).where(eq(flightRoute.campaign_id, campaign_id));
    for (const [at, planned] of plan.routes.entries()) {
      const { lenses, start_ms, ...route } = planned;
      await transaction.insert(flightRoute).values({
        ...route,
        lenses: [...lenses],
        campaign_id,
        number: at + 1,
        start_at: new Date(start_ms).toISOString(),
        eval_batch_num: campaign.eval_batch_num,
      });
    }
    return true;
  });
}

/**
 * Locks the campaign until the transaction ends. What is added was planned seconds ago from its routes as they were then:
 * somebody else may have added the same since, or begun to plan all of them again.
 * @throws CONFLICT
 */
export async function requireSameRoutes(
  db: Database,
  campaign_id: number,
  planned: readonly Pick<FlightRouteRecord, "id" | "version">[],
): Promise<void> {
  const [campaign] = await db
    .select({ state: flightCampaign.state })
    .from(flightCampaign)
    .where(eq(flightCampaign.id, campaign_id))
    .for("update");
  if (!campaign) throw failure("RESOURCE_NOT_FOUND");
  const refusal = generateRefusal(campaign);
  if (refusal) throw failure("CONFLICT", refusal);
  const now = await readFlightRoutes(db, campaign_id);
  const keys = (routes: typeof planned) =>
    routes.map(({ id, version }) => `${id} ${version}`).join();
  if (keys(now) !== keys(planned)) throw failure("CONFLICT", { reason: "flight_routes_changed" });
}

/**
 * Adds routes at the end of a campaign, with its evaluation batch.
 * @param added `is_re_fly`: they fly lines again that others of the campaign have missed; `planned_terrain`: the mark of the
 *   terrain that they were checked over, which may be another one than that of the campaign's plan
 */
export async function insertFlightRoutes(
  db: Database,
  campaign_id: number,
  routes: readonly PlannedRoute[],
  added: { readonly is_re_fly: boolean; readonly planned_terrain: number },
): Promise<FlightRouteRecord[]> {
  const all = await readFlightRoutes(db, campaign_id);
  const last = all.reduce((most, { number }) => Math.max(most, number), 0);
  const [campaign] = await db
    .select({ eval_batch_num: flightCampaign.eval_batch_num, ...heights })
    .from(flightCampaign)
    .where(eq(flightCampaign.id, campaign_id));
  if (!campaign) throw failure("RESOURCE_NOT_FOUND");
  const rows = routes.map(({ lenses, start_ms, ...route }, at) => ({
    ...route,
    lenses: [...lenses],
    start_at: new Date(start_ms).toISOString(),
    campaign_id,
    ...added,
    number: last + at + 1,
    eval_batch_num: campaign.eval_batch_num,
  }));
  const stored = await db.insert(flightRoute).values(rows).returning();
  return stored.map((row) => recordOf(row, campaign));
}

export async function setRouteBatch(
  db: Database,
  id: number,
  eval_batch_num: number | null,
): Promise<void> {
  await db.update(flightRoute).set({ eval_batch_num }).where(eq(flightRoute.id, id));
}

/** Gives the routes that had the batch of their campaign its new one; those with their own choice keep it. */
export async function followCampaignBatch(
  db: Database,
  campaign_id: number,
  before: number | null,
  eval_batch_num: number | null,
): Promise<void> {
  const { eval_batch_num: column } = flightRoute;
  const hadIt = before === null ? isNull(column) : eq(column, before);
  await db
    .update(flightRoute)
    .set({ eval_batch_num })
    .where(and(eq(flightRoute.campaign_id, campaign_id), hadIt));
}

/** Stores how long the routes of a campaign take now: the heights of their ways from and to take-off have changed. */
export async function keepDurations(
  db: Database,
  campaign_id: number,
  elevation: ElevationOf | null,
  obstacles: readonly Obstacle[] | undefined,
): Promise<void> {
  for (const route of await readFlightRoutes(db, campaign_id)) {
    const { duration_s } = editedRoute(route, route, elevation, obstacles);
    await db.update(flightRoute).set({ duration_s }).where(eq(flightRoute.id, route.id));
  }
}

/** @throws CONFLICT if somebody has changed the route since the version was read */
export async function updateFlightRoute(
  db: Database,
  route: FlightRouteRecord,
  version: number,
): Promise<FlightRouteRecord> {
  const { id, waypoints, photo_runs, altitude_agl_m, distance_m, duration_s } = route;
  const [row] = await db
    .update(flightRoute)
    .set({ waypoints, photo_runs, altitude_agl_m, distance_m, duration_s, version: version + 1 })
    .where(and(eq(flightRoute.id, id), eq(flightRoute.version, version)))
    .returning();
  if (!row) throw failure("CONFLICT", { reason: "flight_route_changed" });
  const { flight_time_min, planned_terrain } = route;
  const saved = recordOf(row, {
    security_height: route.set_security_height_m,
    return_height: route.set_return_height_m,
    transit_speed: route.set_transit_m_s,
    expected_wind: route.set_wind_m_s,
    battery_reserve: route.set_reserve_percent,
    thermal_blur: route.set_thermal_blur_px,
    metrics: null,
  });
  return { ...saved, flight_time_min, ...(planned_terrain !== undefined && { planned_terrain }) };
}

export async function deleteFlightRoute(db: Database, id: number): Promise<void> {
  await db.delete(flightRoute).where(eq(flightRoute.id, id));
}
