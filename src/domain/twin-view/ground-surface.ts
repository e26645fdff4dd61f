// The ground of the plant in 3D, from the heights of its elevation file: triangles on a grid of the plant's plane.
import { elevationAt, type ElevationGrid } from "../flight/ground/elevation.ts";
import { METRES_PER_DEGREE } from "../geometry/ground-distance.ts";
import { planeAt, type LonLat } from "../geometry/plane.ts";

/** Metres above the ground at the plant's origin, at metres east and north of it. */
export type Ground = (x: number, y: number) => number;

/** Heights at the corners of a grid. A worker gets them, since a function cannot be sent. */
export type HeightGrid = {
  /** Metres east and north of the grid's columns and rows, from the south-west, at equal distances; two of each at least. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Metres above the ground at the plant's origin, row by row from the south-west. */
  readonly heights: Float32Array;
};

export type GroundSurface = HeightGrid & {
  /** The height of the drawn triangle at a place; beyond the grid that of its edge. */
  readonly at: Ground;
  /** Of the grid. */
  readonly lowest: number;
  readonly highest: number;
  /** Metres above sea level that count as zero. */
  readonly zero_m: number;
};

type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Cells on a side: what a phone draws. */
const MOST_CELLS = 320;
/** Metres around the plant whose ground is drawn with its heights. */
const AROUND_M = 1000;

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** Columns or rows at equal distances. */
function linesOf(from: number, to: number, step: number): number[] {
  const cells = within(Math.ceil((to - from) / step), 1, MOST_CELLS);
  return Array.from({ length: cells + 1 }, (_, at) => from + ((to - from) * at) / cells);
}

/**
 * @param plant what the plant covers, in plane metres
 * @returns null where the file has no height near the plant
 */
export function groundSurface(
  grid: ElevationGrid,
  origin: LonLat,
  plant: Box,
): GroundSurface | null {
  const plane = planeAt(origin);
  const heightAt = elevationAt(grid);
  const [west, south] = plane.toPlane(grid.west, grid.south);
  const [east, north] = plane.toPlane(
    grid.west + grid.step_lon * (grid.columns - 1),
    grid.south + grid.step_lat * (grid.rows - 1),
  );
  const [x0, y0] = [Math.max(west, plant[0] - AROUND_M), Math.max(south, plant[1] - AROUND_M)];
  const [x1, y1] = [Math.min(east, plant[2] + AROUND_M), Math.min(north, plant[3] + AROUND_M)];
  if (!(x0 < x1 && y0 < y1)) return null;
  const step = grid.step_lat * METRES_PER_DEGREE;
  const [xs, ys] = [linesOf(x0, x1, step), linesOf(y0, y1, step)];
  const known = ys.flatMap((y) => xs.map((x) => heightAt(plane.toLonLat(x, y))));
  const sum = known.reduce<number>((total, height) => total + (height ?? 0), 0);
  const count = known.filter((height) => height !== null).length;
  if (count === 0) return null;
  const zero_m = heightAt(origin) ?? sum / count;
  // Where the file has no height, the ground is taken to be as high as the plant's origin.
  const heights = Float32Array.from(known, (height) => (height ?? zero_m) - zero_m);
  let [lowest, highest] = [0, 0];
  for (const height of heights) {
    lowest = Math.min(lowest, height);
    highest = Math.max(highest, height);
  }
  const at = groundOfHeights({ xs, ys, heights });
  return { at, lowest, highest, xs, ys, heights, zero_m };
}

/** Each cell is two triangles that share the diagonal from its south-western corner. */
export function groundOfHeights({ xs, ys, heights }: HeightGrid): Ground {
  const columns = xs.length;
  const [x0, y0] = [xs[0]!, ys[0]!];
  const [dx, dy] = [xs[1]! - x0, ys[1]! - y0];
  return (x, y) => {
    const across = within((x - x0) / dx, 0, columns - 1);
    const up = within((y - y0) / dy, 0, ys.length - 1);
    const column = Math.min(Math.floor(across), columns - 2);
    const row = Math.min(Math.floor(up), ys.length - 2);
    const [u, v] = [across - column, up - row];
    const at = row * columns + column;
    const [low, high] = [heights[at]!, heights[at + columns + 1]!];
    if (u >= v) {
      const aside = heights[at + 1]!;
      return low + u * (aside - low) + v * (high - aside);
    }
    const above = heights[at + columns]!;
    return low + v * (above - low) + u * (high - above);
  };
}

/** Metres between two points of a line that follows the ground. */
const LINE_STEP_M = 15;

/**
 * A line at a height above the ground, with more points where the ground is not flat.
 * @param points metres east and north
 */
export function alongGround(
  points: readonly (readonly [number, number])[],
  ground: GroundSurface | null,
  above_m: number,
): (readonly [number, number, number])[] {
  const line: (readonly [number, number, number])[] = [];
  for (const [i, [x, y]] of points.entries()) {
    const before = points[i - 1];
    if (ground && before) {
      const steps = Math.ceil(Math.hypot(x - before[0], y - before[1]) / LINE_STEP_M);
      for (let step = 1; step < steps; step += 1) {
        const [px, py] = [
          before[0] + ((x - before[0]) * step) / steps,
          before[1] + ((y - before[1]) * step) / steps,
        ];
        line.push([px, py, ground.at(px, py) + above_m]);
      }
    }
    line.push([x, y, (ground?.at(x, y) ?? 0) + above_m]);
  }
  return line;
}
