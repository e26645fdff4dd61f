// The ways from and to the take-off position in the air: how high they are flown, and what of a route comes too close to
// the ground. The drone climbs to the security height and flies straight to its first waypoint; when it returns, planned or
// after a lost link, it climbs to the return height and flies straight home from wherever it is.
import type { Problem } from "../../error.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import { mostAlong, mostSwept, type GroundBelow } from "../ground/ground-below.ts";
import { OBSTACLE_CLEARANCE_M } from "../ground/obstacle.ts";
import { sweptFinder, type SweptTop } from "../ground/obstacle-sweep.ts";
import { obstacleFinder } from "../ground/obstacle-way.ts";
import type { FlightRoute, Place, Obstacle, Waypoint } from "./flight-route.ts";
import { legClearance } from "./flown-height.ts";
import { higher, type WayHeights } from "./way-heights.ts";

/**
 * Metres above the highest ground below such a way: masts, lines, power blocks and trees that no terrain model has. Where
 * no ground is known it is taken as flat. Our limit; DJI flies no route lower than 20 m to its first waypoint and home.
 */
export const HOME_CLEARANCE_M = 30;
/** Metres between the points of a height profile. */
const STEP_M = 5;

export type HomeHeights = WayHeights & {
  /** False where the ground below one of the ways is not known: then it may be higher. */
  readonly isGroundKnown: boolean;
};

type Obstacles = readonly Obstacle[] | undefined;

/**
 * The heights as they are flown: those that are set, else what the terrain, the obstacles and the flight ask for.
 * @param elevation of the plant's terrain; null without an elevation file
 * @param obstacles of the plant
 */
export function homeHeights(
  route: FlightRoute,
  elevation: ElevationOf | null,
  obstacles: Obstacles,
): HomeHeights {
  const needed = neededHeights(route, elevation, obstacles);
  return {
    security_height_m: route.set_security_height_m ?? needed.security_height_m,
    return_height_m: route.set_return_height_m ?? needed.return_height_m,
    isGroundKnown: needed.isGroundKnown,
  };
}

/** The heights at which a route's ways are flown: to a waypoint that lies higher, at its own height. */
export function flownHeights(
  { waypoints }: Pick<FlightRoute, "waypoints">,
  { security_height_m, return_height_m }: WayHeights,
): WayHeights {
  return {
    security_height_m: higher(security_height_m, waypoints[0]?.height_m ?? 0),
    return_height_m: higher(return_height_m, waypoints.at(-1)?.height_m ?? 0),
  };
}

/** Reasons of `homeProblems`. */
export const setHeightReasons: readonly string[] = ["security_height_low", "return_height_low"];

/** Each height that is set below what the terrain, the obstacles and the flight ask for. */
export function homeProblems(
  route: FlightRoute,
  elevation: ElevationOf | null,
  obstacles: Obstacles,
): Problem[] {
  const { security_height_m, return_height_m } = neededHeights(route, elevation, obstacles);
  const low = (reason: string, set: number | null | undefined, least: number): Problem[] =>
    typeof set === "number" && set < least ? [{ reason, values: { metres: set, least } }] : [];
  return [
    ...low("security_height_low", route.set_security_height_m, security_height_m),
    ...low("return_height_low", route.set_return_height_m, return_height_m),
  ];
}

/** The same for routes that a campaign sets heights for, each fault once with its worst number. */
export function setHeightProblems(
  routes: readonly FlightRoute[],
  { security_height, return_height }: SetHeights,
  elevation: ElevationOf | null,
  obstacles: Obstacles,
): Problem[] {
  const set = { set_security_height_m: security_height, set_return_height_m: return_height };
  const all = routes.flatMap((route) => homeProblems({ ...route, ...set }, elevation, obstacles));
  const leastOf = ({ values }: Problem) => Number(values?.["least"]);
  return [...Map.groupBy(all, ({ reason }) => reason).values()].map((same) =>
    same.reduce((worst, one) => (leastOf(one) > leastOf(worst) ? one : worst)),
  );
}

