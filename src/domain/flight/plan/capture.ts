// What the cameras need of a flight: altitude, line spacing, distance between photos, speed.
import { aircraft, type Camera } from "./aircraft.ts";
import type { FlightSettings } from "./flight-settings.ts";
import type { FlightType } from "../route/flight-route.ts";
import { countedFrame, groundFrame, pixelSizes } from "./ground-frame.ts";

/** What keeps the drone from flying faster. */
export const speedLimits = ["photo_interval", "thermal_blur", "aircraft", "setting"] as const;
export type SpeedLimit = (typeof speedLimits)[number];

/** What is counted on of one camera's images from the altitude and with the pitch of a flight, in metres on level ground. */
export type Footprint = {
  readonly camera: Camera;
  /** Metres on the ground of the coarsest pixel, and of the finest: the same straight down. */
  readonly gsd_m: number;
  readonly least_gsd_m: number;
  /** Across the route, at the near edge of the image, and at the far edge where it is widest. */
  readonly swath_m: number;
  readonly widest_m: number;
  /** Along the route. */
  readonly length_m: number;
  /** Between neighbouring lines as they are flown, 0 to 100; below 0 there are gaps. */
  readonly side_overlap_percent: number;
  readonly front_overlap_percent: number;
};

export type Capture = {
  readonly flight_type: FlightType;
  readonly altitude_agl_m: number;
  /** -90 looks straight down; else ahead along the lines. That of online flights is no part of this: it follows the sun. */
  readonly gimbal_pitch_deg: number;
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

/** Of the camera of a flight type; online flights have that of their sun. */
export const pitchOf = ({ gimbal_pitch_deg }: FlightSettings, type: FlightType) =>
  type === "pv_thermal" ? gimbal_pitch_deg : STRAIGHT_DOWN_DEG;

export const STRAIGHT_DOWN_DEG = -90;

/**
 * Spacing, trigger distance and speed of a flight type. Formulas: decisions/flight-sources.md. A tilted camera looks along the
 * lines: its images are narrowest at their near edge, by which lines are spaced, and their pixels finest there, which limits
 * the speed. Images overlap along the line by what is counted of their length.
 */
export function captureOf(
  settings: FlightSettings,
  type: FlightType,
  gimbal_pitch_deg = pitchOf(settings, type),
): Capture {
  const drone = aircraft[settings.aircraft];
  const altitude = altitudeOf(settings, type);
  const shownBy = (camera: Camera) => shownOf(type, camera, altitude, gimbal_pitch_deg);
  const thermal = isThermal(type) ? drone.thermal && shownBy(drone.thermal) : null;
  const visual = shownBy(drone.visual);
  const leading = thermal ?? visual;
  const spacingOf = ({ swath_m }: Shown, overlap: number) => swath_m * (1 - overlap / 100);
  const rgb = spacingOf(visual, settings.rgb_side_overlap_percent);
  const spacing_m = thermal
    ? Math.min(spacingOf(thermal, settings.ir_side_overlap_percent), rgb)
    : rgb;
  const trigger_m = leading.length_m * (1 - settings.front_overlap_percent / 100);
  const limits = limitsOf(settings, thermal, { gsd: leading.least_gsd_m, trigger_m });
  const speed_limit = speedLimits.toSorted((a, b) => limits[a] - limits[b])[0]!;
  const footprint = (shown: Shown): Footprint => ({
    ...shown,
    side_overlap_percent: 100 * (1 - spacing_m / shown.swath_m),
    front_overlap_percent: 100 * (1 - trigger_m / shown.length_m),
  });
  return {
    flight_type: type,
    altitude_agl_m: altitude,
    gimbal_pitch_deg,
    thermal: thermal && footprint(thermal),
    visual: footprint(visual),
    spacing_m,
    trigger_m,
    speed_m_s: limits[speed_limit],
    speed_limit,
    speed_limits_m_s: limits,
  };
}

function limitsOf(
  settings: FlightSettings,
  thermal: Shown | null,
  { gsd, trigger_m }: { readonly gsd: number; readonly trigger_m: number },
): Record<SpeedLimit, number> {
  const drone = aircraft[settings.aircraft];
  const { thermal_blur_px, thermal_exposure_s, speed_m_s } = settings;
  return {
    photo_interval: trigger_m / (thermal?.camera ?? drone.visual).interval_s.value,
    thermal_blur: thermal ? (thermal_blur_px * gsd) / thermal_exposure_s : Infinity,
    aircraft: drone.max_speed_m_s.value,
    setting: speed_m_s ?? Infinity,
  };
}

/** The same flight lower or higher above ground; what the camera sees from its own distance stays. */
export function altitudeScaled(capture: Capture, factor: number): Capture {
  return { ...capture, altitude_agl_m: capture.altitude_agl_m * factor };
}

type Shown = Omit<Footprint, "side_overlap_percent" | "front_overlap_percent">;

/** What one camera shows. */
function shownOf(
  type: FlightType,
  camera: Camera,
  altitude: number,
  gimbal_pitch_deg: number,
): Shown {
  const gsd_m = altitude / camera.focal_px.value;
  const frame = groundFrame(camera, altitude, gimbal_pitch_deg);
  const sizes = pixelSizes(type, camera, altitude, gimbal_pitch_deg);
  if (gimbal_pitch_deg === STRAIGHT_DOWN_DEG || !frame || !sizes) {
    const swath_m = gsd_m * camera.width_px;
    const length_m = gsd_m * camera.height_px;
    return { camera, gsd_m, least_gsd_m: gsd_m, swath_m, widest_m: swath_m, length_m };
  }
  const { near_m, near_half_m, far_m, far_half_m } = countedFrame(frame);
  return {
    camera,
    gsd_m: sizes.most_m,
    least_gsd_m: sizes.least_m,
    swath_m: 2 * near_half_m,
    widest_m: 2 * far_half_m,
    length_m: far_m - near_m,
  };
}
