// The pixels of a single image: temperatures, or colours.
import type { Geometry } from "../../../domain/component/component-index.ts";
import { falseColours } from "../../../domain/evaluation/visible/false-colour.ts";
import type { VisibleImage } from "../../../domain/evaluation/visible/visible-image.ts";
import type { ImageCamera } from "../../../domain/image/image-camera.ts";
import type { Grid } from "../../../domain/image/measure.ts";
import type { TemperatureScale } from "../../../domain/raster/temperature.ts";
import { objectSource } from "../../raster/range-source.ts";
import type { storeOf } from "../store-access.ts";
import { frameTemperatures } from "./frame-picture.ts";
import { temperaturesOf } from "./image-temperature.ts";
import { visiblePicture } from "./visible-picture.ts";

export type SingleImage = {
  readonly key: string;
  readonly name: string;
  readonly sha256: string;
  readonly camera: ImageCamera;
  readonly taken_at: string | null;
  /** When it was taken by its own clock, whatever its time zone: only for the order of the images and their pauses. */
  readonly clock: string | null;
  /** Of the drone, as the file states it. */
  readonly drone_serial: string | null;
  /** Of a thermal camera; others are visible images. */
  readonly is_thermal: boolean;
  /** It has a temperature for each pixel. */
  readonly is_radiometric: boolean;
  /** It is a TIFF of temperatures, in a unit that a user states. */
  readonly is_exported: boolean;
};

/** Why nothing of an image counts, by the name of its count in the log. */
type Unread = {
  readonly counted_as: "turned" | "false_colour" | "odd_unit" | "without_temperature";
};
type Picture = {
  readonly grid: Grid;
  /** Null for temperatures. */
  readonly visible: Pick<VisibleImage, "raster" | "bright"> | null;
};

/** @param scale what the numbers of exported images mean */
export async function readPicture(
  store: Awaited<ReturnType<typeof storeOf>>,
  { key, name, camera, is_thermal, is_exported }: SingleImage,
  scale: TemperatureScale | null,
  type: Geometry["type"],
): Promise<Picture | Unread> {
  const isWhole = ({ width, height }: Pick<Grid, "width" | "height">) =>
    width === camera.width_px && height === camera.height_px;
  if (!is_thermal) {
    const picture = await visiblePicture(await store.read(key), name);
    if (!isWhole(picture)) return { counted_as: "turned" };
    if (await falseColours(picture.raster)) return { counted_as: "false_colour" };
    return { grid: picture.grid, visible: picture };
  }
  const grid = is_exported
    ? await frameTemperatures(await objectSource(store, key), scale!)
    : await temperaturesOf(await store.read(key), name, type === "module" ? null : 1);
  if (!grid && is_exported) return { counted_as: "odd_unit" };
  if (!grid || !isWhole(grid)) return { counted_as: "without_temperature" };
  return { grid, visible: null };
}
