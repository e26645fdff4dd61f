// A camera that is tilted along the lines: in which of their two directions it looks, and where the drone is then.
import type { Place } from "../route/flight-route.ts";
import { mirrored, normalOf, sunAt, type Direction, type Mounting } from "../time/sun.ts";
import { STRAIGHT_DOWN_DEG, type Capture } from "./capture.ts";
import type { CameraView } from "./online-view.ts";

const DEGREE = Math.PI / 180;
/** Taken for a camera that is not tilted: where it would look. */
const USUAL_TILT_DEG = 20;

export type TiltedAt = {
  /** Of the flight, milliseconds since 1970 UTC: the worst of them counts. */
  readonly times_ms: readonly number[];
  readonly place: Place;
  /** How modules face; empty: level. */
  readonly mountings: readonly Mounting[];
};

/** Level where it is not known. */
export const LEVEL: Mounting = { kind: "fixed", tilt_deg: 0, azimuth_deg: 0 };

/**
 * Where a tilted camera looks over lines of one direction, the same for all of them, so that what it shows lies on one side
 * of the drone: of the two directions of the lines the one with the mirrored sun further from the camera's axis.
 * @param direction_deg of the lines, clockwise from north
 * @param gimbal_pitch_deg straight down: where it would look, were it tilted
 * @returns degrees clockwise from north, above -180 and up to 180
 */
export function tiltedHeading(
  direction_deg: number,
  gimbal_pitch_deg: number,
  { times_ms, place, mountings }: TiltedAt,
): number {
  const surfaces = mountings.length > 0 ? mountings : [LEVEL];
  const lights = times_ms
    .map((time_ms) => sunAt(time_ms, place))
    .flatMap((sun) => surfaces.map((mounting) => mirrored(sun, normalOf(mounting, sun))))
    .filter((light) => light !== null);
  const tilt = gimbal_pitch_deg === STRAIGHT_DOWN_DEG ? USUAL_TILT_DEG : 90 + gimbal_pitch_deg;
  /** Cosine of the angle to the nearest of the mirrored suns. */
  const nearness = (heading: number) =>
    lights.reduce((most, light) => Math.max(most, towards(light, heading, tilt)), -1);
  const ahead = halfTurn(direction_deg);
  const back = halfTurn(direction_deg + 180);
  return nearness(back) < nearness(ahead) ? back : ahead;
}

/** Cosine of the angle between a direction and the way from the ground to a camera that looks so. */
function towards([east, north, up]: Direction, heading_deg: number, tilt_deg: number): number {
  const [tilt, heading] = [tilt_deg * DEGREE, heading_deg * DEGREE];
  const level = east * Math.sin(heading) + north * Math.cos(heading);
  return up * Math.cos(tilt) - level * Math.sin(tilt);
}

/** The same direction, above -180 and up to 180 degrees. */
function halfTurn(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360;
  return turned > 180 ? turned - 360 : turned;
}

/** The drone flies behind what its camera shows by height x tan(tilt). */
export function tiltedView(
  { altitude_agl_m, gimbal_pitch_deg }: Capture,
  heading_deg: number,
): CameraView {
  const behind = altitude_agl_m * Math.tan((90 + gimbal_pitch_deg) * DEGREE);
  const heading = heading_deg * DEGREE;
  return {
    heading_deg,
    gimbal_pitch_deg,
    east_m: -behind * Math.sin(heading),
    north_m: -behind * Math.cos(heading),
  };
}
