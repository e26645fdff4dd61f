// Which edges of a region a straight leg crosses, found over a grid of cells.
import type { Region, Spot } from "../ground/flight-ground.ts";

export type EdgeGrid = {
  /** Whether the leg meets an edge. */
  crosses(from: Spot, to: Spot): boolean;
  /** Number of visited cells, which is the cost of the answers. */
  steps(): number;
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
  const columnOf = (x: number) => Math.min(columns - 1, Math.max(0, Math.floor((x - west) / size)));
  const rowOf = (y: number) => Math.min(rows - 1, Math.max(0, Math.floor((y - south) / size)));
  /** The cells that the box of a piece of a leg touches, column by column. */
  const visit = (
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    each: (cell: number) => boolean,
  ) => {
    const left = Math.min(x0, x1);
    const right = Math.max(x0, x1);
    const first = columnOf(left);
    const last = columnOf(right);
    const slope = x1 === x0 ? 0 : (y1 - y0) / (x1 - x0);
    for (let column = first; column <= last; column++) {
      const from = column === first ? left : west + column * size;
      const to = column === last ? right : west + (column + 1) * size;
      const low = x1 === x0 ? y0 : y0 + (from - x0) * slope;
      const high = x1 === x0 ? y1 : y0 + (to - x0) * slope;
      const bottom = rowOf(Math.min(low, high) - 1e-6);
      const top = rowOf(Math.max(low, high) + 1e-6);
      for (let row = bottom; row <= top; row++) if (each(row * columns + column)) return true;
    }
    return false;
  };
  const lists = new Map<number, number[]>();
  for (let e = 0; e < edges.length; e += 4) {
    visit(edges[e]!, edges[e + 1]!, edges[e + 2]!, edges[e + 3]!, (cell) => {
      const list = lists.get(cell);
      if (list) list.push(e);
      else lists.set(cell, [e]);
      return false;
    });
  }
  const { starts, held } = packed(lists, columns * rows);
  const ends = Float64Array.from(edges);
  let steps = 0;
  return {
    crosses: ([ax, ay], [bx, by]) =>
      visit(ax, ay, bx, by, (cell) => {
        steps += 1;
        for (let i = starts[cell]!; i < starts[cell + 1]!; i++) {
          if (meets(ends, held[i]!, ax, ay, bx, by)) return true;
        }
        return false;
      }),
    steps: () => steps,
  };
}

/** The lists one after the other, and where that of each cell begins. */
function packed(lists: ReadonlyMap<number, readonly number[]>, cells: number) {
  const starts = new Int32Array(cells + 1);
  for (let cell = 0; cell < cells; cell++)
    starts[cell + 1] = starts[cell]! + (lists.get(cell)?.length ?? 0);
  const held = new Int32Array(starts[cells]!);
  for (const [cell, list] of lists) held.set(list, starts[cell]);
  return { starts, held };
}

function meets(e: Float64Array, i: number, ax: number, ay: number, bx: number, by: number) {
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
