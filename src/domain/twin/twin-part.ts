// The parts of a plant that the files of an import cover.
import { NO_ROW } from "../component/component-index.ts";
import { convexHull, ringContains } from "../geometry/ring.ts";
import type { ProjectedLevel } from "./twin-level.ts";
import type { PreviousLevel } from "./twin-match.ts";

/** Whether a missing component belongs to a part that the files cover. */
export type Coverage = (row: number) => boolean;

/**
 * A component whose file says its group, zone or loop covers all of that part. One whose file says none
 * covers an area together with the others of its kind: their convex hull.
 * @param top row of the part of each component of the files; NO_ROW without one
 * @param topBefore row of the part by row of the previous twin
 */
export function coverageOf(
  files: ProjectedLevel,
  top: Uint32Array,
  { geometry }: PreviousLevel,
  topBefore: Uint32Array,
): Coverage {
  const { count, namesPart, ringOffsets } = files.draft;
  const parts = new Set<number>();
  const loose: number[] = [];
  for (let i = 0; i < count; i++) {
    if (namesPart?.[i] === 0) {
      for (let v = ringOffsets[i]! * 2; v < ringOffsets[i + 1]! * 2; v++) loose.push(files.xy[v]!);
    } else if (top[i] !== NO_ROW) parts.add(top[i]!);
  }
  const area = convexHull(loose, 0, loose.length / 2);
  return (row) =>
    parts.has(topBefore[row]!) ||
    ringContains(area, 0, area.length / 2, geometry.centreX[row]!, geometry.centreY[row]!);
}
