// The components inside a box on the plant plane.
import { BLOCK_ROWS, type Geometry } from "../component/component-index.ts";

/** [min x, min y, max x, max y] in plane metres. */
export type PlaneBox = readonly [number, number, number, number];

/** 1 by row if the component exists and its centre is inside the box (null: everywhere). */
export function rowsInView(geometry: Geometry, box: PlaneBox | null): Uint8Array {
  const { count, centreX, centreY, length, blockBounds } = geometry;
  const mask = new Uint8Array(count);
  for (let start = 0; start < count; start += BLOCK_ROWS) {
    const at = (start / BLOCK_ROWS) * 4;
    const end = Math.min(count, start + BLOCK_ROWS);
    if (box === null || isInside(blockBounds, at, box)) {
      for (let row = start; row < end; row += 1) mask[row] = length[row] === 0 ? 0 : 1;
    } else if (touches(blockBounds, at, box)) {
      const [minX, minY, maxX, maxY] = box;
      for (let row = start; row < end; row += 1) {
        const x = centreX[row]!;
        const y = centreY[row]!;
        const inside = x >= minX && x <= maxX && y >= minY && y <= maxY;
        mask[row] = inside && length[row] !== 0 ? 1 : 0;
      }
    }
  }
  return mask;
}

/**
 * Existing rows whose centre is inside the box, in order. Blocks of rows outside of it are not read.
 * @param most after which the search ends
 */
export function listInView(
  geometry: Geometry,
  box: PlaneBox,
  isWanted: (row: number) => boolean,
  most: number,
): number[] {
  const { count, length, blockBounds } = geometry;
  const rows: number[] = [];
  for (let start = 0; start < count; start += BLOCK_ROWS) {
    if (!touches(blockBounds, (start / BLOCK_ROWS) * 4, box)) continue;
    const end = Math.min(count, start + BLOCK_ROWS);
    for (let row = start; row < end; row += 1) {
      if (length[row] === 0 || !isCentreIn(geometry, row, box) || !isWanted(row)) continue;
      rows.push(row);
      if (rows.length === most) return rows;
    }
  }
  return rows;
}

/** How many of some rows exist with their centre inside the box (null: everywhere). */
export function countInView(geometry: Geometry, box: PlaneBox | null, rows: Uint32Array): number {
  let count = 0;
  for (const row of rows) {
    if (geometry.length[row] !== 0 && (box === null || isCentreIn(geometry, row, box))) count += 1;
  }
  return count;
}

function isCentreIn({ centreX, centreY }: Geometry, row: number, box: PlaneBox): boolean {
  const [x, y] = [centreX[row]!, centreY[row]!];
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

function isInside(bounds: Float32Array, at: number, [minX, minY, maxX, maxY]: PlaneBox): boolean {
  return (
    bounds[at]! >= minX &&
    bounds[at + 1]! >= minY &&
    bounds[at + 2]! <= maxX &&
    bounds[at + 3]! <= maxY
  );
}

function touches(bounds: Float32Array, at: number, [minX, minY, maxX, maxY]: PlaneBox): boolean {
  return (
    bounds[at]! <= maxX &&
    bounds[at + 2]! >= minX &&
    bounds[at + 1]! <= maxY &&
    bounds[at + 3]! >= minY
  );
}
