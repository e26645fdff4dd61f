// Finds two segments of a ring that meet, by a line that sweeps over the ring from left to right.
//
// Source: Shamos and Hoey, "Geometric intersection problems", 1976. Segments on the sweep line are kept in
// their order from below. Two segments that meet are neighbours in this order before the line reaches the
// place, so only new neighbours are compared: n log n comparisons for n vertices, however the ring runs.
import { orderedList } from "./ordered-list.ts";
import type { Flat } from "./ring.ts";
import { segmentsMeet } from "./segment.ts";
import { turnOf } from "./turn.ts";
import { rowNumbers } from "../component/row-numbers.ts";

/** Counts what an algorithm does. */
export type Work = { steps: number };

/**
 * Two segments near the first place at which the ring meets itself, or null if it does nowhere. A vertex that
 * lies on a segment or on another vertex counts. Segments and vertices count from `from`.
 */
export function sweptMeeting(
  xy: Flat,
  from: number,
  to: number,
  work: Work,
): readonly [number, number] | null {
  const count = to - from;
  const next = (i: number) => (i + 1 === count ? 0 : i + 1);
  const x = (vertex: number) => xy[(from + vertex) * 2]!;
  const y = (vertex: number) => xy[(from + vertex) * 2 + 1]!;
  const turn = (a: number, b: number, c: number) => {
    work.steps += 1;
    return turnOf(x(a), y(a), x(b), y(b), x(c), y(c));
  };
  const order = rowNumbers(count).toSorted((a, b) => x(a) - x(b) || y(a) - y(b));
  const rank = new Uint32Array(count);
  for (let at = 0; at < count; at++) rank[order[at]!] = at;
  /** The turn from the segment, followed to the right (upwards if it is vertical), to the vertex. */
  const turnTo = (segment: number, vertex: number) => {
    const end = next(segment);
    return rank[segment]! < rank[end]! ? turn(segment, end, vertex) : turn(end, segment, vertex);
  };
  const meet = (i: number, j: number) => {
    if (i < 0 || j < 0 || next(i) === j || next(j) === i) return false;
    const [a, b, c, d] = [i, next(i), j, next(j)];
    work.steps += 1;
    if (segmentsMeet(xy, from + a, from + b, from + c, from + d)) return true;
    return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
  };

  const onLine = orderedList();
  for (let at = 0; at < count; at++) {
    const vertex = order[at]!;
    const before = at > 0 ? order[at - 1]! : -1;
    if (before >= 0 && x(before) === x(vertex) && y(before) === y(vertex)) return [before, vertex];
    const one = vertex === 0 ? count - 1 : vertex - 1;
    const other = vertex;
    onLine.seek((segment) => turnTo(segment, vertex) > 0);
    for (let segment = onLine.after(); segment >= 0; segment = onLine.after()) {
      if (segment === one || segment === other) onLine.removeAfter();
      else if (turnTo(segment, vertex) === 0) return [segment, vertex];
      else break;
    }
    const below = onLine.before();
    const above = onLine.after();
    const oneStarts = rank[one]! > at;
    const otherStarts = rank[next(other)]! > at;
    let [lower, upper] = oneStarts ? [one, one] : [other, other];
    if (oneStarts && otherStarts) {
      const between = turn(vertex, one, next(other));
      if (between === 0) return [one, other];
      [lower, upper] = between > 0 ? [one, other] : [other, one];
    }
    if (oneStarts || otherStarts) {
      onLine.insert(lower);
      if (upper !== lower) onLine.insert(upper);
      if (meet(below, lower)) return [below, lower];
      if (meet(upper, above)) return [upper, above];
    } else if (meet(below, above)) return [below, above];
  }
  return null;
}
