// Where a ring meets itself.
import type { Flat } from "./ring.ts";
import { sweptMeeting, type Work } from "./ring-sweep.ts";
import { segmentsMeet } from "./segment.ts";

/** Rings up to this many vertices are searched pair by pair, which is faster for them. */
const MAX_PAIRED = 64;
/** A place at which a ring meets itself has the segments of two vertices, and of repeated ones. */
const SEGMENTS_AROUND = 2;

/**
 * The first vertex (counted from `from`) of a segment that meets another one that is not its neighbour, or
 * null if the ring is simple. "First" is by smallest x; of a ring that meets itself at several places,
 * any of them may be found.
 */
export function selfIntersection(
  xy: Flat,
  from: number,
  to: number,
  work: Work = { steps: 0 },
): number | null {
  const count = to - from;
  if (count < 4) return null;
  if (count === 4) {
    if (segmentsMeet(xy, from, from + 1, from + 2, from + 3)) return 0;
    return segmentsMeet(xy, from + 1, from + 2, from + 3, from) ? 1 : null;
  }
  if (count <= MAX_PAIRED) return pairedMeeting(xy, from, to, work);
  const found = sweptMeeting(xy, from, to, work);
  return found === null ? null : firstAround(xy, from, to, found);
}

function pairedMeeting(xy: Flat, from: number, to: number, work: Work): number | null {
  const count = to - from;
  const next = (i: number) => (i + 1 === to ? from : i + 1);
  const minX = (i: number) => Math.min(xy[i * 2]!, xy[next(i) * 2]!);
  const maxX = (i: number) => Math.max(xy[i * 2]!, xy[next(i) * 2]!);
  const order = Array.from({ length: count }, (_, i) => from + i);
  if (count > 8) order.sort((a, b) => minX(a) - minX(b));
  let active: number[] = [];
  for (const i of order) {
    if (count > 8) active = active.filter((j) => maxX(j) >= minX(i));
    for (const j of active) {
      if (next(i) === j || next(j) === i) continue;
      work.steps += 1;
      if (segmentsMeet(xy, i, next(i), j, next(j))) return Math.min(i, j) - from;
    }
    active.push(i);
  }
  return null;
}

/** Of the pairs of segments that meet around a place, the one that begins first by x. */
function firstAround(
  xy: Flat,
  from: number,
  to: number,
  [one, other]: readonly [number, number],
): number {
  const count = to - from;
  const vertex = (i: number) => from + ((i + count) % count);
  const minX = (i: number) => Math.min(xy[vertex(i) * 2]!, xy[vertex(i + 1) * 2]!);
  /** Whether the segment i begins before j; of two that begin at the same x, the earlier in the ring. */
  const isFirst = (i: number, j: number) => minX(i) < minX(j) || (minX(i) === minX(j) && i < j);
  const around = (i: number) =>
    Array.from({ length: 2 * SEGMENTS_AROUND + 1 }, (_, at) => vertex(i + at - SEGMENTS_AROUND));
  let best: readonly [early: number, late: number] | null = null;
  for (const a of around(one)) {
    for (const b of around(other)) {
      const [i, j] = [a - from, b - from];
      if (i === j || vertex(i + 1) === b || vertex(j + 1) === a) continue;
      if (!segmentsMeet(xy, a, vertex(i + 1), b, vertex(j + 1))) continue;
      const [early, late] = isFirst(i, j) ? [i, j] : [j, i];
      const isBetter =
        best === null || isFirst(late, best[1]) || (late === best[1] && isFirst(early, best[0]));
      if (isBetter) best = [early, late];
    }
  }
  return best === null ? Math.min(one, other) : Math.min(...best);
}
