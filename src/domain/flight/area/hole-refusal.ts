// Whether the holes of a flight polygon lie inside it and apart from each other, in a bounded number of steps.
import type { Refusal } from "../../error.ts";
import { boxTree, ringBoxes } from "../../geometry/box-tree.ts";
import { ringContains } from "../../geometry/ring.ts";
import { sideBoxes } from "../../geometry/ring-sides.ts";
import type { Work } from "../../geometry/ring-sweep.ts";
import { segmentsMeet } from "../../geometry/segment.ts";

/** x, y pairs, not closed. */
type Ring = readonly number[];

/** Steps that sound holes may cost: some, and more for each corner. */
const FREE_STEPS = 200_000;
const STEPS_PER_CORNER = 500;

/** Why the holes (all rings but the first) cannot be, or null. The first hole with a fault is named. */
export function holeRefusal(rings: readonly Ring[], work: Work = { steps: 0 }): Refusal | null {
  if (rings.length < 2) return null;
  const corners = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
  const most = work.steps + FREE_STEPS + STEPS_PER_CORNER * corners;
  const isOver = () => work.steps > most;
  const met = metRings(rings, work, isOver);
  const boxes = rings.map((ring) => ringBoxes(ring, [0, ring.length / 2]));
  const contains = (ring: number, x: number, y: number) => {
    const [minX, minY, maxX, maxY] = boxes[ring] as unknown as [number, number, number, number];
    work.steps += 1;
    if (x < minX || x > maxX || y < minY || y > maxY) return false;
    work.steps += rings[ring]!.length / 2;
    return ringContains(rings[ring]!, 0, rings[ring]!.length / 2, x, y);
  };
  const first = (ring: number) => [rings[ring]![0] ?? 0, rings[ring]![1] ?? 0] as const;
  for (let hole = 1; hole < rings.length; hole += 1) {
    const values = { hole };
    if (met[hole] === 0 || !contains(0, ...first(hole))) {
      return { reason: "flight_hole_outside", values };
    }
    for (let other = 1; other < hole; other += 1) {
      if (met[hole] === other || contains(other, ...first(hole)) || contains(hole, ...first(other)))
        return { reason: "flight_holes_meet", values };
      if (isOver()) return { reason: "flight_holes_too_complex", values };
    }
    if (isOver()) return { reason: "flight_holes_too_complex", values };
  }
  return null;
}

/** By ring: the earliest ring before it whose outline touches or crosses its own; -1 without one. */
function metRings(rings: readonly Ring[], work: Work, isOver: () => boolean): Int32Array {
  const xy = rings.flat();
  const count = xy.length / 2;
  const ringOf = new Uint32Array(count);
  const before = new Uint32Array(count);
  const boxes = new Float64Array(count * 4);
  let at = 0;
  for (const [ring, { length }] of rings.entries()) {
    const end = at + length / 2;
    boxes.set(sideBoxes(xy, at, end), at * 4);
    ringOf.fill(ring, at, end);
    for (let corner = at; corner < end; corner += 1) {
      before[corner] = corner === at ? end - 1 : corner - 1;
    }
    at = end;
  }
  const met = new Int32Array(rings.length).fill(-1);
  const tree = boxTree(boxes, work);
  for (let side = 0; side < count && !isOver(); side += 1) {
    const ring = ringOf[side]!;
    const box = side * 4;
    tree.search(boxes[box]!, boxes[box + 1]!, boxes[box + 2]!, boxes[box + 3]!, (found) => {
      const other = ringOf[found]!;
      const isEarlier = other < ring && (met[ring] === -1 || other < met[ring]!);
      if (isEarlier && segmentsMeet(xy, before[side]!, side, before[found]!, found)) {
        met[ring] = other;
      }
      return isOver() ? -1 : Infinity;
    });
  }
  return met;
}
