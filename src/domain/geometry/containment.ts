// Finds the ring that contains a point, with a grid over the bounding boxes of many rings.
import { ringContains } from "./ring.ts";

/** Rings in one flat array: ring i has the vertices offsets[i] to offsets[i + 1]. */
export type Rings = { readonly xy: Float64Array; readonly offsets: Uint32Array };

export type Containment = {
  /** The smallest ring around the point, or -1. */
  ringAt(x: number, y: number): number;
  /** The ring in which most of these points (x, y pairs from vertex `from` to `to`) lie, or -1. */
  ringWithMost(xy: Float64Array, from: number, to: number): number;
};

type Boxes = Float64Array;

function boxesOf({ xy, offsets }: Rings): Boxes {
  const boxes = new Float64Array((offsets.length - 1) * 4);
  for (let i = 0; i + 1 < offsets.length; i++) {
    boxes.set([Infinity, Infinity, -Infinity, -Infinity], i * 4);
    for (let v = offsets[i]!; v < offsets[i + 1]!; v++) {
      boxes[i * 4] = Math.min(boxes[i * 4]!, xy[v * 2]!);
      boxes[i * 4 + 1] = Math.min(boxes[i * 4 + 1]!, xy[v * 2 + 1]!);
      boxes[i * 4 + 2] = Math.max(boxes[i * 4 + 2]!, xy[v * 2]!);
      boxes[i * 4 + 3] = Math.max(boxes[i * 4 + 3]!, xy[v * 2 + 1]!);
    }
  }
  return boxes;
}

export function containmentOf(rings: Rings): Containment {
  const count = rings.offsets.length - 1;
  const boxes = boxesOf(rings);
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    minX = Math.min(minX, boxes[i * 4]!);
    minY = Math.min(minY, boxes[i * 4 + 1]!);
    maxX = Math.max(maxX, boxes[i * 4 + 2]!);
    maxY = Math.max(maxY, boxes[i * 4 + 3]!);
  }
  // About one cell per ring, at most a thousand along a side.
  const side = Math.min(1000, Math.ceil(Math.sqrt(Math.max(1, count))));
  const sizeX = Math.max((maxX - minX) / side, 1e-9);
  const sizeY = Math.max((maxY - minY) / side, 1e-9);
  const clamp = (cell: number) => Math.max(0, Math.min(side - 1, Math.floor(cell)));
  const cells = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const right = clamp((boxes[i * 4 + 2]! - minX) / sizeX);
    const top = clamp((boxes[i * 4 + 3]! - minY) / sizeY);
    for (let cy = clamp((boxes[i * 4 + 1]! - minY) / sizeY); cy <= top; cy++) {
      for (let cx = clamp((boxes[i * 4]! - minX) / sizeX); cx <= right; cx++) {
        const cell = cells.get(cy * side + cx);
        if (cell === undefined) cells.set(cy * side + cx, [i]);
        else cell.push(i);
      }
    }
  }
  const boxArea = (i: number) =>
    (boxes[i * 4 + 2]! - boxes[i * 4]!) * (boxes[i * 4 + 3]! - boxes[i * 4 + 1]!);

  const ringAt = (x: number, y: number) => {
    if (!(x >= minX && x <= maxX && y >= minY && y <= maxY)) return -1;
    let best = -1;
    for (const i of cells.get(clamp((y - minY) / sizeY) * side + clamp((x - minX) / sizeX)) ?? []) {
      if (x < boxes[i * 4]! || x > boxes[i * 4 + 2]!) continue;
      if (y < boxes[i * 4 + 1]! || y > boxes[i * 4 + 3]!) continue;
      if (best >= 0 && boxArea(i) >= boxArea(best)) continue;
      if (ringContains(rings.xy, rings.offsets[i]!, rings.offsets[i + 1]!, x, y)) best = i;
    }
    return best;
  };
  return {
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
