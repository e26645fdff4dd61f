// The direction from one place to another on the earth, taken as a sphere.
import type { Place } from "./flight-route.ts";

const DEGREE = Math.PI / 180;

/** Initial course of the great circle in degrees clockwise from north, (-180, 180]. */
export function courseBetween([lon1, lat1]: Place, [lon2, lat2]: Place): number {
  const east = (lon2 - lon1) * DEGREE;
  const y = Math.sin(east) * Math.cos(lat2 * DEGREE);
  const x =
    Math.cos(lat1 * DEGREE) * Math.sin(lat2 * DEGREE) -
    Math.sin(lat1 * DEGREE) * Math.cos(lat2 * DEGREE) * Math.cos(east);
  return Math.atan2(y, x) / DEGREE;
}
