// Flight polygons from the outline of a plant, larger or smaller by a margin.
import { localPlaneAt } from "../../geometry/local-plane.ts";
import type { FlightPolygon, Place } from "../route/flight-route.ts";
import {
  grown,
  joined,
  middleOf,
  signedArea,
  toRegion,
  type Region,
} from "../ground/flight-ground.ts";
import { haveSameCorners } from "../format/feature-area.ts";
import { partsOf } from "./flight-field.ts";

type Json = Readonly<Record<string, unknown>>;

/** Pieces below this many square metres are slivers of rounding. */
const LEAST_M2 = 1;

/**
 * The polygons of a GeoJSON outline, joined where they overlap.
 * @param margin_m metres outward; negative: inward
 * @returns closed rings, the outer one first; empty where the outline has no polygon, or the margin leaves nothing of it
 */
export function outlinePolygons(outline: Json, margin_m: number): FlightPolygon[] {
  const polygons = polygonsOf(outline);
  if (polygons.length === 0) return [];
  const plane = localPlaneAt(middleOf(polygons.flat(2)));
  const region = toRegion(grown(joined(polygons, plane), margin_m));
  const big = region.filter((ring) => Math.abs(signedArea(ring)) >= LEAST_M2);
  return partsOf(big).map((part: Region) =>
    part.map((ring) => {
      const places = ring.map(([x, y]): Place => plane.toLonLat(x, y));
      return [...places, places[0]!];
    }),
  );
}

/** Those that are not drawn yet: the same outline once more would lie twice on one place. */
export const notDrawn = (
  made: readonly FlightPolygon[],
  drawn: readonly FlightPolygon[],
): FlightPolygon[] =>
  made.filter((one) => !drawn.some((known) => haveSameCorners(known.flat(), one.flat())));

/** The polygons in any GeoJSON object. */
function polygonsOf(json: Json): FlightPolygon[] {
  const { type, coordinates } = json as { type?: unknown; coordinates?: unknown };
  if (type === "Polygon") return [coordinates as FlightPolygon];
  if (type === "MultiPolygon") return coordinates as FlightPolygon[];
  const inner = [json["geometry"], json["features"], json["geometries"]].flat();
  return inner.flatMap((one) => (one && typeof one === "object" ? polygonsOf(one as Json) : []));
}
