// Where the pieces and blocks of a level lie, so that those out of view are neither made nor drawn.
import type { Geometry } from "../component/component-index.ts";
import { BLOCK_ROWS, parentOf } from "./solid.ts";

/**
 * Plane metres by place, three boxes of [min x, min y, max x, max y] each: around the components, around their centres,
 * and around the centres of their parents, which decide the level that is drawn. Where no row exists, the least is
 * greater than the most.
 */
export type Places = {
  /** By piece. */
  readonly pieces: Float32Array;
  /** By block of `BLOCK_ROWS` rows; the last one of a piece may have fewer. */
  readonly blocks: Float32Array;
};

/** Floats of a place, and where its boxes begin. */
export const PLACE_FLOATS = 12;
export const placeParts = { own: 0, centres: 4, parents: 8 } as const;

/** Blocks of a piece with so many rows. */
export const blocksOf = (rows: number): number => Math.ceil(rows / BLOCK_ROWS);

function emptied(places: Float32Array): Float32Array {
  for (let at = 0; at < places.length; at += 4) places.set([Infinity, Infinity], at);
  for (let at = 2; at < places.length; at += 4) places.set([-Infinity, -Infinity], at);
  return places;
}

function grow(boxes: Float32Array, at: number, x: number, y: number, reach: number): void {
  boxes[at] = Math.min(boxes[at]!, x - reach);
  boxes[at + 1] = Math.min(boxes[at + 1]!, y - reach);
  boxes[at + 2] = Math.max(boxes[at + 2]!, x + reach);
  boxes[at + 3] = Math.max(boxes[at + 3]!, y + reach);
}

/** Makes the first box of `boxes` so large that it holds the second, which may be empty. */
function join(boxes: Float32Array, at: number, others: Float32Array, from: number): void {
  for (const side of [0, 1]) boxes[at + side] = Math.min(boxes[at + side]!, others[from + side]!);
  for (const side of [2, 3]) boxes[at + side] = Math.max(boxes[at + side]!, others[from + side]!);
}

/**
 * Reads every row once.
 * @param above the level above, or undefined at the top
 * @param rows of a piece
 */
export function placesOf(geometry: Geometry, above: Geometry | undefined, rows: number): Places {
  const count = Math.ceil(geometry.count / rows);
  const perPiece = blocksOf(rows);
  const pieces = emptied(new Float32Array(count * PLACE_FLOATS));
  const blocks = emptied(new Float32Array(count * perPiece * PLACE_FLOATS));
  const { centreX, centreY, length, width } = geometry;
  for (let row = 0; row < geometry.count; row += 1) {
    if (length[row] === 0) continue;
    const inPiece = row % rows;
    const block = ((row - inPiece) / rows) * perPiece + Math.floor(inPiece / BLOCK_ROWS);
    const at = block * PLACE_FLOATS;
    const parent = parentOf(geometry, above, row);
    const [x, y] = [centreX[row]!, centreY[row]!];
    grow(blocks, at + placeParts.own, x, y, (length[row]! + width[row]!) / 2);
    grow(blocks, at + placeParts.centres, x, y, 0);
    const [px, py] = parent < 0 ? [x, y] : [above!.centreX[parent]!, above!.centreY[parent]!];
    grow(blocks, at + placeParts.parents, px, py, 0);
  }
  for (let from = 0; from < blocks.length; from += 4) {
    const piece = Math.floor(from / (PLACE_FLOATS * perPiece));
    join(pieces, piece * PLACE_FLOATS + (from % PLACE_FLOATS), blocks, from);
  }
  return { pieces, blocks };
}
