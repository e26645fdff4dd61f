// The box around places on the map.
import { bbox } from "@turf/bbox";
import type { LonLat } from "./plane.ts";

type Box = [west: number, south: number, east: number, north: number];

/** The box around a GeoJSON geometry in degrees; null where there is no position. */
export function areaBounds(area: Readonly<Record<string, unknown>>): Box | null {
  if (!Array.isArray(area["coordinates"])) return null;
  return boxOrNull(bbox(area as unknown as GeoJSON.Geometry) as Box);
}

/** The box around places in degrees; null without places. */
export function placesBounds(places: readonly LonLat[]): Box | null {
  return boxOrNull(bbox({ type: "MultiPoint", coordinates: places as [number, number][] }) as Box);
}

const boxOrNull = (box: Box) => (box[0] <= box[2] ? box : null);
