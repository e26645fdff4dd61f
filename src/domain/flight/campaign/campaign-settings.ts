// The settings of the planner, from the fields of a campaign.
import type { DroneModel } from "../../provider/drone-model.ts";
import { type FlightCampaignForm } from "./flight-campaign.ts";
import { flownTypes } from "./flown-types.ts";
import type { FlightType } from "../route/flight-route.ts";
import { defaultFlightSettings, type FlightSettings } from "../plan/flight-settings.ts";

/** The facts of the drone model that staff have entered; unknown ones are null. */
export type BatteryFacts = Pick<
  DroneModel,
  "flight_time" | "recharge_time" | "battery_swap_time" | "batteries_available"
>;

/** Every field of the campaign that is set replaces the planner's own value. */
export function settingsOfCampaign(
  campaign: Omit<FlightCampaignForm, "name" | "analysis_id" | "eval_batch_num" | "auto_export">,
  battery: BatteryFacts | null,
): FlightSettings {
  const start_ms = Date.parse(campaign.start_at);
  const flight_types = flownTypes(campaign);
  const defaults = defaultFlightSettings(campaign.aircraft, flight_types, start_ms);
  return {
    ...defaults,
    battery_hot_swapping: campaign.battery_hotswapping,
    optimize_torsion_flights: campaign.optimize_torsion_flights,
    drone_in_a_box: campaign.drone_in_a_box,
    interpolate_curves: campaign.interpolate_curves,
    fields_apart: campaign.fields_apart,
    altitudes_m: altitudesOf(flight_types, campaign),
    speed_m_s: campaign.flight_speed,
    ir_side_overlap_percent: campaign.ir_side_overlap ?? defaults.ir_side_overlap_percent,
    rgb_side_overlap_percent: campaign.rgb_side_overlap ?? defaults.rgb_side_overlap_percent,
    rows_ir_side_overlap_percent: campaign.ir_side_overlap,
    rows_rgb_side_overlap_percent: campaign.rgb_side_overlap,
    front_overlap_percent: campaign.front_overlap ?? defaults.front_overlap_percent,
    thermal_blur_px: campaign.thermal_blur ?? defaults.thermal_blur_px,
    direction_deg: campaign.line_direction,
    gimbal_pitch_deg: campaign.gimbal_pitch ?? defaults.gimbal_pitch_deg,
    security_height_m: campaign.security_height,
    return_height_m: campaign.return_height,
    transit_speed_m_s: campaign.transit_speed ?? defaults.transit_speed_m_s,
    wind_m_s: campaign.expected_wind,
    reserve_percent: campaign.battery_reserve ?? defaults.reserve_percent,
    no_fly_margin_m: campaign.flight_margin ?? defaults.no_fly_margin_m,
    bounds_margin_m: campaign.flight_margin ?? defaults.bounds_margin_m,
    flight_time_min: battery?.flight_time ?? defaults.flight_time_min,
    recharge_min: battery?.recharge_time ?? defaults.recharge_min,
    swap_min: campaign.battery_swap_time ?? battery?.battery_swap_time ?? defaults.swap_min,
    batteries: battery?.batteries_available ?? defaults.batteries,
  };
}

/** The altitudes that the campaign sets, by flight type. */
function altitudesOf(
  flight_types: readonly FlightType[],
  campaign: Pick<
    FlightCampaignForm,
    | "full_sca_online_altitude"
    | "full_sca_offline_altitude"
    | "half_sca_altitude"
    | "pv_flight_altitude"
    | "trough_flight_altitude"
  >,
): FlightSettings["altitudes_m"] {
  const altitudeOf = (type: FlightType): number | null => {
    if (type === "pv_thermal") return campaign.pv_flight_altitude;
    if (type === "trough_thermal") return campaign.trough_flight_altitude;
    if (type.startsWith("half_sca")) return campaign.half_sca_altitude;
    if (!type.startsWith("full_sca")) return null;
    return type === "full_sca_online"
      ? campaign.full_sca_online_altitude
      : campaign.full_sca_offline_altitude;
  };
  const known = flight_types.flatMap((type) => {
    const altitude = altitudeOf(type);
    return altitude === null ? [] : [[type, altitude] as const];
  });
  return Object.fromEntries(known);
}
