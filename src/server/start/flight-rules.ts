// The limits of flight planning, from the settings.
import type { FlightRules } from "../../domain/flight/area/flight-area.ts";
import type { Settings } from "./settings.ts";

/** The limits of flight planning in this installation. */
export function flightRulesOf(settings: Settings): FlightRules {
  return {
    max_area_ha: settings.flight_max_area_ha,
    take_off_distance_m: settings.flight_take_off_distance_m,
    allowed_diff: settings.flight_start_shift_days,
  };
}
