// A tree over the bounding boxes of many things, to find those at a place. Each thing is entered once.
// Source: Kamel and Faloutsos, "On packing R-trees", 1993: sixteen neighbours on the Hilbert curve share a node.
import { hilbertOrder } from "./hilbert.ts";
import type { Work } from "./ring-sweep.ts";
import { rowNumbers } from "../component/row-numbers.ts";

/** Minimum x, minimum y, maximum x, maximum y of each thing. */
export type Boxes = Float64Array;

export type BoxTree = {
  /**
   * Visits the things whose boxes share a point with the given one. Things of low rank come first, as far as
   * the tree allows. `visit` returns the rank from which on things are of no interest. It must not search
   * this tree itself.
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
  const all = rowNumbers(count);
  const things = hilbertOrder(all, centre(0), centre(1));
  const levels = [levelOf(things, boxes, ranks ?? all)];
  for (let level = levels[0]!; level.members.length > 1;) {
    const size = Math.ceil(level.members.length / NODE_SIZE);
    const nodeBoxes = new Float64Array(size * 4);
    const nodeRanks = new Uint32Array(size);
    for (let node = 0; node < size; node++) {
      nodeRanks[node] = level.ranks[node * NODE_SIZE]!;
      const group = level.boxes.subarray(node * NODE_SIZE * 4, (node + 1) * NODE_SIZE * 4);
      nodeBoxes.set(boxAround(group), node * 4);
    }
    const nodes = rowNumbers(size);
    levels.push((level = levelOf(nodes, nodeBoxes, nodeRanks)));
  }

  const top = levels.length - 1;
  /** By level: the place in it to look at next, and the end of the node. */
  const next = new Uint32Array(levels.length);
  const last = new Uint32Array(levels.length);
  return {
    search(minX, minY, maxX, maxY, visit) {
      let end = Infinity;
      let at = top;
      next[top] = 0;
      last[top] = Math.min(1, count);
      let { members, boxes: of, ranks: rank } = levels[top]!;
      for (;;) {
        const place = next[at]!;
        if (place >= last[at]! || rank[place]! >= end) {
          at += 1;
          if (at > top) return;
          ({ members, boxes: of, ranks: rank } = levels[at]!);
          continue;
        }
        next[at] = place + 1;
        work.steps += 1;
        const box = place * 4;
        if (of[box]! > maxX || of[box + 2]! < minX) continue;
        if (of[box + 1]! > maxY || of[box + 3]! < minY) continue;
        const member = members[place]!;
        if (at === 0) end = visit(member);
        else {
          at -= 1;
          ({ members, boxes: of, ranks: rank } = levels[at]!);
          next[at] = member * NODE_SIZE;
          last[at] = Math.min(members.length, (member + 1) * NODE_SIZE);
        }
      }
    },
  };
}

/** Things, or nodes of sixteen members of the level below, with their boxes and ranks in the same order. */
type Level = { readonly members: Uint32Array; readonly boxes: Boxes; readonly ranks: Uint32Array };

/** Sorts the members of each node by rank. */
function levelOf(members: Uint32Array, boxes: Boxes, ranks: Uint32Array): Level {
  for (let from = 0; from < members.length; from += NODE_SIZE) {
    members.subarray(from, from + NODE_SIZE).sort((a, b) => ranks[a]! - ranks[b]!);
  }
  const packed = new Float64Array(members.length * 4);
  for (const [place, member] of members.entries()) {
    for (let side = 0; side < 4; side++) packed[place * 4 + side] = boxes[member * 4 + side]!;
  }
  return { members, boxes: packed, ranks: members.map((member) => ranks[member]!) };
}

function boxAround(boxes: Boxes): readonly [number, number, number, number] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < boxes.length; at += 4) {
    minX = Math.min(minX, boxes[at]!);
    minY = Math.min(minY, boxes[at + 1]!);
    maxX = Math.max(maxX, boxes[at + 2]!);
    maxY = Math.max(maxY, boxes[at + 3]!);
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
