// What a grid that is coarser than its elevation file would lose between its points: walls, masts and crests.
import type { ElevationGrid } from "../../domain/flight/ground/elevation.ts";
import {
  heightOf,
  MOST_PIXELS,
  pixels,
  pointOf,
  spotsOf,
  windowOf,
  type Block,
  type Raster,
  type Spot,
  type Values,
} from "./elevation-pixels.ts";

/** Pixels between two points of a grid that is as fine as its file: the number of its points is rounded. */
const SAME_PIXELS = 1.05;

/**
 * Raises the four points around each pixel that is higher than the grid says there, by so much: nowhere between its points
 * does the grid say less than the file. Even slopes stay as they are.
 */
export async function raiseCrests(raster: Raster, grid: ElevationGrid): Promise<void> {
  const { columns, rows, heights } = grid;
  if (pixelsApart(raster, grid) <= SAME_PIXELS) return;
  const rises = new Float32Array(heights.length);
  await raiseBlock(raster, grid, { column: 0, row: 0, columns, rows }, rises);
  for (const [at, rise] of rises.entries()) heights[at]! += rise;
}

/** Pixels between two neighbouring points of the grid. */
function pixelsApart(raster: Raster, grid: ElevationGrid): number {
  const [a, b, c] = spotsOf(raster, grid, { column: 0, row: 0, columns: 2, rows: 2 });
  const from = ([x, y]: Spot) => Math.hypot(x - a![0], y - a![1]);
  return Math.max(from(b!), from(c!));
}

async function raiseBlock(
  raster: Raster,
  grid: ElevationGrid,
  block: Block,
  rises: Float32Array,
): Promise<void> {
  const { columns, rows } = block;
  const spots = spotsOf(raster, grid, block);
  const window = windowOf(raster, spots);
  if (!window) return;
  const [left, top, right, bottom] = window;
  if ((right - left) * (bottom - top) > MOST_PIXELS && columns * rows > 4) {
    for (const half of halvesOf(block)) await raiseBlock(raster, grid, half, rises);
    return;
  }
  const cut = { values: await pixels(raster, window), window };
  for (let j = 0; j + 1 < rows; j++) {
    for (let i = 0; i + 1 < columns; i++) {
      const at = j * columns + i;
      const point = pointOf(grid, block, at);
      const rise = riseIn(raster, cut, grid, point, [
        spots[at]!,
        spots[at + 1]!,
        spots[at + columns]!,
      ]);
      if (rise <= 0) continue;
      for (const corner of [point, point + 1, point + grid.columns, point + grid.columns + 1])
        rises[corner] = Math.max(rises[corner]!, rise);
    }
  }
}

type Cut = {
  readonly values: Values;
  readonly window: readonly [left: number, top: number, right: number, bottom: number];
};

/** Metres by which the highest pixel of a cell lies above what the grid says there; at most 0: none does. */
function riseIn(
  raster: Raster,
  { values, window: [left, top, right, bottom] }: Cut,
  { columns, heights }: ElevationGrid,
  point: number,
  [a, b, c]: readonly [Spot, Spot, Spot],
): number {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]];
  const turn = ux * vy - uy * vx;
  const [low, lowBeside] = [heights[point]!, heights[point + 1]!];
  const [high, highBeside] = [heights[point + columns]!, heights[point + columns + 1]!];
  const first = (from: number, u: number, v: number) =>
    Math.ceil(from + Math.min(0, u) + Math.min(0, v));
  const last = (from: number, u: number, v: number) =>
    Math.floor(from + Math.max(0, u) + Math.max(0, v));
  const [endX, endY] = [
    Math.min(right - 1, last(a[0], ux, vx)),
    Math.min(bottom - 1, last(a[1], uy, vy)),
  ];
  let most = 0;
  for (let y = Math.max(top, first(a[1], uy, vy)); y <= endY; y++) {
    for (let x = Math.max(left, first(a[0], ux, vx)); x <= endX; x++) {
      const u = ((x - a[0]) * vy - (y - a[1]) * vx) / turn;
      const v = ((y - a[1]) * ux - (x - a[0]) * uy) / turn;
      const said =
        (low * (1 - u) + lowBeside * u) * (1 - v) + (high * (1 - u) + highBeside * u) * v;
      const more = heightOf(values[(y - top) * (right - left) + x - left]!, raster) - said;
      if (more > most) most = more;
    }
  }
  return most;
}

/** Halves that share the points between them, so that no cell is lost. */
function halvesOf({ column, row, columns, rows }: Block): Block[] {
  if (columns >= rows) {
    const first = columns >> 1;
    return [
      { column, row, columns: first + 1, rows },
      { column: column + first, row, columns: columns - first, rows },
    ];
  }
  const first = rows >> 1;
  return [
    { column, row, columns, rows: first + 1 },
    { column, row: row + first, columns, rows: rows - first },
  ];
}
