// Which edges of a region a straight leg crosses, found over a grid of cells.
import type { Region, Spot } from "../ground/flight-ground.ts";

export type EdgeGrid = {
  /** Whether the leg meets an edge. */
  crosses(from: Spot, to: Spot): boolean;
};

const CELLS_PER_EDGE = 2;
const MOST_CELLS = 65_536;

export function edgeGrid(region: Region): EdgeGrid {
  const edges: number[] = [];
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of region) {
    for (const [i, [x, y]] of ring.entries()) {
      const [nextX, nextY] = ring[(i + 1) % ring.length]!;
      edges.push(x, y, nextX, nextY);
      [west, south] = [Math.min(west, x), Math.min(south, y)];
      [east, north] = [Math.max(east, x), Math.max(north, y)];
    }
  }
  const cells = Math.min(MOST_CELLS, Math.max(1, (edges.length / 4) * CELLS_PER_EDGE));
  const size = Math.max(1, Math.sqrt(((east - west) * (north - south)) / cells));
  const columns = Math.max(1, Math.ceil((east - west) / size));
  const rows = Math.max(1, Math.ceil((north - south) / size));
  const cellOf = (x: number, y: number): [number, number] => [
    Math.min(columns - 1, Math.max(0, Math.floor((x - west) / size))),
    Math.min(rows - 1, Math.max(0, Math.floor((y - south) / size))),
  ];
  /** The cells that the box of a piece of a leg touches, column by column. */
  const visit = (
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    each: (cell: number) => boolean,
  ) => {
    const [left, right] = x0 < x1 ? [x0, x1] : [x1, x0];
    const [first] = cellOf(left, 0);
    const [last] = cellOf(right, 0);
    for (let column = first; column <= last; column++) {
      const from = column === first ? left : west + column * size;
      const to = column === last ? right : west + (column + 1) * size;
      const at = (x: number) => (x1 === x0 ? y0 : y0 + ((x - x0) / (x1 - x0)) * (y1 - y0));
      const [low, high] = x1 === x0 ? [y0, y1] : [at(from), at(to)];
      const [, bottom] = cellOf(0, Math.min(low, high) - 1e-6);
      const [, top] = cellOf(0, Math.max(low, high) + 1e-6);
      for (let row = bottom; row <= top; row++) if (each(row * columns + column)) return true;
    }
    return false;
  };
  const held = new Map<number, number[]>();
  for (let e = 0; e < edges.length; e += 4) {
    visit(edges[e]!, edges[e + 1]!, edges[e + 2]!, edges[e + 3]!, (cell) => {
      const list = held.get(cell);
      if (list) list.push(e);
      else held.set(cell, [e]);
      return false;
    });
  }
  return {
    crosses: ([ax, ay], [bx, by]) =>
      visit(ax, ay, bx, by, (cell) => {
        const list = held.get(cell);
        return list !== undefined && list.some((e) => meets(edges, e, ax, ay, bx, by));
      }),
  };
}

function meets(e: readonly number[], i: number, ax: number, ay: number, bx: number, by: number) {
  const [cx, cy, dx, dy] = [e[i]!, e[i + 1]!, e[i + 2]!, e[i + 3]!];
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false;
  const [abx, aby, cdx, cdy] = [bx - ax, by - ay, dx - cx, dy - cy];
  const c = abx * (cy - ay) - aby * (cx - ax);
  const d = abx * (dy - ay) - aby * (dx - ax);
  const a = cdx * (ay - cy) - cdy * (ax - cx);
  const b = cdx * (by - cy) - cdy * (bx - cx);
  return c * d <= 0 && a * b <= 0;
}
