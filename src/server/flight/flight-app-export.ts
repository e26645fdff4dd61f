// Routes on their way to the third-party flight app.
import { failure, isFailure, type Problem } from "../../domain/error.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { homeHeights } from "../../domain/flight/route/home-leg.ts";
import { editedRoute } from "../../domain/flight/route/route-edit.ts";
import { flightProblems, type CheckedAgainst } from "../../domain/flight/route/route-check.ts";
import { litchiBinary } from "../../domain/flight/format/litchi-binary.ts";
import { litchiMissions, litchiProblems } from "../../domain/flight/format/litchi-mission.ts";
import type { FlightAppMission } from "../adapters/flight-app.ts";
import type { Services } from "../context.ts";
import { keepExport } from "../store/plant/flight/flight-campaign.ts";
import { readCampaignToPlan } from "../store/plant/flight/flight-generation.ts";
import { readFlightRoutes } from "../store/plant/flight/flight-route.ts";
import { contentHash } from "./drone-cloud-export.ts";
import { FLIGHT_APP_TURN, inOutsideTurn } from "./outside-turn.ts";
import { checkedAgainst } from "./route-checks.ts";

/** Seconds that a route needs until it is on the device; specification section 5. */
export const SECONDS_PER_ROUTE = 60;

/** @throws CONFLICT for a route that the app would not fly */
export function missionsOf(
  route: FlightRouteRecord,
  { areas, elevation }: Pick<CheckedAgainst, "areas" | "elevation">,
): FlightAppMission[] {
  const missions = litchiMissions(route, {
    heights: homeHeights(route, elevation, areas.obstacles),
    areas,
  });
  const problems = missions.flatMap(litchiProblems);
  if (problems.length > 0) {
    throw failure("CONFLICT", ...problems.map((problem) => ({ file: route.name, ...problem })));
  }
  return missions.map((mission, at) => {
    const part = missions.length === 1 ? "" : ` ${at + 1}/${missions.length}`;
    const place = mission.waypoints[0]?.place ?? route.take_off.place;
    const bytes = litchiBinary(mission);
    // Stays the same until what is flown changes, so a mission that is there already is not stored again.
    const name = `${route.name}${part} (${route.id}-${route.version}-${contentHash(bytes)})`;
    return { name, bytes, place };
  });
}

/** Noted before the missions are sent: found by a task that runs again, it says that some may be there. */
export const sendingNote = { reason: "flight_app_sending" } as const satisfies Problem;

/**
 * Sends all routes of a campaign without a user who waits. What goes wrong is kept with the campaign: its routes are
 * ready all the same.
 * @param isRepeat true after a crash while missions were sent
 */
export async function exportGenerated(
  services: Pick<Services, "db" | "files" | "flightApp" | "log" | "now">,
  campaign_id: number,
  { isRepeat }: { readonly isRepeat: boolean },
): Promise<void> {
  const { db, flightApp, log } = services;
  let problem: Problem | null = null;
  try {
    if (flightApp === null) throw failure("CONFLICT", { reason: "flight_app_off" });
    const routes = await readFlightRoutes(db, campaign_id);
    const against = await safeAgainst(services, campaign_id, routes);
    const missions = routes.flatMap((route) => missionsOf(route, against));
    await keepExport(db, campaign_id, sendingNote);
    const turn = { account: FLIGHT_APP_TURN, busy: null };
    await inOutsideTurn(db, turn, () => flightApp.upload(missions, { isRepeat }));
  } catch (cause) {
    problem = (isFailure(cause) && cause.problems[0]) || { reason: "flight_app_unclear" };
    if (!isFailure(cause)) log.error({ err: cause, campaign_id }, "automatic export failed");
  }
  await keepExport(db, campaign_id, problem);
}

/** What the routes were checked against. @throws CONFLICT with every fault of a route that must not be flown */
async function safeAgainst(
  services: Pick<Services, "db" | "files" | "now">,
  campaign_id: number,
  routes: readonly FlightRouteRecord[],
): Promise<CheckedAgainst> {
  const campaign = await readCampaignToPlan(services.db, campaign_id);
  if (!campaign) throw failure("RESOURCE_NOT_FOUND");
  const against = await checkedAgainst(services, campaign.plant_id, campaign);
  const problems = routes.flatMap((route) =>
    flightProblems(
      editedRoute(route, route, against.elevation, against.areas.obstacles),
      against,
    ).map((problem) => ({
      ...problem,
      file: route.name,
    })),
  );
  if (problems.length > 0) throw failure("CONFLICT", ...problems);
  return against;
}
