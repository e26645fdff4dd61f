// The tilt that a component should have when an image was taken.
import { sunAt } from "../../flight/time/sun.ts";
import type { Plant } from "../../plant/plant.ts";
import type { Dimensions } from "../../twin-view/dimension.ts";
import { poseOf } from "../../twin-view/pose.ts";

/**
 * Collectors wait in a stow position while the sun is down, and below this many degrees they start and stop, and shade
 * each other. What they then differ from the sun by is no fault. Our limit.
 */
const LEAST_SUN_DEG = 10;

/**
 * Radians by the direction of the axis (radians counter-clockwise from east), positive towards its right. NaN where the
 * time is not known, and for collectors under a sun that is down or low.
 * @param taken_at ISO time; null where the image states none
 */
export function facingAt(
  plant: Parameters<typeof poseOf>[0] & Pick<Plant, "lon" | "lat">,
  taken_at: string | null,
  dimensions: Dimensions,
): (rotation: number) => number {
  const time = taken_at === null ? NaN : Date.parse(taken_at);
  if (Number.isNaN(time)) return () => NaN;
  const sun = sunAt(time, [plant.lon, plant.lat]);
  const isTroughs = plant.technology === "parabolic_trough";
  if (isTroughs && !(sun.elevation_deg >= LEAST_SUN_DEG)) return () => NaN;
  const pose = poseOf(plant, sun, dimensions);
  return (rotation) => pose(rotation, 0);
}
