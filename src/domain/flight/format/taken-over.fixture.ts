// The campaign into which routes of files are taken over in tests.
import type { TakenOverBy } from "./taken-over.ts";

export const takingCampaign: TakenOverBy = {
  aircraft: "M3T",
  flight_types: ["pv_thermal"],
  flight_type_online: null,
  optimize_torsion_flights: false,
  security_height: null,
  return_height: null,
  transit_speed: null,
  expected_wind: null,
  battery_reserve: null,
  thermal_blur: null,
  metrics: null,
};
