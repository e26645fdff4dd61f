// A visible image as a raster of three colours, decoded once.
import sharp from "sharp";
import { failure } from "../../../domain/error.ts";
import { rasterOf } from "../../../domain/evaluation/image-survey.ts";
import type { SurveyRaster } from "../../../domain/evaluation/raster-survey.ts";
import type { VisibleRaster } from "../../../domain/evaluation/visible/visible-survey.ts";
import type { PixelWindow, Size } from "../../../domain/evaluation/zone.ts";
import type { Grid } from "../../../domain/image/measure.ts";
import { pictureRefusal } from "./picture-refusal.ts";

/** As for uploads: 100 megapixels of the largest drone cameras, twice. */
const MAX_PIXELS = 200_000_000;
const CHANNELS = 3;

export type VisiblePicture = Size & {
  readonly raster: VisibleRaster;
  /** Means of the colours. */
  readonly grid: Grid;
  readonly bright: SurveyRaster;
};

/** @throws FILE_REFUSED for a broken file, one that is cut short, or one that is too complex */
export async function visiblePicture(jpeg: Uint8Array, file: string): Promise<VisiblePicture> {
  const refusal = pictureRefusal(jpeg);
  if (refusal) throw failure("FILE_REFUSED", { ...refusal, file });
  const { data, info } = await sharp(jpeg, { limitInputPixels: MAX_PIXELS, failOn: "error" })
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      const isCut = error instanceof Error && /premature end|truncated/i.test(error.message);
      throw failure("FILE_REFUSED", { reason: isCut ? "image_cut_short" : "image_broken", file });
    });
  const { width, height } = info;
  const read = (window: PixelWindow) => {
    const size = window.width * window.height;
    const bands = [new Uint8Array(size), new Uint8Array(size), new Uint8Array(size)] as const;
    for (let row = 0; row < window.height; row++) {
      const from = ((window.row + row) * width + window.column) * CHANNELS;
      for (let column = 0; column < window.width; column++) {
        const at = row * window.width + column;
        for (const [channel, band] of bands.entries())
          band[at] = data[from + column * CHANNELS + channel]!;
      }
    }
    return Promise.resolve({ ...window, bands, isValid: () => true });
  };
  const values = new Float32Array(width * height);
  for (let at = 0; at < values.length; at++) {
    const from = at * CHANNELS;
    values[at] = (data[from]! + data[from + 1]! + data[from + 2]!) / CHANNELS;
  }
  const grid = { width, height, values };
  return { width, height, raster: { width, height, read }, grid, bright: rasterOf(grid) };
}
