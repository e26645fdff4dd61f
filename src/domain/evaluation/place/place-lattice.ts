// By how much a pattern must be moved to fall onto itself: a module along the row, a row across, a whole table.
import type { Geometry } from "../../component/component-index.ts";
import type { Nearby, Point } from "./place-window.ts";

const CELL_M = 0.1;
/** Share of the components that must have another one there. */
const OFTEN = 0.3;
const MOST = 12;
/** Metres within which a shift is made of shorter ones, and how often it takes each. */
const MADE_M = 0.3;
const MOST_TIMES = 6;

/**
 * Multiples of a module along the row are many. So they must not push out the row across, which is the danger for a
 * raster that lies a whole row beside.
 * @returns shifts in metres, both ways: first those that are not made of shorter ones, then the others by length
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
  const [basis, made]: [Point[], Point[]] = [[], []];
  for (const shift of all) (isMade(shift, basis) ? made : basis).push(shift);
  return [...basis, ...made].slice(0, MOST);
}

/** Whether a shift is the sum of some of these, each taken several times; the opposite of one is not. */
function isMade([x, y]: Point, basis: readonly Point[]): boolean {
  return basis.some((one, at) =>
    basis.slice(at).some((other) => {
      for (let m = 0; m <= MOST_TIMES; m++) {
        for (let n = 0; n <= MOST_TIMES; n++) {
          if (m + n < 2) continue;
          const away = Math.hypot(x - m * one[0] - n * other[0], y - m * one[1] - n * other[1]);
          if (away <= MADE_M) return true;
        }
      }
      return false;
    }),
  );
}
