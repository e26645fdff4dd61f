// A mission of the Litchi app: what its CSV and its binary file hold, and how a route becomes missions.
// Limits: those of DJI's older drones, which Litchi states (forum.flylitchi.com, "DJI SDK limits").
import { failure, type Problem } from "../../error.ts";
import { transitOf } from "../time/flight-motion.ts";
import { metresInside } from "../route/flight-fault.ts";
import type { FlightAreas, FlightRoute, Place } from "../route/flight-route.ts";
import { withoutStay } from "../route/waypoint-stay.ts";
import type { HomeHeights } from "../route/home-leg.ts";
import { courseBetween, placesApart } from "../../geometry/ground-distance.ts";
import {
  dividedLegs,
  isHigher,
  legLimits,
  stopsOf,
  withHomeWays,
  type Stop,
} from "./litchi-stops.ts";

export type LitchiAction = { readonly type: number; readonly param: number };

export type LitchiWaypoint = {
  readonly place: Place;
  readonly altitude_m: number;
  /** 0: above the take-off position, 1: above ground. */
  readonly altitude_mode: number;
  /** Degrees clockwise from north, [-180, 180]. */
  readonly heading_deg: number;
  /** Radius of the curve around the waypoint; 0: none. */
  readonly curve_m: number;
  /** 0: clockwise, 1: counter-clockwise. */
  readonly rotation: number;
  /** 0: not moved, 1: looks at the point of interest, 2: turned evenly until the next waypoint. */
  readonly gimbal_mode: number;
  /** Whole degrees. */
  readonly gimbal_pitch_deg: number;
  /** 0: the cruising speed of the mission. */
  readonly speed_m_s: number;
  readonly actions: readonly LitchiAction[];
  readonly poi: LitchiPoi | null;
  /** From here on a photo every so many seconds, or metres; null: off. */
  readonly photo_s: number | null;
  readonly photo_m: number | null;
};

export type LitchiPoi = {
  readonly place: Place;
  readonly altitude_m: number;
  readonly altitude_mode: number;
};

/** What a CSV does not hold: the pilot sets it in the app after the import. */
export type LitchiSettings = {
  /** 0: along the route, 1: as at the start, 2: by hand, 3: as each waypoint says. */
  readonly heading_mode: number;
  /** 0: hover, 1: return home, 2: land, 3: back to the first waypoint, 4: fly back. */
  readonly finish_action: number;
  /** 0: straight, 1: with curves. */
  readonly path_mode: number;
  readonly cruising_m_s: number;
};

export type LitchiMission = {
  readonly waypoints: readonly LitchiWaypoint[];
  readonly settings: LitchiSettings;
};

export const litchiLimits = {
  waypoints: 99,
  ...legLimits,
  missionLength_m: 30_000,
  speed_m_s: 15,
  altitude_m: [-200, 500],
} as const;

/** What the missions of a route depend on besides it. */
export type LitchiHome = {
  /** Of the straight ways from and to the take-off position. */
  readonly heights: Pick<HomeHeights, "security_height_m" | "return_height_m">;
  /** Where no way home may lead; null: not known. */
  readonly areas: FlightAreas | null;
};

/**
 * The missions of a route, at most 99 waypoints each. The app knows no heights of the ways from and to the take-off
 * position: where they are higher than the route, each mission has waypoints for them. A mission begins where the photos
 * of the one before end, at a place from which the way home crosses no no-fly polygon. Waypoints closer than 0.6 m to
 * the one before are left out, and legs over 1999 m are divided.
 * @throws Failure CONFLICT where no such place is found
 */
export function litchiMissions(route: FlightRoute, home: LitchiHome): LitchiMission[] {
  const stops = stopsOf(route);
  const { security_height_m: out, return_height_m: back } = home.heights;
  const speed = Math.min(transitOf(route), litchiLimits.speed_m_s);
  const way = { home: route.take_off.place, out, back, speed };
  const whole = dividedLegs(withHomeWays(stops, way));
  const parts =
    whole.length <= litchiLimits.waypoints
      ? [whole]
      : partsOf(stops, route, home).map((part, at) => {
          const own = at === 0 ? way : { ...way, out: back };
          return dividedLegs(withHomeWays(part, own));
        });
  const settings = {
    heading_mode: route.waypoints.some(({ heading_deg }) => heading_deg !== null) ? 3 : 0,
    finish_action: 1,
    path_mode: stops.some(({ damping_m }) => damping_m > 0) ? 1 : 0,
    cruising_m_s: route.speed_m_s,
  };
  return parts.map((part) => {
    const waypoints = part.map((stop, at) =>
      litchiWaypoint(stop, courseAt(part, at), route.speed_m_s),
    );
    return { waypoints, settings };
  });
}

