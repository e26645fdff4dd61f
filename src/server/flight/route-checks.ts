// The checks of routes before they are flown, with what they need of the plant read once.
import { setImmediate as pause } from "node:timers/promises";
import { flightAreasOf, type FlightArea } from "../../domain/flight/area/flight-area.ts";
import { plantLight, type LitPlant } from "../../domain/flight/area/plant-light.ts";
import { elevationAt } from "../../domain/flight/ground/elevation.ts";
import {
  routeCheck,
  type CheckedAgainst,
  type CheckedRoute,
} from "../../domain/flight/route/route-check.ts";
import { editedRoute } from "../../domain/flight/route/route-edit.ts";
import type { FlightRouteRecord } from "../../domain/flight/route/flight-route-record.ts";
import { lightWindows } from "../../domain/flight/time/flight-light.ts";
import type { Services } from "../context.ts";
import { readMarkedTerrain } from "./terrain-mark.ts";

export type CheckedPlant = LitPlant &
  Omit<FlightArea, "flight_area_version"> & { readonly flight_ceiling: number | null };

/** The areas, the terrain and the light of the plant as they are now. */
export async function checkedAgainst(
  services: Pick<Services, "db" | "files" | "now">,
  plant_id: number,
  plant: CheckedPlant,
): Promise<CheckedAgainst> {
  const { grid, mark } = await readMarkedTerrain(services, plant_id);
  const light = plantLight(plant);
  return {
    areas: flightAreasOf(plant),
    elevation: grid && elevationAt(grid),
    terrain_mark: mark,
    light,
    windows: lightWindows(light),
    ceiling_m: plant.flight_ceiling,
    now_ms: services.now().getTime(),
  };
}

/** The routes with their heights, durations and faults by the terrain as it is now. Other requests go on between two routes. */
export async function checkedRoutes(
  services: Pick<Services, "db" | "files" | "now">,
  plant: CheckedPlant & { readonly id: number },
  routes: readonly FlightRouteRecord[],
): Promise<CheckedRoute[]> {
  if (routes.length === 0) return [];
  const against = await checkedAgainst(services, plant.id, plant);
  const checked: CheckedRoute[] = [];
  for (const route of routes) {
    const flown = editedRoute(route, route, against.elevation, against.areas.obstacles);
    checked.push({ ...flown, check: routeCheck(flown, against) });
    await pause();
  }
  return checked;
}
