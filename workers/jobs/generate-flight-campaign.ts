// Plans the routes of a flight campaign, in a thread of its own: a large plant takes up to a minute.
import { z } from "zod";
import { settingsOfCampaign } from "../../src/domain/flight/campaign-settings.ts";
import { flightAreasOf } from "../../src/domain/flight/flight-area.ts";
import { generationTask, planningRefusal } from "../../src/domain/flight/flight-campaign.ts";
import type { FlightMetrics } from "../../src/domain/flight/flight-metrics.ts";
import type { FlightPlanInput } from "../../src/domain/flight/flight-plan-shape.ts";
import { failure } from "../../src/domain/error.ts";
import { idShape } from "../../src/domain/id.ts";
import type { Services } from "../../src/server/context.ts";
import { planInThread } from "../../src/server/flight/plan-thread.ts";
import { defineJob } from "../../src/server/job/job.ts";
import {
  endFailedGeneration,
  readCampaignToPlan,
  type CampaignToPlan,
} from "../../src/server/store/plant/flight-generation.ts";
import { publishFlightRoutes } from "../../src/server/store/plant/flight-route.ts";
import { readTwin } from "../../src/server/store/plant/twin.ts";
import { readLevel } from "../../src/server/store/plant/twin-object.ts";

const steps = 3;

export const generateFlightCampaign = defineJob({
  name: generationTask,
  input: z.object({ campaign_id: idShape, generation: idShape }),
  failed: (db, { campaign_id, generation }, { problem }) =>
    endFailedGeneration(db, { id: campaign_id, generation }, problem),
  async run(services, { campaign_id, generation }, progress, { signal }) {
    const { db } = services;
    const campaign = await readCampaignToPlan(db, campaign_id);
    // Deleted, or changed since: a newer task plans it.
    if (campaign?.generation !== generation) return { routes: 0 };
    const refusal = planningRefusal(campaign);
    if (refusal) throw failure("FILE_REFUSED", refusal);
    await progress.step(0, steps, { reason: "flight_twin_reading" });
    const input = await inputOf(services, campaign);
    await progress.step(1, steps, { reason: "flight_routes_planning" });
    const plan = await planInThread(input, signal);
    if (plan.routes.length === 0) {
      throw failure("FILE_REFUSED", ...plan.problems, { reason: "flight_lines_missing" });
    }
    const faults = plan.faults.flat();
    if (faults[0]) {
      const values = { count: faults.length };
      throw failure("FILE_REFUSED", { reason: "flight_routes_unsafe", values });
    }
    await progress.step(2, steps, { reason: "flight_routes_saving" });
    const metrics = numbersOf(plan.metrics);
    await publishFlightRoutes(db, { campaign_id, generation }, { routes: plan.routes, metrics });
    return { routes: plan.routes.length, ...metrics };
  },
});

/** The areas, the settings, and the rows of the twin that lines are laid along. */
async function inputOf(
  { db, files }: Services,
  campaign: CampaignToPlan,
): Promise<FlightPlanInput> {
  const twin = await readTwin(db, campaign.plant_id);
  const wanted = campaign.technology === "photovoltaic" ? "tracker" : "sca";
  const level = twin?.levels.find(({ component_type }) => component_type === wanted);
  const read = level && (await readLevel(files, level));
  return {
    name: campaign.name,
    areas: flightAreasOf(campaign),
    settings: settingsOfCampaign(campaign, campaign.battery),
    target: twin && read ? { origin: twin.origin, geometry: read.geometry } : null,
  };
}

/** The numbers of the plan as a whole. */
function numbersOf({ bound, ...metrics }: FlightMetrics): Record<string, number> {
  const all: readonly (readonly [string, unknown])[] = [
    ...Object.entries(metrics),
    ["bound_flight_s", bound.flight_s],
    ["bound_path_m", bound.path_m],
  ];
  const isNumber = (one: readonly [string, unknown]): one is readonly [string, number] =>
    typeof one[1] === "number" && Number.isFinite(one[1]);
  return Object.fromEntries(all.filter(isNumber));
}
