// Routes of flight campaigns as files, and their exports.
import { setImmediate as pause } from "node:timers/promises";
import { flightExportApi } from "../../../api/flight/flight-export.ts";
import type { AuditAction } from "../../../domain/account/audit.ts";
import { failure, isFailure, type Problem, type Refusal } from "../../../domain/error.ts";
import { nameKey, secureName } from "../../../domain/analysis/upload-name.ts";
import {
  droneCloudModelRefusal,
  isCloudNameOf,
  mediaImportTask,
} from "../../../domain/flight/flown/drone-cloud.ts";
import { settingsOfCampaign } from "../../../domain/flight/campaign/campaign-settings.ts";
import type { FlightRouteRecord } from "../../../domain/flight/route/flight-route-record.ts";
import { airframeRefusal } from "../../../domain/flight/format/dji-model.ts";
import { fileName } from "../../../domain/flight/format/file-name.ts";
import { allRouteFiles } from "../../../domain/flight/format/route-export.ts";
import { routeFormats } from "../../../domain/flight/format/route-format.ts";
import { editedRoute } from "../../../domain/flight/route/route-edit.ts";
import { flightProblems, type CheckedAgainst } from "../../../domain/flight/route/route-check.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import type { DroneCloudAdapter } from "../../adapters/drone-cloud.ts";
import type { Context } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { cloudFile, flightsToPlan, sendFiles } from "../../flight/drone-cloud-export.ts";
import { missionsOf, SECONDS_PER_ROUTE } from "../../flight/flight-app-export.ts";
import { droneCloudTurn, FLIGHT_APP_TURN, inOutsideTurn } from "../../flight/outside-turn.ts";
import { checkedAgainst } from "../../flight/route-checks.ts";
import { refuse, requireFound } from "../../implement.ts";
import { writeAuditEntry } from "../../store/account/audit.ts";
import {
  keepExport,
  readFlightCampaign,
  type CampaignRow,
} from "../../store/plant/flight/flight-campaign.ts";
import { readTaken } from "../../store/plant/analysis/analysis-file.ts";
import { readFlightRoute, readFlightRoutes } from "../../store/plant/flight/flight-route.ts";
import { readPlant } from "../../store/plant/plant.ts";
import { refuseTaken } from "../../upload/small-files.ts";
import { zipBytes } from "../../zip/zip-bytes.ts";

/** How old the flights may be that are listed. */
const LISTED_MS = 90 * 86_400_000;
/** Flights that are planned for the next days are listed as well. */
const AHEAD_MS = 7 * 86_400_000;

