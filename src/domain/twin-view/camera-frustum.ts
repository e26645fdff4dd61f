// The pyramid of what a camera sees, as lines: from its eye through the corners of the image.
import { cameraAxes, type ImageCamera } from "../image/image-camera.ts";

type Point = readonly [east: number, north: number, up: number];

/**
 * The four corners of the image at a distance before the camera, clockwise from the upper left, and the middle of its
 * upper edge. Metres east, north and up of the camera. The lens is taken as a pinhole.
 */
export function frustumCorners(
  camera: ImageCamera,
  metres: number,
): { corners: Point[]; top: Point } {
  const [right, down, sight] = cameraAxes(camera);
  const { width_px, height_px, centre_px, focal_px } = camera;
  const at = (x: number, y: number): Point => {
    const [aside, below] = [(x - centre_px[0]) / focal_px, (y - centre_px[1]) / focal_px];
    // The axes are north, east, down.
    const along = (axis: 0 | 1 | 2) =>
      (sight[axis] + right[axis] * aside + down[axis] * below) * metres;
    return [along(1), along(0), -along(2)];
  };
  return {
    corners: [at(0, 0), at(width_px, 0), at(width_px, height_px), at(0, height_px)],
    top: at(width_px / 2, 0),
  };
}
