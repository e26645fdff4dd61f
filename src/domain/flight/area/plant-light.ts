// The light of a plant: where it is, its clock, and how its modules or collectors face.
import type { Plant } from "../../plant/plant.ts";
import { plantTimeZone } from "../../plant/plant-zone.ts";
import type { FlightLight } from "../time/flight-light.ts";
import { mountingsOf } from "./plant-mounting.ts";

export type LitPlant = Parameters<typeof mountingsOf>[0] & Pick<Plant, "lon" | "lat">;

export const plantLight = (plant: LitPlant): FlightLight => ({
  place: [plant.lon, plant.lat],
  time_zone: plantTimeZone(plant),
  mountings: mountingsOf(plant),
});
