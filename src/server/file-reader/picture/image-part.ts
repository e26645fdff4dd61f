// The single images of a survey: they count for what no raster shows in a place that is sure.
import type { Geometry } from "../../../domain/component/component-index.ts";
import type { ComponentSurvey } from "../../../domain/evaluation/component-survey.ts";
import type { EvaluationSettings } from "../../../domain/evaluation/evaluation-settings.ts";
import {
  rowsInSight,
  surveyImage,
  type ImageLook,
} from "../../../domain/evaluation/image-survey.ts";
import { lookPlaces } from "../../../domain/evaluation/place/look-place.ts";
import { imagePlaces } from "../../../domain/evaluation/place/image-places.ts";
import type { SurveyLog } from "../../../domain/evaluation/survey-log.ts";
import { falseColours } from "../../../domain/evaluation/visible/false-colour.ts";
import type { ImageCamera } from "../../../domain/image/image-camera.ts";
import type { RowPart } from "../row-part.ts";
import type { storeOf } from "../store-access.ts";
import type { TemperatureScale } from "../../../domain/raster/temperature.ts";
import { objectSource } from "../../raster/range-source.ts";
import { frameTemperatures } from "./frame-picture.ts";
import { temperaturesOf } from "./image-temperature.ts";
import type { visibleSurvey } from "./visible-part.ts";
import { visiblePicture } from "./visible-picture.ts";

export type SingleImage = {
  readonly key: string;
  readonly name: string;
  readonly sha256: string;
  readonly camera: ImageCamera;
  readonly taken_at: string | null;
  /** Of a thermal camera; others are visible images. */
  readonly is_thermal: boolean;
  /** It has a temperature for each pixel. */
  readonly is_radiometric: boolean;
  /** It is a TIFF of temperatures, in a unit that a user states. */
  readonly is_exported: boolean;
};

type Visited = {
  readonly geometry: Geometry;
  readonly plane: ImageLook["plane"];
  readonly settings: EvaluationSettings;
  /** What the numbers of exported images mean; null until a user says it. */
  readonly scale: TemperatureScale | null;
  /** A raster shows the component in a place that is sure: its temperatures, or its colours. */
  isShown(row: number, is_thermal: boolean): boolean;
  readonly rows: RowPart;
  readonly visible: Awaited<ReturnType<typeof visibleSurvey>>;
  readonly visit: ComponentSurvey["visit"];
};

/** Reads the images that show a component that no raster shows, and visits those components. */
export async function visitImages(
  store: Awaited<ReturnType<typeof storeOf>>,
  images: readonly SingleImage[],
  { geometry, plane, settings, scale, isShown, rows, visible, visit }: Visited,
): Promise<{
  readonly used: readonly SingleImage[];
  readonly counts: Omit<SurveyLog["images"], "by_jpeg">;
  readonly places: SurveyLog["image_places"];
  readonly pixels: number;
}> {
  const counts = {
    measured: 0,
    placed: 0,
    without_temperature: 0,
    visible: 0,
    turned: 0,
    visible_not_sure: 0,
    duplicates: 0,
    false_colour: 0,
    position_stated: 0,
    unconfirmed: 0,
    odd_unit: 0,
  };
  const used: SingleImage[] = [];
  const placed: Parameters<typeof imagePlaces>[0][number][] = [];
  const known = new Set<string>();
  const placeOf = lookPlaces(plane);
  let pixels = 0;
  for (const image of images) {
    const { key, name, sha256, camera, taken_at, is_thermal } = image;
    // The same file under another name is no second look.
    if (known.has(sha256)) {
      counts.duplicates += 1;
      continue;
    }
    known.add(sha256);
    const place = placeOf(camera);
    const inSight = rowsInSight(camera, geometry, plane);
    if (inSight.length > 0 && inSight.every((row) => isShown(row, is_thermal))) continue;
    if (is_thermal && !image.is_radiometric) {
      counts.false_colour += 1;
      continue;
    }
    if (image.is_exported && scale === null) {
      counts.unconfirmed += 1;
      continue;
    }
    used.push(image);
    if ((camera.position_m ?? null) !== null) counts.position_stated += 1;
    if (!is_thermal) {
      const picture = await visiblePicture(await store.read(key), name);
      if (picture.width !== camera.width_px || picture.height !== camera.height_px) {
        counts.turned += 1;
        continue;
      }
      if (await falseColours(picture.raster)) {
        counts.false_colour += 1;
        continue;
      }
      await rows.visitImage(picture.grid, camera, taken_at);
      const { shown, found } = await visible.visitImage({ ...picture, camera, plane, place });
      if (found) placed.push({ file: name, found });
      if (shown === "measured") counts.visible += 1;
      if (shown === "not sure") counts.visible_not_sure += 1;
      continue;
    }
    const grid = image.is_exported
      ? await frameTemperatures(await objectSource(store, key), scale!)
      : await temperaturesOf(await store.read(key), name, geometry.type === "module" ? null : 1);
    if (!grid && image.is_exported) {
      counts.odd_unit += 1;
      continue;
    }
    if (!grid || grid.width !== camera.width_px || grid.height !== camera.height_px) {
      counts.without_temperature += 1;
      continue;
    }
    await rows.visitImage(grid, camera, taken_at);
    const seen = await surveyImage({ grid, camera, geometry, plane }, settings, (one) => {
      if (!isShown(one.row, true)) visit({ ...one, place, file: name });
    });
    counts.measured += 1;
    if (seen.is_placed) counts.placed += 1;
    if (seen.is_placed && seen.registration) placed.push({ file: name, found: seen.registration });
    pixels += seen.pixels;
  }
  return { used, counts, places: imagePlaces(placed), pixels };
}
