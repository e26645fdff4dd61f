// How high the obstacles of a plant reach over its terrain: one answer for checks, the planner and the 3D view.
import type { Obstacle, Place } from "../route/flight-route.ts";
import type { ElevationOf } from "./elevation.ts";
import { heightOf, OBSTACLE_CLEARANCE_M, placedOf } from "./obstacle.ts";

type Spot = readonly [x: number, y: number];

/** The ground on which an obstacle counts as standing. */
export type ObstacleBase = {
  /** Metres above the zero of the terrain; 0 on flat ground; null: the terrain knows none of it. */
  readonly base_m: number | null;
  /** False where the terrain does not know all of it: it may be higher. */
  readonly isGroundKnown: boolean;
};

/** Metres between the places of an outline or wire where the ground is looked up. */
const GROUND_STEP_M = 5;

const known = new WeakMap<ElevationOf, WeakMap<Obstacle, ObstacleBase>>();

/**
 * The base of an obstacle at a share of one of its edges. A roof is level: it stands on the highest ground of its outline. A
 * wire hangs below the straight line between its ends, and may be drawn without its towers: the higher of both.
 * @param elevation null without an elevation file: the ground is flat
 * @param edge by its number; outlines have the same base everywhere
 */
export function obstacleBase(
  obstacle: Obstacle,
  elevation: ElevationOf | null,
  edge: number,
  share: number,
): ObstacleBase {
  if (!elevation) return { base_m: 0, isGroundKnown: true };
  if (obstacle.form === "area") return wholeBase(obstacle, elevation);
  const { plane, edges } = placedOf(obstacle);
  const groundAt = (spot: Spot) => elevation(plane.toLonLat(...spot));
  const [a, b] = edges[edge]!;
  const [from, to] = [groundAt(a), groundAt(b)];
  const straight = from === null || to === null ? null : from + share * (to - from);
  return baseOver([straight, groundAt(between(a, b, share))]);
}

function wholeBase(obstacle: Obstacle, elevation: ElevationOf): ObstacleBase {
  const bases = known.get(elevation) ?? new WeakMap<Obstacle, ObstacleBase>();
  known.set(elevation, bases);
  const { plane, edges } = placedOf(obstacle);
  const base =
    bases.get(obstacle) ??
    baseOver(
      edges
        .flatMap(([a, b]) => spotsBetween(a, b))
        .map((spot) => elevation(plane.toLonLat(...spot))),
    );
  bases.set(obstacle, base);
  return base;
}

function baseOver(grounds: readonly (number | null)[]): ObstacleBase {
  let most: number | null = null;
  for (const ground of grounds) if (ground !== null && ground > (most ?? -Infinity)) most = ground;
  return { base_m: most, isGroundKnown: !grounds.includes(null) };
}

const between = (a: Spot, b: Spot, share: number): Spot => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
];

function sharesOf(a: Spot, b: Spot): number[] {
  const parts = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / GROUND_STEP_M));
  return Array.from({ length: parts + 1 }, (_, i) => i / parts);
}

const spotsBetween = (a: Spot, b: Spot): Spot[] =>
  sharesOf(a, b).map((share) => between(a, b, share));

/**
 * The top of an obstacle along its edges, as it is drawn over the terrain: metres above the zero of the terrain, or above
 * flat ground. Ground that is not known counts as 0.
 */
export function topAlong(
  obstacle: Obstacle,
  elevation: ElevationOf | null,
): { readonly place: Place; readonly top_m: number }[] {
  const { plane, edges } = placedOf(obstacle);
  const isLevel = obstacle.form === "area" || !elevation;
  return edges.flatMap(([a, b], edge) => {
    const shares = isLevel ? [0, 1] : sharesOf(a, b);
    return (edge === 0 ? shares : shares.slice(1)).map((share) => {
      const { base_m } = obstacleBase(obstacle, elevation, edge, share);
      return {
        place: plane.toLonLat(...between(a, b, share)),
        top_m: (base_m ?? 0) + heightOf(obstacle),
      };
    });
  });
}

/** Places of a grid over an outline at most, where the ground below a flight is looked up. */
const MOST_PLACES = 2500;

/**
 * The numbers of the edges that a flight at one height above the terrain does not pass above with the clearance: the ground
 * beside a wire or hall may lie lower than its towers or its upper end. All edges of an outline, or none. Where the
 * terrain knows no ground, nothing is passed.
 * @param altitude_m metres of the flight above the ground below it, less what it may lie lower
 */
export function edgesInTheWay(
  obstacle: Obstacle,
  elevation: ElevationOf | null,
  altitude_m: number,
): number[] {
  const { plane, edges, box } = placedOf(obstacle);
  const all = edges.map((_, edge) => edge);
  const room = altitude_m - OBSTACLE_CLEARANCE_M - heightOf(obstacle);
  if (room < 0) return all;
  if (!elevation) return [];
  const isPassed = ({ base_m, isGroundKnown }: ObstacleBase, spot: Spot) => {
    const ground = elevation(plane.toLonLat(...spot));
    return base_m !== null && isGroundKnown && ground !== null && base_m - ground <= room;
  };
  if (obstacle.form === "area") {
    const base = wholeBase(obstacle, elevation);
    return gridOf(box).every((spot) => isPassed(base, spot)) ? [] : all;
  }
  return all.filter((edge) => {
    const [a, b] = edges[edge]!;
    const metres = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const along: Spot = metres === 0 ? [1, 0] : [(b[0] - a[0]) / metres, (b[1] - a[1]) / metres];
    return sharesOf(a, b).some((share) => {
      const base = obstacleBase(obstacle, elevation, edge, share);
      const [x, y] = between(a, b, share);
      return around.some(
        ([u, v]) =>
          !isPassed(base, [x + u * along[0] - v * along[1], y + u * along[1] + v * along[0]]),
      );
    });
  });
}

/** Along and across, within the clearance. */
const offsets = [-1, -0.5, 0, 0.5, 1].map((part) => part * OBSTACLE_CLEARANCE_M);
const around = offsets.flatMap((u) =>
  offsets.map((v) => [u, v] as const).filter(([, v]) => Math.hypot(u, v) <= OBSTACLE_CLEARANCE_M),
);

/** Its corners included. */
function gridOf([west, south, east, north]: readonly [number, number, number, number]): Spot[] {
  const side = Math.sqrt(((east - west) * (north - south)) / MOST_PLACES);
  const partsOf = (metres: number) =>
    Math.max(1, Math.min(MOST_PLACES, Math.ceil(metres / Math.max(GROUND_STEP_M, side))));
  const [columns, rows] = [partsOf(east - west), partsOf(north - south)];
  return Array.from({ length: (columns + 1) * (rows + 1) }, (_, at): Spot => {
    const [column, row] = [at % (columns + 1), Math.floor(at / (columns + 1))];
    return [west + (column / columns) * (east - west), south + (row / rows) * (north - south)];
  });
}
