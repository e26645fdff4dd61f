// Outlines that were drawn around the children, in an import that contains only some of the children.
import { NO_ROW } from "../component/component-index.ts";
import { polygonIndex, ringOfRow } from "../geometry/geometry-rows.ts";
import type { Plane } from "../geometry/plane.ts";
import { fitRectangle, rectangleRing } from "../geometry/rectangle.ts";
import type { ImportMode } from "./twin-mode.ts";
import { projectLevel, type ProjectedLevel } from "./twin-level.ts";
import type { PreviousLevel } from "./twin-match.ts";

/** Metres; files round coordinates to about a centimetre. */
const SAME_M = 0.05;

/** Whether the rectangle around `outer` contains all points of `inner`. */
function contains(outer: readonly number[], inner: readonly number[]): boolean {
  const { centreX, centreY, length, width, rotation } = fitRectangle(outer, 0, outer.length / 2);
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  for (let v = 0; v < inner.length; v += 2) {
    const [dx, dy] = [inner[v]! - centreX, inner[v + 1]! - centreY];
    if (Math.abs(dx * cos + dy * sin) > length / 2 + SAME_M) return false;
    if (Math.abs(dy * cos - dx * sin) > width / 2 + SAME_M) return false;
  }
  return true;
}

/** The outline around the children in the files and around those that stay. */
function around(before: readonly number[], now: readonly number[]): readonly number[] {
  if (contains(before, now)) return before;
  if (contains(now, before)) return now;
  const both = [...before, ...now];
  return rectangleRing(fitRectangle(both, 0, both.length / 2));
}

/**
 * Widens the outlines of a made level to those of the previous twin where children may stay there.
 * @param rows row in the previous twin of each component; NO_ROW for new ones
 */
export function widenMade(
  level: ProjectedLevel,
  rows: Uint32Array,
  { geometry }: PreviousLevel,
  mode: ImportMode,
  plane: Plane,
): ProjectedLevel {
  const { draft, xy } = level;
  if (draft.isMade === undefined || mode === "replace_all") return level;
  const polygons = polygonIndex(geometry);
  const rings: number[] = [];
  const ringOffsets = new Uint32Array(draft.count + 1);
  for (let i = 0; i < draft.count; i++) {
    const row = rows[i]!;
    const now = Array.from(xy.subarray(draft.ringOffsets[i]! * 2, draft.ringOffsets[i + 1]! * 2));
    const isReplaced = mode === "replace_parts" && draft.namesPart?.[i] !== 0;
    const wasHere = row < geometry.count && row !== NO_ROW && geometry.length[row] !== 0;
    const ring =
      isReplaced || !wasHere ? now : around(ringOfRow(geometry, row, polygons[row]!), now);
    for (let v = 0; v < ring.length; v += 2) rings.push(...plane.toLonLat(ring[v]!, ring[v + 1]!));
    ringOffsets[i + 1] = rings.length / 2;
  }
  return projectLevel({ ...draft, rings: Float64Array.from(rings), ringOffsets }, plane);
}
