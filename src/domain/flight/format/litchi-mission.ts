// A mission of the Litchi app: what its CSV and its binary file hold, and how a route becomes missions.
// Limits: those of DJI's older drones, which Litchi states (forum.flylitchi.com, "DJI SDK limits").
import { failure, type Problem } from "../../error.ts";
import { transitOf } from "../time/flight-motion.ts";
import { metresInside } from "../route/flight-fault.ts";
import type { FlightAreas, FlightRoute, PhotoRun, Place, Waypoint } from "../route/flight-route.ts";
import { readStay, withoutStay } from "../route/waypoint-stay.ts";
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
import { timedRuns } from "./timed-photos.ts";
import { baseName, oneReference, openedRoute, type OpenedRoute } from "./opened-route.ts";

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

/** Curves up to this radius are none: Litchi's own smallest value, 0.2, with the remainder of a float. */
const NO_CURVE_M = 0.2001;

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

/** Types of Litchi's actions: to stay for so many milliseconds, and to take a photo. */
const [STAY_FOR, TAKE_PHOTO] = [0, 1];

function actionsAt({ hover_s, takes_photo }: Stop): LitchiAction[] {
  return [
    ...(hover_s === undefined ? [] : [{ type: STAY_FOR, param: Math.round(hover_s * 1000) }]),
    ...(takes_photo ? [{ type: TAKE_PHOTO, param: 0 }] : []),
  ];
}

/** Several photos at one waypoint count as one: none of them shows more. */
function stayOf({ actions }: LitchiWaypoint): Pick<Waypoint, "hover_s" | "takes_photo"> {
  const stays = actions.filter(({ type }) => type === STAY_FOR);
  const hover_s = stays.reduce((sum, { param }) => sum + Math.max(0, param), 0) / 1000;
  const takesPhoto = actions.some(({ type }) => type === TAKE_PHOTO);
  return readStay(hover_s, takesPhoto);
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

/** The route of missions that follow one another. */
export function routeOfLitchi(missions: readonly LitchiMission[], file: string): OpenedRoute {
  const stops = missions.flatMap(({ waypoints }, at) => {
    const before = missions[at - 1]?.waypoints.at(-1);
    const continues =
      before && JSON.stringify(before.place) === JSON.stringify(waypoints[0]?.place);
    return continues ? waypoints.slice(1) : waypoints;
  });
  const followsRoute = missions[0]?.settings.heading_mode === 0;
  const speed = missions[0]?.settings.cruising_m_s ?? 0;
  const references = stops.map(({ altitude_mode }) =>
    altitude_mode === 1 ? ("ground" as const) : ("take_off" as const),
  );
  const isTimeLost =
    speed === 0 && stops.some(({ photo_s, speed_m_s: own }) => photo_s !== null && own === 0);
  return openedRoute({
    name: baseName(file),
    speed_m_s: speed > 0 ? speed : null,
    height_reference: oneReference(file, references),
    waypoints: stops.map((stop) => ({
      place: stop.place,
      height_m: stop.altitude_m,
      heading_deg: followsRoute ? null : stop.heading_deg,
      gimbal_pitch_deg: stop.gimbal_pitch_deg,
      damping_m: stop.curve_m <= NO_CURVE_M ? 0 : stop.curve_m,
      ...(stop.speed_m_s > 0 && stop.speed_m_s !== speed && { speed_m_s: stop.speed_m_s }),
      ...stayOf(stop),
    })),
    photo_runs: photoRunsOf(stops, speed),
    // The app starts wherever the drone stands: its files have no place for home.
    notes: [
      { reason: "route_home_unknown" },
      ...(isTimeLost ? [{ reason: "route_photos_by_time" }] : []),
    ],
  });
}

/**
 * Photos go on from waypoint to waypoint as long as the distance between them stays the same.
 * @param cruising m/s of the legs without a speed of their own
 */
function photoRunsOf(stops: readonly LitchiWaypoint[], cruising: number): PhotoRun[] {
  return timedRuns(0, stops.length - 1, (at) => {
    const { photo_m, photo_s, speed_m_s } = stops[at]!;
    // A speed below zero flies backwards.
    return photo_m ?? (photo_s ?? 0) * Math.abs(speed_m_s === 0 ? cruising : speed_m_s);
  });
}
