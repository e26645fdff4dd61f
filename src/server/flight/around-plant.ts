// The box around a plant and its flight areas in which the ground matters.
import { flightAreasOf, type FlightArea } from "../../domain/flight/flight-area.ts";
import { limits } from "../../domain/limits.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { Box } from "./elevation-file.ts";

const KM_PER_DEGREE = 111.32;

export function aroundPlant(plant: FlightArea & Pick<Plant, "lon" | "lat">): Box {
  const { flight, take_offs } = flightAreasOf(plant);
  const places = [
    [plant.lon, plant.lat] as const,
    ...take_offs.map(({ place }) => place),
    ...flight.flatMap(([outline = []]) => outline),
  ];
  const [lons, lats] = [places.map(([lon]) => lon), places.map(([, lat]) => lat)];
  const up = limits.elevationAroundKm / KM_PER_DEGREE;
  const across = up / Math.cos((plant.lat * Math.PI) / 180);
  return [
    Math.min(...lons) - across,
    Math.min(...lats) - up,
    Math.max(...lons) + across,
    Math.max(...lats) + up,
  ];
}
