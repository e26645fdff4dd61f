// Colours of a grid of temperatures: a palette over a range, or greys with an isotherm in one colour.
import type { Grid } from "../../domain/image/measure.ts";
import { paletteTexture, type ThermalPalette } from "../../domain/result-file/thermal-image.ts";

export type Paint = {
  readonly palette: ThermalPalette | "camera";
  readonly range: readonly [number, number];
  /** Temperatures from and to that are filled. */
  readonly isotherm: readonly [number, number] | null;
};

/** No palette has bright green. */
const ISOTHERM = [60, 255, 90] as const;

export function paintGrid({ width, height, values }: Grid, paint: Paint): ImageData {
  const image = new ImageData(width, height);
  const texture = paletteTexture(paint.palette === "camera" ? "iron" : paint.palette);
  const [low, high] = paint.range;
  const span = Math.max(1e-6, high - low);
  const { isotherm } = paint;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    const entry = Math.min(255, Math.max(0, Math.round(((value - low) / span) * 255))) * 4;
    const isIn = isotherm !== null && value >= isotherm[0] && value <= isotherm[1];
    for (const channel of [0, 1, 2] as const) {
      image.data[at * 4 + channel] = isIn ? ISOTHERM[channel] : texture[entry + channel]!;
    }
    image.data[at * 4 + 3] = Number.isNaN(value) ? 0 : 255;
  }
  return image;
}
