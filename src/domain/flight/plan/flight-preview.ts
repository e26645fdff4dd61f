// What a campaign will take, before its routes are made.
import type { FlightPlan, FlightPlanInput } from "./flight-plan-shape.ts";
import { setHeightProblems } from "../route/home-leg.ts";
import type { Problem } from "../../error.ts";
import { leastOfWinds } from "../time/flight-wind.ts";
import { flightDaysOf } from "../time/lit-schedule.ts";
import { flownFacts } from "./flown-facts.ts";
import type { FlightPreview } from "./flight-preview-shape.ts";
import type { FlightSettings } from "./flight-settings.ts";

export function previewOf(
  plan: FlightPlan,
  input: FlightPlanInput,
  time_zone: string,
): Omit<FlightPreview, "problems"> & Pick<FlightPlan, "problems"> {
  const { metrics, problems, routes } = plan;
  const settings: Pick<FlightSettings, keyof FlightPreview["assumed"]> = input.settings;
  const { flight_time_min, reserve_percent, swap_min, restart_min } = settings;
  const { recharge_min, batteries, sca_length_m } = settings;
  // Set heights below what the terrain asks for fail the generation.
  const { security_height_m: security_height, return_height_m: return_height } = input.settings;
  const low = setHeightProblems(
    routes,
    { security_height, return_height },
    input.elevation ?? null,
    input.areas.obstacles,
  );
  const { sorties, flight_s, campaign_s, path_m, photos, coverage_percent } = metrics;
  return {
    sorties,
    batteries: Math.min(sorties, batteries),
    flight_s,
    campaign_s,
    days: flightDaysOf(routes, time_zone),
    distance_m: path_m,
    photos,
    coverage_percent,
    wind: leastOfWinds(routes.map((route) => ({ ...route, flight_time_min }))),
    flights: flownFacts(plan, input),
    assumed: {
      flight_time_min,
      reserve_percent,
      swap_min,
      restart_min,
      recharge_min,
      batteries,
      sca_length_m,
    },
    problems: [...problems, ...(plan.is_rough ? low.map(unsureHeight) : low)],
  };
}

/** That a set height may be too low: the plan may hold other routes than those that are flown. */
const unsureHeight = ({ reason, ...problem }: Problem): Problem => ({
  ...problem,
  reason: reason === "security_height_low" ? "security_height_unsure" : "return_height_unsure",
});
