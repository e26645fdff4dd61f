// Where a straight way comes near an obstacle. The work for a way does not grow with its length: where it enters and leaves the
// clearance of an edge is solved, and not searched.
import type { Obstacle, Place } from "../route/flight-route.ts";
import type { ElevationOf } from "./elevation.ts";
import {
  heightOf,
  isInside,
  nearest,
  OBSTACLE_CLEARANCE_M,
  placedOf,
  type ObstacleEdge,
} from "./obstacle.ts";
import { obstacleBase, type ObstacleBase } from "./obstacle-top.ts";

/** Where a straight way lies within the clearance beside an obstacle, or above it. */
export type MetObstacle = {
  /** Index of the obstacle. */
  readonly obstacle: number;
  /** 0 at the beginning of the way, 1 at its end. */
  readonly share: number;
  /** Metres of the top there, above the take-off position. */
  readonly top_m: number;
  /** False where the terrain does not know all of the ground below the obstacle: what is not known counts as the rest does. */
  readonly isGroundKnown: boolean;
};

/** Metres between the places of a way that are compared with a wire over terrain. */
const STEP_M = 2;

type Spot = readonly [x: number, y: number];
/** Shares of a way from its beginning, 0, to its end, 1. */
type Span = readonly [from: number, to: number];

/**
 * Finds the obstacles near straight ways: of each the places where a way enters and leaves the clearance beside it, and those
 * between where its top changes.
 * @param take_off heights count from the ground here
 * @param elevation of the plant's terrain; null without an elevation file: the ground is flat
 */
export function obstacleFinder(
  obstacles: readonly Obstacle[] | undefined,
  take_off: Place,
  elevation: ElevationOf | null,
): (from: Place, to: Place) => MetObstacle[] {
  if (!obstacles || obstacles.length === 0) return () => [];
  const floor = elevation ? elevation(take_off) : 0;
  return (from, to) =>
    obstacles.flatMap((one, obstacle) => {
      const placed = placedOf(one);
      const [a, b] = [placed.plane.toPlane(...from), placed.plane.toPlane(...to)];
      if (!clipped(a, b, placed.box)) return [];
      const met = (share: number, { base_m, isGroundKnown }: ObstacleBase): MetObstacle => {
        const rise = base_m === null || floor === null ? 0 : base_m - floor;
        const top_m = rise + heightOf(one);
        return { obstacle, share, top_m, isGroundKnown: isGroundKnown && floor !== null };
      };
      const spans = placed.edges.map((edge) => spanBeside(a, b, edge));
      if (one.form === "area") {
        const inside = (share: number) => isInside(placed.spots, between(a, b, share));
        const all = filled(merged(spans.filter((span) => span !== null)), inside);
        if (all.length === 0) return [];
        const base = obstacleBase(one, elevation, 0, 0);
        return all.flatMap((span) => span.map((share) => met(share, base)));
      }
      const metres = Math.hypot(b[0] - a[0], b[1] - a[1]);
      return spans.flatMap((span, edge) => {
        if (!span) return [];
        const length = metres * (span[1] - span[0]);
        const isLevel = elevation === null || one.form === "point";
        const parts = isLevel ? 1 : Math.max(1, Math.ceil(length / STEP_M));
        return Array.from({ length: parts + 1 }, (_, i) => {
          const share = span[0] + (i / parts) * (span[1] - span[0]);
          const { share: along } = nearest(placed.edges[edge]!, between(a, b, share));
          return met(share, obstacleBase(one, elevation, edge, along));
        });
      });
    });
}

const between = (a: Spot, b: Spot, share: number): Spot => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
];

/**
 * The part of a way within the clearance of an edge; null for none. The distance from an edge is convex along a way, so it is
 * one part: that of the discs around both ends and of the rectangle between them.
 */
function spanBeside(a: Spot, b: Spot, [from, to]: ObstacleEdge): Span | null {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const parts = [inDisc(a, b, from)];
  if (length > 0) {
    const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const turned = ([x, y]: Spot): Spot => [
      (x - from[0]) * ux + (y - from[1]) * uy,
      (y - from[1]) * ux - (x - from[0]) * uy,
    ];
    const box = [0, -OBSTACLE_CLEARANCE_M, length, OBSTACLE_CLEARANCE_M] as const;
    parts.push(inDisc(a, b, to), clipped(turned(a), turned(b), box));
  }
  const met = parts.filter((part) => part !== null);
  if (met.length === 0) return null;
  return [Math.min(...met.map(([low]) => low)), Math.max(...met.map(([, high]) => high))];
}

function inDisc(a: Spot, b: Spot, middle: Spot): Span | null {
  const [dx, dy, x, y] = [b[0] - a[0], b[1] - a[1], a[0] - middle[0], a[1] - middle[1]];
  const squared = dx * dx + dy * dy;
  const off = x * x + y * y - OBSTACLE_CLEARANCE_M ** 2;
  if (squared === 0) return off <= 0 ? [0, 1] : null;
  const half = (x * dx + y * dy) / squared;
  const root = half * half - off / squared;
  if (root < 0) return null;
  const [low, high] = [Math.max(0, -half - Math.sqrt(root)), Math.min(1, -half + Math.sqrt(root))];
  return low <= high ? [low, high] : null;
}

function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last && span[0] <= last[1]) all[all.length - 1] = [last[0], Math.max(last[1], span[1])];
    else all.push(span);
  }
  return all;
}

/** The spans with the gaps between them that lie inside: a way comes in and out of an outline near an edge only. */
function filled(spans: readonly Span[], isInner: (share: number) => boolean): Span[] {
  const bounds = [0, ...spans.flat(), 1];
  const gaps = Array.from({ length: bounds.length / 2 }, (_, i): Span => {
    return [bounds[2 * i]!, bounds[2 * i + 1]!];
  });
  const inner = gaps.filter(([from, to]) => to > from && isInner((from + to) / 2));
  return inner.length === 0 ? [...spans] : merged([...spans, ...inner]);
}

/** The shares of a way between which it lies in a box; null where it does not (Liang and Barsky 1984). */
function clipped(
  a: Spot,
  b: Spot,
  [west, south, east, north]: readonly [number, number, number, number],
): Span | null {
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