export const flightExportHandlers: Handlers<typeof flightExportApi> = {
  async download(context, { params: { id }, query: { format, route_id, version, airframe } }) {
    const ids = route_id === undefined ? undefined : [route_id];
    const { campaign, plant, routes, against } = await routesToExport(context, id, ids);
    if (format === "kmz" || format === "zip")
      for (const { aircraft } of routes) requireRule(airframeRefusal(aircraft, airframe));
    const { files, left_out } = await allRouteFiles(
      routes,
      format === "zip" ? routeFormats : [format],
      {
        areas: against.areas,
        elevation: against.elevation,
        created_ms: context.now().getTime(),
        dock: campaign.drone_in_a_box,
        ...(version && { version }),
        ...(airframe && { airframe }),
      },
      () => pause(),
    );
    // One format that a route does not fit is refused; of all formats those that fit are answered.
    if (format !== "zip" && left_out.length > 0) throw failure("CONFLICT", ...left_out);
    const [first, ...more] = files;
    if (first && more.length === 0) {
      const content_type = "application/octet-stream";
      return { content_type, file_name: first.name, body: first.bytes };
    }
    const body = await zipBytes(files, context.now());
    const file_name = `${fileName(`${plant.name} ${campaign.name}`)}.zip`;
    return { content_type: "application/zip", file_name, body };
  },

  async toFlightApp(context, { params: { id }, body: { route_ids } }) {
    const { flightApp } = context;
    requireRule(flightApp === null ? { reason: "flight_app_off" } : null);
    const { routes, against } = await routesToExport(context, id, route_ids);
    const missions = routes.flatMap((route) => missionsOf(route, against));
    const detail = { campaign_id: id, route_ids: routes.map((route) => route.id) };
    const turn = { account: FLIGHT_APP_TURN, busy: { reason: "flight_app_busy" } };
    await inOutsideTurn(context.db, turn, () =>
      recorded(context, "export_to_flight_app", detail, async () => {
        await flightApp?.upload(missions);
        await keepExport(context.db, id, null);
      }),
    );
    const route_count = routes.length;
    const waiting_s = route_count * SECONDS_PER_ROUTE;
    return { route_count, mission_count: missions.length, waiting_s };
  },

  projects: (context, { plant }) => projectsOf(context, plant),

  flightProjects: (context, { plant }) => projectsOf(context, plant),

  cloudRoutes: async (context, { plant, query: { project } }) =>
    cloudOf(context, plant).routes(project),

  async toDroneCloud(context, { params: { id }, body }) {
    const { project, route_ids, plan_flights, time_zone } = body;
    const { campaign, plant, routes, against } = await routesToExport(context, id, route_ids);
    const cloud = cloudOf(context, plant);
    for (const { aircraft } of routes) requireRule(droneCloudModelRefusal(aircraft));
    const now_ms = context.now().getTime();
    const dock = campaign.drone_in_a_box || plan_flights;
    const { elevation, areas } = against;
    const options = { created_ms: now_ms, dock, elevation, obstacles: areas.obstacles };
    const files = routes.map((route) => cloudFile(route, options));
    const { reserve_percent } = settingsOfCampaign(campaign, null);
    const detail = { campaign_id: id, project, route_ids: routes.map((route) => route.id) };
    // What is there is read in the turn, of any campaign: two may use one dock.
    const turn = { account: droneCloudTurn(project), busy: { reason: "drone_cloud_busy" } };
    return inOutsideTurn(context.db, turn, async () => {
      const planned = { against, reserve_percent, time_zone, now_ms };
      const flights = plan_flights ? await flightsToPlan(cloud, project, files, planned) : [];
      return recorded(context, "export_to_drone_cloud", detail, () =>
        sendFiles(cloud, project, files, flights),
      );
    });
  },

  async removeFromDroneCloud(context, { params: { id }, body: { project } }) {
    const route = requireFound(await readFlightRoute(context.db, context.viewer, id));
    const { plant } = await chosenRoutes(context, route.campaign_id, [id]);
    const cloud = cloudOf(context, plant);
    // Files of the route as it was before are there under names of their own.
    const found = (await cloud.routes(project)).filter((one) => isCloudNameOf(route, one.name));
    const name = found.length > 0 ? found.map((one) => one.name).join(", ") : route.name;
    if (found.length === 0)
      throw failure("CONFLICT", { reason: "drone_cloud_route_missing", values: { name } });
    const detail = { route_id: id, project, name };
    const outcome = await recorded(context, "delete_in_drone_cloud", detail, async () => {
      const outcomes = [];
      for (const one of found) outcomes.push(await cloud.remove(project, one.id));
      return outcomes.includes("by_hand") ? "by_hand" : "deleted";
    });
    return { outcome, name };
  },

  async flights(context, { plant, query: { project } }) {
    const now_ms = context.now().getTime();
    return cloudOf(context, plant).flights(project, now_ms - LISTED_MS, now_ms + AHEAD_MS);
  },

  async media(context, { plant, analysis, query: { project, task_id } }) {
    const cloud = cloudOf(context, plant);
    const [state, media] = await Promise.all([
      cloud.task(project, task_id),
      cloud.media(project, task_id),
    ]);
    const names = media.map(({ name }) => secureName(name));
    const known = await readTaken(context.db, analysis.id, names);
    const isKnown = (name: string) => known.has(nameKey(secureName(name)));
    const listed = media.map(({ name, bytes }) => ({ name, bytes, is_known: isKnown(name) }));
    return { ...state, media: listed };
  },

  async importMedia(context, { plant, analysis, body }) {
    refuse(flightExportApi.importMedia, context.viewer, analysis);
    const { project, task_id, file_names } = body;
    const cloud = cloudOf(context, plant);
    const there = new Set((await cloud.media(project, task_id)).map(({ name }) => name));
    if (file_names.some((name) => !there.has(name))) throw failure("RESOURCE_NOT_FOUND");
    const names = file_names.map(secureName);
    const taken = await readTaken(context.db, analysis.id, names);
    for (const name of names) refuseTaken(taken, name);
    const { id: analysis_id, plant_id } = analysis;
    const input = { analysis_id, customer_id: plant.customer_id, project, task_id, file_names };
    const launched = await context.enqueue(
      mediaImportTask,
      input,
      { plant_id, analysis_id },
      { action: "import_external_files", detail: { analysis_id, file_names } },
    );
    return { task_id: launched };
  },
};

