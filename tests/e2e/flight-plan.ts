// A plant with flight areas and planned routes, for the journeys that look at routes.
import { expect } from "vitest";
import type { FlightRouteRecord } from "../../src/domain/flight/route/flight-route-record.ts";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import type { Product } from "./product.ts";

export type Plant = {
  readonly id: number;
  readonly name: string;
  readonly lon: number;
  readonly lat: number;
  readonly flight_area_version: number;
};
export type Campaign = { readonly id: number; readonly state: string };

/** A closed box of so many degrees around a place. */
export const boxAround = (lon: number, lat: number, half: number) => [
  [lon - half, lat - half],
  [lon + half, lat - half],
  [lon + half, lat + half],
  [lon - half, lat + half],
  [lon - half, lat - half],
];

/** Gives Pampa Alta a flight polygon of about five hectares, what else is asked for, and a take-off position; its ID. */
export async function flightAreaPlant(
  product: Product,
  token: string,
  noFly: "without no-fly area" | "with no-fly area",
): Promise<number> {
  const plants = (await ask<Plant[]>(product, token, "/auth/plants")).body;
  const { id } = plants.find(({ name }) => name === "Pampa Alta")!;
  const plant = (await ask<Plant>(product, token, `/auth/plant/${id}`)).body;
  const { lon, lat, flight_area_version } = plant;
  const hole = { type: "MultiPolygon", coordinates: [[boxAround(lon, lat, 0.0001)]] };
  await send(product, token, `/auth/plant/${id}/update-flight-areas-and-take-off-positions`, {
    flight_polygons: { type: "MultiPolygon", coordinates: [[boxAround(lon, lat, 0.001)]] },
    no_fly_polygons: noFly === "with no-fly area" ? hole : null,
    take_off_positions: [{ place: [lon - 0.0011, lat - 0.0011], elevation_m: null }],
    flight_area_version,
  });
  return id;
}

/** A plant with a flight polygon of about five hectares, a no-fly polygon in it, and routes. */
export async function plannedPlant(
  product: Product,
  token: string,
): Promise<{ id: number; routes: () => Promise<FlightRouteRecord[]> }> {
  const id = await flightAreaPlant(product, token, "with no-fly area");
  const made = await send<Campaign>(product, token, `/auth/plant/${id}/flight-campaign`, {
    name: "Spring",
    aircraft: "M3T",
    start_at: "2027-01-15T15:00:00Z",
    flight_types: ["pv_thermal"],
  });
  const state = async () =>
    (await ask<Campaign>(product, token, `/auth/flight-campaign/${made.id}`)).body.state;
  await expect.poll(state, { timeout: patient(40_000) }).toBe("ready");
  const path = `/auth/flight-campaign/${made.id}/flight-routes`;
  return { id, routes: async () => (await ask<FlightRouteRecord[]>(product, token, path)).body };
}
