// Plans the routes of a flight campaign, in a thread of its own: a large plant takes up to a minute.
import { z } from "zod";
import { taskCancelled } from "../../src/domain/analysis/task.ts";
import {
  generationStopped,
  generationTask,
  planningRefusal,
} from "../../src/domain/flight/campaign/flight-campaign.ts";
import { terrainRise, type FlightMetrics } from "../../src/domain/flight/plan/flight-metrics.ts";
import { setHeightProblems } from "../../src/domain/flight/route/home-leg.ts";
import { plannedObstacleProblems } from "../../src/domain/flight/route/obstacle-check.ts";
import { leastOfWinds, NOT_EVEN_STILL_AIR } from "../../src/domain/flight/time/flight-wind.ts";
import { failure } from "../../src/domain/error.ts";
import { idShape } from "../../src/domain/id.ts";
import { exportGenerated, sendingNote } from "../../src/server/flight/flight-app-export.ts";
import { planInput } from "../../src/server/flight/plan-input.ts";
import { planInputOf } from "../../src/server/flight/thread-input.ts";
import { PLANNING, planProgress, SAVING } from "../../src/server/flight/plan-progress.ts";
import { planInThread } from "../../src/server/flight/plan-thread.ts";
import { defineJob } from "../../src/server/job/job.ts";
import {
  endFailedGeneration,
  readCampaignToPlan,
} from "../../src/server/store/plant/flight/flight-generation.ts";
import {
  publishFlightRoutes,
  readFlightRoutes,
} from "../../src/server/store/plant/flight/flight-route.ts";

/** Per cent. */
const steps = 100;

export const generateFlightCampaign = defineJob({
  name: generationTask,
  input: z.object({ campaign_id: idShape, generation: idShape }),
  failed: (db, { campaign_id, generation }, { problem }) =>
    endFailedGeneration(
      db,
      { id: campaign_id, generation },
      problem.reason === taskCancelled.reason ? generationStopped : problem,
    ),
  async run(services, { campaign_id, generation }, progress, { signal }) {
    const { db } = services;
    const campaign = await readCampaignToPlan(db, campaign_id);
    // Deleted, or changed since: a newer task plans it.
    if (campaign?.generation !== generation) return { routes: 0 };
    const send = (isRepeat: boolean) => exportGenerated(services, campaign_id, { isRepeat });
    // This task was ended by a crash after its routes were saved: they stay as they are.
    if (campaign.state === "ready") {
      const { exported_at, export_failure, auto_export } = campaign;
      const isRepeat = export_failure?.reason === sendingNote.reason;
      const isOpen = exported_at === null && (export_failure === null || isRepeat);
      if (auto_export && isOpen) await send(isRepeat);
      return { routes: (await readFlightRoutes(db, campaign_id)).length };
    }
    const refusal = planningRefusal(campaign);
    if (refusal) throw failure("FILE_REFUSED", refusal);
    await progress.step(0, steps, { reason: "flight_twin_reading" });
    const input = await planInput(services, campaign);
    await progress.step(PLANNING, steps, { reason: "flight_routes_planning" });
    const planning = planProgress(
      (step) => progress.step(step, steps),
      () => services.now().getTime(),
    );
    const plan = await planInThread(input, signal, planning.onShare);
    await planning.written();
    // A plan with missing lines or with a sortie longer than its battery must not look complete.
    if (plan.problems.length > 0) throw failure("FILE_REFUSED", ...plan.problems);
    if (plan.routes.length === 0) throw failure("FILE_REFUSED", { reason: "flight_lines_missing" });
    const faults = plan.faults.flat();
    if (faults[0]) {
      const values = { count: faults.length };
      throw failure("FILE_REFUSED", { reason: "flight_routes_unsafe", values });
    }
    const { elevation = null, areas } = planInputOf(input);
    const low = setHeightProblems(plan.routes, campaign, elevation, areas.obstacles);
    if (low.length > 0) throw failure("FILE_REFUSED", ...low);
    const near = plannedObstacleProblems(plan.routes, elevation, areas.obstacles);
    if (near.length > 0) throw failure("FILE_REFUSED", ...near);
    await progress.step(SAVING, steps, { reason: "flight_routes_saving" });
    const { routes } = plan;
    const { flight_time_min } = input.settings;
    const wind = leastOfWinds(routes.map((route) => ({ ...route, flight_time_min })));
    const metrics = {
      ...numbersOf(plan.metrics),
      flight_time_min,
      ...(wind && { most_wind_m_s: wind.most_m_s ?? NOT_EVEN_STILL_AIR }),
      reserve_percent: input.settings.reserve_percent,
      // A box charges the one battery that its drone has.
      batteries: input.settings.drone_in_a_box ? 1 : input.settings.batteries,
      terrain_mark: input.terrain_mark,
      ...(input.terrain && { terrain_rise_m: terrainRise(routes) }),
    };
    const isPublished = await publishFlightRoutes(
      db,
      { campaign_id, generation },
      { routes, metrics },
    );
    if (isPublished && campaign.auto_export) await send(false);
    return { routes: plan.routes.length, ...metrics };
  },
});

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
