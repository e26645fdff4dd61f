// Routes of files as a campaign would fly them, each with its start and everything for which it must not be flown.
import type { Problem } from "../../error.ts";
import type { FlightPlanInput, PlannedRoute } from "../plan/flight-plan-shape.ts";
import type { FlightRoute } from "../route/flight-route.ts";
import { takenOverProblems } from "../route/route-check.ts";
import { unlitProblems } from "../time/flight-light.ts";
import { litSchedule } from "../time/lit-schedule.ts";
import { routeTakenOver, type TakenOver, type TakenOverBy } from "./taken-over.ts";

export type TakenOverPlan = {
  readonly routes: readonly PlannedRoute[];
  /** Each with the name of its route in the file. */
  readonly problems: readonly (Problem & { readonly file: string })[];
  /** Sorties for which no day has light. */
  readonly dark: readonly Problem[];
};

type Input = Pick<FlightPlanInput, "areas" | "settings" | "light" | "elevation">;

/** The routes as the campaign would fly them; null where the plant has no take-off position. */
export function routesTakenOver(
  { areas, elevation }: Pick<Input, "areas" | "elevation">,
  campaign: TakenOverBy,
  given: readonly TakenOver[],
): FlightRoute[] | null {
  const made = given.map((one) => routeTakenOver(one, campaign, areas, elevation ?? null));
  const routes = made.filter((route) => route !== null);
  return routes.length < made.length ? null : routes;
}

/**
 * @param ceiling_m metres above ground that nothing may fly above at the plant; null: no such rule
 * @param ready_ms before which none starts, milliseconds since 1970 UTC
 * @returns null where the plant has no take-off position
 */
export function planTakenOver(
  input: Input,
  campaign: TakenOverBy,
  given: readonly TakenOver[],
  { ceiling_m, ready_ms }: { readonly ceiling_m: number | null; readonly ready_ms: number },
): TakenOverPlan | null {
  const { areas, settings, light } = input;
  const routes = routesTakenOver(input, campaign, given);
  if (!routes) return null;
  const against = { areas, elevation: input.elevation ?? null, ceiling_m };
  const problems = routes.flatMap((route) =>
    takenOverProblems(route, against).map((problem) => ({ ...problem, file: route.name })),
  );
  if (problems.length > 0) return { routes: [], problems, dark: [] };
  const starts = litSchedule(routes, settings, light, ready_ms);
  const planned = routes.map((route, i) => {
    return { ...route, start_ms: Math.round(settings.start_ms + 1000 * starts[i]!) };
  });
  return { routes: planned, problems, dark: light ? unlitProblems(planned, light) : [] };
}
