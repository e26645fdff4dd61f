// Routes of a file beside those of the campaign: how long, how many photos, and how much of the plant both show.
import type { FlightPlanInput } from "../plan/flight-plan-shape.ts";
import type { FlightRoute } from "./flight-route.ts";
import type { ComparedSide, RouteComparison } from "./route-compare-shape.ts";
import { reviewRoutes } from "./route-review.ts";

type Input = Omit<FlightPlanInput, "elevation">;

/**
 * @param ours routes of the campaign
 * @param theirs routes of the file, as the campaign would fly them
 */
export function compareRoutes(
  input: Input,
  ours: readonly FlightRoute[],
  theirs: readonly FlightRoute[],
): RouteComparison {
  return { ours: sideOf(input, ours), theirs: sideOf(atOwnHeight(input, theirs), theirs) };
}

/** What a photo shows depends on the height of the routes, which is not the one that the campaign plans with. */
function atOwnHeight(input: Input, routes: readonly FlightRoute[]): Input {
  const heights = routes.map(({ altitude_agl_m }) => altitude_agl_m).toSorted((a, b) => a - b);
  const [first] = routes;
  const middle = heights[heights.length >> 1];
  if (!first || middle === undefined) return input;
  const altitudes_m = { ...input.settings.altitudes_m, [first.flight_type]: middle };
  return { ...input, settings: { ...input.settings, altitudes_m } };
}

function sideOf(input: Input, routes: readonly FlightRoute[]): ComparedSide {
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
