// Collectors that follow the sun: from where the drone looks at them, and how.
import { altitudeScaled, type Capture } from "./capture.ts";
import { isOnline, MOST_TILT_DEG } from "./ground-frame.ts";
import type { Place } from "../route/flight-route.ts";
import type { FlightSettings } from "./flight-settings.ts";
import { sunAt, trackingAngle } from "../time/sun.ts";

/** Where the camera looks from and to. */
export type CameraView = {
  readonly heading_deg: number | null;
  readonly gimbal_pitch_deg: number;
  /** Metres from what is photographed to the drone. */
  readonly east_m: number;
  readonly north_m: number;
};

export const STRAIGHT_DOWN_VIEW: CameraView = {
  heading_deg: null,
  gimbal_pitch_deg: -90,
  east_m: 0,
  north_m: 0,
};

const DEGREE = Math.PI / 180;

/**
 * The camera stands on the collectors' normal: beside them by height x tan(tracking angle), lower by its cosine
 * where no altitude is set, and pitched by it (decisions/flight-sources.md). The angle is that at `settings.start_ms`; for
 * collectors that are turned further than a camera may look, it stays there. From a set altitude the camera is further
 * away than high: lines, photos and speed stay those of that height, which is the least distance, at noon.
 * @param axis radians from east of the collectors' axis; null: there are no collectors
 */
export function onlineView(
  capture: Capture,
  settings: FlightSettings,
  place: Place,
  axis: number | null,
): { capture: Capture; view: CameraView } {
  if (axis === null || !isOnline(capture.flight_type)) return { capture, view: STRAIGHT_DOWN_VIEW };
  const sun = sunAt(settings.start_ms, place);
  if (sun.elevation_deg <= 0) return { capture, view: STRAIGHT_DOWN_VIEW };
  const bearing = 90 - axis / DEGREE;
  const angle = trackingAngle(sun, bearing, MOST_TILT_DEG);
  const isSet = settings.altitudes_m[capture.flight_type] !== undefined;
  const lowered = isSet ? capture : altitudeScaled(capture, Math.cos(angle * DEGREE));
  const beside = lowered.altitude_agl_m * Math.tan(angle * DEGREE);
  const right = (bearing + 90) * DEGREE;
  const back = (((bearing + (angle > 0 ? 270 : 90)) % 360) + 360) % 360;
  return {
    capture: lowered,
    view: {
      heading_deg: back > 180 ? back - 360 : back,
      gimbal_pitch_deg: Math.abs(angle) - 90,
      east_m: beside * Math.sin(right),
      north_m: beside * Math.cos(right),
    },
  };
}
