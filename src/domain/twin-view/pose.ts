// How the collectors and modules of a plant are turned: about the long axis of their row, by the sun or a fixed tilt.
import type { Plant } from "../plant/plant.ts";
import { dimensionDefaults, type Dimensions } from "./dimension.ts";
import { towardsSun, type Sun } from "../flight/time/sun.ts";
import { backtracking } from "./tracker-angle.ts";

/**
 * Tilt of a component about its axis in radians, positive towards the right of somebody who looks along the axis.
 * @param rotation direction of the axis, radians counter-clockwise from east
 * @param across metres from the axis to its left, on the ground
 */
export type Pose = (rotation: number, across: number) => number;

type Mounted = Pick<
  Plant,
  | "technology"
  | "mounting_type"
  | "mounting_orientation"
  | "module_inclination"
  | "orientation_angle"
  | "lat"
>;

const DEGREE = Math.PI / 180;
/** Where the plant does not say how steep its modules stand. */
const USUAL_TILT_DEG = 20;
const USUAL_EAST_WEST_TILT_DEG = 10;

/** The tilt that faces the sun, from horizon to horizon; 0 while the sun is down, as collectors wait flat. */
function facing(sun: Sun, rotation: number): number {
  if (sun.elevation_deg <= 0) return 0;
  const [east, north, up] = towardsSun(sun);
  const across = -east * Math.sin(rotation) + north * Math.cos(rotation);
  return Math.atan2(-across, up);
}

function fixedPose(plant: Mounted, ownTilt: number | null): Pose {
  const known = ownTilt ?? plant.module_inclination;
  if (plant.mounting_orientation === "east_west") {
    const tilt = (known ?? USUAL_EAST_WEST_TILT_DEG) * DEGREE;
    return (_rotation, across) => -Math.sign(across) * tilt;
  }
  const tilt = (known ?? USUAL_TILT_DEG) * DEGREE;
  const towards = { south: 180, north: 0 }[plant.mounting_orientation ?? "south"];
  const equator = plant.lat < 0 && plant.mounting_orientation === null ? 0 : towards;
  const azimuth = (plant.orientation_angle ?? equator) * DEGREE;
  return (rotation) => {
    const left = -Math.sin(rotation) * Math.sin(azimuth) + Math.cos(rotation) * Math.cos(azimuth);
    return left === 0 ? 0 : -Math.sign(left) * tilt;
  };
}

type PoseSizes = Pick<Dimensions, "ground_cover" | "most_tracker_deg" | "fixed_tilt_deg">;

/** What a pose follows from, for a worker: a function cannot be sent. */
export type PoseInput = readonly [plant: Mounted, sun: Sun, sizes: PoseSizes];

/** The part of a plant that its pose follows from. */
export const mountedOf = (plant: Mounted): Mounted => ({
  technology: plant.technology,
  mounting_type: plant.mounting_type,
  mounting_orientation: plant.mounting_orientation,
  module_inclination: plant.module_inclination,
  orientation_angle: plant.orientation_angle,
  lat: plant.lat,
});

/** The pose of the plant's components under this sun. */
export function poseOf(
  plant: Mounted,
  sun: Sun,
  { ground_cover, most_tracker_deg, fixed_tilt_deg }: PoseSizes = dimensionDefaults,
): Pose {
  if (plant.technology === "parabolic_trough") {
    return (rotation) => facing(sun, rotation);
  }
  if (plant.mounting_type !== "tracked") return fixedPose(plant, fixed_tilt_deg);
  return (rotation) => {
    const turned = backtracking(sun, {
      axis_azimuth_deg: 90 - rotation / DEGREE,
      axis_tilt_deg: 0,
      cross_axis_tilt_deg: 0,
      ground_cover,
      most_deg: most_tracker_deg,
    });
    return turned * DEGREE;
  };
}

/** True if the pose follows the sun. */
export const isTurned = ({ technology, mounting_type }: Mounted): boolean =>
  technology === "parabolic_trough" || mounting_type === "tracked";
