// The components nearest to a point, by their centre or by their outline.
import { rectangleRing } from "../geometry/rectangle.ts";
import type { Geometry } from "./component-index.ts";
import { insideRing, nearestOnEdge, ringOf, type PlaneRing } from "./ring.ts";

/** How the distance to a component is measured, as the specification names it. */
export const searchStrategies = ["distance_to_center", "distance_to_nearest_point"] as const;
export type SearchStrategy = (typeof searchStrategies)[number];

export type Near = { readonly row: number; readonly distance_m: number };

type Point = readonly [x: number, y: number];

/** Metres from a point of the plant plane to a component; 0 on it, if measured to its outline. */
export function distanceTo(
  geometry: Geometry,
  row: number,
  [x, y]: Point,
  strategy: SearchStrategy,
): number {
  const centreX = geometry.centreX[row]!;
  const centreY = geometry.centreY[row]!;
  if (strategy === "distance_to_center") return Math.hypot(x - centreX, y - centreY);
  const ring = ringOf(geometry, row);
  return ring ? distanceToRing(ring, x, y) : distanceToRectangle(geometry, row, x, y);
}

/** The nearest existing components, nearest first. Linear: 10 ms for a million. */
export function nearestRows(
  geometry: Geometry,
  [x, y]: Point,
  strategy: SearchStrategy,
  count: number,
): Near[] {
  const found: Near[] = [];
  let farthest = Infinity;
  for (let row = 0; row < geometry.count; row += 1) {
    const length = geometry.length[row]!;
    if (length === 0) continue;
    const dx = geometry.centreX[row]! - x;
    const dy = geometry.centreY[row]! - y;
    // No point of a component is farther from its centre than this.
    const reach = strategy === "distance_to_center" ? 0 : length + geometry.width[row]!;
    const limit = farthest + reach;
    if (dx * dx + dy * dy >= limit * limit) continue;
    const distance_m = distanceTo(geometry, row, [x, y], strategy);
    if (distance_m >= farthest) continue;
    const at = found.findIndex((other) => other.distance_m > distance_m);
    found.splice(at === -1 ? found.length : at, 0, { row, distance_m });
    if (found.length > count) found.pop();
    if (found.length === count) farthest = found.at(-1)!.distance_m;
  }
  return found;
}

/** The point of a component's outline that is nearest to a point; the point itself where it is on the component. */
export function nearestPoint(geometry: Geometry, row: number, [x, y]: Point): [number, number] {
  const ring = ringOf(geometry, row) ?? rectangleRing(rectangleAt(geometry, row));
  if (insideRing(ring, x, y)) return [x, y];
  let nearest: [number, number] = [geometry.centreX[row]!, geometry.centreY[row]!];
  let least = Infinity;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const point = nearestOnEdge(ring, j, i, x, y);
    const distance = Math.hypot(point[0] - x, point[1] - y);
    if (distance < least) [least, nearest] = [distance, point];
  }
  return nearest;
}

/**
 * Degrees clockwise from north, 0 to 360, from one point of the plant plane to another. The plane keeps angles; between
 * places on the map courseBetween of geometry/ground-distance.ts has the course.
 */
export function bearingTo([x1, y1]: Point, [x2, y2]: Point): number {
  return ((Math.atan2(x2 - x1, y2 - y1) * 180) / Math.PI + 360) % 360;
}

const rectangleAt = ({ centreX, centreY, length, width, rotation }: Geometry, row: number) => ({
  centreX: centreX[row]!,
  centreY: centreY[row]!,
  length: length[row]!,
  width: width[row]!,
  rotation: rotation[row]!,
});

function distanceToRectangle(geometry: Geometry, row: number, x: number, y: number): number {
  const { centreX, centreY, length, width, rotation } = rectangleAt(geometry, row);
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const along = Math.abs((x - centreX) * cos + (y - centreY) * sin) - length / 2;
  const across = Math.abs((y - centreY) * cos - (x - centreX) * sin) - width / 2;
  return Math.hypot(Math.max(along, 0), Math.max(across, 0));
}

function distanceToRing(ring: PlaneRing, x: number, y: number): number {
  if (insideRing(ring, x, y)) return 0;
  let least = Infinity;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [px, py] = nearestOnEdge(ring, j, i, x, y);
    least = Math.min(least, Math.hypot(px - x, py - y));
  }
  return least;
}
