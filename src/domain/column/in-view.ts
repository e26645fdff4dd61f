// The components inside what a view shows of the plant plane.
import { BLOCK_ROWS, type Geometry } from "../component/component-index.ts";

/** [min x, min y, max x, max y] in plane metres. */
export type PlaneBox = readonly [number, number, number, number];

/**
 * What a view shows of the plane: a box, or where the view is turned or tilted the convex polygon of its corners, which
 * lies in the box.
 */
export type PlaneArea =
  | PlaneBox
  | { readonly box: PlaneBox; readonly corners: readonly (readonly [x: number, y: number])[] };

export const boxOf = (area: PlaneArea): PlaneBox => ("box" in area ? area.box : area);

/** The convex polygon of these corners, in either direction. */
export function polygonArea(corners: readonly (readonly [x: number, y: number])[]): PlaneArea {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], corners };
}

/** Whether a point of the plane is in the area. */
export function areaTest(area: PlaneArea): (x: number, y: number) => boolean {
  const [minX, minY, maxX, maxY] = boxOf(area);
  const edges = "box" in area ? edgesOf(area.corners) : [];
  return (x, y) => {
    if (x < minX || x > maxX || y < minY || y > maxY) return false;
    for (let at = 0; at < edges.length; at += 3) {
      if (edges[at]! * x + edges[at + 1]! * y + edges[at + 2]! < 0) return false;
    }
    return true;
  };
}

/** a, b, c of each edge of a convex polygon: a x + b y + c is not negative inside of it. */
function edgesOf(corners: readonly (readonly [number, number])[]): number[] {
  const sides = corners.map(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length]!;
    return [y - nextY, nextX - x, x * nextY - nextX * y] as const;
  });
  // Twice the area: negative where the corners are clockwise.
  const turn = Math.sign(sides.reduce((sum, [, , c]) => sum + c, 0));
  return sides.flatMap(([a, b, c]) => [turn * a, turn * b, turn * c]);
}

/** 1 by row if the component exists and its centre is inside the area (null: everywhere). */
export function rowsInView(geometry: Geometry, area: PlaneArea | null): Uint8Array {
  const { count, centreX, centreY, length, blockBounds } = geometry;
  const mask = new Uint8Array(count);
  const box = area && boxOf(area);
  const isIn = area && areaTest(area);
  for (let start = 0; start < count; start += BLOCK_ROWS) {
    const at = (start / BLOCK_ROWS) * 4;
    const end = Math.min(count, start + BLOCK_ROWS);
    if (box === null || isIn === null || isInside(blockBounds, at, isIn)) {
      for (let row = start; row < end; row += 1) mask[row] = length[row] === 0 ? 0 : 1;
    } else if (touches(blockBounds, at, box)) {
      for (let row = start; row < end; row += 1) {
        mask[row] = length[row] !== 0 && isIn(centreX[row]!, centreY[row]!) ? 1 : 0;
      }
    }
  }
  return mask;
}

/**
 * Existing rows whose centre is inside the area, in order. Blocks of rows outside of it are not read.
 * @param most after which the search ends
 */
export function listInView(
  geometry: Geometry,
  area: PlaneArea,
  isWanted: (row: number) => boolean,
  most: number,
): number[] {
  const { count, length, blockBounds, centreX, centreY } = geometry;
  const [box, isIn] = [boxOf(area), areaTest(area)];
  const rows: number[] = [];
  for (let start = 0; start < count; start += BLOCK_ROWS) {
    if (!touches(blockBounds, (start / BLOCK_ROWS) * 4, box)) continue;
    const end = Math.min(count, start + BLOCK_ROWS);
    for (let row = start; row < end; row += 1) {
      if (length[row] === 0 || !isIn(centreX[row]!, centreY[row]!) || !isWanted(row)) continue;
      rows.push(row);
      if (rows.length === most) return rows;
    }
  }
  return rows;
}

/** How many of some rows exist with their centre inside the area (null: everywhere). */
export function countInView(geometry: Geometry, area: PlaneArea | null, rows: Uint32Array): number {
  const { length, centreX, centreY } = geometry;
  const isIn = area && areaTest(area);
  let count = 0;
  for (const row of rows) {
    if (length[row] !== 0 && (!isIn || isIn(centreX[row]!, centreY[row]!))) count += 1;
  }
  return count;
}

/** Whether all corners of a block are in the area: it is convex, so the block is. */
function isInside(
  bounds: Float32Array,
  at: number,
  isIn: (x: number, y: number) => boolean,
): boolean {
  const [minX, minY, maxX, maxY] = [0, 1, 2, 3].map((side) => bounds[at + side]!);
  return isIn(minX!, minY!) && isIn(maxX!, maxY!) && isIn(minX!, maxY!) && isIn(maxX!, minY!);
}

function touches(bounds: Float32Array, at: number, [minX, minY, maxX, maxY]: PlaneBox): boolean {
  return (
    bounds[at]! <= maxX &&
    bounds[at + 2]! >= minX &&
    bounds[at + 1]! <= maxY &&
    bounds[at + 3]! >= minY
  );
}
