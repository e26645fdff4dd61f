// The component at a place, or the nearest one within a few metres: for many places at once.
import type { Geometry } from "./component-index.ts";
import { distanceTo, type Near } from "./nearest.ts";

/** Side of the cells in metres, in which the components are sorted. */
const CELL_M = 20;

/**
 * Finds components by their outlines. Building it costs time in proportion to the components, each place that of the
 * components around it.
 * @param reach_m a component farther than this is none
 * @returns a function of a place on the plant's plane; its distance is 0 on the component, null without one
 */
export function componentFinder(
  geometry: Geometry,
  reach_m: number,
): (x: number, y: number) => Near | null {
  const { centreX, centreY, length, width } = geometry;
  const cells = new Map<string, number[]>();
  let half = 0;
  for (let row = 0; row < geometry.count; row += 1) {
    if (length[row] === 0) continue;
    half = Math.max(half, Math.hypot(length[row]!, width[row]!) / 2);
  }
  // Large components stand in few cells: those of a loop would make each place look through all cells around it.
  const side = Math.max(CELL_M, half);
  const cellOf = (value: number) => Math.floor(value / side);
  for (let row = 0; row < geometry.count; row += 1) {
    if (length[row] === 0) continue;
    const key = `${cellOf(centreX[row]!)} ${cellOf(centreY[row]!)}`;
    const cell = cells.get(key);
    if (cell) cell.push(row);
    else cells.set(key, [row]);
  }
  // The outline of a component that is no rectangle may go beyond the rectangle, but not by more than its size.
  const steps = Math.ceil((2 * half + reach_m) / side);
  return (x, y) => {
    let best: Near | null = null;
    const [cx, cy] = [cellOf(x), cellOf(y)];
    for (let i = cx - steps; i <= cx + steps; i += 1) {
      for (let j = cy - steps; j <= cy + steps; j += 1) {
        for (const row of cells.get(`${i} ${j}`) ?? []) {
          const distance_m = distanceTo(geometry, row, [x, y], "distance_to_nearest_point");
          if (distance_m > reach_m || (best && distance_m >= best.distance_m)) continue;
          best = { row, distance_m };
        }
      }
    }
    return best;
  };
}
