// How well an image shows a place or a component, and the shots of a survey in this order.
import {
  cameraAxes,
  projectorOf,
  type ImageCamera,
  type ImagePoint,
  type Pixel,
} from "./image-camera.ts";

export type ShownPlace = {
  /** The outline in pixels; parts of it can lie outside of the image. */
  readonly outline: readonly Pixel[];
  /** Metres on the place per pixel, across the line of sight. */
  readonly gsd_m: number;
  /** Degrees between the line to the place and the vertical; 0 from straight above. */
  readonly angle_deg: number;
  /** From the place to the nearest edge of the image, 0 to 1 (the middle); below 0 outside. */
  readonly edge: number;
  /** All corners are in the image. */
  readonly is_whole: boolean;
};

/** Null where the image does not show the middle of the place. */
export function placeInImage(
  camera: ImageCamera,
  corners: readonly ImagePoint[],
): ShownPlace | null {
  const project = projectorOf(camera);
  const middle = middleOf(corners);
  const centre = project(middle);
  const found = corners.map(project);
  if (!centre || edgeOf(camera, centre.pixel) < 0) return null;
  const outline: Pixel[] = [];
  for (const one of found) {
    if (!one) return null;
    outline.push(one.pixel);
  }
  return {
    outline,
    gsd_m: centre.depth_m / camera.focal_px,
    angle_deg: angleTo(camera, centre.pixel),
    edge: edgeOf(camera, centre.pixel),
    is_whole: outline.every((pixel) => edgeOf(camera, pixel) >= 0),
  };
}

function middleOf(corners: readonly ImagePoint[]): ImagePoint {
  const sum = [0, 0, 0];
  for (const corner of corners) for (const at of [0, 1, 2] as const) sum[at]! += corner[at];
  return [sum[0]! / corners.length, sum[1]! / corners.length, sum[2]! / corners.length];
}

function edgeOf({ width_px, height_px }: ImageCamera, [x, y]: Pixel): number {
  const across = Math.min(x, width_px - x) / (width_px / 2);
  const down = Math.min(y, height_px - y) / (height_px / 2);
  return Math.min(across, down);
}

function angleTo(camera: ImageCamera, [x, y]: Pixel): number {
  const [right, down, sight] = cameraAxes(camera);
  const ray = [
    (x - camera.centre_px[0]) / camera.focal_px,
    (y - camera.centre_px[1]) / camera.focal_px,
  ] as const;
  const fall = right[2] * ray[0] + down[2] * ray[1] + sight[2];
  return (Math.acos(Math.min(1, fall / Math.hypot(ray[0], ray[1], 1))) * 180) / Math.PI;
}

/** A place nearer to the edge than this share counts less: a position is some metres off, and lenses blur there. */
const SAFE_EDGE = 0.3;

/**
 * The order of images: pixels per square metre of the place as they are seen from the camera's angle, less near the
 * edge, and half where the image cuts the place.
 * @returns for images of one kind; thermal and visible ones have other pixels
 */
export function placeScore({ gsd_m, angle_deg, edge, is_whole }: ShownPlace): number {
  const facing = Math.cos((angle_deg * Math.PI) / 180);
  const inside = Math.min(1, 0.25 + (0.75 * edge) / SAFE_EDGE);
  return ((facing / gsd_m ** 2) * inside) / (is_whole ? 1 : 2);
}