async function projectsOf({ droneClouds }: Context, { customer_id }: Plant) {
  const account = droneClouds(customer_id);
  if (!account) return { configured: false, project: null, projects: [] };
  const { cloud, project } = account;
  return { configured: true, project, projects: await cloud.projects() };
}

function requireRule(refusal: Refusal | null): void {
  if (refusal) throw failure("CONFLICT", refusal);
}

/** @throws CONFLICT for a customer without the platform */
function cloudOf({ droneClouds }: Context, { customer_id }: Plant): DroneCloudAdapter {
  const account = droneClouds(customer_id);
  if (!account) throw failure("CONFLICT", { reason: "drone_cloud_off" });
  return account.cloud;
}

type Chosen = {
  readonly campaign: CampaignRow;
  readonly plant: Plant;
  readonly routes: readonly FlightRouteRecord[];
};

/**
 * The chosen routes, as they are exported: the areas may have changed since they were planned.
 * @throws CONFLICT with every fault of a route that must not be flown
 */
async function routesToExport(
  ...asked: Parameters<typeof chosenRoutes>
): Promise<Chosen & { readonly against: CheckedAgainst }> {
  const chosen = await chosenRoutes(...asked);
  const against = await checkedAgainst(asked[0], chosen.plant.id, chosen.plant);
  const routes: FlightRouteRecord[] = [];
  const problems: Problem[] = [];
  for (const one of chosen.routes) {
    const route = editedRoute(one, one, against.elevation, against.areas.obstacles);
    routes.push(route);
    for (const problem of flightProblems(route, against))
      problems.push({ ...problem, file: route.name });
    // Other requests go on between two routes.
    await pause();
  }
  if (problems.length > 0) throw failure("CONFLICT", ...problems);
  return { ...chosen, routes, against };
}

/** All routes of the campaign, or those that are named. @throws RESOURCE_NOT_FOUND, CONFLICT without a route */
async function chosenRoutes(
  { db, viewer }: Context,
  campaign_id: number,
  route_ids?: readonly number[],
): Promise<Chosen> {
  const campaign = requireFound(await readFlightCampaign(db, viewer, campaign_id));
  const plant = requireFound(await readPlant(db, viewer, campaign.plant_id));
  const all = await readFlightRoutes(db, campaign_id);
  const wanted = route_ids && new Set(route_ids);
  const routes = wanted ? all.filter(({ id }) => wanted.has(id)) : all;
  if (wanted && routes.length < wanted.size) throw failure("RESOURCE_NOT_FOUND");
  requireRule(routes.length === 0 ? { reason: "flight_routes_none" } : null);
  return { campaign, plant, routes };
}

/**
 * Writes the entry first: what cannot be recorded is not done. Outside systems are slow and keep what they have, so no
 * transaction waits for them: what fails on the way is a second entry beside the first.
 */
async function recorded<T>(
  context: Context,
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
  change: () => Promise<T>,
): Promise<T> {
  await writeAuditEntry(context, context.db, { action, detail });
  try {
    return await change();
  } catch (cause) {
    const unclear =
      action === "export_to_flight_app" ? "flight_app_unclear" : "drone_cloud_unclear";
    const reason = (isFailure(cause) && cause.problems[0]?.reason) || unclear;
    await writeAuditEntry(context, context.db, { action, detail: { ...detail, reason } });
    throw cause;
  }
}
