// The line of corners that is drawn for a new outline, before it is closed.
import type { Refusal } from "../../error.ts";
import { segmentsMeet } from "../../geometry/segment.ts";
import { areaRefusal, ringRefusal } from "./flight-area.ts";
import type { Place } from "../route/flight-route.ts";

/** Why the last corner cannot be where it is, or null: its line crosses an earlier one. */
export function crossingRefusal(path: readonly Place[]): Refusal | null {
  const last = path.length - 1;
  const xy = path.flatMap(([lon, lat]) => [lon, lat]);
  for (let corner = 0; corner + 1 < last - 1; corner += 1) {
    if (segmentsMeet(xy, corner, corner + 1, last - 1, last)) {
      return { reason: "flight_ring_crosses", values: { vertex: corner + 1 } };
    }
  }
  return null;
}

/**
 * Why the outline that is drawn cannot go on like this, or null.
 * @param max_area_ha the largest area of a flight polygon; absent for others
 */
export function pathRefusal(path: readonly Place[], max_area_ha?: number): Refusal | null {
  const crossing = crossingRefusal(path);
  if (crossing || path.length < 3) return crossing;
  return areaRefusal([[...path, path[0]!]], max_area_ha);
}

/** Why the outline cannot be closed here, or null. */
export function closingRefusal(path: readonly Place[], max_area_ha?: number): Refusal | null {
  return ringRefusal(path) ?? areaRefusal([[...path, path[0]!]], max_area_ha);
}
