// By how much a pattern must be moved to fall onto itself: a module along the row, a row across, a whole table.
import type { Geometry } from "../../component/component-index.ts";
import type { Nearby, Point } from "./place-window.ts";

const CELL_M = 0.1;
/** Share of the components that must have another one there. */
const OFTEN = 0.3;
/** Shifts in different directions, or that are no multiple of a shorter one; and multiples besides. */
const MOST_PLAIN = 12;
const MOST_MULTIPLES = 6;
/** Metres within which a shift is a multiple of another one. */
const MULTIPLE_M = 0.3;

/**
 * Multiples of a module along the row are many. So they must not push out the row across, which is the danger for a
 * raster that lies a whole row beside.
 * @returns shifts in metres, the shortest first, both ways; then multiples of them
 */
export function latticeOf(
  { centreX, centreY }: Pick<Geometry, "centreX" | "centreY">,
  rows: readonly number[],
  nearby: Nearby,
  [least_m, most_m]: readonly [number, number],
): Point[] {
  const counts = new Map<string, { count: number; x: number; y: number }>();
  for (const row of rows) {
    const [x, y] = [centreX[row]!, centreY[row]!];
    for (const other of nearby.around(x, y, most_m)) {
      const [dx, dy] = [centreX[other]! - x, centreY[other]! - y];
      const far = Math.hypot(dx, dy);
      if (far < least_m || far > most_m) continue;
      const key = `${Math.round(dx / CELL_M)} ${Math.round(dy / CELL_M)}`;
      const known = counts.get(key) ?? { count: 0, x: 0, y: 0 };
      counts.set(key, { count: known.count + 1, x: known.x + dx, y: known.y + dy });
    }
  }
  const all = [...counts.values()]
    .filter(({ count }) => count >= OFTEN * rows.length)
    .map(({ count, x, y }): Point => [x / count, y / count])
    .toSorted((a, b) => Math.hypot(...a) - Math.hypot(...b));
  const [plain, multiples]: [Point[], Point[]] = [[], []];
  for (const shift of all) {
    if (plain.some((shorter) => isMultiple(shift, shorter))) multiples.push(shift);
    else plain.push(shift);
  }
  return [...plain.slice(0, MOST_PLAIN), ...multiples.slice(0, MOST_MULTIPLES)];
}

function isMultiple([x, y]: Point, [sx, sy]: Point): boolean {
  const times = Math.round(Math.hypot(x, y) / Math.hypot(sx, sy));
  return times > 1 && Math.hypot(x - times * sx, y - times * sy) <= MULTIPLE_M;
}
