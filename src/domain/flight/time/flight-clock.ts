// Where a drone is on its route at a time: the planner's time model, read the other way round.
import { localPlaneAt } from "../../geometry/local-plane.ts";
import { aircraft } from "../plan/aircraft.ts";
import { transitOf } from "./flight-motion.ts";
import { courseBetween } from "../../geometry/ground-distance.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import type { FlightRoute, Place } from "../route/flight-route.ts";
import { higher, type WayHeights } from "../route/way-heights.ts";
import { staySeconds } from "../route/waypoint-stay.ts";
import {
  alongLeg,
  legPaces,
  type LegPace,
  type PathPoint,
  type VerticalSpeeds,
} from "./flight-time.ts";

/** Seconds on the ground at both ends of a sortie. */
export type GroundTimes = { readonly take_off_s: number; readonly landing_s: number };

/** The path from above the take-off position along the corners and back above it. */
export function overHome(
  corners: readonly PathPoint[],
  home: readonly [x: number, y: number],
  transit: number,
): PathPoint[] {
  const over = (z: number): PathPoint => {
    return { x: home[0], y: home[1], z, speed: transit, damping: 0 };
  };
  return [over(corners[0]?.z ?? 0), ...corners, over(corners.at(-1)?.z ?? 0)];
}

type Flown = {
  readonly legs: readonly LegPace[];
  /** Metres above the take-off position of the ways out and home. */
  readonly up: number;
  readonly down: number;
  readonly upright_s: number;
  /** Seconds from above the first waypoint down to it, and from the last one up to the way home. */
  readonly sinks_s: number;
  readonly rises_s: number;
};

/**
 * The drone flies to its first waypoint at the security height and sinks above it, and climbs above its last one to the
 * return height; a waypoint that lies higher is flown to at its own height. Both count as a stay at the waypoint.
 */
function flownOf(
  path: readonly PathPoint[],
  { climb, descent }: VerticalSpeeds,
  ground: GroundTimes,
  heights: WayHeights,
): Flown {
  const [first, last] = [path[0]?.z ?? 0, path.at(-1)?.z ?? 0];
  const up = higher(heights.security_height_m, first);
  const down = higher(heights.return_height_m, last);
  const paces = legPaces(path, { climb, descent });
  const sinks_s = (up - first) / descent;
  const rises_s = (down - last) / climb;
  const legs = paces.map((pace, i) => {
    const sinks = i === 0 ? sinks_s : 0;
    const rises = i === paces.length - 2 ? rises_s : 0;
    return { ...pace, turn_s: pace.turn_s + sinks + rises };
  });
  const upright = Math.abs(up) / climb + Math.abs(down) / descent;
  const upright_s = upright + ground.take_off_s + ground.landing_s;
  return { legs, up, down, upright_s, sinks_s, rises_s };
}

/** Seconds from leaving the ground to landing, along a path of `overHome`. */
export function sortieTime(
  path: readonly PathPoint[],
  vertical: VerticalSpeeds,
  ground: GroundTimes,
  heights: WayHeights,
): number {
  const { legs, upright_s } = flownOf(path, vertical, ground, heights);
  return legs.reduce((sum, { seconds, turn_s }) => sum + seconds + turn_s, upright_s);
}

export type Timed = Pick<
  FlightRoute,
  "aircraft" | "flight_type" | "take_off" | "waypoints" | "speed_m_s" | "set_transit_m_s"
>;

function pathOfRoute(route: Timed): PathPoint[] {
  const { take_off, waypoints, speed_m_s } = route;
  const plane = localPlaneAt(take_off.place);
  const transit = transitOf(route);
  const corners = waypoints.map((waypoint, i): PathPoint => {
    const [x, y] = plane.toPlane(...waypoint.place);
    const { height_m: z, damping_m: damping, speed_m_s: own } = waypoint;
    // A route ends at its last waypoint: whatever speed that has, the drone flies home as fast as it came.
    const speed = i === waypoints.length - 1 ? transit : (own ?? speed_m_s);
    return { x, y, z, speed, damping, wait_s: staySeconds(waypoint) };
  });
  return overHome(corners, [0, 0], transit);
}

