// The camera of the 3D view: it shows what the map shows, from the same place, and can look further up.
import type { LonLat } from "../../domain/geometry/plane.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import type { Ground } from "../../domain/twin-view/ground-surface.ts";
import type { Camera } from "../../state/map/view.ts";
import { metresPerPixel, zoomForScale } from "../component/projection.ts";

/** East, north, up in metres from the plant's origin. */
export type Point3 = readonly [x: number, y: number, z: number];

/** MapLibre's vertical angle of view: the same camera shows the same cut on the map and in 3D. */
export const FIELD_OF_VIEW = 0.6435011087932844;
/** The map's own limit is 60; an address has no more than this. */
export const MOST_PITCH = 85;
/** A person's eyes are not lower. */
const LEAST_HEIGHT = 1.6;
const DEGREE = Math.PI / 180;

export type Placed = {
  readonly eye: Point3;
  /** Unit vectors: where it looks, what is up and what is right on the screen. */
  readonly forward: Point3;
  readonly up: Point3;
  readonly right: Point3;
  /** Metres up of the ground in the middle of the screen; of a walk, of the ground below the eye. */
  readonly base: number;
  /** Metres from the eye to the middle of the screen. */
  readonly distance: number;
};

type Size = {
  readonly width: number;
  readonly height: number;
  /** Absent for flat ground. */
  readonly ground?: Ground;
  /** The eye stands on the ground below it. */
  readonly isWalk?: boolean;
};

/** Metres from the eye to the middle of the screen. */
export function distanceOf({ zoom }: Pick<Camera, "zoom">, origin: LonLat, height: number): number {
  return (metresPerPixel(zoom, origin) * height) / 2 / Math.tan(FIELD_OF_VIEW / 2);
}

/** The zoom at which the eye is this far from the middle of the screen. */
export function zoomAtDistance(metres: number, origin: LonLat, height: number): number {
  return zoomForScale((metres * 2 * Math.tan(FIELD_OF_VIEW / 2)) / height, origin);
}

/** Where the camera stands on the plant's plane. */
export function placeCamera(
  camera: Camera,
  origin: LonLat,
  { height, ground, isWalk }: Size,
): Placed {
  const [x, y] = planeAt(origin).toPlane(...camera.centre);
  const distance = distanceOf(camera, origin, height);
  const [pitch, bearing] = [camera.pitch * DEGREE, camera.bearing * DEGREE];
  const [ahead, aside] = [Math.sin(bearing), Math.cos(bearing)];
  const forward: Point3 = [Math.sin(pitch) * ahead, Math.sin(pitch) * aside, -Math.cos(pitch)];
  const up: Point3 = [Math.cos(pitch) * ahead, Math.cos(pitch) * aside, Math.sin(pitch)];
  const [eyeX, eyeY] = [x - forward[0] * distance, y - forward[1] * distance];
  const below = ground?.(eyeX, eyeY) ?? 0;
  const base = isWalk ? below : (ground?.(x, y) ?? 0);
  const lowest = LEAST_HEIGHT + below;
  const eye: Point3 = [eyeX, eyeY, Math.max(lowest, base - forward[2] * distance)];
  return { eye, forward, up, right: [aside, -ahead, 0], base, distance };
}

/**
 * The eye with its height above the ground in the middle of the screen. The level of detail is decided by the distance
 * from here, with the ground as flat: near the middle that is right on every hill, and it is one number per frame.
 */
export const eyeAboveBase = ({ eye: [x, y, z], base }: Pick<Placed, "eye" | "base">): Point3 => [
  x,
  y,
  z - base,
];

/** The direction of a pixel, from the top left; not of length 1. */
export function rayOf(
  { forward, up, right }: Placed,
  { width, height }: Size,
  x: number,
  y: number,
) {
  const half = Math.tan(FIELD_OF_VIEW / 2);
  const aside = ((2 * x) / width - 1) * half * (width / height);
  const above = (1 - (2 * y) / height) * half;
  return [0, 1, 2].map(
    (axis) => forward[axis]! + right[axis]! * aside + up[axis]! * above,
  ) as unknown as Point3;
}

/** The point of the plane at this height under a ray, or null where the ray does not come down to it. */
export function onPlane(eye: Point3, ray: Point3, height = 0): [number, number] | null {
  const steps = (height - eye[2]) / ray[2];
  if (!(steps > 0) || steps > 1e6) return null;
  return [eye[0] + ray[0] * steps, eye[1] + ray[1] * steps];
}

/** Degrees between a ray and the level plane that it meets, below which a pixel is worth too much ground. */
const FLATTEST = 8;
const HALVINGS = 30;

/**
 * The row nearest to the pixel, in its column, whose ray meets level ground steeply enough: the pixel's own row where it
 * does. Null where no row of the view does.
 * @param isAbove the eye is above the plane, so that lower rows show what is nearer
 */
export function offHorizon(
  placed: Placed,
  size: Size,
  [x, y]: readonly [number, number],
  isAbove: boolean,
) {
  const slope = (row: number) => {
    const [east, north, up] = rayOf(placed, size, x, row);
    return Math.atan2(isAbove ? -up : up, Math.hypot(east, north)) / DEGREE;
  };
  if (slope(y) >= FLATTEST) return y;
  let [flat, steep] = [y, isAbove ? size.height : 0];
  if (slope(steep) < FLATTEST) return null;
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (flat + steep) / 2;
    if (slope(middle) < FLATTEST) flat = middle;
    else steep = middle;
  }
  return steep;
}

/** Where a point appears, in CSS pixels from the top left; null behind the eye. */
export function screenOf(
  { eye, forward, up, right }: Placed,
  { width, height }: Size,
  point: Point3,
): readonly [x: number, y: number] | null {
  const to = point.map((part, axis) => part - eye[axis]!);
  const dot = (axis: Point3) => to[0]! * axis[0] + to[1]! * axis[1] + to[2]! * axis[2];
  const depth = dot(forward);
  if (depth <= 0) return null;
  const pixels = height / 2 / Math.tan(FIELD_OF_VIEW / 2) / depth;
  return [width / 2 + dot(right) * pixels, height / 2 - dot(up) * pixels];
}
