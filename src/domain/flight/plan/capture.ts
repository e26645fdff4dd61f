// What the cameras need of a flight: altitude, line spacing, distance between photos, speed.
import { aircraft, type Camera } from "./aircraft.ts";
import type { FlightSettings } from "./flight-settings.ts";
import type { FlightType } from "../route/flight-route.ts";

/** What keeps the drone from flying faster. */
export const speedLimits = ["photo_interval", "thermal_blur", "aircraft", "setting"] as const;
export type SpeedLimit = (typeof speedLimits)[number];

/** What one camera sees from the altitude of a flight, in metres on the ground. */
export type Footprint = {
  readonly camera: Camera;
  /** Metres on the ground per pixel. */
  readonly gsd_m: number;
  /** Across the route. */
  readonly swath_m: number;
  /** Along the route. */
  readonly length_m: number;
  /** Between neighbouring lines as they are flown, 0 to 100; below 0 there are gaps. */
  readonly side_overlap_percent: number;
  readonly front_overlap_percent: number;
};

export type Capture = {
  readonly flight_type: FlightType;
  readonly altitude_agl_m: number;
  readonly thermal: Footprint | null;
  readonly visual: Footprint;
  /** Metres between lines. */
  readonly spacing_m: number;
  /** Metres between photos. */
  readonly trigger_m: number;
  readonly speed_m_s: number;
  readonly speed_limit: SpeedLimit;
  /** What each of them would allow; Infinity for those that do not apply. */
  readonly speed_limits_m_s: Readonly<Record<SpeedLimit, number>>;
};

export const isThermal = (type: FlightType) => type === "pv_thermal" || type === "trough_thermal";
export const isHalf = (type: FlightType) =>
  type === "half_sca_online" || type === "half_sca_offline";

/**
 * Metres above ground of a flight. Thermal: GSD x focal length. Geometry: from where the wide camera sees
 * a whole or half collector with a margin; the collector lies along the long side of the image.
 */
export function altitudeOf(settings: FlightSettings, type: FlightType): number {
  const set = settings.altitudes_m[type];
  if (set !== undefined) return set;
  const drone = aircraft[settings.aircraft];
  const camera = drone.thermal ?? drone.visual;
  if (isThermal(type)) return settings.thermal_gsd_m * camera.focal_px.value;
  const length = settings.sca_length_m * (1 + settings.frame_margin_percent / 100);
  const { focal_px, width_px } = drone.visual;
  return ((isHalf(type) ? length / 2 : length) * focal_px.value) / width_px;
}

/** Spacing, trigger distance and speed of a flight type. Formulas: reference/flight.md 5.3. */
export function captureOf(settings: FlightSettings, type: FlightType): Capture {
  const drone = aircraft[settings.aircraft];
  const altitude = altitudeOf(settings, type);
  const thermal = isThermal(type) ? drone.thermal : null;
  const leading = thermal ?? drone.visual;
  const spacingOf = (camera: Camera, overlap: number) =>
    ((altitude * camera.width_px) / camera.focal_px.value) * (1 - overlap / 100);
  const rgb = spacingOf(drone.visual, settings.rgb_side_overlap_percent);
  const spacing_m = thermal
    ? Math.min(spacingOf(thermal, settings.ir_side_overlap_percent), rgb)
    : rgb;
  const gsd = altitude / leading.focal_px.value;
  const trigger_m = leading.height_px * gsd * (1 - settings.front_overlap_percent / 100);
  const limits = limitsOf(settings, thermal, { gsd, trigger_m });
  const speed_limit = speedLimits.toSorted((a, b) => limits[a] - limits[b])[0]!;
  const footprint = (camera: Camera) => footprintOf(camera, altitude, spacing_m, trigger_m);
  return {
    flight_type: type,
    altitude_agl_m: altitude,
    thermal: thermal && footprint(thermal),
    visual: footprint(drone.visual),
    spacing_m,
    trigger_m,
    speed_m_s: limits[speed_limit],
    speed_limit,
    speed_limits_m_s: limits,
  };
}

function limitsOf(
  settings: FlightSettings,
  thermal: Camera | null,
  { gsd, trigger_m }: { readonly gsd: number; readonly trigger_m: number },
): Record<SpeedLimit, number> {
  const drone = aircraft[settings.aircraft];
  const { thermal_blur_px, thermal_exposure_s, speed_m_s } = settings;
  return {
    photo_interval: trigger_m / (thermal ?? drone.visual).interval_s.value,
    thermal_blur: thermal ? (thermal_blur_px * gsd) / thermal_exposure_s : Infinity,
    aircraft: drone.max_speed_m_s.value,
    setting: speed_m_s ?? Infinity,
  };
}

/** The same flight lower or higher above ground; what the camera sees from its own distance stays. */
export function altitudeScaled(capture: Capture, factor: number): Capture {
  return { ...capture, altitude_agl_m: capture.altitude_agl_m * factor };
}

function footprintOf(
  camera: Camera,
  altitude: number,
  spacing_m: number,
  trigger_m: number,
): Footprint {
  const gsd_m = altitude / camera.focal_px.value;
  const swath_m = gsd_m * camera.width_px;
  const length_m = gsd_m * camera.height_px;
  return {
    camera,
    gsd_m,
    swath_m,
    length_m,
    side_overlap_percent: 100 * (1 - spacing_m / swath_m),
    front_overlap_percent: 100 * (1 - trigger_m / length_m),
  };
}
