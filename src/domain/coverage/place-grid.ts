// Finds the components whose middle lies in a box: rows sorted into square cells.
import type { Geometry } from "../component/component-index.ts";

const CELL_M = 20;
/** A sparse plant must not need more cells than it has components. */
const CELLS_PER_ROW = 4;

export type PlaceGrid = {
  /** Visits the existing rows in the cells that the box touches; some of them lie outside of it. */
  visit(minX: number, minY: number, maxX: number, maxY: number, use: (row: number) => void): void;
};

export function placeGrid({ count, centreX, centreY, length }: Geometry): PlaceGrid {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let row = 0; row < count; row++) {
    if (length[row] === 0) continue;
    left = Math.min(left, centreX[row]!);
    right = Math.max(right, centreX[row]!);
    low = Math.min(low, centreY[row]!);
    high = Math.max(high, centreY[row]!);
  }
  if (!(right >= left)) return { visit: () => undefined };
  const area = (right - left) * (high - low);
  const cell = Math.max(CELL_M, Math.sqrt(area / (CELLS_PER_ROW * count)));
  const wide = Math.floor((right - left) / cell) + 1;
  const tall = Math.floor((high - low) / cell) + 1;
  const cellOf = (row: number) =>
    Math.floor((centreY[row]! - low) / cell) * wide + Math.floor((centreX[row]! - left) / cell);
  const starts = new Uint32Array(wide * tall + 1);
  for (let row = 0; row < count; row++) if (length[row] !== 0) starts[cellOf(row) + 1]! += 1;
  for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!;
  const next = starts.slice();
  const rows = new Uint32Array(starts.at(-1)!);
  for (let row = 0; row < count; row++) {
    if (length[row] !== 0) rows[next[cellOf(row)]!++] = row;
  }
  const clamped = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return {
    visit(minX, minY, maxX, maxY, use) {
      if (!(maxX >= left && minX <= right && maxY >= low && minY <= high)) return;
      const from = clamped(Math.floor((minX - left) / cell), wide - 1);
      const to = clamped(Math.floor((maxX - left) / cell), wide - 1);
      const bottom = clamped(Math.floor((minY - low) / cell), tall - 1);
      const top = clamped(Math.floor((maxY - low) / cell), tall - 1);
      for (let y = bottom; y <= top; y++) {
        const [first, end] = [starts[y * wide + from]!, starts[y * wide + to + 1]!];
        for (let at = first; at < end; at++) use(rows[at]!);
      }
    },
  };
}
