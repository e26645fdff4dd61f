// The distance between places as DJI's route files measure it.
import type { Place } from "./flight-route.ts";

/** Mean radius of the earth; with it distances in DJI's files are met to 1 cm (reference/flight.md 6.3). */
const EARTH_RADIUS_M = 6371008.8;
const DEGREE = Math.PI / 180;

/** Metres between two places on a sphere, by the haversine formula. */
export function placesApart([lon0, lat0]: Place, [lon1, lat1]: Place): number {
  const half = (from: number, to: number) => Math.sin(((to - from) * DEGREE) / 2) ** 2;
  const part =
    half(lat0, lat1) + Math.cos(lat0 * DEGREE) * Math.cos(lat1 * DEGREE) * half(lon0, lon1);
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(part));
}
