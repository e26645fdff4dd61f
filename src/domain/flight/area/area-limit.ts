// How many areas a plant may have, and how many corners: said while they are drawn, and refused on the server.
import type { Problem, Refusal } from "../../error.ts";
import { limits } from "../../limits.ts";
import type { FlightAreas, FlightPolygon, Obstacle } from "../route/flight-route.ts";
import { obstaclesRefusal } from "./obstacle-limit.ts";

/** Why there are too many of each kind, each with its field and without a place in the list: it is none of one of them. */
export function areaLimitProblems({
  flight,
  no_fly,
  take_offs,
  obstacles = [],
}: FlightAreas): Problem[] {
  const most = limits.flightPolygons;
  const over = (field: string, reason: string, number: number, may: number): Problem[] =>
    number > may ? [{ reason, values: { number, most: may }, field }] : [];
  const many = obstaclesRefusal(obstacles);
  return [
    ...over("flight_polygons", "flight_polygons_over_limit", flight.length, most),
    ...over("no_fly_polygons", "no_fly_polygons_over_limit", no_fly.length, most),
    ...over(
      "take_off_positions",
      "take_offs_over_limit",
      take_offs.length,
      limits.takeOffPositions,
    ),
    ...(many ? [{ ...many, field: "obstacles" }] : []),
  ];
}

/**
 * Why a polygon has too many holes, or one of its rings or an obstacle too many corners; null if none has. A ring of a
 * polygon ends with its first corner again, which counts as a place and is no corner; obstacles are not closed.
 */
export function cornersRefusal(area: FlightPolygon | Pick<Obstacle, "places">): Refusal | null {
  const rings = "places" in area ? [area.places] : area;
  // The outline is one of the rings.
  if (rings.length > limits.flightPolygons)
    return {
      reason: "flight_holes_over_limit",
      values: { number: rings.length - 1, most: limits.flightPolygons - 1 },
    };
  const places = Math.max(0, ...rings.map((ring) => ring.length));
  const most = limits.flightVertices;
  if (places <= most) return null;
  const closing = "places" in area ? 0 : 1;
  return {
    reason: "flight_corners_over_limit",
    values: { number: places - closing, most: most - closing },
  };
}
