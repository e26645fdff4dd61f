// Whether a picture shows temperatures as colours, or has no colours at all: then its colours say nothing of dust.
import type { VisibleRaster } from "./visible-survey.ts";

/** Squares across and down that are looked at, and pixels of their sides. */
const [SQUARES, SIDE] = [8, 24];
/** With fewer pixels nothing is said. */
const LEAST_PIXELS = 500;
/** As bytes: pixels of which nothing lies between these are the outside of a mosaic. */
const [DARKEST, BRIGHTEST] = [2, 253];
/** Difference between the strongest and the weakest channel, as a share of white: of grey in a JPEG, and of what has colour. */
const [GREY, PURPLE, VIVID] = [6 / 255, 0.35, 0.6];
/** Share of the pixels that have colour in a picture that is grey, of those that are purple, and of vivid ones. */
const [GREY_SHARE, PURPLE_SHARE, VIVID_SHARE, HUE_SHARE] = [0.02, 0.05, 0.25, 0.05];
/** Hues from blue-violet to rose: the middle of iron palettes, and no colour of glass, soil or plants. */
const PURPLE_HUES = [265, 345] as const;
/** Degrees of a part of the circle of hues. */
const HUE_STEP = 30;
const FULL = 255;

/**
 * "grey": no pixel has a colour, as with a white-hot palette. "palette": colours that no plant in daylight has, as those
 * of iron and rainbow palettes: purple, or vivid ones of hues far from each other. Our limits: they
 * tell the public thermal pictures of seven cameras from photos in daylight.
 */
export async function falseColours(raster: VisibleRaster): Promise<"grey" | "palette" | null> {
  let [count, coloured, purple, vivid] = [0, 0, 0, 0];
  const byHue = new Float64Array(360 / HUE_STEP);
  for await (const { bands, isValid } of squaresOf(raster)) {
    for (let at = 0; at < bands[0].length; at++) {
      const [red, green, blue] = [bands[0][at]!, bands[1][at]!, bands[2][at]!];
      const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)];
      if (!isValid(at) || most <= DARKEST || least >= BRIGHTEST) continue;
      const strength = (most - least) / FULL;
      count += 1;
      if (strength <= GREY) continue;
      coloured += 1;
      const hue = hueOf(red, green, blue);
      if (strength >= PURPLE && hue >= PURPLE_HUES[0] && hue <= PURPLE_HUES[1]) purple += 1;
      if (strength < VIVID) continue;
      vivid += 1;
      byHue[Math.floor(hue / HUE_STEP)]! += 1;
    }
  }
  if (count < LEAST_PIXELS) return null;
  if (coloured <= GREY_SHARE * count) return "grey";
  if (purple >= PURPLE_SHARE * count) return "palette";
  const hues = [...byHue.keys()].filter((at) => byHue[at]! >= HUE_SHARE * count);
  const isWide = hues.some((a) => hues.some((b) => isFar(a, b)));
  return vivid >= VIVID_SHARE * count && isWide ? "palette" : null;
}

/** Neither the same part of the circle nor the next one: soil and sand lie beside each other. */
function isFar(a: number, b: number): boolean {
  const apart = Math.abs(a - b);
  return Math.min(apart, 360 / HUE_STEP - apart) >= 2;
}

/** Degrees below 360 (Smith, Color gamut transform pairs, 1978). */
function hueOf(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  const sixth =
    most === red
      ? (green - blue) / range
      : most === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range;
  return (60 * sixth + 360) % 360;
}

/** Squares spread evenly over the picture; the whole of a small one. */
async function* squaresOf(raster: VisibleRaster) {
  const { width, height } = raster;
  const [w, h] = [Math.min(SIDE, width), Math.min(SIDE, height)];
  const [across, down] = [
    Math.min(SQUARES, Math.ceil(width / w)),
    Math.min(SQUARES, Math.ceil(height / h)),
  ];
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      yield await raster.read({
        column: Math.round(((column + 0.5) / across) * (width - w)),
        row: Math.round(((row + 0.5) / down) * (height - h)),
        width: w,
        height: h,
      });
    }
  }
}
