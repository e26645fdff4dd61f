// Everything that is checked of a route before it is flown: the same answer in lists, on the sheet and before exports.
import { z } from "zod";
import type { Problem } from "../../error.ts";
import { problemShape } from "../../error-shape.ts";
import { plantLocal } from "../../plant/plant-time.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import { isOnline } from "../plan/ground-frame.ts";
import {
  lightProblems,
  lightWarnings,
  type FlightLight,
  type lightWindows,
} from "../time/flight-light.ts";
import { flightRouteShape, type FlightRouteRecord } from "./flight-route-record.ts";
import type { FlightAreas, FlightRoute } from "./flight-route.ts";
import { flownHeight } from "./flown-height.ts";
import { groundProblems, highestAboveGround, homeHeights, homeProblems } from "./home-leg.ts";
import { isWithinPolygon } from "../../geometry/polygon-contains.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import { metresInside } from "./flight-fault.ts";
import { crossingProblems, crossingWarnings, lowWayWarnings } from "./crossing.ts";
import { homeOverNoFly } from "./home-no-fly.ts";
import { obstacleProblems, takeOffObstacles } from "./obstacle-check.ts";
import { terrainProblems, terrainWarnings } from "./planned-terrain.ts";
import { isMendedLater, routeChangeProblems, routeProblems } from "./route-change.ts";
import { reserveWarnings } from "./route-battery.ts";
import { routeWind, windProblems } from "./route-wind.ts";
import { routeWindShape } from "./route-wind-shape.ts";

export const routeCheckShape = z.object({
  /** Metres above the take-off position of the ways to the first waypoint, and home. */
  security_height_m: z.number(),
  return_height_m: z.number(),
  /** False without an elevation file, and where it does not cover those ways: obstacles there are not known. */
  is_ground_known: z.boolean(),
  /** What `altitude_agl_m` counts from: the take-off position where no ground below the route is known. */
  altitude_above: z.enum(["ground", "take_off"]),
  wind: routeWindShape,
  /** Everything for which the route must not be flown. */
  problems: z.array(problemShape),
  /** What the pilot must know, and what stops no export. */
  warnings: z.array(problemShape),
  /** That its start has passed: no fault of a route that was flown, and one of an online flight that is still to be exported. */
  past: problemShape.nullable(),
});
export type RouteCheck = z.infer<typeof routeCheckShape>;

export const checkedRouteShape = flightRouteShape.extend({ check: routeCheckShape });
export type CheckedRoute = z.infer<typeof checkedRouteShape>;

/** What a route is checked against. */
export type CheckedAgainst = {
  readonly areas: FlightAreas;
  /** Null without an elevation file. */
  readonly elevation: ElevationOf | null;
  /** Of that terrain, as `planned_terrain` of routes; 0 without an elevation file. */
  readonly terrain_mark: number;
  readonly light: FlightLight;
  readonly windows: ReturnType<typeof lightWindows>;
  /** Metres above ground that nothing may fly above at this plant; null: no such rule. */
  readonly ceiling_m: number | null;
  /** Milliseconds since 1970 UTC. */
  readonly now_ms: number;
};

/** Legal height above ground for most flights in the EU (Implementing Regulation (EU) 2019/947). */
export const LEGAL_HEIGHT_M = 120;

/** Everything for which the route must not be flown now: asked before every export. */
export function flightProblems(route: FlightRouteRecord, against: CheckedAgainst): Problem[] {
  const isAimed = isOnline(route.flight_type);
  const past = isAimed ? passedStart(route, against, LATE_ONLINE_MS) : [];
  return [...past, ...plannedProblems(route, against)];
}

/** Everything for which the route must not be flown, whenever that was or will be. */
function plannedProblems(route: FlightRouteRecord, against: CheckedAgainst): Problem[] {
  const { areas, light, windows, terrain_mark } = against;
  return [
    ...terrainProblems(route, terrain_mark),
    ...lightProblems(route, light, windows),
    ...routeProblems(route, areas),
    ...heightProblems(route, against),
    ...windProblems(route),
  ];
}

/** Where the drone is aimed by the sun of its hour: collectors turn by 3.75° meanwhile, less than during many sorties. */
const LATE_ONLINE_MS = 15 * 60_000;

/** That the start of a route has passed, by the clock at the plant: another hour has another sun. */
function passedStart(
  { start_at, flight_type }: Pick<FlightRouteRecord, "start_at" | "flight_type">,
  { light, now_ms }: Pick<CheckedAgainst, "light" | "now_ms">,
  late_ms = 0,
): Problem[] {
  const start_ms = Date.parse(start_at ?? "");
  if (!(start_ms + late_ms < now_ms)) return [];
  const [date = "", start = ""] = plantLocal(light.time_zone, start_ms).split("T");
  const reason = isOnline(flight_type) ? "sortie_start_passed_online" : "sortie_start_passed";
  return [{ reason, values: { date, start } }];
}

/** All for which a route of a file must not be flown; its start is planned so that it has light. */
export function takenOverProblems(
  route: FlightRoute,
  against: Pick<CheckedAgainst, "areas" | "elevation" | "ceiling_m">,
): Problem[] {
  // Nothing of it was planned here, so every leg is judged as a changed one.
  const all = routeChangeProblems({ waypoints: [] }, route, against.areas, against.elevation);
  // Many files do not say where the camera looks: the route is a fault in the list then, until somebody sets it.
  const known = all.filter((one) => !isMendedLater(one));
  const isKnown = ({ reason, values }: Problem) =>
    known.some((one) => one.reason === reason && one.values?.["waypoint"] === values?.["waypoint"]);
  const outside = outsideProblems(route, against.areas).filter((one) => !isKnown(one));
  return [
    ...[...known, ...outside].map((one) => sayingWay(one, route, against.areas)),
    ...heightProblems(route, against),
    ...windProblems(route),
  ];
}

