// The highest place of the routes of campaigns above the ground, as the checks of the routes say it.
import { setImmediate as pause } from "node:timers/promises";
import { flightAreasOf } from "../../domain/flight/area/flight-area.ts";
import { elevationAt } from "../../domain/flight/ground/elevation.ts";
import { highestTenths } from "../../domain/flight/route/route-check.ts";
import { editedRoute } from "../../domain/flight/route/route-edit.ts";
import type { Context } from "../context.ts";
import { requireFound } from "../implement.ts";
import { readElevation, readElevationGrid } from "../store/plant/flight/elevation.ts";
import type { CampaignRow } from "../store/plant/flight/flight-campaign.ts";
import { readFlightRoutes } from "../store/plant/flight/flight-route.ts";
import { readPlant } from "../store/plant/plant.ts";

type Reckoned = { readonly stamp: string; readonly metres: number };
/** By campaign, for each server: lists of campaigns are read often, and their routes seldom change. */
const reckoned = new WeakMap<Context["files"], Map<number, Reckoned>>();
const MOST_RECKONED = 5000;

/** Metres by the campaigns' ids, to tenths, by the terrain and the obstacles as they are now; 0 without routes. */
export async function highestPlaces(
  context: Pick<Context, "db" | "files" | "viewer">,
  campaigns: readonly CampaignRow[],
): Promise<ReadonlyMap<number, number>> {
  const { db, files, viewer } = context;
  const known = reckoned.get(files) ?? new Map<number, Reckoned>();
  reckoned.set(files, known);
  const all = new Map(campaigns.map(({ id }) => [id, 0]));
  const flown = campaigns.filter(({ route_count }) => route_count > 0);
  for (const [plant_id, own] of Map.groupBy(flown, (one) => one.plant_id)) {
    const plant = requireFound(await readPlant(db, viewer, plant_id));
    const terrain = await readElevation(db, plant_id);
    const stampOf = ({ route_versions, security_height, return_height }: CampaignRow) =>
      [
        terrain?.object,
        plant.flight_area_version,
        security_height,
        return_height,
        route_versions,
      ].join(";");
    const missing = own.filter((one) => known.get(one.id)?.stamp !== stampOf(one));
    if (missing.length > 0) {
      const grid = await readElevationGrid(context, plant_id);
      const elevation = grid && elevationAt(grid);
      const { obstacles } = flightAreasOf(plant);
      for (const campaign of missing) {
        let metres = 0;
        for (const route of await readFlightRoutes(db, campaign.id)) {
          const now = editedRoute(route, route, elevation, obstacles);
          metres = Math.max(metres, highestTenths(now, elevation, obstacles));
          // Other requests go on between two routes.
          await pause();
        }
        if (known.size >= MOST_RECKONED) known.clear();
        known.set(campaign.id, { stamp: stampOf(campaign), metres });
        all.set(campaign.id, metres);
      }
    }
    for (const { id } of own) all.set(id, known.get(id)?.metres ?? all.get(id)!);
  }
  return all;
}
