// The flight of one type in a plan.
import type { Capture } from "../plan/capture.ts";
import type { FlightType } from "../route/flight-route.ts";

export type PlannedFlight = {
  readonly flight_type: FlightType;
  readonly capture: Capture;
  /** Degrees clockwise from north of the lines, 0 to 180, one per group of parallel lines. */
  readonly directions_deg: readonly number[];
  /** Where a tilted camera looks over each group, -180 to 180, or would look, were it tilted; none over collectors. */
  readonly headings_deg: readonly number[];
};