/** A leg outside that leads from one flight polygon to another: our own files have such, and no file says that they are meant. */
function sayingWay(problem: Problem, { waypoints }: FlightRoute, { flight }: FlightAreas): Problem {
  const to = Number(problem.values?.["waypoint"]) - 1;
  if (problem.reason !== "outside_flight_area" || !(to > 0)) return problem;
  const around = waypoints.map(({ place }) =>
    flight.flatMap((polygon, at) => (isWithinPolygon(polygon, place) ? [at] : [])),
  );
  const left = around.slice(0, to).findLast((within) => within.length > 0);
  const met = around.slice(to).find((within) => within.length > 0);
  if (!left || !met || left.some((one) => met.includes(one))) return problem;
  return { ...problem, reason: "file_way_between_areas" };
}

/** Metres of a leg that rounding may put outside. */
const TOLERANCE_M = 0.01;

/** Each leg between waypoints outside: a planned route may leave the areas at its ends, for its take-off position. */
function outsideProblems({ waypoints }: FlightRoute, { flight }: FlightAreas): Problem[] {
  return waypoints.slice(1).flatMap(({ place: to }, at): Problem[] => {
    const from = waypoints[at]!.place;
    const metres = placesApart(from, to) - metresInside(from, to, flight);
    if (metres <= TOLERANCE_M) return [];
    const values = { waypoint: at + 2, metres: Math.ceil(metres * 100) / 100 };
    return [{ reason: "outside_flight_area", values }];
  });
}

/** What of the heights of a route forbids to fly it: the ground and the obstacles below, the heights of its ways, the plant's ceiling. */
export function heightProblems(
  route: FlightRoute,
  { elevation, ceiling_m, areas }: Pick<CheckedAgainst, "areas" | "elevation" | "ceiling_m">,
): Problem[] {
  const { obstacles } = areas;
  return [
    ...(elevation ? groundProblems(route, elevation) : []),
    ...obstacleProblems(route, elevation, obstacles),
    ...crossingProblems(route, areas, elevation),
    ...homeProblems(route, elevation, obstacles),
    ...(ceiling_m === null ? [] : ceilingProblems(route, { elevation, obstacles }, ceiling_m)),
  ];
}

type Below = Pick<CheckedAgainst, "elevation"> & Pick<FlightAreas, "obstacles">;

/** Flying lower helps where the route itself is too high, and not where its ways from and to take-off are. */
function ceilingProblems(
  route: FlightRoute,
  { elevation, obstacles }: Below,
  most: number,
): Problem[] {
  const metres = highestTenths(route, elevation, obstacles);
  if (metres <= most) return [];
  // The ways from and to take-off may bend on the way to the first line: the altitude of the plan is not theirs.
  const { photo_runs } = route;
  const waypoints = route.waypoints.slice(
    photo_runs[0]?.from,
    (photo_runs.at(-1)?.to ?? Infinity) + 1,
  );
  const lines = { ...route, waypoints };
  const flown = tenths(highestAboveGround(lines, elevation, obstacles, "route"));
  const isRoute = flown > most || hasSetHeights(route);
  return [
    {
      reason: isRoute ? "flight_above_ceiling" : "flight_ways_above_ceiling",
      values: { metres, most },
    },
  ];
}

const hasSetHeights = ({ set_security_height_m: out, set_return_height_m: back }: FlightRoute) =>
  typeof out === "number" || typeof back === "number";

function warningsOf(route: FlightRoute, { elevation, obstacles }: Below): Problem[] {
  const metres = highestTenths(route, elevation, obstacles);
  if (metres <= LEGAL_HEIGHT_M) return [];
  return [{ reason: "flight_above_legal", values: { metres, most: LEGAL_HEIGHT_M } }];
}

/** That ways from or to take-off lead over ground that an elevation file does not know, where no leg of the route does. */
function unknownWays(route: FlightRoute, elevation: ElevationOf): Problem[] {
  const isSaid = groundProblems(route, elevation).some(({ reason }) =>
    reason.startsWith("ground_unknown"),
  );
  return isSaid ? [] : [{ reason: "ways_ground_unknown" }];
}

/** Up: a height above a limit is never rounded down to it. What sums are off is no height. */
const tenths = (metres: number) => Math.ceil(metres * 10 - 1e-6) / 10;

/** Metres above the ground of the highest place of a route, as checks and cards say them. */
export const highestTenths = (...of: Parameters<typeof highestAboveGround>): number =>
  tenths(highestAboveGround(...of));

export function routeCheck(route: FlightRouteRecord, against: CheckedAgainst): RouteCheck {
  const { elevation, areas } = against;
  const { obstacles } = areas;
  const { isGroundKnown, ...heights } = homeHeights(route, elevation, obstacles);
  return {
    ...heights,
    is_ground_known: isGroundKnown,
    altitude_above: flownHeight(route, elevation).above,
    wind: routeWind(route),
    problems: plannedProblems(route, against),
    warnings: [
      ...terrainWarnings(route, against.terrain_mark),
      ...(elevation && !isGroundKnown ? unknownWays(route, elevation) : []),
      ...warningsOf(route, { elevation, obstacles }),
      ...crossingWarnings(route, areas, elevation),
      ...lowWayWarnings(route, areas, elevation),
      ...homeOverNoFly(route, areas),
      ...takeOffObstacles(route, obstacles),
      ...reserveWarnings(route),
      ...lightWarnings(route, against.light, against.windows),
    ],
    past: passedStart(route, against, isOnline(route.flight_type) ? LATE_ONLINE_MS : 0)[0] ?? null,
  };
}
