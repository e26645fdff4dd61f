// Whether a long ring contains a point, without a look at each of its sides.
import { boxTree } from "./box-tree.ts";
import { ringContains, type Flat } from "./ring.ts";
import type { Work } from "./ring-sweep.ts";

/** Rings up to this many vertices are searched side by side, which is faster for them. */
const MAX_SEARCHED = 32;

export type PointTest = (x: number, y: number) => boolean;

/** `ringContains` for many points of one ring. */
export function pointTest(xy: Flat, from: number, to: number, work: Work): PointTest {
  const count = to - from;
  if (count <= MAX_SEARCHED) {
    return (x, y) => {
      work.steps += count;
      return ringContains(xy, from, to, x, y);
    };
  }
  work.steps += count;
  const before = (side: number) => from + (side === 0 ? count : side) - 1;
  const boxes = new Float64Array(count * 4);
  for (let side = 0; side < count; side++) {
    const [i, j] = [from + side, before(side)];
    boxes[side * 4] = Math.min(xy[i * 2]!, xy[j * 2]!);
    boxes[side * 4 + 1] = Math.min(xy[i * 2 + 1]!, xy[j * 2 + 1]!);
    boxes[side * 4 + 2] = Math.max(xy[i * 2]!, xy[j * 2]!);
    boxes[side * 4 + 3] = Math.max(xy[i * 2 + 1]!, xy[j * 2 + 1]!);
  }
  const sides = boxTree(boxes, work);
  return (x, y) => {
    let isInside = false;
    sides.search(x, y, Infinity, y, (side) => {
      if (crosses(xy, before(side), from + side, x, y)) isInside = !isInside;
      return Infinity;
    });
    return isInside;
  };
}

/** Whether a ray to the east from the point crosses the side from vertex j to vertex i. */
function crosses(xy: Flat, j: number, i: number, x: number, y: number): boolean {
  const yi = xy[i * 2 + 1]!;
  const yj = xy[j * 2 + 1]!;
  const xi = xy[i * 2]!;
  return yi > y !== yj > y && x < ((xy[j * 2]! - xi) * (y - yi)) / (yj - yi) + xi;
}
