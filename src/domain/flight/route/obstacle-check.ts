// Which legs of a route come too close to an obstacle of the plant, and which obstacles stand beside its take-off position.
import type { Problem } from "../../error.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import type { ElevationOf } from "../ground/elevation.ts";
import {
  heightOf,
  metresToObstacle,
  obstacleName,
  OBSTACLE_CLEARANCE_M,
} from "../ground/obstacle.ts";
import { obstacleFinder } from "../ground/obstacle-way.ts";
import type { FlightRoute, Obstacle } from "./flight-route.ts";

type Flown = Pick<FlightRoute, "take_off" | "waypoints">;

/**
 * Every leg between waypoints that passes an obstacle less than the clearance above its top and beside it, with its
 * waypoint from 1. Where the terrain does not know the ground below the obstacle its top is not known, which is a fault, too:
 * once for each obstacle. The ways from and to take-off are no legs: their heights count obstacles (home-leg.ts).
 */
export function obstacleProblems(
  { take_off, waypoints }: Flown,
  elevation: ElevationOf | null,
  obstacles: readonly Obstacle[] | undefined,
): Problem[] {
  const met = obstacleFinder(obstacles, take_off.place, elevation);
  const nameAt = (obstacle: number) => obstacleName(obstacles![obstacle]!, obstacle);
  const unknown = new Map<number, Set<number>>();
  const near = waypoints.slice(1).flatMap((to, at): Problem[] => {
    const from = waypoints[at]!;
    const waypoint = at + 2;
    const least = new Map<number, number>();
    for (const { obstacle, share, top_m, isGroundKnown } of met(from.place, to.place)) {
      const above = from.height_m + share * (to.height_m - from.height_m) - top_m;
      least.set(obstacle, Math.min(above, least.get(obstacle) ?? Infinity));
      if (!isGroundKnown) unknown.set(obstacle, (unknown.get(obstacle) ?? new Set()).add(waypoint));
    }
    const low = [...least].filter(([, above]) => above < OBSTACLE_CLEARANCE_M - TOLERANCE_M);
    return low.map(([obstacle, above]) => ({
      reason: above < 0 ? "leg_below_obstacle" : "leg_near_obstacle",
      values: {
        waypoint,
        obstacle: nameAt(obstacle),
        metres: Math.abs(Math.floor(above * 10) / 10),
        least: OBSTACLE_CLEARANCE_M,
      },
    }));
  });
  const gaps = [...unknown].map(([obstacle, legs]): Problem => {
    const [waypoint = 0] = legs;
    const values = { obstacle: nameAt(obstacle), waypoint, legs: legs.size };
    return { reason: "obstacle_ground_unknown", values };
  });
  // Without ground below the take-off position nothing is known, which is said once (home-leg.ts).
  return elevation?.(take_off.place) === null ? near : [...near, ...gaps];
}

/**
 * Why planned routes cannot be flown past the obstacles, in one refusal: planning them again gives the same. Where only the
 * ground below an obstacle is not known, that for each obstacle.
 */
export function plannedObstacleProblems(
  routes: readonly Flown[],
  elevation: ElevationOf | null,
  obstacles: readonly Obstacle[] | undefined,
): Problem[] {
  const each = routes.map((route) => obstacleProblems(route, elevation, obstacles));
  const all = each.flat();
  const isNear = ({ reason }: Problem) => reason !== "obstacle_ground_unknown";
  const first = all.find(isNear);
  if (first) {
    const legsOf = (problems: readonly Problem[]) =>
      new Set(problems.filter(isNear).map(({ values }) => values?.["waypoint"])).size;
    const legs = each.reduce((sum, problems) => sum + legsOf(problems), 0);
    const { obstacle = "", least = OBSTACLE_CLEARANCE_M } = first.values ?? {};
    return [{ reason: "flight_routes_near_obstacle", values: { legs, obstacle, least } }];
  }
  return [...Map.groupBy(all, ({ values }) => values?.["obstacle"]).values()].map((same) => {
    const [one] = same;
    const legs = same.reduce((sum, { values }) => sum + Number(values?.["legs"] ?? 0), 0);
    return { ...one!, values: { ...one!.values, legs } };
  });
}

/** Legs between waypoints that come nearer to an obstacle than the clearance, or pass one whose ground is not known. */
export function legsNearObstacles(
  routes: readonly Flown[],
  elevation: ElevationOf | null,
  obstacles: readonly Obstacle[] | undefined,
): number {
  return routes.reduce((sum, { take_off, waypoints }) => {
    const met = obstacleFinder(obstacles, take_off.place, elevation);
    // Without the ground of the take-off no height is known over any: the routes say that themselves.
    const isAsked = elevation?.(take_off.place) !== null;
    const near = waypoints.slice(1).filter((to, at) => {
      const from = waypoints[at]!;
      return met(from.place, to.place).some(({ share, top_m, isGroundKnown }) => {
        const height = from.height_m + share * (to.height_m - from.height_m);
        return (isAsked && !isGroundKnown) || height - top_m < OBSTACLE_CLEARANCE_M - TOLERANCE_M;
      });
    });
    return sum + near.length;
  }, 0);
}

/** Metres: what sums of heights are off is not too low. */
const TOLERANCE_M = 1e-6;

/** The nearest obstacle beside the take-off position within the clearance, which the climb passes: the pilot must know it. */
export function takeOffObstacles(
  { take_off }: Pick<FlightRoute, "take_off">,
  obstacles: readonly Obstacle[] = [],
): Problem[] {
  const all = obstacles.map((one, at) => ({
    obstacle: obstacleName(one, at),
    metres: metresToObstacle(one, take_off.place),
  }));
  const [first] = all.toSorted((a, b) => a.metres - b.metres);
  if (!first || first.metres >= OBSTACLE_CLEARANCE_M) return [];
  const metres = Math.floor(first.metres * 10) / 10;
  return [{ reason: "take_off_near_obstacle", values: { ...first, metres } }];
}

/** An obstacle below a route from the side, heights above the take-off position. */
export type ProfiledObstacle = {
  readonly name: string;
  /** Metres flown over the ground since take-off, where it comes within the clearance beside the route, and where it ends. */
  readonly from_m: number;
  readonly to_m: number;
  readonly top_m: number;
  readonly base_m: number;
};

/** Every obstacle that the route, or one of its ways, passes within the clearance beside it, in the order of the flight. */
export function obstacleProfile(
  { take_off, waypoints }: Flown,
  elevation: ElevationOf | null,
  obstacles: readonly Obstacle[] | undefined,
): ProfiledObstacle[] {
  if (!obstacles) return [];
  const met = obstacleFinder(obstacles, take_off.place, elevation);
  const places = [take_off.place, ...waypoints.map(({ place }) => place), take_off.place];
  let along = 0;
  return places.slice(1).flatMap((to, at) => {
    const from = places[at]!;
    const [begin, metres] = [along, placesApart(from, to)];
    along += metres;
    const groups = Map.groupBy(met(from, to), ({ obstacle }) => obstacle);
    return [...groups].map(([obstacle, all]): ProfiledObstacle => {
      const top_m = Math.max(...all.map((one) => one.top_m));
      const shares = all.map(({ share }) => share);
      return {
        name: obstacleName(obstacles[obstacle]!, obstacle),
        from_m: begin + Math.min(...shares) * metres,
        to_m: begin + Math.max(...shares) * metres,
        top_m,
        base_m: top_m - heightOf(obstacles[obstacle]!),
      };
    });
  });
}
