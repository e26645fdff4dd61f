// The height of a route as one number, which lists, the sheet and the blur limit say, and the least height of its legs.
import { upperMedianOf } from "../../median.ts";
import { TERRAIN_TOLERANCE_M, type ElevationOf } from "../ground/elevation.ts";
import type { FlightRoute, Waypoint } from "./flight-route.ts";

type Flown = Pick<FlightRoute, "take_off" | "waypoints" | "photo_runs">;

export type FlownHeight = {
  readonly metres: number;
  /** What the metres count from; the take-off position where no ground below the route is known. */
  readonly above: "ground" | "take_off";
};

/** Metres by which an edit may move the median without changing the height. */
const EDIT_TOLERANCE_M = 0.1;

/** Metres above the ground that every leg keeps, or half the height that the planner chose where it is lower. Our limit. */
const LEG_CLEARANCE_M = 10;

/**
 * Metres above the ground that every leg of the route keeps. Never by the height of its waypoints: that is what is judged,
 * and a route that was lowered would lower its own limit.
 */
export const legClearance = ({ planned_altitude_m }: Pick<FlightRoute, "planned_altitude_m">) =>
  Math.min(LEG_CLEARANCE_M, (planned_altitude_m ?? Infinity) / 2);

/**
 * The median of the waypoints between which photos are taken, or of all where none are.
 * @param elevation of the plant's terrain; null without an elevation file
 */
export function flownHeight(
  { take_off, waypoints, photo_runs }: Flown,
  elevation: ElevationOf | null,
): FlownHeight {
  const seen = waypoints.filter((_, at) =>
    photo_runs.some(({ from, to }) => from <= at && at <= to),
  );
  const counted = seen.length > 0 ? seen : waypoints;
  const floor = elevation?.(take_off.place) ?? null;
  if (elevation && floor !== null) {
    const known = counted.flatMap(({ place, height_m }) => {
      const ground = elevation(place);
      return ground === null ? [] : [height_m - (ground - floor)];
    });
    if (known.length > 0) return { metres: upperMedianOf(known), above: "ground" };
  }
  return { metres: upperMedianOf(counted.map(({ height_m }) => height_m)), above: "take_off" };
}

/**
 * Metres above ground of a route with other waypoints. A route that stays as it is keeps the height that it was planned
 * with, unless the terrain says that it is another one. Without terrain the planned height moves with the waypoints.
 */
export function heightAfter(
  before: FlightRoute,
  after: Pick<FlightRoute, "waypoints" | "photo_runs">,
  elevation: ElevationOf | null,
): number {
  const planned = before.altitude_agl_m;
  const now = flownHeight({ ...before, ...after }, elevation);
  const isKept = isAsHigh(before.waypoints, after.waypoints);
  if (now.above === "ground") {
    const tolerance = isKept ? TERRAIN_TOLERANCE_M : EDIT_TOLERANCE_M;
    return Math.abs(now.metres - planned) <= tolerance ? planned : hundredths(now.metres);
  }
  if (isKept) return planned;
  return hundredths(planned + now.metres - flownHeight(before, null).metres);
}

/** By value: the waypoints of a call are others in memory, and the same route must get the same height from both. */
const isAsHigh = (before: readonly Waypoint[], after: readonly Waypoint[]) =>
  before === after ||
  (before.length === after.length &&
    before.every(({ place, height_m }, at) => {
      const { place: now, height_m: height } = after[at]!;
      return place[0] === now[0] && place[1] === now[1] && height_m === height;
    }));

const hundredths = (metres: number) => Math.round(metres * 100) / 100;
