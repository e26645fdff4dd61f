// What a single image shows of a plant by what its file says: which components, and how well its place is known.
import type { Geometry } from "../../component/component-index.ts";
import type { Plane } from "../../geometry/plane.ts";
import { imageToGround, type ImageCamera } from "../../image/image-camera.ts";
import type { EvaluationSettings } from "../evaluation-settings.ts";

/** Beyond this angle from the vertical the emissivity of glass falls (IEC TS 62446-3: 60 degrees). */
export const MOST_ANGLE_DEG = 60;
/** Metres around the image's ground in which components are looked for. */
const MARGIN_M = 4;
/** Standard uncertainties of the camera's position within which an image lies. */
const COVERAGE = 3;
/** Metres by which a place without satellite corrections is wrong at least, whatever the plant's setting says. */
const LEAST_UNSTATED_M = 1.5;
/** Of the angles of a gimbal: a sixth of a degree. Our assumption. */
const GIMBAL_RAD = 0.003;

/**
 * Standard uncertainty in metres of where the camera was. What the file states counts for its image alone: a setting
 * of the plant is true for one camera, and the next flight may have another one, or no corrections.
 */
export const positionError = (
  { position_m }: Pick<ImageCamera, "position_m">,
  { camera_position_m }: Pick<EvaluationSettings, "camera_position_m">,
) => position_m ?? Math.max(LEAST_UNSTATED_M, camera_position_m);

/** Metres within which an image is known to lie: a camera with satellite corrections leaves the next row no rival. */
export function knownPlace(
  camera: Pick<ImageCamera, "position_m" | "height_m">,
  settings: Pick<EvaluationSettings, "camera_position_m">,
): number {
  const own = positionError(camera, settings);
  const isStated = (camera.position_m ?? null) !== null;
  const byAngles = isStated ? GIMBAL_RAD * Math.abs(camera.height_m) : 0;
  return COVERAGE * Math.hypot(own, byAngles);
}

/** Radians between the vertical and the line to the camera. */
export function angleAt(
  camera: ImageCamera,
  plane: Plane,
  x: number,
  y: number,
  height: number,
): number {
  const [east, north] = plane.toPlane(camera.lon, camera.lat);
  return Math.atan2(Math.hypot(x - east, y - north), camera.height_m - height);
}

/**
 * Rows around the ground that the image's corners and edges show.
 * @param margin_m metres around that ground
 */
export function rowsInSight(
  camera: ImageCamera,
  geometry: Geometry,
  plane: Plane,
  margin_m = MARGIN_M,
): number[] {
  const { width_px: w, height_px: h } = camera;
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const x of [0, w / 2, w]) {
    for (const y of [0, h / 2, h]) {
      const place = imageToGround(camera, [x, y]);
      if (!place) continue;
      const [px, py] = plane.toPlane(place[0], place[1]);
      left = Math.min(left, px);
      right = Math.max(right, px);
      bottom = Math.min(bottom, py);
      top = Math.max(top, py);
    }
  }
  const rows: number[] = [];
  for (let row = 0; row < geometry.count; row++) {
    if (!(geometry.length[row]! > 0)) continue;
    const [x, y] = [geometry.centreX[row]!, geometry.centreY[row]!];
    if (x < left - margin_m || x > right + margin_m) continue;
    if (y < bottom - margin_m || y > top + margin_m) continue;
    rows.push(row);
  }
  return rows;
}

/** These rows as a plant of their own. */
export function partOf(geometry: Geometry, rows: readonly number[]): Geometry {
  const floats = (values: Float32Array) => Float32Array.from(rows, (row) => values[row]!);
  return {
    type: geometry.type,
    count: rows.length,
    parent: Uint32Array.from(rows, (row) => geometry.parent[row]!),
    centreX: floats(geometry.centreX),
    centreY: floats(geometry.centreY),
    length: floats(geometry.length),
    width: floats(geometry.width),
    rotation: floats(geometry.rotation),
    height: floats(geometry.height),
    // Components that are no rectangles are measured in the rectangle around them.
    polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
    blockBounds: new Float32Array(4),
  };
}
