// What a camera shows of flat ground, whatever its pitch: one answer for coverage, facts and the map.
import type { FlightType } from "../route/flight-route.ts";
import type { Camera } from "./aircraft.ts";

/** Metres from the ground below the camera: ahead, where it looks, and to either side. A trapezium. */
export type GroundFrame = {
  /** Ahead: the edge that is near, the middle of the image, the edge that is far; below 0 behind. */
  readonly near_m: number;
  readonly middle_m: number;
  readonly far_m: number;
  /** Half of the width at these three. */
  readonly near_half_m: number;
  readonly middle_half_m: number;
  readonly far_half_m: number;
};

const DEGREE = Math.PI / 180;
/** Degrees from straight down beyond which ground is seen too flat to show anything: pixels are 15 times as long. */
const FLATTEST_DEG = 75;
/** Degrees above straight down that a camera may look for photos of the ground: what collectors are turned by at most. */
export const MOST_TILT_DEG = 60;
/** What rounding may add to it. */
const TILT_ROUNDING_DEG = 0.5;

/** True where most of the image is far away or sky: no photo of the ground. */
export const looksAway = (gimbal_pitch_deg: number) =>
  90 + gimbal_pitch_deg > MOST_TILT_DEG + TILT_ROUNDING_DEG;

/** How many times as far as the ground below is what the middle of the image shows; from 1. */
export const slantFactor = (gimbal_pitch_deg: number) =>
  1 / Math.cos(Math.min(FLATTEST_DEG, 90 + gimbal_pitch_deg) * DEGREE);

/**
 * Of a pinhole camera at a height in metres above flat ground: the ray at an angle `a` from straight down meets the
 * ground at height x tan(a), at a depth of height x cos(a - tilt) / cos(a) along the camera's axis.
 * @returns null where the camera shows no ground, or looks away from it
 */
export function groundFrame(
  { width_px, height_px, focal_px }: Camera,
  height_m: number,
  gimbal_pitch_deg: number,
): GroundFrame | null {
  if (height_m <= 0 || looksAway(gimbal_pitch_deg)) return null;
  const tilt = (90 + gimbal_pitch_deg) * DEGREE;
  const half = Math.atan(height_px / 2 / focal_px.value);
  const at = (angle: number) => {
    const depth = (height_m * Math.cos(angle - tilt)) / Math.cos(angle);
    return [height_m * Math.tan(angle), (depth * width_px) / 2 / focal_px.value] as const;
  };
  const [near_m, near_half_m] = at(tilt - half);
  const [middle_m, middle_half_m] = at(tilt);
  const [far_m, far_half_m] = at(Math.min(tilt + half, FLATTEST_DEG * DEGREE));
  return { near_m, middle_m, far_m, near_half_m, middle_half_m, far_half_m };
}

/** Metres on the ground of one pixel of what is counted of an image. */
export type PixelSizes = {
  /** The finest, which smears first. */
  readonly least_m: number;
  /** In the middle of the image. */
  readonly middle_m: number;
  /** The coarsest. */
  readonly most_m: number;
};

/** Collectors that follow the sun stand across the camera's axis, whatever its pitch. */
export const isOnline = (type: FlightType) =>
  type === "full_sca_online" || type === "half_sca_online";

/**
 * A pixel at an angle `a` from straight down is height x cos(a - tilt) / (focal length x cos(a)) wide on flat ground, and
 * the square of that ratio long, in the direction of the view: the derivative of height x tan(a) by
 * focal length x tan(a - tilt).
 * @returns null where the camera shows no ground, or looks away from it
 */
export function pixelSizes(
  type: FlightType,
  camera: Camera,
  height_m: number,
  gimbal_pitch_deg: number,
): PixelSizes | null {
  const frame = groundFrame(camera, height_m, gimbal_pitch_deg);
  if (!frame) return null;
  const below = height_m / camera.focal_px.value;
  if (isOnline(type)) {
    const facing = below * slantFactor(gimbal_pitch_deg);
    return { least_m: facing, middle_m: facing, most_m: facing };
  }
  const tilt = (90 + gimbal_pitch_deg) * DEGREE;
  const ratioAt = (ahead_m: number) => {
    const angle = Math.atan2(ahead_m, height_m);
    return Math.cos(angle - tilt) / Math.cos(angle);
  };
  const { near_m, middle_m, far_m } = countedFrame(frame);
  const [near, middle, far] = [ratioAt(near_m), ratioAt(middle_m), ratioAt(far_m)];
  return {
    least_m: below * Math.min(near, near ** 2),
    middle_m: below * Math.max(middle, middle ** 2),
    most_m: below * Math.max(far, far ** 2),
  };
}

/** As far ahead of the image's middle as its near edge lies before it: beyond, ground is shown coarser than planned. */
export function countedFrame(frame: GroundFrame): GroundFrame {
  const { near_m, middle_m, far_m, near_half_m, far_half_m } = frame;
  const counted = Math.min(far_m, 2 * middle_m - near_m);
  const part = (counted - near_m) / (far_m - near_m);
  return { ...frame, far_m: counted, far_half_m: near_half_m + (far_half_m - near_half_m) * part };
}
