// Flight campaigns of plants.
import { and, desc, eq, sql } from "drizzle-orm";
import type { Problem } from "../../../../domain/error.ts";
import type {
  FlightCampaign,
  FlightCampaignChanges,
  FlightCampaignForm,
} from "../../../../domain/flight/campaign/flight-campaign.ts";
import { generationTask } from "../../../../domain/flight/campaign/flight-campaign.ts";
import { plantLight } from "../../../../domain/flight/area/plant-light.ts";
import {
  lightProblems,
  lightWindows,
  type FlightLight,
  type LitSortie,
} from "../../../../domain/flight/time/flight-light.ts";
import { plantTimeZone } from "../../../../domain/plant/plant-zone.ts";
import type { Database, Viewer } from "../../../context.ts";
import { analysisFile } from "../../schema/analysis-file.ts";
import { flightCampaign, flightRoute } from "../../schema/flight.ts";
import { computedTime } from "../../schema/time.ts";
import { analysis, plant, task } from "../../schema/plant.ts";
import { isAnalysisSeen, isPlantSeen } from "../plant.ts";

/** A campaign; its failures are not in words yet, and its highest place is not reckoned. */
export type CampaignRow = Omit<
  FlightCampaign,
  "failure" | "export_failure" | "progress" | "highest_m"
> & {
  readonly failure: Problem | null;
  readonly export_failure: Problem | null;
  readonly progress: { step: number; max_steps: number; info: Problem | null } | null;
  /** Ids and versions of its routes: another text wherever one of them is another. */
  readonly route_versions: string;
};
type CampaignViewer = Pick<Viewer, "customer_id" | "plant_ids" | "is_admin" | "is_super_admin">;

const ofRoutes = <T>(value: ReturnType<typeof sql<T>>) =>
  sql<T>`(select ${value} from ${flightRoute} where ${flightRoute.campaign_id} = ${flightCampaign.id})`;

/** The campaigns of plants that the viewer sees, the newest first. */
export async function readFlightCampaigns(
  db: Database,
  viewer: CampaignViewer,
  by: { readonly plant_id?: number; readonly analysis_id?: number; readonly id?: number },
): Promise<CampaignRow[]> {
  const { id, plant_id, analysis_id } = by;
  const seen = isAnalysisSeen(viewer) ?? sql`true`;
  const rows = await db
    .select({
      campaign: flightCampaign,
      plant_name: plant.name,
      lit: {
        lon: plant.lon,
        lat: plant.lat,
        technology: plant.technology,
        mounting_type: plant.mounting_type,
        mounting_orientation: plant.mounting_orientation,
        module_inclination: plant.module_inclination,
        orientation_angle: plant.orientation_angle,
      },
      sorties: ofRoutes(
        sql<
          LitSortie[]
        >`coalesce(json_agg(json_build_object('flight_type', ${flightRoute.flight_type}, 'start_at', ${flightRoute.start_at}, 'duration_s', ${flightRoute.duration_s})), '[]')`,
      ),
      running: { step: task.step, max_steps: task.max_steps, infos: task.infos },
      flown_at:
        computedTime(sql`case when ${seen} then (select min(${analysisFile.taken_at}) from ${analysisFile}
        where ${analysisFile.analysis_id} = ${analysis.id}
        and ${analysisFile.taken_at} >= ${flightCampaign.start_at} - interval '1 day'
        and ${analysisFile.taken_at} < ${flightCampaign.start_at} + interval '15 days') end`),
      analysis_name: sql<string | null>`case when ${seen} then ${analysis.name} end`,
      route_count: ofRoutes(sql<number>`count(*)::int`),
      route_versions: ofRoutes(
        sql<string>`coalesce(string_agg(${flightRoute.id} || ' ' || ${flightRoute.version}, ',' order by ${flightRoute.id}), '')`,
      ),
      flight_ceiling: plant.flight_ceiling,
      distance_m: ofRoutes(sql<number>`coalesce(sum(${flightRoute.distance_m}), 0)`),
      duration_s: ofRoutes(sql<number>`coalesce(sum(${flightRoute.duration_s}), 0)`),
    })
    .from(flightCampaign)
    .innerJoin(plant, eq(plant.id, flightCampaign.plant_id))
    .leftJoin(analysis, eq(analysis.id, flightCampaign.analysis_id))
    .leftJoin(task, eq(task.id, flightCampaign.task_id))
    .where(
      and(
        isPlantSeen(viewer),
        id === undefined ? undefined : eq(flightCampaign.id, id),
        plant_id === undefined ? undefined : eq(flightCampaign.plant_id, plant_id),
        analysis_id === undefined ? undefined : eq(flightCampaign.analysis_id, analysis_id),
      ),
    )
    .orderBy(desc(flightCampaign.id));
  const windows = new Map<number, ReturnType<typeof lightWindows>>();
  const darkOf = (of: number, light: FlightLight, sorties: readonly LitSortie[]) => {
    const known = windows.get(of) ?? lightWindows(light);
    windows.set(of, known);
    return sorties.filter((sortie) => lightProblems(sortie, light, known).length > 0).length;
  };
  return rows.map(({ campaign, lit, sorties, running, ...more }) => ({
    ...campaign,
    ...more,
    time_zone: plantTimeZone(lit),
    ends_at: endOf(sorties),
    dark_sorties: darkOf(campaign.plant_id, plantLight(lit), sorties),
    progress:
      campaign.state === "being_generated" && running && running.max_steps > 0
        ? { step: running.step, max_steps: running.max_steps, info: running.infos.at(-1) ?? null }
        : null,
  }));
}

