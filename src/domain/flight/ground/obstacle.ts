// Obstacles of a plant that no terrain file has: power lines, masts, buildings.
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { Plane } from "../../geometry/plane.ts";
import type { Obstacle, Place } from "../route/flight-route.ts";

/** Metres that an obstacle may be high: no mast of a power line is as high as the most. */
export const OBSTACLE_METRES = { least: 0.5, most: 500 } as const;

/** Metres that every way keeps above the top of an obstacle, or to its side. Our limit: positions and heights have errors. */
export const OBSTACLE_CLEARANCE_M = 10;

type Spot = readonly [x: number, y: number];
/** A straight part of an obstacle; of a point both ends are the same. */
export type ObstacleEdge = readonly [from: Spot, to: Spot];
/** An obstacle on a plane of its own, in metres. */
export type PlacedObstacle = {
  readonly plane: Plane;
  readonly spots: readonly Spot[];
  readonly edges: readonly ObstacleEdge[];
  /** West, south, east and north of it with the clearance, in metres on its plane. */
  readonly box: readonly [number, number, number, number];
};

const places = new WeakMap<Obstacle, PlacedObstacle>();

/** Metres from a place to an obstacle on the ground; 0 inside an outline. */
export function metresToObstacle(obstacle: Obstacle, place: Place): number {
  const placed = placedOf(obstacle);
  const spot = placed.plane.toPlane(...place);
  if (obstacle.form === "area" && isInside(placed.spots, spot)) return 0;
  return Math.min(...placed.edges.map((edge) => nearest(edge, spot).metres));
}

/** Metres of its top above the ground; one without a height counts as high as any may be. */
export const heightOf = ({ height_m }: Obstacle): number => height_m ?? OBSTACLE_METRES.most;

/** What an obstacle is called: its name, else its number among all. */
export const obstacleName = ({ name }: Pick<Obstacle, "name">, at: number): string =>
  name ?? String(at + 1);

export function placedOf(obstacle: Obstacle): PlacedObstacle {
  const known = places.get(obstacle);
  if (known) return known;
  const plane = localPlaneAt(obstacle.places[0] ?? [0, 0]);
  const spots = obstacle.places.map((place): Spot => plane.toPlane(...place));
  const next = obstacle.form === "area" ? [...spots.slice(1), spots[0]!] : spots.slice(1);
  const edges = next.length === 0 ? [[spots[0]!, spots[0]!] as const] : next.map(toEdge);
  const range = (axis: 0 | 1) => {
    const all = spots.map((spot) => spot[axis]);
    return [Math.min(...all) - OBSTACLE_CLEARANCE_M, Math.max(...all) + OBSTACLE_CLEARANCE_M];
  };
  const [[west = 0, east = 0], [south = 0, north = 0]] = [range(0), range(1)];
  const placed: PlacedObstacle = { plane, spots, edges, box: [west, south, east, north] };
  places.set(obstacle, placed);
  return placed;
  function toEdge(to: Spot, at: number): ObstacleEdge {
    return [spots[at]!, to];
  }
}

/** How far the spot is from an edge, and at which share of it. */
export function nearest([a, b]: ObstacleEdge, [x, y]: Spot): { metres: number; share: number } {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const along = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.min(1, Math.max(0, along));
  return { metres: Math.hypot(a[0] + share * dx - x, a[1] + share * dy - y), share };
}

/** Even-odd. */
export function isInside(ring: readonly Spot[], [x, y]: Spot): boolean {
  let inside = false;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}
