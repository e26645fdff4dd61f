// What the planner is given: the areas, the settings, and the rows of the twin that lines are laid along.
import type { Technology } from "../../domain/component/component.ts";
import {
  settingsOfCampaign,
  type BatteryFacts,
} from "../../domain/flight/campaign/campaign-settings.ts";
import { flightAreasOf, type FlightArea } from "../../domain/flight/area/flight-area.ts";
import { settingsOver } from "../../domain/flight/area/flight-target.ts";
import type { LitPlant } from "../../domain/flight/area/plant-light.ts";
import { plantLight } from "../../domain/flight/area/plant-light.ts";
import type { FlightCampaignForm } from "../../domain/flight/campaign/flight-campaign.ts";
import type { ThreadPlanInput } from "../../domain/flight/plan/flight-plan-shape.ts";
import type { Services } from "../context.ts";
import { readMarkedTerrain } from "./terrain-mark.ts";
import { readTwin } from "../store/plant/twin.ts";
import { readLevel } from "../store/plant/twin-object.ts";

type Planned = FlightCampaignForm &
  LitPlant &
  Omit<FlightArea, "flight_area_version"> & {
    readonly plant_id: number;
    readonly technology: Technology;
    readonly battery: BatteryFacts | null;
    readonly flight_ceiling: number | null;
  };

/** The components that lines are laid along. */
export const plannedType = ({ technology }: { readonly technology: Technology }) =>
  technology === "photovoltaic" ? "tracker" : "sca";

/** With the mark of the terrain that the routes are planned over. */
export async function planInput(
  services: Pick<Services, "db" | "files">,
  campaign: Planned,
): Promise<ThreadPlanInput & { readonly terrain_mark: number }> {
  const { db, files } = services;
  const twin = await readTwin(db, campaign.plant_id);
  const wanted = plannedType(campaign);
  const level = twin?.levels.find(({ component_type }) => component_type === wanted);
  const read = level && (await readLevel(files, level));
  const target = twin && read ? { origin: twin.origin, geometry: read.geometry } : null;
  const settings = settingsOfCampaign(campaign, campaign.battery);
  const { grid: terrain, mark: terrain_mark } = await readMarkedTerrain(
    services,
    campaign.plant_id,
  );
  return {
    name: campaign.name,
    areas: flightAreasOf(campaign),
    light: plantLight(campaign),
    settings: wanted === "sca" ? settingsOver(settings, target) : settings,
    ceiling_m: campaign.flight_ceiling,
    terrain,
    terrain_mark,
    target,
  };
}