const verticalOf = ({ aircraft: model }: Timed): VerticalSpeeds => {
  const { climb_m_s, descent_m_s } = aircraft[model];
  return { climb: climb_m_s.value, descent: descent_m_s.value };
};

const groundTimesOf = ({ aircraft: model, flight_type }: Timed): GroundTimes =>
  defaultFlightSettings(model, [flight_type], 0);

const flownRoute = (route: Timed, heights: WayHeights): Flown =>
  flownOf(pathOfRoute(route), verticalOf(route), groundTimesOf(route), heights);

/** Seconds from leaving the ground to landing, with the climbs to the heights of the ways out and home. */
export const routeSeconds = (route: Timed, heights: WayHeights): number =>
  sortieTime(pathOfRoute(route), verticalOf(route), groundTimesOf(route), heights);

/**
 * Each leg of the flight with its course, radians from east, from above the take-off position back to it, and the seconds
 * straight up, straight down and on the ground: the rest of the route's duration.
 */
export function routePaces(route: Timed & Pick<FlightRoute, "duration_s">): {
  readonly legs: readonly (LegPace & { readonly course: number })[];
  readonly upright_s: number;
} {
  const path = pathOfRoute(route);
  const paces = legPaces(path, verticalOf(route));
  const flown = paces.reduce((sum, { seconds, turn_s }) => sum + seconds + turn_s, 0);
  return {
    legs: paces.map((pace, i) => {
      const [from, to] = [path[i]!, path[i + 1]!];
      return { ...pace, course: Math.atan2(to.y - from.y, to.x - from.x) };
    }),
    upright_s: Math.max(0, route.duration_s - flown),
  };
}

export const flightPhases = ["take_off", "climb", "route", "return", "descent", "landing"] as const;
export type FlightPhase = (typeof flightPhases)[number];

export type FlightMoment = {
  readonly phase: FlightPhase;
  readonly place: Place;
  /** Metres above the take-off position. */
  readonly height_m: number;
  /** Degrees clockwise from north of the aircraft's nose, -180 to 180. */
  readonly heading_deg: number;
  readonly speed_m_s: number;
  /** The waypoint that the drone flies to, from 1; null on the way back and on the ground. */
  readonly waypoint: number | null;
};

export type FlightClock = {
  readonly seconds: number;
  /** Seconds after leaving the ground at which each waypoint is reached, in place and height. */
  readonly reached: readonly number[];
  at(seconds: number): FlightMoment;
  /** When the drone is at this part, 0 to 1, of the leg that ends at waypoint `leg`; as many as there are: the way back. */
  secondsAt(leg: number, part: number): number;
};

