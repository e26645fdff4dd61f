// By which movements a plant could be taken for itself: from each component to the others around.
//
// An image of the middle of a row looks the same a module further, and a row further. Only what is seen at the ends of
// rows, at roads and at the rim of the plant tells one such place from another.
import type { Geometry } from "../../component/component-index.ts";
import type { Nearby, Point } from "./place-window.ts";

/** Metres by which images are thought to lie beside their place at most; see `decisions/evaluation.md`. */
export const SHIFT_REACH_M = 25;
/** Metres within which two ways are the same, and within which a component lies there. */
const SAME_M = 0.3;
const CELL_M = 0.15;
/** Ways that so few of the components have are none of the pattern. */
const LEAST_SHARE = 0.1;
/** Components whose ways are counted, evenly chosen. */
const MOST_COUNTED = 300;
const MOST_SHIFTS = 1500;
/** Shorter ones do not change which component it is. */
const LEAST_M = 0.6;

type Places = Pick<Geometry, "centreX" | "centreY">;

/**
 * Metres on the plant plane, the shortest first.
 * @param rows of the components that the images of a flight show
 * @param nearby of all components of the plant
 */
export function wholeShifts(
  { centreX, centreY }: Places,
  rows: readonly number[],
  nearby: Nearby,
): Point[] {
  const step = Math.max(1, Math.ceil(rows.length / MOST_COUNTED));
  const counted = rows.filter((_, at) => at % step === 0);
  const counts = new Map<string, { count: number; x: number; y: number }>();
  for (const row of counted) {
    for (const other of nearby.around(centreX[row]!, centreY[row]!, SHIFT_REACH_M)) {
      const [x, y] = [centreX[other]! - centreX[row]!, centreY[other]! - centreY[row]!];
      const far = Math.hypot(x, y);
      if (far < LEAST_M || far > SHIFT_REACH_M) continue;
      const key = `${Math.round(x / CELL_M)} ${Math.round(y / CELL_M)}`;
      const known = counts.get(key) ?? { count: 0, x: 0, y: 0 };
      counts.set(key, { count: known.count + 1, x: known.x + x, y: known.y + y });
    }
  }
  // A way at the border of a cell is counted in both: the more frequent one first.
  const kept: { count: number; readonly way: Point }[] = [];
  for (const { count, x, y } of [...counts.values()].toSorted((a, b) => b.count - a.count)) {
    const way: Point = [x / count, y / count];
    const same = kept.find((one) => Math.hypot(one.way[0] - way[0], one.way[1] - way[1]) < SAME_M);
    if (same) same.count += count;
    else kept.push({ count, way });
  }
  return kept
    .filter(({ count }) => count >= LEAST_SHARE * counted.length)
    .slice(0, MOST_SHIFTS)
    .map(({ way }) => way)
    .toSorted((a, b) => Math.hypot(...a) - Math.hypot(...b));
}

/** Where components lie on the plant plane, in metres: the ground that an image shows. */
export type Bounds = { readonly low: Point; readonly high: Point };

/**
 * Whether an image of that ground shows anything by which the place differs from the one moved by `shift`: a component
 * where the moved plant has none, or none where it has one.
 */
export function tellsApart(
  { centreX, centreY }: Places,
  rows: readonly number[],
  nearby: Nearby,
  { low, high }: Bounds,
  [dx, dy]: Point,
): boolean {
  const isThere = (x: number, y: number) =>
    nearby
      .around(x, y, SAME_M)
      .some((row) => Math.hypot(centreX[row]! - x, centreY[row]! - y) <= SAME_M);
  const isSeen = (x: number, y: number) =>
    x >= low[0] && x <= high[0] && y >= low[1] && y <= high[1];
  for (const row of rows) {
    const [x, y] = [centreX[row]!, centreY[row]!];
    if (isSeen(x, y) && !isThere(x - dx, y - dy)) return true;
    if (isSeen(x + dx, y + dy) && !isThere(x + dx, y + dy)) return true;
  }
  return false;
}
