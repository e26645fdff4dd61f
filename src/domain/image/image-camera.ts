// The camera of one image: from a point of the plant to a pixel, and back to the ground.
//
// Angles are DJI's gimbal angles: yaw clockwise from north, pitch 0 to the horizon and -90 straight down, roll
// clockwise as the camera looks. The rotation is yaw, then pitch, then roll of a body whose first axis is the
// line of sight, the second the image's right and the third its bottom (north, east, down as the outer frame).
// Source: DJI Mobile SDK, gimbal attitude; Diebel, Representing Attitude, 2006, sequence 1-2-3.
import { distort, distortionLimit, undistort, type Distortion } from "./distortion.ts";
import { localMetres } from "./local-metres.ts";

const DEGREE = Math.PI / 180;

export type ImageCamera = {
  /** Degrees, EPSG:4326. */
  readonly lon: number;
  readonly lat: number;
  /** Metres above the take-off position, as the points' heights. */
  readonly height_m: number;
  readonly yaw_deg: number;
  readonly pitch_deg: number;
  readonly roll_deg: number;
  readonly focal_px: number;
  /** Principal point in pixels; (0, 0) is the upper left corner of the upper left pixel. */
  readonly centre_px: readonly [x: number, y: number];
  readonly width_px: number;
  readonly height_px: number;
  /** Null for a pinhole, and for an image that the drone has corrected already. */
  readonly distortion: Distortion | null;
  /** Standard uncertainty of the place in metres, as the file states it; null where it does not. */
  readonly position_m?: number | null;
};

/** Degrees and metres above the take-off position. */
export type ImagePoint = readonly [lon: number, lat: number, height_m: number];
/** From the upper left corner, x to the right, y down. It can lie outside of the image. */
export type Pixel = readonly [x: number, y: number];

type Vector = readonly [x: number, y: number, z: number];

/** The image's right, its bottom and the line of sight, each as north, east, down. */
export function cameraAxes({
  yaw_deg,
  pitch_deg,
  roll_deg,
}: Pick<ImageCamera, "yaw_deg" | "pitch_deg" | "roll_deg">): [Vector, Vector, Vector] {
  const [cy, sy] = [Math.cos(yaw_deg * DEGREE), Math.sin(yaw_deg * DEGREE)];
  const [cp, sp] = [Math.cos(pitch_deg * DEGREE), Math.sin(pitch_deg * DEGREE)];
  const [cr, sr] = [Math.cos(roll_deg * DEGREE), Math.sin(roll_deg * DEGREE)];
  return [
    [cy * sp * sr - sy * cr, sy * sp * sr + cy * cr, cp * sr],
    [cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr],
    [cy * cp, sy * cp, -sp],
  ];
}

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** Nearer points and points behind the camera have no pixel. */
const NEAREST_M = 0.1;

export type Projection = {
  readonly pixel: Pixel;
  /** Metres along the line of sight. */
  readonly depth_m: number;
};

/** A function that projects points; for many points of one image. It returns null for a point that no pixel shows. */
export function projectorOf(camera: ImageCamera): (point: ImagePoint) => Projection | null {
  const { focal_px, centre_px, distortion } = camera;
  const local = localMetres(camera.lon, camera.lat);
  const [right, down, sight] = cameraAxes(camera);
  const limit = distortion ? distortionLimit(distortion) : Infinity;
  return ([lon, lat, height_m]) => {
    const [east, north] = local.toMetres(lon, lat);
    const to: Vector = [north, east, camera.height_m - height_m];
    const depth_m = dot(sight, to);
    if (!(depth_m >= NEAREST_M)) return null;
    const ray = [dot(right, to) / depth_m, dot(down, to) / depth_m] as const;
    if (Math.hypot(...ray) > limit) return null;
    const [x, y] = distortion ? distort(distortion, ray) : ray;
    return { pixel: [centre_px[0] + focal_px * x, centre_px[1] + focal_px * y], depth_m };
  };
}

/**
 * The pixel that shows a point. It can lie outside of the image.
 * @returns null for a point behind the camera, or so far aside that the lens cannot show it
 */
export function projectToImage(camera: ImageCamera, point: ImagePoint): Pixel | null {
  return projectorOf(camera)(point)?.pixel ?? null;
}

/**
 * The point that a pixel shows on level ground at `ground_m` above the take-off position.
 * @returns null where the pixel shows the sky
 */
export function imageToGround(camera: ImageCamera, [x, y]: Pixel, ground_m = 0): ImagePoint | null {
  const { focal_px, centre_px, distortion } = camera;
  const seen = [(x - centre_px[0]) / focal_px, (y - centre_px[1]) / focal_px] as const;
  const ray = distortion ? undistort(distortion, seen, distortionLimit(distortion)) : seen;
  if (!ray) return null;
  const [right, down, sight] = cameraAxes(camera);
  const along = (axis: 0 | 1 | 2) => right[axis] * ray[0] + down[axis] * ray[1] + sight[axis];
  const fall = camera.height_m - ground_m;
  const depth = fall / along(2);
  // The pixel looks up, or level.
  if (!(depth > 0) || !Number.isFinite(depth)) return null;
  const place = localMetres(camera.lon, camera.lat).toLonLat(along(1) * depth, along(0) * depth);
  return [...place, ground_m];
}

/** Whether the pixel lies in the image. */
export function isInImage({ width_px, height_px }: ImageCamera, [x, y]: Pixel): boolean {
  return x >= 0 && y >= 0 && x <= width_px && y <= height_px;
}
