// A tree over the bounding boxes of many things, to find those at a place. Each thing is entered once.
// Source: Kamel and Faloutsos, "On packing R-trees", 1993: sixteen neighbours on the Hilbert curve share a node.
import { hilbertOrder } from "./hilbert.ts";
import type { Work } from "./ring-sweep.ts";

/** Minimum x, minimum y, maximum x, maximum y of each thing. */
export type Boxes = Float64Array;

export type BoxTree = {
  /**
   * Visits the things whose boxes share a point with the given one. Things of low rank come first, as far as
   * the tree allows. `visit` returns the rank from which on things are of no interest.
   */
  search(
    minX: number,
    minY: number,
    maxX: number,
    maxY: number,
    visit: (thing: number) => number,
  ): void;
};

const NODE_SIZE = 16;

/** @param ranks the rank of each thing; its own index if absent */
export function boxTree(boxes: Boxes, work: Work, ranks?: Uint32Array): BoxTree {
  const count = boxes.length / 4;
  const centre = (axis: number) =>
    Float64Array.from(
      { length: count },
      (_, i) => (boxes[i * 4 + axis]! + boxes[i * 4 + axis + 2]!) / 2,
    );
  const all = Uint32Array.from({ length: count }, (_, i) => i);
  // Level 0 holds the things; each later one has a node for sixteen members of the level below.
  type Level = {
    readonly members: Uint32Array;
    readonly boxes: Boxes;
    readonly ranks: Uint32Array;
  };
  let level: Level = {
    members: hilbertOrder(all, centre(0), centre(1)),
    boxes,
    ranks: ranks ?? all,
  };
  const levels = [level];
  while (level.members.length > 1) {
    const { members } = level;
    const size = Math.ceil(members.length / NODE_SIZE);
    const above: Level = {
      members: Uint32Array.from({ length: size }, (_, i) => i),
      boxes: new Float64Array(size * 4),
      ranks: new Uint32Array(size),
    };
    for (let node = 0; node < size; node++) {
      const group = members.subarray(node * NODE_SIZE, (node + 1) * NODE_SIZE);
      const { ranks: of } = level;
      group.sort((a, b) => of[a]! - of[b]!);
      above.ranks[node] = of[group[0]!]!;
      above.boxes.set(boxAround(level.boxes, group), node * 4);
    }
    levels.push(above);
    level = above;
  }

  return {
    search(minX, minY, maxX, maxY, visit) {
      let end = Infinity;
      const descend = (at: number, node: number) => {
        const { members, boxes: of, ranks: rank } = levels[at]!;
        const last = Math.min(members.length, (node + 1) * NODE_SIZE);
        for (let i = node * NODE_SIZE; i < last; i++) {
          const member = members[i]!;
          if (rank[member]! >= end) return;
          work.steps += 1;
          const box = member * 4;
          if (of[box]! > maxX || of[box + 2]! < minX) continue;
          if (of[box + 1]! > maxY || of[box + 3]! < minY) continue;
          if (at > 0) descend(at - 1, member);
          else end = visit(member);
        }
      };
      if (count > 0) descend(levels.length - 1, 0);
    },
  };
}

function boxAround(boxes: Boxes, group: Uint32Array): readonly [number, number, number, number] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const i of group) {
    minX = Math.min(minX, boxes[i * 4]!);
    minY = Math.min(minY, boxes[i * 4 + 1]!);
    maxX = Math.max(maxX, boxes[i * 4 + 2]!);
    maxY = Math.max(maxY, boxes[i * 4 + 3]!);
  }
  return [minX, minY, maxX, maxY];
}

/** The boxes of rings in one flat array: ring i has the vertices offsets[i] to offsets[i + 1]. */
export function ringBoxes(xy: Float64Array | readonly number[], offsets: ArrayLike<number>): Boxes {
  const boxes = new Float64Array((offsets.length - 1) * 4);
  for (let i = 0; i + 1 < offsets.length; i++) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let v = offsets[i]!; v < offsets[i + 1]!; v++) {
      const x = xy[v * 2]!;
      const y = xy[v * 2 + 1]!;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
    boxes[i * 4] = minX;
    boxes[i * 4 + 1] = minY;
    boxes[i * 4 + 2] = maxX;
    boxes[i * 4 + 3] = maxY;
  }
  return boxes;
}
