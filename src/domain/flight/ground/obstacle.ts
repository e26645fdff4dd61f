// Obstacles of a plant that no terrain file has: power lines, masts, buildings. How high they stand, and where a straight
// way comes near one.
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { Plane } from "../../geometry/plane.ts";
import type { Obstacle, Place } from "../route/flight-route.ts";
import type { ElevationOf } from "./elevation.ts";

/** Metres that an obstacle may be high: no mast of a power line is as high as the most. */
export const OBSTACLE_METRES = { least: 0.5, most: 500 } as const;

/** Metres that every way keeps above the top of an obstacle, or to its side. Our limit: positions and heights have errors. */
export const OBSTACLE_CLEARANCE_M = 10;

/** Where a straight way lies within the clearance beside an obstacle, or above it. */
export type MetObstacle = {
  /** Index of the obstacle. */
  readonly obstacle: number;
  /** 0 at the beginning of the way, 1 at its end. */
  readonly share: number;
  /** Metres of the top there, above the take-off position. */
  readonly top_m: number;
  /** False where the terrain does not know the ground below the obstacle: it is taken as high as the take-off position. */
  readonly isGroundKnown: boolean;
};

/** Metres between the places of a way that are compared: what lies between two is at most 5 cm nearer. */
const STEP_M = 2;
/** Metres between the places of an outline where the ground is looked up. */
const GROUND_STEP_M = 5;

type Spot = readonly [x: number, y: number];
type Edge = readonly [from: Spot, to: Spot];
type Placed = {
  readonly plane: Plane;
  readonly spots: readonly Spot[];
  readonly edges: readonly Edge[];
  /** West, south, east and north of it with the clearance, in metres on its plane. */
  readonly box: readonly [number, number, number, number];
};

const places = new WeakMap<Obstacle, Placed>();

/**
 * Finds the obstacles near straight ways, sampled along each.
 * @param take_off heights count from the ground here
 * @param elevation of the plant's terrain; null without an elevation file: the ground is flat
 */
export function obstacleFinder(
  obstacles: readonly Obstacle[] | undefined,
  take_off: Place,
  elevation: ElevationOf | null,
): (from: Place, to: Place) => MetObstacle[] {
  if (!obstacles || obstacles.length === 0) return () => [];
  const floor = elevation?.(take_off) ?? null;
  const tops = obstacles.map((obstacle) => topsOf(obstacle, elevation, floor));
  return (from, to) =>
    obstacles.flatMap((obstacle, at) => {
      const placed = placedOf(obstacle);
      const [a, b] = [placed.plane.toPlane(...from), placed.plane.toPlane(...to)];
      const span = clipped(a, b, placed.box);
      if (!span) return [];
      const metres = Math.hypot(b[0] - a[0], b[1] - a[1]) * (span[1] - span[0]);
      const parts = Math.max(1, Math.ceil(metres / STEP_M));
      return Array.from({ length: parts + 1 }, (_, i): MetObstacle | null => {
        const share = span[0] + (i / parts) * (span[1] - span[0]);
        const spot: Spot = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
        const top = tops[at]!(spot);
        return top && { obstacle: at, share, ...top };
      }).filter((met) => met !== null);
    });
}

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

type Top = Pick<MetObstacle, "top_m" | "isGroundKnown">;

/** The top of the obstacle near a spot of its plane; null further away than the clearance. */
function topsOf(
  obstacle: Obstacle,
  elevation: ElevationOf | null,
  floor: number | null,
): (spot: Spot) => Top | null {
  const { plane, spots, edges } = placedOf(obstacle);
  const height = heightOf(obstacle);
  /** Metres of the ground above the take-off position; null: not known. */
  const rise = (spot: Spot): number | null => {
    if (!elevation) return 0;
    const ground = elevation(plane.toLonLat(...spot));
    return ground === null || floor === null ? null : ground - floor;
  };
  const topOver = (grounds: readonly (number | null)[]): Top => {
    const known = grounds.filter((ground) => ground !== null);
    const most = known.length === 0 ? 0 : Math.max(...known);
    return { top_m: most + height, isGroundKnown: known.length === grounds.length };
  };
  if (obstacle.form === "area") {
    // A roof is level: it stands on the highest ground of its outline.
    const whole = topOver(edges.flatMap(([a, b]) => spotsBetween(a, b).map(rise)));
    return (spot) =>
      isInside(spots, spot) || edges.some((edge) => isNear(nearest(edge, spot))) ? whole : null;
  }
  return (spot) => {
    const met = edges.flatMap((edge) => {
      const near = nearest(edge, spot);
      return isNear(near) ? [topAt(edge, near.share)] : [];
    });
    return met.length === 0 ? null : met.reduce((a, b) => (b.top_m > a.top_m ? b : a));
  };
  /** A wire hangs below the straight line between its ends, and may be drawn without its towers: the higher of both. */
  function topAt([a, b]: Edge, share: number): Top {
    const [from, to] = [rise(a), rise(b)];
    const straight = from === null || to === null ? null : from + share * (to - from);
    return topOver([straight, rise([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])])]);
  }
}

const isNear = ({ metres }: { readonly metres: number }) => metres <= OBSTACLE_CLEARANCE_M;

function placedOf(obstacle: Obstacle): Placed {
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
  const placed: Placed = { plane, spots, edges, box: [west, south, east, north] };
  places.set(obstacle, placed);
  return placed;
  function toEdge(to: Spot, at: number): Edge {
    return [spots[at]!, to];
  }
}

function spotsBetween(a: Spot, b: Spot): Spot[] {
  const parts = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / GROUND_STEP_M));
  return Array.from({ length: parts + 1 }, (_, i): Spot => {
    const share = i / parts;
    return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
  });
}

/** How far the spot is from an edge, and at which share of it. */
function nearest([a, b]: Edge, [x, y]: Spot): { metres: number; share: number } {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const along = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1);
  const share = Math.min(1, Math.max(0, along));
  return { metres: Math.hypot(a[0] + share * dx - x, a[1] + share * dy - y), share };
}

/** Even-odd. */
function isInside(ring: readonly Spot[], [x, y]: Spot): boolean {
  let inside = false;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

/** The shares of a way between which it lies in a box; null where it does not (Liang and Barsky 1984). */
function clipped(
  a: Spot,
  b: Spot,
  [west, south, east, north]: Placed["box"],
): readonly [number, number] | null {
  let [low, high] = [0, 1];
  const sides = [
    [a[0], b[0] - a[0], west, east],
    [a[1], b[1] - a[1], south, north],
  ] as const;
  for (const [from, length, least, most] of sides) {
    if (length === 0) {
      if (from < least || from > most) return null;
      continue;
    }
    const [one, other] = [(least - from) / length, (most - from) / length];
    low = Math.max(low, Math.min(one, other));
    high = Math.min(high, Math.max(one, other));
  }
  return low <= high ? [low, high] : null;
}
