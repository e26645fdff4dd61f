// Reads facts about single rows of a geometry.
import { BLOCK_ROWS, NO_ROW, type Geometry } from "../component/component-index.ts";
import { rectangleRing } from "./rectangle.ts";

/** Bounds of each block of rows, see component-index.ts. */
export function blockBoundsOf(geometry: Omit<Geometry, "blockBounds">): Float32Array {
  const bounds = new Float32Array(Math.ceil(geometry.count / BLOCK_ROWS) * 4).fill(NaN);
  for (let row = 0; row < geometry.count; row++) {
    const length = geometry.length[row]!;
    if (length === 0) continue;
    const width = geometry.width[row]!;
    const cos = Math.abs(Math.cos(geometry.rotation[row]!));
    const sin = Math.abs(Math.sin(geometry.rotation[row]!));
    const reachX = (cos * length + sin * width) / 2;
    const reachY = (sin * length + cos * width) / 2;
    const x = geometry.centreX[row]!;
    const y = geometry.centreY[row]!;
    const at = Math.floor(row / BLOCK_ROWS) * 4;
    if (!(bounds[at]! <= x - reachX)) bounds[at] = x - reachX;
    if (!(bounds[at + 1]! <= y - reachY)) bounds[at + 1] = y - reachY;
    if (!(bounds[at + 2]! >= x + reachX)) bounds[at + 2] = x + reachX;
    if (!(bounds[at + 3]! >= y + reachY)) bounds[at + 3] = y + reachY;
  }
  return bounds;
}

/** Index into `polygons` by row, NO_ROW for a rectangle. */
export function polygonIndex({ count, polygons }: Geometry): Uint32Array {
  const index = new Uint32Array(count).fill(NO_ROW);
  for (const [at, row] of polygons.rows.entries()) index[row] = at;
  return index;
}

/** The outline of a row as x, y pairs in plane metres, not closed, counter-clockwise. */
export function ringOfRow(geometry: Geometry, row: number, polygonAt: number): number[] {
  const { polygons } = geometry;
  if (polygonAt === NO_ROW) {
    return rectangleRing({
      centreX: geometry.centreX[row]!,
      centreY: geometry.centreY[row]!,
      length: geometry.length[row]!,
      width: geometry.width[row]!,
      rotation: geometry.rotation[row]!,
    });
  }
  const from = polygons.offsets[polygonAt]! * 2;
  return Array.from(polygons.xy.subarray(from, polygons.offsets[polygonAt + 1]! * 2));
}
