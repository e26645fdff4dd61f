// Measures the components of a plant in a single image through its camera: no mosaic is needed.
import type { Geometry } from "../component/component-index.ts";
import type { Plane } from "../geometry/plane.ts";
import { imageToGround, projectorOf, type ImageCamera } from "../image/image-camera.ts";
import type { Grid } from "../image/measure.ts";
import type { EvaluationSettings } from "./evaluation-settings.ts";
import { surveyRaster, type MeasuredComponent, type SurveyRaster } from "./raster-survey.ts";
import { checkedGround } from "./place/checked-ground.ts";
import { isPlacedAt, isPlaceSure, registerRaster, type Registration } from "./registration.ts";

/** Beyond this angle from the vertical the emissivity of glass falls (IEC TS 62446-3: 60 degrees). */
export const MOST_ANGLE_DEG = 60;
/** Metres around the image's ground in which components are looked for. */
const MARGIN_M = 4;
const DEGREE = Math.PI / 180;
/** Standard uncertainties of the camera's position within which an image lies. */
const COVERAGE = 3;

/** An image shows fewer modules than a mosaic: of so many the ground beside them is compared. */
const LEAST_COMPARED = 8;

export type ImageSurvey = {
  readonly pixels: number;
  /** Null where no pattern of rows was found: where it lies is not known. */
  readonly registration: Registration | null;
  readonly is_placed: boolean;
};

export type ImageLook = {
  readonly grid: Grid;
  readonly camera: ImageCamera;
  readonly geometry: Geometry;
  readonly plane: Plane;
};

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

/**
 * Calls `visit` for each component that the image shows with enough pixels; `quality` is the cosine of the angle
 * at which it is seen. Components lie at their height above level ground at the take-off position.
 */
export async function surveyImage(
  { grid, camera, geometry, plane }: ImageLook,
  settings: EvaluationSettings,
  visit: (
    measured: MeasuredComponent & { readonly quality: number; readonly is_placed: boolean },
  ) => void,
): Promise<ImageSurvey> {
  const rows = rowsInSight(camera, geometry, plane);
  const none = { pixels: 0, registration: null, is_placed: false };
  if (rows.length === 0) return none;
  const part = partOf(geometry, rows);
  const height = part.height.reduce((sum, one) => sum + one, 0) / rows.length;
  const project = projectorOf(camera);
  const stated = (x: number, y: number): readonly [number, number] => {
    const [lon, lat] = plane.toLonLat(x, y);
    return project([lon, lat, height])?.pixel ?? [NaN, NaN];
  };
  const raster = rasterOf(grid);
  const placed = await registerRaster(raster, part, stated, knownPlace(camera, settings));
  const found = await checkedGround(raster, part, placed, LEAST_COMPARED);
  const toPixel = found?.toPixel ?? stated;
  const is_placed = isPlaceSure(found);
  const pixels = await surveyRaster(raster, part, toPixel, settings, (one) => {
    const [x, y] = [part.centreX[one.row]!, part.centreY[one.row]!];
    const quality = Math.cos(angleAt(camera, plane, x, y, part.height[one.row]!));
    if (quality < Math.cos(MOST_ANGLE_DEG * DEGREE)) return;
    const isThere = is_placed && isPlacedAt(found!, part, one.row);
    visit({ ...one, row: rows[one.row]!, is_placed: isThere, quality });
  });
  return { pixels, registration: found?.registration ?? null, is_placed };
}

/** An image as a raster of one band. */
export function rasterOf({ width, height, values }: Grid): SurveyRaster {
  return {
    width,
    height,
    read(window) {
      const part = new Float32Array(window.width * window.height);
      for (let row = 0; row < window.height; row++) {
        const from = (window.row + row) * width + window.column;
        part.set(values.subarray(from, from + window.width), row * window.width);
      }
      return Promise.resolve(part);
    },
  };
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

/** Rows around the ground that the image's corners and edges show. */
export function rowsInSight(camera: ImageCamera, geometry: Geometry, plane: Plane): number[] {
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
    if (x < left - MARGIN_M || x > right + MARGIN_M) continue;
    if (y < bottom - MARGIN_M || y > top + MARGIN_M) continue;
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
