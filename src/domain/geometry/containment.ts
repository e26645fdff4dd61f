// Finds the ring that contains a point, among many rings.
import { boxTree, ringBoxes } from "./box-tree.ts";
import { pointTest, type PointTest } from "./ring-sides.ts";
import type { Work } from "./ring-sweep.ts";
import { rowNumbers } from "../component/row-numbers.ts";

/** Rings in one flat array: ring i has the vertices offsets[i] to offsets[i + 1]. */
export type Rings = { readonly xy: Float64Array; readonly offsets: Uint32Array };

export type Containment = {
  /** Cost of the searches so far: the number of boxes and sides compared. */
  readonly work: Readonly<Work>;
  /** The smallest ring around the point (by its bounding box, then by its index), or -1. */
  ringAt(x: number, y: number): number;
  /** The ring in which most of these points (x, y pairs from vertex `from` to `to`) lie, or -1. */
  ringWithMost(xy: Float64Array, from: number, to: number): number;
};

export function containmentOf({ xy: ringXy, offsets }: Rings): Containment {
  const count = offsets.length - 1;
  const work: Work = { steps: 0 };
  const boxes = ringBoxes(ringXy, offsets);
  const areas = Float64Array.from(
    { length: count },
    (_, i) => (boxes[i * 4 + 2]! - boxes[i * 4]!) * (boxes[i * 4 + 3]! - boxes[i * 4 + 1]!),
  );
  // The sort is stable, so of equal rings the first comes first.
  const bySize = rowNumbers(count).toSorted((a, b) => areas[a]! - areas[b]!);
  const ranks = new Uint32Array(count);
  for (const [rank, ring] of bySize.entries()) ranks[ring] = rank;
  const tree = boxTree(boxes, work, ranks);
  const tests: PointTest[] = [];

  const ringAt = (x: number, y: number) => {
    let found = -1;
    tree.search(x, y, x, y, (ring) => {
      const test = (tests[ring] ??= pointTest(ringXy, offsets[ring]!, offsets[ring + 1]!, work));
      if (test(x, y)) found = ring;
      return found < 0 ? Infinity : ranks[found]!;
    });
    return found;
  };
  return {
    work,
    ringAt,
    ringWithMost(xy, from, to) {
      const votes = new Map<number, number>();
      for (let i = from, j = to - 1; i < to; j = i++) {
        const middleX = (xy[i * 2]! + xy[j * 2]!) / 2;
        const middleY = (xy[i * 2 + 1]! + xy[j * 2 + 1]!) / 2;
        for (const ring of [ringAt(xy[i * 2]!, xy[i * 2 + 1]!), ringAt(middleX, middleY)]) {
          if (ring >= 0) votes.set(ring, (votes.get(ring) ?? 0) + 1);
        }
      }
      let best = -1;
      for (const [ring, count] of votes) if (count > (votes.get(best) ?? 0)) best = ring;
      return best;
    },
  };
}
