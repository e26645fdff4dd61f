// Routes that fly missed stretches again: their order stays, and each battery takes as many as it can.
import type { Problem } from "../../error.ts";
import { instantAt, wallClock } from "../../plant/plant-time.ts";
import { groundOf, type FlightGround } from "../ground/flight-ground.ts";
import { watched } from "../ground/elevation.ts";
import { captureOf, type Capture } from "../plan/capture.ts";
import type { FlightPlanInput, PlannedRoute } from "../plan/flight-plan-shape.ts";
import type { FlightSettings } from "../plan/flight-settings.ts";
import { isOnline, MOST_TILT_DEG } from "../plan/ground-frame.ts";
import { homesOf } from "../route/flight-home.ts";
import { terrainOf, type Terrain, type View } from "../route/flight-path.ts";
import type { FlightRoute } from "../route/flight-route.ts";
import { legClearance } from "../route/flown-height.ts";
import { waysInside } from "../route/flight-way.ts";
import type { FlightLight } from "../time/flight-light.ts";
import { motionOf } from "../time/flight-motion.ts";
import { litSchedule, openSchedule } from "../time/lit-schedule.ts";
import { routesOf, type Leg } from "../time/sortie-routes.ts";
import type { MissedStretch } from "./flown-line.ts";

/** What was missed of a route. */
export type MissedOfRoute = {
  readonly route: FlightRoute & { readonly start_at: string | null };
  readonly stretches: readonly (MissedStretch & { readonly run: number })[];
};

type Group = {
  readonly first: MissedOfRoute["route"];
  readonly view: View;
  readonly legs: Leg[];
};

const DAY_MS = 86_400_000;

/**
 * The stretches are flown as they were planned: where, how high and with the same view. Each sortie has a start and the
 * light that it needs. Collectors that follow the sun are flown at the hour of the route that missed them, since its
 * camera was aimed by the sun of that hour.
 * @param taken names that routes of the campaign have
 * @param ready_ms before which no sortie starts, milliseconds since 1970 UTC
 */
export function planReFly(
  input: FlightPlanInput,
  missed: readonly MissedOfRoute[],
  taken: readonly string[],
  ready_ms: number,
): { routes: PlannedRoute[]; problems: Problem[] } {
  const { areas, settings, light } = input;
  const elevation = input.elevation && watched(input.elevation);
  const lowest_m = Math.min(...missed.map(({ route }) => route.altitude_agl_m));
  const ground = groundOf(areas, settings, { elevation: input.elevation ?? null, lowest_m });
  const ways = waysInside(ground, settings.fields_apart);
  const homes = homesOf(areas.take_offs, ground, ways);
  const names = reFlyNames(input.name, taken);
  const terrain = terrainOf(ground, elevation?.at);
  const routes: PlannedRoute[] = [];
  const problems: Problem[] = [];
  for (const { first, view, legs } of groupsOf(missed, ground, terrain)) {
    const capture = captureAgain(settings, first, view);
    const before = routes.length;
    const { routes: made, problem } = routesOf({
      legs,
      name: (index) => names(before + index),
      ground,
      ways,
      homes,
      capture,
      motion: motionOf(settings, capture),
      settings,
      take_offs: areas.take_offs,
      terrain,
      elevation: input.elevation ?? null,
      obstacles: areas.obstacles,
      ceiling_m: input.ceiling_m ?? null,
      view,
    });
    if (problem) problems.push(problem);
    const starts = startsOf(made, first, { settings, light, ready_ms, flown: routes });
    // Their height may be that of a file or of an edit: no planner chose it.
    const { planned_altitude_m = null } = first;
    routes.push(
      ...made.map((route, i) => ({ ...route, planned_altitude_m, start_ms: starts[i]! })),
    );
  }
  if (elevation?.isMissing()) return { routes: [], problems: [{ reason: "elevation_incomplete" }] };
  return { routes, problems };
}

/** A pitch above it is a fault of a route with photos. */
const HIGHEST_PITCH_DEG = MOST_TILT_DEG - 90;

/**
 * Photos and speed for the height and the pitch of the route, which may have come from a file: the campaign plans with
 * others. The camera keeps the campaign's distance to collectors that follow the sun, so it flies lower.
 */
function captureAgain(
  settings: FlightSettings,
  { flight_type, altitude_agl_m }: FlightRoute,
  { gimbal_pitch_deg }: View,
): Capture {
  if (isOnline(flight_type)) return { ...captureOf(settings, flight_type), altitude_agl_m };
  const altitudes_m = { ...settings.altitudes_m, [flight_type]: altitude_agl_m };
  const pitch = Math.min(HIGHEST_PITCH_DEG, gimbal_pitch_deg);
  return captureOf({ ...settings, altitudes_m }, flight_type, pitch);
}

