// Measures the components of a plant in a single image through its camera: no mosaic is needed.
import type { Geometry } from "../component/component-index.ts";
import type { Plane } from "../geometry/plane.ts";
import type { ImageCamera } from "../image/image-camera.ts";
import type { Grid } from "../image/measure.ts";
import type { EvaluationSettings } from "./evaluation-settings.ts";
import { statedPlace, type ImagePlace } from "./place/flight-place.ts";
import { angleAt, MOST_ANGLE_DEG, partOf, rowsInSight } from "./place/image-view.ts";
import { surveyRaster, type MeasuredComponent, type SurveyRaster } from "./raster-survey.ts";
import { isPlacedAt } from "./registration.ts";

const DEGREE = Math.PI / 180;

export type ImageLook = {
  readonly grid: Grid;
  readonly camera: ImageCamera;
  readonly geometry: Geometry;
  readonly plane: Plane;
};

/**
 * Calls `visit` for each component that the image shows with enough pixels; `quality` is the cosine of the angle
 * at which it is seen. Components lie at their height above level ground at the take-off position.
 * @param found where the image lies; null where that is not sure: what is seen may belong to a neighbour
 * @returns the number of pixels that were measured
 */
export async function surveyImage(
  { grid, camera, geometry, plane }: ImageLook,
  settings: EvaluationSettings,
  { found }: Pick<ImagePlace, "found">,
  visit: (
    measured: MeasuredComponent & { readonly quality: number; readonly is_placed: boolean },
  ) => void,
): Promise<number> {
  const rows = rowsInSight(camera, geometry, plane);
  if (rows.length === 0) return 0;
  const part = partOf(geometry, rows);
  const toPixel = found?.toPixel ?? statedPlace(camera, plane, part);
  return surveyRaster(rasterOf(grid), part, toPixel, settings, (one) => {
    const [x, y] = [part.centreX[one.row]!, part.centreY[one.row]!];
    const quality = Math.cos(angleAt(camera, plane, x, y, part.height[one.row]!));
    if (quality < Math.cos(MOST_ANGLE_DEG * DEGREE)) return;
    const is_placed = found !== null && isPlacedAt(found, part, one.row);
    visit({ ...one, row: rows[one.row]!, is_placed, quality });
  });
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
