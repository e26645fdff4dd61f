// One look: how an image shows one component.
import { cameraAxes, type ImageCamera } from "../image/image-camera.ts";
import { distort, distortionLimit } from "../image/distortion.ts";
import type { Direction } from "../flight/time/sun.ts";
import { GLINT_DEG, STEEPEST_DEG } from "./coverage-rule.ts";

const DEGREE = Math.PI / 180;

/** An image with what the sun and the surfaces did when it was taken. */
export type CoverageImage = {
  readonly camera: ImageCamera;
  /** Towards the sun; null where the time of the image is not known. */
  readonly sun: Direction | null;
  /** Normals that surfaces may have; empty where they are not known: then they lie level. */
  readonly normals: readonly Direction[];
};

export type Look = {
  readonly gsd_cm: number;
  readonly angle_deg: number;
  readonly has_glint: boolean;
};

/** How the sun is mirrored: by a flat pane, by a tube along its axis, or not at all. */
export type Mirroring = "pane" | "tube" | "none";

/** Corner points and the middle, each as east, north and up of the camera in metres. */
export type SeenPoints = Float64Array;

const LEVEL: readonly Direction[] = [[0, 0, 1]];

const clamped = (value: number) => Math.min(1, Math.max(-1, value));
const dot = (a: Direction, b: Direction) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/**
 * A function that judges components in one image. `points` holds the corners and, last, the middle; `axis` is the
 * direction of the long side, of length 1. It answers null where the image does not show the whole component, or from
 * more than 60 degrees beside its normal.
 */
export function lookerOf({ camera, sun, normals }: CoverageImage, mirroring: Mirroring) {
  const { focal_px, centre_px, distortion, width_px, height_px } = camera;
  const [right, down, sight] = cameraAxes(camera);
  const limit = distortion ? distortionLimit(distortion) : Infinity;
  const surfaces = normals.length > 0 ? normals : LEVEL;
  return (points: SeenPoints, axis: Direction): Look | null => {
    let depth = 0;
    for (let at = 0; at < points.length; at += 3) {
      // The axes of the camera are north, east, down.
      const [east, north, up] = [points[at]!, points[at + 1]!, points[at + 2]!];
      depth = sight[0] * north + sight[1] * east - sight[2] * up;
      if (!(depth > 0.1)) return null;
      const across = (right[0] * north + right[1] * east - right[2] * up) / depth;
      const along = (down[0] * north + down[1] * east - down[2] * up) / depth;
      if (Math.hypot(across, along) > limit) return null;
      const [x, y] = distortion ? distort(distortion, [across, along]) : [across, along];
      const column = centre_px[0] + focal_px * x;
      const line = centre_px[1] + focal_px * y;
      if (column < 0 || line < 0 || column > width_px || line > height_px) return null;
    }
    const last = points.length - 3;
    const way = Math.hypot(points[last]!, points[last + 1]!, points[last + 2]!);
    const toCamera: Direction = [
      -points[last]! / way,
      -points[last + 1]! / way,
      -points[last + 2]! / way,
    ];
    let normal = surfaces[0]!;
    for (const other of surfaces) if (dot(other, toCamera) > dot(normal, toCamera)) normal = other;
    const angle_deg = Math.acos(clamped(dot(normal, toCamera))) / DEGREE;
    if (angle_deg > STEEPEST_DEG) return null;
    const has_glint = sun !== null && mirrors(mirroring, { sun, normal, axis, toCamera });
    return { gsd_cm: (depth / focal_px) * 100, angle_deg, has_glint };
  };
}

type Light = {
  readonly sun: Direction;
  readonly normal: Direction;
  readonly axis: Direction;
  readonly toCamera: Direction;
};

/**
 * A pane turns the sun's ray around its normal. A tube has normals all around its axis, so the mirrored rays are a cone
 * with the sun's angle to the axis on the other side.
 */
function mirrors(mirroring: Mirroring, { sun, normal, axis, toCamera }: Light): boolean {
  if (mirroring === "none" || sun[2] <= 0) return false;
  if (mirroring === "tube") {
    const apart = Math.asin(clamped(dot(toCamera, axis))) + Math.asin(clamped(dot(sun, axis)));
    return Math.abs(apart) < GLINT_DEG * DEGREE;
  }
  const facing = dot(sun, normal);
  if (facing <= 0) return false;
  const mirrored: Direction = [
    2 * facing * normal[0] - sun[0],
    2 * facing * normal[1] - sun[1],
    2 * facing * normal[2] - sun[2],
  ];
  return Math.acos(clamped(dot(mirrored, toCamera))) < GLINT_DEG * DEGREE;
}
