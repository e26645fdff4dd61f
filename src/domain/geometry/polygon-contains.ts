// Whether a place is in a polygon of the map, decided exactly by turf.
import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import type { LonLat } from "./plane.ts";

/** Closed rings: the outer one, then holes. */
type Polygon = readonly (readonly LonLat[])[];

/** True for a place in the polygon and in none of its holes, and for one on an edge. */
export function isInPolygon(polygon: Polygon, place: LonLat): boolean {
  return contains(polygon, place, false);
}

/** As isInPolygon, but false for a place on an edge. */
export function isWithinPolygon(polygon: Polygon, place: LonLat): boolean {
  return contains(polygon, place, true);
}

function contains(polygon: Polygon, place: LonLat, ignoreBoundary: boolean): boolean {
  const coordinates = polygon as [number, number][][];
  const geometry = { type: "Polygon", coordinates } as const;
  return booleanPointInPolygon(place as [number, number], geometry, { ignoreBoundary });
}
