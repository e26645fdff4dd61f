// The outline of a component as a ring on the plant plane.
import { ringContains } from "../geometry/ring.ts";
import type { Geometry } from "./component-index.ts";

/** x, y pairs in plane metres, not closed, at least three. */
export type PlaneRing = ArrayLike<number>;

/** The outer ring of a component that is no rectangle, else null. */
export function ringOf({ polygons }: Geometry, row: number): Float32Array | null {
  const { rows, offsets, xy } = polygons;
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = rows[middle]!;
    if (found === row) return xy.subarray(offsets[middle]! * 2, offsets[middle + 1]! * 2);
    if (found < row) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}

/** As ringContains, of a whole ring. */
export function insideRing(ring: PlaneRing, x: number, y: number): boolean {
  return ringContains(ring, 0, ring.length / 2, x, y);
}

/** The nearest point of the edge between two vertices, by their places in the ring. */
export function nearestOnEdge(
  ring: PlaneRing,
  from: number,
  to: number,
  x: number,
  y: number,
): [number, number] {
  const [x1, y1] = [ring[from]!, ring[from + 1]!];
  const [alongX, alongY] = [ring[to]! - x1, ring[to + 1]! - y1];
  const length = alongX * alongX + alongY * alongY;
  const place = length === 0 ? 0 : ((x - x1) * alongX + (y - y1) * alongY) / length;
  const share = Math.min(1, Math.max(0, place));
  return [x1 + share * alongX, y1 + share * alongY];
}
