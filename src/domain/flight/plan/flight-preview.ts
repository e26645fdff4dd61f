// What a campaign will take, before its routes are made.
import { z } from "zod";
import { problemShape } from "../../error-shape.ts";
import type { FlightPlan, FlightPlanInput } from "./flight-plan-shape.ts";
import { flightDaysOf } from "../time/lit-schedule.ts";
import { flownFacts, flownFactsShape } from "./flown-facts.ts";
import type { FlightSettings } from "./flight-settings.ts";

export const flightPreviewShape = z.object({
  sorties: z.number().int(),
  /** In use; the same one can fly again after it was charged. */
  batteries: z.number().int(),
  /** In the air, all sorties. */
  flight_s: z.number(),
  /** From the first start to the last landing. */
  campaign_s: z.number(),
  /** From the first start to the last landing of each day, by the clock at the plant. */
  days: z.array(z.object({ from_ms: z.number(), to_ms: z.number(), sorties: z.number().int() })),
  distance_m: z.number(),
  photos: z.number().int(),
  /** Of what is measured, in at least one photo of every flight type. */
  coverage_percent: z.number(),
  /** What is flown of each flight type. */
  flights: z.array(flownFactsShape),
  /** What the numbers depend on besides the fields: of the drone model, or the planner's own. */
  assumed: z.object({
    flight_time_min: z.number(),
    reserve_percent: z.number(),
    swap_min: z.number(),
    restart_min: z.number(),
    recharge_min: z.number(),
    batteries: z.number(),
  }),
  /** Why nothing, or not all, could be planned, in the language of the request. */
  problems: z.array(problemShape.extend({ message: z.string() })),
});
export type FlightPreview = z.infer<typeof flightPreviewShape>;

export function previewOf(
  plan: FlightPlan,
  input: FlightPlanInput,
  time_zone: string,
): Omit<FlightPreview, "problems"> & Pick<FlightPlan, "problems"> {
  const { metrics, problems, routes } = plan;
  const settings: Pick<FlightSettings, keyof FlightPreview["assumed"]> = input.settings;
  const { flight_time_min, reserve_percent, swap_min, restart_min, recharge_min, batteries } =
    settings;
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
    flights: flownFacts(plan, input),
    assumed: { flight_time_min, reserve_percent, swap_min, restart_min, recharge_min, batteries },
    problems,
  };
}
