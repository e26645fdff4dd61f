// Routes of a file beside those of the campaign: how long, how many photos, and how much of the plant both show.
import type { FlightPlanInput } from "../plan/flight-plan-shape.ts";
import type { FlightRoute } from "./flight-route.ts";
import type { ComparedSide, RouteComparison } from "./route-compare-shape.ts";
import { reviewRoutes } from "./route-review.ts";

/**
 * @param ours routes of the campaign
 * @param theirs routes of the file, as the campaign would fly them
 */
export function compareRoutes(
  input: FlightPlanInput,
  ours: readonly FlightRoute[],
  theirs: readonly FlightRoute[],
): RouteComparison {
  return { ours: sideOf(input, ours), theirs: sideOf(input, theirs) };
}

function sideOf(input: FlightPlanInput, routes: readonly FlightRoute[]): ComparedSide {
  const { metrics } = reviewRoutes(input, routes);
  return {
    sorties: metrics.sorties,
    distance_m: metrics.path_m,
    duration_s: metrics.flight_s,
    photos: metrics.photos,
    coverage_percent: metrics.coverage_percent,
    components_unseen: metrics.components_unseen,
  };
}
