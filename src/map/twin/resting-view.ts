// Where the 3D camera stands while it rests, for marks that depend on how large something is seen.
import { atom } from "jotai";
import { polygonArea } from "../../domain/column/in-view.ts";
import { planeAt, type LonLat } from "../../domain/geometry/plane.ts";
import type { ViewEye } from "../../domain/raster/tile-cover.ts";
import type { Camera } from "../../state/map/view.ts";
import type { ViewSize } from "./move-camera.ts";
import {
  eyeAboveBase,
  onPlane,
  placeCamera,
  rayOf,
  type Placed,
  type Point3,
} from "./twin-camera.ts";

/** Metres beyond which what is in view is not counted: the haze. */
const FARTHEST_COUNTED = 9000;

export type RestingView = {
  readonly placed: Placed;
  /** Metres per CSS pixel one metre before the eye. */
  readonly perPixelAt1: number;
};

/** The view writes it when nothing is moved any more; null before the first frame. */
export const restingViewAtom = atom<RestingView | null>(null);

/** The eye above the ground in the middle of the screen, for what is drawn on the ground. */
export function viewEyeOf(placed: Placed, perPixelAt1: number, origin: LonLat): ViewEye {
  const [x, y, height_m] = eyeAboveBase(placed);
  return { place: planeAt(origin).toLonLat(x, y), height_m: Math.max(1, height_m), perPixelAt1 };
}

/** CSS pixels of so many metres at a place; null behind the eye. */
export function pixelsAt(
  { placed: { eye, forward }, perPixelAt1 }: RestingView,
  place: Point3,
  metres: number,
): number | null {
  const depth = place.reduce((sum, part, axis) => sum + (part - eye[axis]!) * forward[axis]!, 0);
  return depth > 0 ? metres / (depth * perPixelAt1) : null;
}

/** The ground in view, in plane metres; the sky ends it at the haze. */
export function areaInView(camera: Camera, origin: LonLat, size: ViewSize) {
  const placed = placeCamera(camera, origin, size);
  const { width, height } = size;
  const points = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([x = 0, y = 0]): readonly [number, number] => {
    const ray = rayOf(placed, size, x, y);
    const at = onPlane(placed.eye, ray, placed.base);
    const far = Math.hypot(ray[0], ray[1]) || 1;
    const most = [
      placed.eye[0] + (ray[0] / far) * FARTHEST_COUNTED,
      placed.eye[1] + (ray[1] / far) * FARTHEST_COUNTED,
    ] as const;
    return at && Math.hypot(at[0] - placed.eye[0], at[1] - placed.eye[1]) < FARTHEST_COUNTED
      ? [at[0], at[1]]
      : most;
  });
  return polygonArea(points);
}