/** Waypoints that the ways from and to the take-off position, and the division of long legs, may add to a part. */
const ADDED = 6;

/** Stretches that one mission flies; each begins with the last stop of the one before. */
function partsOf(
  stops: readonly Stop[],
  route: FlightRoute,
  { areas, heights }: LitchiHome,
): Stop[][] {
  const whole = dividedLegs(stops);
  // The first part climbs to the security height, and each to the return height.
  const highest = Math.max(heights.security_height_m, heights.return_height_m);
  const climbs = stops.some((stop) => isHigher(highest, stop));
  const most = litchiLimits.waypoints - (climbs ? ADDED : 0);
  const home = route.take_off.place;
  const isFree = ({ place }: Stop) => !areas || metresInside(home, place, areas.no_fly) === 0;
  const parts: Stop[][] = [];
  for (let from = 0; from < whole.length - 1;) {
    let to = Math.min(whole.length - 1, from + most - 1);
    while (to > from && to < whole.length - 1 && !isFree(whole[to]!)) to -= 1;
    if (to === from)
      throw failure("CONFLICT", { reason: "litchi_no_way_home", values: { waypoint: from + 1 } });
    const [first, ...others] = whole.slice(from, to + 1);
    // What is done at the stop that both parts have is done once.
    parts.push([from === 0 ? first! : withoutStay(first!), ...others]);
    from = to;
  }
  return parts;
}

/** The course of the leg that begins at a waypoint, or that ends at the last one. */
function courseAt(stops: readonly Stop[], at: number): number {
  const [from, to] = at + 1 < stops.length ? [at, at + 1] : [at - 1, at];
  const [one, other] = [stops[from], stops[to]];
  return one && other ? courseBetween(one.place, other.place) : 0;
}

function litchiWaypoint(stop: Stop, course: number, speed: number): LitchiWaypoint {
  return {
    place: stop.place,
    altitude_m: stop.height_m,
    altitude_mode: 0,
    heading_deg: stop.heading_deg ?? Number(course.toFixed(3)),
    curve_m: stop.damping_m,
    rotation: 0,
    gimbal_mode: 2,
    gimbal_pitch_deg: Math.round(stop.gimbal_pitch_deg),
    speed_m_s: stop.speed_m_s ?? speed,
    actions: actionsAt(stop),
    poi: null,
    photo_s: null,
    photo_m: stop.photo_m,
  };
}

/** Types of actions: to stay for so many milliseconds, to take a photo, to turn the drone, to tilt the camera. */
export const litchiActions = { stay: 0, photo: 1, turn: 4, tilt: 5 } as const;

function actionsAt({ hover_s, takes_photo }: Stop): LitchiAction[] {
  return [
    ...(hover_s === undefined
      ? []
      : [{ type: litchiActions.stay, param: Math.round(hover_s * 1000) }]),
    ...(takes_photo ? [{ type: litchiActions.photo, param: 0 }] : []),
  ];
}

/** Why the app would not fly the mission; `feature` is the number of the waypoint. */
export function litchiProblems({ waypoints }: LitchiMission): Problem[] {
  const { waypoints: most, speed_m_s, altitude_m, missionLength_m } = litchiLimits;
  const problems: Problem[] = [];
  if (waypoints.length < 2) problems.push({ reason: "route_two_waypoints" });
  if (waypoints.length > most) problems.push({ reason: "litchi_waypoints", values: { most } });
  waypoints.forEach((waypoint, at) => {
    const feature = at + 1;
    const [least, greatest] = altitude_m;
    if (waypoint.speed_m_s > speed_m_s) {
      const values = { speed: waypoint.speed_m_s, most: speed_m_s };
      problems.push({ reason: "wpml_speed", feature, values });
    }
    if (waypoint.altitude_m < least || waypoint.altitude_m > greatest) {
      const values = { value: waypoint.altitude_m, least, most: greatest };
      problems.push({ reason: "route_number_range", field: "altitude(m)", feature, values });
    }
  });
  const length = lengthOf(waypoints);
  if (length > missionLength_m) {
    const values = { km: Math.round(length / 100) / 10, most: missionLength_m / 1000 };
    problems.push({ reason: "litchi_length", values });
  }
  return problems;
}

function lengthOf(waypoints: readonly LitchiWaypoint[]): number {
  return waypoints
    .slice(1)
    .reduce((sum, { place }, at) => sum + placesApart(waypoints[at]!.place, place), 0);
}
