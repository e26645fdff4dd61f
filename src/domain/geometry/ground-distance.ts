// Distances and directions between places, on the sphere that turf takes for the earth.
//
// Its radius is the mean one of the earth, 6371008.8 m. With it, distances in DJI's files are met to 1 cm
// (decisions/flight-sources.md). The plant plane has the radius of the equator, because Web Mercator has it.
import { bearing } from "@turf/bearing";
import { distance } from "@turf/distance";
import { degreesToRadians, radiansToLength } from "@turf/helpers";
import type { LonLat } from "./plane.ts";

/** Metres from south to north. From west to east they are as many times the cosine of the latitude. */
export const METRES_PER_DEGREE = radiansToLength(degreesToRadians(1), "meters");

const inMetres = { units: "meters" } as const;

/** Metres between two places. */
export function placesApart(from: LonLat, to: LonLat): number {
  return distance(from as [number, number], to as [number, number], inMetres);
}

/** Initial course of the great circle in degrees clockwise from north, -180 to 180. */
export function courseBetween(from: LonLat, to: LonLat): number {
  return bearing(from as [number, number], to as [number, number]);
}