/** As a campaign has them; null: by the terrain. */
type SetHeights = {
  readonly security_height: number | null;
  readonly return_height: number | null;
};

type Needed = {
  readonly place: Place;
  readonly altitude_m: number;
  readonly elevation: ElevationOf | null;
  readonly obstacles: Obstacles;
  readonly heights: HomeHeights;
};

/** By the waypoints, which copies of a route with other set heights share: one check asks several times. */
const known = new WeakMap<FlightRoute["waypoints"], Needed>();

/** The least heights of the ways from and to the take-off position. */
export function neededHeights(
  route: FlightRoute,
  elevation: ElevationOf | null,
  obstacles: Obstacles,
): HomeHeights {
  const { waypoints, altitude_agl_m: altitude_m } = route;
  const { place } = route.take_off;
  const before = known.get(waypoints);
  const isSame =
    before?.elevation === elevation &&
    before.obstacles === obstacles &&
    before.altitude_m === altitude_m &&
    before.place[0] === place[0] &&
    before.place[1] === place[1];
  if (isSame) return before.heights;
  const heights = neededAfresh(route, elevation, obstacles);
  known.set(waypoints, { place, altitude_m, elevation, obstacles, heights });
  return heights;
}

function neededAfresh(
  route: FlightRoute,
  elevation: ElevationOf | null,
  obstacles: Obstacles,
): HomeHeights {
  const { take_off, waypoints, altitude_agl_m } = route;
  const home = take_off.place;
  const floor = elevation?.(home) ?? null;
  const highest = waypoints.reduce((most, { height_m }) => Math.max(most, height_m), 0);
  const first = waypoints[0]?.place ?? home;
  let isGroundKnown = floor !== null;
  const over = (tops: readonly SweptTop[], ground: (known: ElevationOf) => GroundBelow): number => {
    let most = HOME_CLEARANCE_M;
    for (const { top_m, isGroundKnown: isKnown } of tops) {
      most = Math.max(most, top_m + OBSTACLE_CLEARANCE_M);
      if (!isKnown) isGroundKnown = false;
    }
    if (!elevation || floor === null) return most;
    const below = ground(elevation);
    if (!below.isKnown) isGroundKnown = false;
    return Math.max(most, below.most - floor + HOME_CLEARANCE_M);
  };
  const met = obstacleFinder(obstacles, home, elevation);
  const swept = sweptFinder(obstacles, home, elevation);
  const out = over(met(home, first), (known) => mostAlong(known, home, first));
  // As high as the flight itself, though it begins on lower ground; never above all of it.
  const security = Math.max(Math.min(altitude_agl_m, highest), out);
  const places = waypoints.map(({ place }) => place);
  const tops = places.flatMap((place, at) => swept(place, places[at + 1] ?? place));
  const back = Math.max(
    highest,
    security,
    over(tops, (known) => mostSwept(known, home, places)),
  );
  return {
    security_height_m: Math.ceil(security * 10) / 10,
    return_height_m: Math.ceil(back * 10) / 10,
    isGroundKnown,
  };
}

/** Metres above the ground of the lowest place of the leg that begins at a waypoint; without terrain the ground is flat. */
export function leastAboveGround(
  { take_off, waypoints }: Pick<FlightRoute, "take_off" | "waypoints">,
  at: number,
  elevation: ElevationOf | null,
): number {
  const [from, to] = [waypoints[at]!, waypoints[at + 1]!];
  const floor = elevation?.(take_off.place) ?? null;
  if (!elevation || floor === null) return Math.min(from.height_m, to.height_m);
  const { most, isKnown } = mostAlong(
    elevation,
    from.place,
    to.place,
    (ground, share) => ground - floor - heightOn(from, to, share),
  );
  // Where it is not known it counts as flat.
  return isKnown ? -most : Math.min(-most, from.height_m, to.height_m);
}

const heightOn = (from: Waypoint, to: Waypoint, share: number) =>
  from.height_m + share * (to.height_m - from.height_m);