/** What one sortie can fly together, flights of any hour first. */
function groupsOf(
  missed: readonly MissedOfRoute[],
  ground: FlightGround,
  terrain: Terrain,
): Group[] {
  const groups = new Map<string, Group>();
  const order = [false, true].flatMap((online) =>
    missed.filter(({ route }) => isOnline(route.flight_type) === online),
  );
  for (const { route, stretches } of order) {
    for (const stretch of stretches) {
      const view = viewOf(route, stretch.run);
      const hour = isOnline(route.flight_type) ? route.name : "";
      const { flight_type, altitude_agl_m } = route;
      const key = JSON.stringify([flight_type, altitude_agl_m, legClearance(route), view, hour]);
      const group = groups.get(key) ?? { first: route, view, legs: [] };
      groups.set(key, group);
      group.legs.push(...legsOf(stretch, route, ground, terrain));
    }
  }
  return [...groups.values()];
}

function viewOf({ waypoints, photo_runs }: FlightRoute, run: number): View {
  const { heading_deg, gimbal_pitch_deg } = waypoints[photo_runs[run]!.from]!;
  return { heading_deg, gimbal_pitch_deg };
}

/** The legs between the bends of a stretch, each as high as it was planned. */
function legsOf(
  { path }: MissedStretch,
  { take_off, altitude_agl_m }: FlightRoute,
  { plane }: FlightGround,
  terrain: Terrain,
): Leg[] {
  const floor = terrain(plane.toPlane(take_off.place[0], take_off.place[1]));
  const corners = path.map(({ place, height_m }) => {
    const spot = plane.toPlane(place[0], place[1]);
    const height = terrain(spot);
    const rise = floor === null || height === null ? 0 : height - floor;
    return { spot, lift: rounded(height_m - altitude_agl_m - rise) };
  });
  return corners.slice(1).map(({ spot, lift }, i): Leg => {
    const before = corners[i]!;
    const isLifted = before.lift !== 0 || lift !== 0;
    return {
      from: before.spot,
      to: spot,
      ...(i > 0 && { joins: true }),
      ...(isLifted && { lift: [before.lift, lift] }),
    };
  });
}

/** To a millimetre: what a sum of heights is off is no lift. */
const rounded = (metres: number) => Math.round(1000 * metres) / 1000;

type Starts = Pick<FlightPlanInput, "settings" | "light"> & {
  readonly ready_ms: number;
  /** Sorties that fly before: their batteries charge first. */
  readonly flown: readonly PlannedRoute[];
};

/** When each of the routes starts, milliseconds since 1970 UTC. */
function startsOf(
  made: readonly FlightRoute[],
  first: MissedOfRoute["route"],
  { settings, light, ready_ms, flown }: Starts,
): number[] {
  if (isOnline(first.flight_type) && first.start_at !== null) {
    const { start_ms } = settings;
    const [next] = made;
    const free_s = next ? openSchedule(settings, undefined, ready_ms, flown).startOf(next) : 0;
    const at = sameHour(Date.parse(first.start_at), start_ms + 1000 * free_s, light);
    return litSchedule(made, { ...settings, start_ms: at }, light, at, flown).map((s) =>
      Math.round(at + 1000 * s),
    );
  }
  const seconds = litSchedule(made, settings, light, ready_ms, flown);
  return seconds.map((s) => Math.round(settings.start_ms + 1000 * s));
}

/** The first time from `ready_ms` on at which the clock at the plant shows the same. */
function sameHour(time_ms: number, ready_ms: number, light: FlightLight | undefined): number {
  const zone = light?.time_zone ?? "UTC";
  const wall = wallClock(zone, time_ms);
  const days = Math.max(0, Math.floor((wallClock(zone, ready_ms) - wall) / DAY_MS));
  const at = instantAt(zone, wall + days * DAY_MS);
  return at >= ready_ms ? at : instantAt(zone, wall + (days + 1) * DAY_MS);
}

/** "Spring re-fly 1" and on, after those that there are. */
function reFlyNames(campaign: string, taken: readonly string[]): (index: number) => string {
  const start = `${campaign} re-fly `;
  const numbers = taken
    .filter((name) => name.startsWith(start))
    .map((name) => Number(name.slice(start.length)))
    .filter((number) => Number.isInteger(number));
  const last = numbers.reduce((most, number) => Math.max(most, number), 0);
  return (index) => `${start}${last + index + 1}`;
}
