// Moves the 3D camera so that a point stays at a pixel, on ground of any shape.
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import type { Ground } from "../../domain/twin-view/ground-surface.ts";
import type { Camera } from "../../state/map/view.ts";
import type { ScreenPoint } from "../tool.ts";
import { onPlane, placeCamera, rayOf, type Placed, type Point3 } from "./twin-camera.ts";

type Size = { readonly width: number; readonly height: number; readonly ground?: Ground };

/** Metres from the eye of the first place along a ray that is compared with the ground, and the growth to the next one. */
const FIRST_M = 0.5;
const GROWTH = 1.01;
/** Metres; from high above, so many times the distance to the middle of the screen. */
const FARTHEST_M = 60_000;
const FARTHEST_SHARE = 3;
const HALVINGS = 40;

/**
 * Where a ray from the eye first meets the ground, in metres east, north and up of the plant's origin; null for the sky.
 * @param ray not of length 1
 */
export function onGround(placed: Placed, ray: Point3, ground: Ground | undefined): Point3 | null {
  const { eye, base, distance } = placed;
  const pointAt = (steps: number): Point3 => [
    eye[0] + ray[0] * steps,
    eye[1] + ray[1] * steps,
    eye[2] + ray[2] * steps,
  ];
  if (!ground) {
    const at = onPlane(eye, ray, base);
    return at && [at[0], at[1], base];
  }
  const isUnder = (steps: number) => {
    const [x, y, z] = pointAt(steps);
    return z <= ground(x, y);
  };
  const length = Math.hypot(...ray);
  const last = Math.max(FARTHEST_M, distance * FARTHEST_SHARE) / length;
  let above = 0;
  let under = FIRST_M / length;
  while (!isUnder(under)) {
    above = under;
    under *= GROWTH;
    if (under > last) return null;
  }
  for (let i = 0; i < HALVINGS; i += 1) {
    const middle = (above + under) / 2;
    if (isUnder(middle)) under = middle;
    else above = middle;
  }
  return pointAt(under);
}

/** Metres of height within which the eye is where the ray asks for it. */
const CLOSE_M = 1e-4;
const MOST_TRIES = 24;
/** Lengths of a ray beyond which it is level. */
const MOST_STEPS = 1e6;

/**
 * Metres east and north by which the camera has to go, with its zoom and its angles, so that it shows the point at the
 * pixel. Null where no ray of the pixel comes to the point's height.
 *
 * The eye stands above the ground in the middle of the screen, which is another height wherever the camera goes. So the
 * place is searched along the ray, by the secant method.
 */
export function wayToHold(
  camera: Camera,
  point: Point3,
  [x, y]: ScreenPoint,
  origin: LonLat,
  size: Size,
): readonly [east: number, north: number] | null {
  const placed = placeCamera(camera, origin, size);
  const ray = rayOf(placed, size, x, y);
  const wayAt = (steps: number) =>
    [point[0] - ray[0] * steps - placed.eye[0], point[1] - ray[1] * steps - placed.eye[1]] as const;
  const heightAt = (steps: number) =>
    size.ground
      ? placeCamera(shifted(camera, origin, ...wayAt(steps)), origin, size).eye[2]
      : placed.eye[2];
  /** Metres by which the eye is higher than the ray. */
  const lift = (steps: number) => heightAt(steps) - (point[2] - ray[2] * steps);
  const isWay = (steps: number) => steps > 0 && steps < MOST_STEPS;
  let before = (point[2] - placed.eye[2]) / ray[2];
  if (!isWay(before)) return null;
  let liftBefore = lift(before);
  let [best, least] = [before, Math.abs(liftBefore)];
  let next = (point[2] - heightAt(before)) / ray[2];
  for (let i = 0; i < MOST_TRIES && least > CLOSE_M; i += 1) {
    if (!isWay(next)) next = before / 2;
    const liftNext = lift(next);
    if (Math.abs(liftNext) < least) [best, least] = [next, Math.abs(liftNext)];
    const slope = (liftNext - liftBefore) / (next - before);
    [before, liftBefore] = [next, liftNext];
    next = before - liftBefore / slope;
  }
  return wayAt(best);
}

/** The camera so many metres east and north. */
export function shifted(camera: Camera, origin: LonLat, east: number, north: number): Camera {
  const plane = planeAt(origin);
  const [x, y] = plane.toPlane(...camera.centre);
  return { ...camera, centre: plane.toLonLat(x + east, y + north) };
}
