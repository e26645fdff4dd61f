// What a person or a campaign sets before routes are planned; every number that a plan depends on.
import { aircraft } from "./aircraft.ts";
import type { AircraftModel, FlightType } from "../route/flight-route.ts";

export type FlightSettings = {
  readonly aircraft: AircraftModel;
  readonly flight_types: readonly FlightType[];
  /** When the first drone leaves the ground, milliseconds since 1970 UTC. */
  readonly start_ms: number;
  /** A battery is changed while the drone stays on: no restart between two sorties. */
  readonly battery_hot_swapping: boolean;
  readonly optimize_torsion_flights: boolean;
  /** The drone charges its battery in a dock between two sorties. */
  readonly drone_in_a_box: boolean;
  /** Turns are flown as curves, without a stop. */
  readonly interpolate_curves: boolean;
  /** No sortie flies from one flight polygon to another that does not touch it. */
  readonly fields_apart: boolean;
  /** Metres above the ground by flight type; absent: by resolution (thermal) or from the geometry. */
  readonly altitudes_m: Readonly<Partial<Record<FlightType, number>>>;
  /** Metres on the ground that a pixel of the thermal camera shows, where no altitude is set. */
  readonly thermal_gsd_m: number;
  /** Length of the longest solar collector assembly in metres: that of the twin, where it has one. */
  readonly sca_length_m: number;
  /** The image is wider than the collector by this, in percent of the collector. */
  readonly frame_margin_percent: number;
  /** m/s; null: the fastest that the cameras allow. */
  readonly speed_m_s: number | null;
  /** m/s on the way between lines that are far apart. */
  readonly transit_speed_m_s: number;
  readonly ir_side_overlap_percent: number;
  readonly rgb_side_overlap_percent: number;
  /** The same of lines over collectors; null: each is seen whole from the fewest lines, whatever they share. */
  readonly rows_ir_side_overlap_percent: number | null;
  readonly rows_rgb_side_overlap_percent: number | null;
  readonly front_overlap_percent: number;
  /** Pixels that a thermal photo may smear; what the makers' own automatic speed gives is 1.8 at 3 cm. */
  readonly thermal_blur_px: number;
  /** Time constant of the thermal sensor in seconds. */
  readonly thermal_exposure_s: number;
  readonly flight_time_min: number;
  /** m/s of wind from any side that every sortie must last in; null: still air is planned with. */
  readonly wind_m_s: number | null;
  /** Part of the flight time that is not planned with. */
  readonly reserve_percent: number;
  readonly swap_min: number;
  /** Minutes to switch on and find the position again after a swap that is no hot swap. */
  readonly restart_min: number;
  readonly recharge_min: number;
  readonly batteries: number;
  /** Seconds for leaving the ground and for landing, besides climb and descent. */
  readonly take_off_s: number;
  readonly landing_s: number;
  /** Metres kept from no-fly polygons, and from the edge of flight polygons. */
  readonly no_fly_margin_m: number;
  readonly bounds_margin_m: number;
  /** Metres that a line is flown beyond what it photographs, where the flight polygon allows it. */
  readonly lead_out_m: number;
  /** Metres by which the height above ground may differ from the altitude. */
  readonly terrain_tolerance_m: number;
  /** Metres above the take-off position of the ways to the first waypoint and home; null: by the terrain. */
  readonly security_height_m: number | null;
  readonly return_height_m: number | null;
  /** Degrees clockwise from north of the lines; null: along the rows, or the fastest. */
  readonly direction_deg: number | null;
  /** Of the camera on flights over PV modules: -90 looks straight down, above it ahead along the lines. */
  readonly gimbal_pitch_deg: number;
};

/** What a campaign with this drone begins with. Sources: decisions/flight-sources.md. */
export function defaultFlightSettings(
  model: AircraftModel,
  flight_types: readonly FlightType[],
  start_ms: number,
): FlightSettings {
  const drone = aircraft[model];
  return {
    aircraft: model,
    flight_types,
    start_ms,
    battery_hot_swapping: false,
    optimize_torsion_flights: false,
    drone_in_a_box: false,
    interpolate_curves: true,
    fields_apart: false,
    altitudes_m: {},
    thermal_gsd_m: 0.03,
    sca_length_m: 148.5,
    frame_margin_percent: 10,
    speed_m_s: null,
    transit_speed_m_s: drone.max_speed_m_s.value,
    ir_side_overlap_percent: 45,
    rgb_side_overlap_percent: 30,
    rows_ir_side_overlap_percent: null,
    rows_rgb_side_overlap_percent: null,
    front_overlap_percent: 75,
    thermal_blur_px: 1,
    thermal_exposure_s: 0.01,
    flight_time_min: drone.flight_time_min.value,
    wind_m_s: null,
    reserve_percent: 25,
    swap_min: drone.swap_min.value,
    restart_min: 3,
    recharge_min: drone.recharge_min.value,
    batteries: 4,
    take_off_s: 5,
    landing_s: 10,
    no_fly_margin_m: 5,
    bounds_margin_m: 1,
    lead_out_m: 10,
    terrain_tolerance_m: 3,
    security_height_m: null,
    return_height_m: null,
    direction_deg: null,
    gimbal_pitch_deg: -90,
  };
}
