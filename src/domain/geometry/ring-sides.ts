// Whether a long ring contains a point, without a look at each of its sides.
import { boxTree, type Boxes } from "./box-tree.ts";
import { isCrossed, ringContains, type Flat } from "./ring.ts";
import type { Work } from "./ring-sweep.ts";

/** Rings up to this many vertices are searched side by side, which is faster for them. */
const MAX_SEARCHED = 32;

export type PointTest = (x: number, y: number) => boolean;

/** The bounding box of each side; side i ends at vertex i (counted from `from`). */
export function sideBoxes(xy: Flat, from: number, to: number): Boxes {
  const boxes = new Float64Array((to - from) * 4);
  for (let i = from, j = to - 1, at = 0; i < to; j = i++, at += 4) {
    boxes[at] = Math.min(xy[i * 2]!, xy[j * 2]!);
    boxes[at + 1] = Math.min(xy[i * 2 + 1]!, xy[j * 2 + 1]!);
    boxes[at + 2] = Math.max(xy[i * 2]!, xy[j * 2]!);
    boxes[at + 3] = Math.max(xy[i * 2 + 1]!, xy[j * 2 + 1]!);
  }
  return boxes;
}

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
  const sides = boxTree(sideBoxes(xy, from, to), work);
  return (x, y) => {
    let isInside = false;
    sides.search(x, y, Infinity, y, (side) => {
      const i = (from + side) * 2;
      const j = (from + (side === 0 ? count : side) - 1) * 2;
      if (isCrossed(xy[i]!, xy[i + 1]!, xy[j]!, xy[j + 1]!, x, y)) isInside = !isInside;
      return Infinity;
    });
    return isInside;
  };
}
