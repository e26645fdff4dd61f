// What is kept of an image that was exported as a TIFF of temperatures: its numbers in short, and a small picture.
import sharp from "sharp";
import type { Grid } from "../../../domain/image/measure.ts";
import { percentile } from "../../../domain/median.ts";
import { celsiusOf, isPossibleMedian } from "../../../domain/raster/temperature.ts";
import type { RasterValues, TemperatureScale } from "../../../domain/raster/temperature.ts";
import { cameraFrameOf } from "../../raster/camera-frame.ts";
import type { RangeSource } from "../../raster/range-source.ts";

/** Null for a frame without a number. */
export function frameValues({ values }: Grid): RasterValues | null {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted();
  if (sorted.length === 0) return null;
  const share = (part: number) => percentile(sorted, part);
  return { low: share(0.02), median: share(0.5), high: share(0.98) };
}

/** JPEG in grey: warmer is brighter. */
export function frameThumb({ width, height, values }: Grid, { low, high }: RasterValues) {
  const span = high > low ? high - low : 1;
  const grey = Uint8ClampedArray.from(values, (value) =>
    Number.isNaN(value) ? 0 : ((value - low) / span) * 255,
  );
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .resize(320, 320, { fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: 78 })
    .toBuffer();
}

/**
 * The temperatures of the file in °C; null where they would be none of a plant in this unit, or the file holds none.
 * @throws FILE_REFUSED where the pixels are damaged
 */
export async function frameTemperatures(
  source: RangeSource,
  scale: TemperatureScale,
): Promise<Grid | null> {
  const frame = await cameraFrameOf(source);
  const values = frame && frameValues(frame);
  if (!frame || !values || !isPossibleMedian(values, scale)) return null;
  return { ...frame, values: frame.values.map(celsiusOf(scale)) };
}
