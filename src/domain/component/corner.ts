// The corners of a component on the plant plane, to which points snap.
import { rectangleRing } from "../geometry/rectangle.ts";
import type { PlanePoint } from "../geometry/plane.ts";
import type { Geometry } from "./component-index.ts";
import { ringOf } from "./ring.ts";

/** Counter-clockwise, in metres; of a component that is no rectangle the vertices of its ring. */
export function componentCorners(geometry: Geometry, row: number): PlanePoint[] {
  const ring = ringOf(geometry, row) ?? rectangleOf(geometry, row);
  return Array.from({ length: ring.length / 2 }, (_, at) => [ring[at * 2]!, ring[at * 2 + 1]!]);
}

/** The corner nearest to a point, within so many metres; null where there is none. */
export function nearestCorner(
  geometry: Geometry,
  row: number,
  [x, y]: PlanePoint,
  reach_m: number,
): PlanePoint | null {
  let best: PlanePoint | null = null;
  let least = reach_m;
  for (const corner of componentCorners(geometry, row)) {
    const away = Math.hypot(corner[0] - x, corner[1] - y);
    if (away > least) continue;
    best = corner;
    least = away;
  }
  return best;
}

function rectangleOf(geometry: Geometry, row: number): number[] {
  return rectangleRing({
    centreX: geometry.centreX[row]!,
    centreY: geometry.centreY[row]!,
    length: geometry.length[row]!,
    width: geometry.width[row]!,
    rotation: geometry.rotation[row]!,
  });
}
