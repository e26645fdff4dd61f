// The box around a plant and its flight areas in which the ground matters.
import { flightAreasOf, type FlightArea } from "../../domain/flight/area/flight-area.ts";
import { METRES_PER_DEGREE } from "../../domain/geometry/ground-distance.ts";
import { limits } from "../../domain/limits.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { Box } from "./elevation-pixels.ts";
import { placesBounds } from "../../domain/geometry/place-bounds.ts";

export function aroundPlant(plant: FlightArea & Pick<Plant, "lon" | "lat">): Box {
  const { flight, take_offs } = flightAreasOf(plant);
  const places = [
    [plant.lon, plant.lat] as const,
    ...take_offs.map(({ place }) => place),
    ...flight.flatMap(([outline = []]) => outline),
  ];
  const [west, south, east, north] = placesBounds(places)!;
  const up = (limits.elevationAroundKm * 1000) / METRES_PER_DEGREE;
  const across = up / Math.cos((plant.lat * Math.PI) / 180);
  return [west - across, south - up, east + across, north + up];
}