/** The flight of a route, from leaving the ground to landing. */
export function flightClock(route: Timed, heights: WayHeights): FlightClock {
  const { take_off, waypoints } = route;
  const vertical = verticalOf(route);
  const ground = groundTimesOf(route);
  const { legs, up, down, sinks_s, rises_s } = flownRoute(route, heights);
  const places = [take_off.place, ...waypoints.map(({ place }) => place), take_off.place];
  const climbed = ground.take_off_s + Math.abs(up) / vertical.climb;
  const starts = [climbed];
  for (const { seconds, turn_s } of legs) starts.push(starts.at(-1)! + seconds + turn_s);
  const back = starts.at(-1)!;
  const landing = back + Math.abs(down) / vertical.descent;
  const seconds = landing + ground.landing_s;
  const courses = legs.map((_, i) => courseBetween(places[i]!, places[i + 1]!));
  const home = { place: take_off.place, speed_m_s: 0, waypoint: null };
  return {
    seconds,
    reached: waypoints.map((_, i) => starts[i]! + legs[i]!.seconds + (i === 0 ? sinks_s : 0)),
    secondsAt: (leg, part) => starts[leg]! + secondsOn(legs[leg]!, part),
    at(asked) {
      const now = Math.min(seconds, Math.max(0, asked));
      const out = courses[0] ?? 0;
      const home_deg = courses.at(-1) ?? 0;
      if (now <= ground.take_off_s) {
        return { ...home, phase: "take_off", height_m: 0, heading_deg: out };
      }
      if (now < climbed) {
        const height_m = (up * (now - ground.take_off_s)) / (climbed - ground.take_off_s);
        const speed_m_s = vertical.climb;
        return { ...home, phase: "climb", height_m, heading_deg: out, speed_m_s };
      }
      if (now >= landing) {
        return { ...home, phase: "landing", height_m: 0, heading_deg: home_deg };
      }
      if (now >= back) {
        const height_m = down * (1 - (now - back) / (landing - back));
        const speed_m_s = vertical.descent;
        return { ...home, phase: "descent", height_m, heading_deg: home_deg, speed_m_s };
      }
      return onLeg(legAt(starts, now));
      function onLeg(i: number): FlightMoment {
        const leg = legs[i]!;
        const { part, speed } = partOf(leg, now - starts[i]!);
        const [from, to] = [places[i]!, places[i + 1]!];
        const isReturn = i === legs.length - 1;
        const from_m = i === 0 ? up : isReturn ? down : waypoints[i - 1]!.height_m;
        const at_m = isReturn ? down : waypoints[i]!.height_m;
        // Above the first waypoint the drone sinks from the way out before its stay, and above the last it climbs to the way
        // home after it.
        const to_m = i === 0 ? up : at_m;
        const leaves_m = i === legs.length - 2 ? down : at_m;
        const waited_s = now - starts[i]! - leg.seconds;
        const left_s = leg.turn_s - waited_s;
        const height_m =
          waited_s <= 0 || isReturn
            ? from_m + (to_m - from_m) * part
            : to_m > at_m && waited_s < sinks_s
              ? to_m + ((at_m - to_m) * waited_s) / sinks_s
              : leaves_m > at_m && left_s < rises_s
                ? leaves_m - ((leaves_m - at_m) * left_s) / rises_s
                : at_m;
        const set = waypoints[isReturn ? i - 1 : i]?.heading_deg ?? null;
        return {
          phase: isReturn ? "return" : "route",
          place: [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part],
          height_m,
          heading_deg: set ?? courses[i]!,
          speed_m_s: speed,
          waypoint: isReturn ? null : i + 1,
        };
      }
    },
  };
}

/** Part of the leg that is flown, 0 to 1. After its seconds the drone turns at its end. */
function partOf(leg: LegPace, seconds: number): { part: number; speed: number } {
  if (seconds >= leg.seconds) return { part: 1, speed: leg.after };
  if (leg.metres === 0) return { part: seconds / leg.seconds, speed: 0 };
  const { metres, speed } = alongLeg(leg, seconds);
  return { part: metres / leg.metres, speed };
}

/** Halvings: a leg of an hour to a millisecond. */
const HALVINGS = 22;

/** Seconds after which this part of the leg is flown: `partOf` the other way round. */
function secondsOn(leg: LegPace, part: number): number {
  let [low, high] = [0, leg.seconds];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (partOf(leg, middle).part < part) low = middle;
    else high = middle;
  }
  return high;
}

/** The last leg that begins at or before the time. */
function legAt(starts: readonly number[], seconds: number): number {
  let [low, high] = [0, starts.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= seconds) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Percent of a full battery that is left after so many seconds in the air. */
export function batteryLeft(seconds: number, flight_time_min: number): number {
  return Math.max(0, 100 * (1 - seconds / (60 * flight_time_min)));
}
