// What the task reads that plans the routes of a campaign, and what it writes where it fails.
import { and, eq } from "drizzle-orm";
import type { Problem } from "../../../../domain/error.ts";
import type { BatteryFacts } from "../../../../domain/flight/campaign/campaign-settings.ts";
import type { Database } from "../../../context.ts";
import { flightCampaign } from "../../schema/flight.ts";
import { plant } from "../../schema/plant.ts";
import { droneModel } from "../../schema/provider.ts";

/** The campaign with the areas of its plant; null if it was deleted. */
export async function readCampaignToPlan(db: Database, id: number) {
  const [row] = await db
    .select({
      campaign: flightCampaign,
      technology: plant.technology,
      flight_ceiling: plant.flight_ceiling,
      lon: plant.lon,
      lat: plant.lat,
      mounting_type: plant.mounting_type,
      mounting_orientation: plant.mounting_orientation,
      module_inclination: plant.module_inclination,
      orientation_angle: plant.orientation_angle,
      flight_polygons: plant.flight_polygons,
      no_fly_polygons: plant.no_fly_polygons,
      take_off_positions: plant.take_off_positions,
      obstacles: plant.obstacles,
    })
    .from(flightCampaign)
    .innerJoin(plant, eq(plant.id, flightCampaign.plant_id))
    .where(eq(flightCampaign.id, id));
  if (!row) return null;
  const { campaign, ...ofPlant } = row;
  return { ...campaign, ...ofPlant, battery: await readBattery(db, campaign.aircraft) };
}

/** What staff have entered of the drone model with this short name; null without one. */
export async function readBattery(
  db: Database,
  abbreviation: string,
): Promise<BatteryFacts | null> {
  const [row] = await db
    .select({
      flight_time: droneModel.flight_time,
      recharge_time: droneModel.recharge_time,
      battery_swap_time: droneModel.battery_swap_time,
      batteries_available: droneModel.batteries_available,
    })
    .from(droneModel)
    .where(eq(droneModel.abbreviation, abbreviation))
    .limit(1);
  return row ?? null;
}

/** Says that the generation failed, unless a newer one has begun. Without a number it is the newest. */
export async function endFailedGeneration(
  db: Database,
  { id, generation }: { readonly id: number; readonly generation?: number },
  failure: Problem,
): Promise<void> {
  await db
    .update(flightCampaign)
    .set({ state: "failed", failure })
    .where(
      and(
        eq(flightCampaign.id, id),
        generation === undefined ? undefined : eq(flightCampaign.generation, generation),
      ),
    );
}