/** When the last sortie lands, ISO 8601; null where none has a start. */
function endOf(sorties: readonly LitSortie[]): string | null {
  const ends = sorties.flatMap(({ start_at, duration_s }) =>
    start_at === null ? [] : [Date.parse(start_at) + 1000 * duration_s],
  );
  const last = ends.reduce((most, end) => Math.max(most, end), -Infinity);
  return Number.isFinite(last) ? new Date(last).toISOString() : null;
}

/** The campaign, or null if it does not exist or the viewer does not see its plant. */
export async function readFlightCampaign(
  db: Database,
  viewer: CampaignViewer,
  id: number,
): Promise<CampaignRow | null> {
  return (await readFlightCampaigns(db, viewer, { id }))[0] ?? null;
}

/** Number of campaigns of a plant. */
export function countFlightCampaigns(db: Database, plant_id: number): Promise<number> {
  return db.$count(flightCampaign, eq(flightCampaign.plant_id, plant_id));
}

type Wanted = { readonly id: number; readonly plant_id: number; readonly account_id: number };

export async function insertFlightCampaign(
  db: Database,
  form: FlightCampaignForm,
  { plant_id, account_id }: Omit<Wanted, "id">,
): Promise<number> {
  const [row] = await db
    .insert(flightCampaign)
    .values({ ...form, plant_id, original_start_at: form.start_at, created_by: account_id })
    .returning({ id: flightCampaign.id });
  if (!row) throw new Error("the flight campaign was not stored");
  await launchGeneration(db, { id: row.id, plant_id, account_id });
  return row.id;
}

/** Locks the campaign until the transaction ends, so that of two changes the second sees the first. */
export async function lockFlightCampaign(db: Database, id: number): Promise<void> {
  const { id: column } = flightCampaign;
  await db.select({ id: column }).from(flightCampaign).where(eq(column, id)).for("update");
}

export async function updateFlightCampaign(
  db: Database,
  id: number,
  changes: FlightCampaignChanges,
): Promise<void> {
  await db
    .update(flightCampaign)
    .set({ ...changes, updated_at: sql`now()` as never })
    .where(eq(flightCampaign.id, id));
}

/** Stores the task that plans the routes again. A worker finds it within seconds. */
export async function launchGeneration(
  db: Database,
  { id, plant_id, account_id }: Wanted,
): Promise<void> {
  const [row] = await db
    .select({ generation: flightCampaign.generation })
    .from(flightCampaign)
    .where(eq(flightCampaign.id, id));
  const generation = (row?.generation ?? 0) + 1;
  const [stored] = await db
    .insert(task)
    .values({
      name: generationTask,
      input: { campaign_id: id, generation },
      plant_id,
      created_by: account_id,
    })
    .returning({ id: task.id });
  await db
    .update(flightCampaign)
    .set({
      state: "being_generated",
      failure: null,
      exported_at: null,
      export_failure: null,
      generation,
      task_id: stored?.id ?? null,
    })
    .where(eq(flightCampaign.id, id));
}

/** Keeps that the routes are in the flight app, or why they are not. */
export async function keepExport(db: Database, id: number, problem: Problem | null): Promise<void> {
  await db
    .update(flightCampaign)
    .set({ export_failure: problem, ...(problem === null && { exported_at: sql`now()` as never }) })
    .where(eq(flightCampaign.id, id));
}

export async function deleteFlightCampaign(db: Database, id: number): Promise<void> {
  await db.delete(flightCampaign).where(eq(flightCampaign.id, id));
}
