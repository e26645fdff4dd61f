// Groups of pixels that touch each other, also at their corners.
import type { ZonePixels } from "../zonal-statistics.ts";

/** One pixel may be a fault of the sensor. */
const LEAST_PIXELS = 2;

/** @returns places in `pixels` by group, in the order of their first pixel */
export function spotsOf(
  { columns, rows, values }: ZonePixels,
  isIn: (at: number) => boolean,
): number[][] {
  const open = new Map<string, number>();
  for (let at = 0; at < values.length; at++) {
    if (isIn(at)) open.set(`${columns[at]} ${rows[at]}`, at);
  }
  const groups: number[][] = [];
  for (const [first, start] of open) {
    open.delete(first);
    const group = [start];
    for (const at of group) {
      for (const down of [-1, 0, 1]) {
        for (const across of [-1, 0, 1]) {
          const key = `${columns[at]! + across} ${rows[at]! + down}`;
          const next = open.get(key);
          if (next === undefined) continue;
          open.delete(key);
          group.push(next);
        }
      }
    }
    if (group.length >= LEAST_PIXELS) groups.push(group);
  }
  return groups;
}
