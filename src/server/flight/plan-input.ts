// What the planner is given: the areas, the settings, and the rows of the twin that lines are laid along.
import type { Technology } from "../../domain/component/component.ts";
import { settingsOfCampaign, type BatteryFacts } from "../../domain/flight/campaign-settings.ts";
import { flightAreasOf, type FlightArea } from "../../domain/flight/flight-area.ts";
import type { FlightCampaignForm } from "../../domain/flight/flight-campaign.ts";
import type { FlightPlanInput } from "../../domain/flight/flight-plan-shape.ts";
import type { Services } from "../context.ts";
import { readTwin } from "../store/plant/twin.ts";
import { readLevel } from "../store/plant/twin-object.ts";

type Planned = FlightCampaignForm &
  Omit<FlightArea, "flight_area_version"> & {
    readonly plant_id: number;
    readonly technology: Technology;
    readonly battery: BatteryFacts | null;
  };

/** The components that lines are laid along. */
export const plannedType = ({ technology }: { readonly technology: Technology }) =>
  technology === "photovoltaic" ? "tracker" : "sca";

export async function planInput(
  { db, files }: Pick<Services, "db" | "files">,
  campaign: Planned,
): Promise<FlightPlanInput> {
  const twin = await readTwin(db, campaign.plant_id);
  const wanted = plannedType(campaign);
  const level = twin?.levels.find(({ component_type }) => component_type === wanted);
  const read = level && (await readLevel(files, level));
  return {
    name: campaign.name,
    areas: flightAreasOf(campaign),
    settings: settingsOfCampaign(campaign, campaign.battery),
    target: twin && read ? { origin: twin.origin, geometry: read.geometry } : null,
  };
}