/**
 * Every leg between waypoints that comes too close to the ground, with its waypoint from 1. Ground that the terrain does
 * not know is a fault, too: terrain that covers a part of the flight must not pass for flat ground.
 */
export function groundProblems(route: FlightRoute, elevation: ElevationOf): Problem[] {
  const { take_off, waypoints } = route;
  const floor = elevation(take_off.place);
  if (floor === null) return [{ reason: "ground_unknown_take_off" }];
  const least = legClearance(route);
  const unknown: number[] = [];
  const near = waypoints.slice(1).flatMap((to, at): Problem[] => {
    const from = waypoints[at]!;
    const { most, isKnown } = mostAlong(
      elevation,
      from.place,
      to.place,
      (ground, share) => ground - floor - heightOn(from, to, share),
    );
    if (!isKnown) unknown.push(at + 2);
    const clearance = -most;
    if (clearance >= least) return [];
    const metres = Math.floor(clearance * 10) / 10;
    return [{ reason: "leg_near_ground", values: { waypoint: at + 2, metres, least } }];
  });
  const [waypoint] = unknown;
  if (waypoint === undefined) return near;
  const gap = { reason: "ground_unknown_leg", values: { waypoint, legs: unknown.length } };
  return [...near, gap];
}

/**
 * Metres above the ground of the highest place of a route, its ways from and to take-off included.
 * @param part only of this; absent: of all
 */
export function highestAboveGround(
  route: FlightRoute,
  elevation: ElevationOf | null,
  obstacles: Obstacles,
  part?: ProfilePoint["part"],
): number {
  const all = heightProfile(route, homeHeights(route, elevation, obstacles), elevation);
  const points = part === undefined ? all : all.filter((point) => point.part === part);
  return points.reduce(
    (most, { height_m, ground_m }) => Math.max(most, height_m - (ground_m ?? 0)),
    0,
  );
}

export type ProfilePoint = {
  /** Metres flown over the ground since take-off. */
  readonly along_m: number;
  /** Metres above the take-off position. */
  readonly height_m: number;
  /** Of the ground there; null: not known. */
  readonly ground_m: number | null;
  /** The way to the first waypoint, the route, or the way home. */
  readonly part: "out" | "route" | "home";
};

/** The flight from the side: straight up, out, over the waypoints, home and down. */
export function heightProfile(
  { take_off, waypoints }: Pick<FlightRoute, "take_off" | "waypoints">,
  heights: WayHeights,
  elevation: ElevationOf | null,
): ProfilePoint[] {
  const [first, last] = [waypoints[0], waypoints.at(-1)];
  if (!first || !last) return [];
  const home = take_off.place;
  const floor = elevation?.(home) ?? null;
  const points: ProfilePoint[] = [];
  let along_m = 0;
  const leg = (from: Place, to: Place, low: number, high: number, part: ProfilePoint["part"]) => {
    const metres = placesApart(from, to);
    const places = placesBetween(from, to, STEP_M);
    for (const [i, place] of places.entries()) {
      const share = i / (places.length - 1);
      const ground = elevation?.(place) ?? null;
      points.push({
        along_m: along_m + share * metres,
        height_m: low + share * (high - low),
        ground_m: ground === null || floor === null ? null : ground - floor,
        part,
      });
    }
    along_m += metres;
  };
  const { security_height_m: out, return_height_m: back } = flownHeights({ waypoints }, heights);
  leg(home, first.place, out, out, "out");
  for (const [i, to] of waypoints.slice(1).entries())
    leg(waypoints[i]!.place, to.place, waypoints[i]!.height_m, to.height_m, "route");
  leg(last.place, home, back, back, "home");
  return points;
}

/** Both ends, and places at most `step` metres apart between them. */
export function placesBetween(from: Place, to: Place, step: number): Place[] {
  const parts = Math.max(1, Math.ceil(placesApart(from, to) / step));
  return Array.from({ length: parts + 1 }, (_, i): Place => {
    const part = i / parts;
    return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
  });
}
