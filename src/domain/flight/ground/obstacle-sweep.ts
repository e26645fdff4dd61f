// Obstacles below all straight ways from one place to the places of a leg: the ground that these ways sweep is a triangle.
import type { Obstacle, Place } from "../route/flight-route.ts";
import type { ElevationOf } from "./elevation.ts";
import {
  heightOf,
  isInside,
  nearest,
  OBSTACLE_CLEARANCE_M,
  placedOf,
  type PlacedObstacle,
} from "./obstacle.ts";
import { obstacleBase } from "./obstacle-top.ts";

/** The top of an obstacle above the take-off position, as of a way that meets it. */
export type SweptTop = { readonly top_m: number; readonly isGroundKnown: boolean };

type Spot = readonly [x: number, y: number];
type Triangle = readonly [Spot, Spot, Spot];

/** Metres between two checked places of an edge. */
const STEP_M = 5;

/**
 * Finds the tops of obstacles within the clearance of any straight way from the take-off position to a place of a leg. A drone
 * that loses its link flies home from any place of the leg, and a mast may stand between two checked ways.
 * @param take_off heights count from the ground here
 * @param elevation of the plant's terrain; null without an elevation file: the ground is flat
 */
export function sweptFinder(
  obstacles: readonly Obstacle[] | undefined,
  take_off: Place,
  elevation: ElevationOf | null,
): (from: Place, to: Place) => SweptTop[] {
  if (!obstacles || obstacles.length === 0) return () => [];
  const floor = elevation ? elevation(take_off) : 0;
  return (from, to) =>
    obstacles.flatMap((one) => {
      const placed = placedOf(one);
      const [home, a, b] = [take_off, from, to].map((place) => placed.plane.toPlane(...place));
      const swept: Triangle = [home!, a!, b!];
      if (!overlap(swept, placed.box)) return [];
      return metEdges(placed, swept).map(({ edge, share }): SweptTop => {
        const { base_m, isGroundKnown } = obstacleBase(one, elevation, edge, share);
        const rise = base_m === null || floor === null ? 0 : base_m - floor;
        return {
          top_m: rise + heightOf(one),
          isGroundKnown: isGroundKnown && floor !== null,
        };
      });
    });
}

function overlap(spots: Triangle, [west, south, east, north]: PlacedObstacle["box"]): boolean {
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  return (
    Math.max(...xs) >= west &&
    Math.min(...xs) <= east &&
    Math.max(...ys) >= south &&
    Math.min(...ys) <= north
  );
}

/** Where edges lie within the clearance of the triangle. A place between two checked ones counts as both of them. */
function metEdges({ edges }: PlacedObstacle, swept: Triangle): { edge: number; share: number }[] {
  return edges.flatMap(([a, b], edge) => {
    const metres = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const parts = Math.ceil(metres / STEP_M);
    const reach = OBSTACLE_CLEARANCE_M + (parts === 0 ? 0 : metres / parts / 2);
    return Array.from({ length: parts + 1 }, (_, i) => i / Math.max(1, parts)).flatMap((share) => {
      const spot: Spot = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
      return metresTo(swept, spot) <= reach ? [{ edge, share }] : [];
    });
  });
}

function metresTo(swept: Triangle, spot: Spot): number {
  if (isInside(swept, spot)) return 0;
  const [home, a, b] = swept;
  const sides = [
    [home, a],
    [a, b],
    [b, home],
  ] as const;
  return Math.min(...sides.map((side) => nearest(side, spot).metres));
}
