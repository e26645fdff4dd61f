// Temperatures from a thermal image: pixels in a known palette over a known scale.
//
// Cameras write the palette's colour, not the temperature. If all pixels are greys or colours of the iron
// palette, their place in the palette gives the temperature, and the image can be recoloured.
import { blendRgb, RAMP_ENTRIES as ENTRIES, rampOf, type Rgb } from "../colour/colour.ts";
import { rampTexture } from "../colour/ramp.ts";

/** The iron palette of common viewers: black, violet, red, orange, yellow, white. */
const ironAnchors: readonly Rgb[] = [
  [0, 0, 10],
  [32, 0, 110],
  [120, 0, 156],
  [190, 20, 140],
  [228, 66, 60],
  [244, 122, 12],
  [254, 180, 20],
  [255, 230, 110],
  [255, 255, 240],
];

export const thermalPalettes = ["inferno", "viridis", "cividis", "iron", "grey"] as const;
export type ThermalPalette = (typeof thermalPalettes)[number];

/** Maximum distance in RGB of a compressed pixel from the palette, and the share of pixels that may be farther. */
const MAX_DISTANCE = 40;
const MISSING_SHARE = 0.02;

const greys = rampOf(
  [
    [0, 0, 0],
    [255, 255, 255],
  ],
  blendRgb,
);
const iron = rampOf(ironAnchors, blendRgb);

/** 256 RGBA entries from coldest to hottest. The array is shared: do not write to it. */
export function paletteTexture(palette: ThermalPalette): Uint8Array {
  if (palette === "grey") return greys;
  return palette === "iron" ? iron : rampTexture(palette);
}

/** Finds the nearest entry of a palette, -1 if none is near; caches the entry of each colour. */
function nearestEntries(palette: Uint8Array): (red: number, green: number, blue: number) => number {
  const known = new Map<number, number>();
  return (red, green, blue) => {
    const key = (red << 16) | (green << 8) | blue;
    const found = known.get(key);
    if (found !== undefined) return found;
    let best = -1;
    let bestDistance = MAX_DISTANCE * MAX_DISTANCE;
    for (let entry = 0; entry < ENTRIES; entry += 1) {
      const at = entry * 4;
      const distance =
        (palette[at]! - red) ** 2 +
        (palette[at + 1]! - green) ** 2 +
        (palette[at + 2]! - blue) ** 2;
      if (distance < bestDistance) [best, bestDistance] = [entry, distance];
    }
    known.set(key, best);
    return best;
  };
}

/**
 * The place of every pixel on its palette, 0 coldest to 255 hottest.
 * @param rgba 4 bytes per pixel
 * @returns null if the image uses neither the greys nor the iron palette
 */
export function paletteEntries(rgba: Uint8ClampedArray): Uint8Array | null {
  for (const palette of ["grey", "iron"] as const) {
    const nearest = nearestEntries(paletteTexture(palette));
    const entries = new Uint8Array(rgba.length / 4);
    let missing = 0;
    for (let pixel = 0; pixel < entries.length; pixel += 1) {
      const at = pixel * 4;
      const entry = nearest(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!);
      if (entry < 0) missing += 1;
      entries[pixel] = Math.max(0, entry);
    }
    if (missing <= entries.length * MISSING_SHARE) return entries;
  }
  return null;
}

/** Recolours entries: `from` and `to` (0 to 255) become the ends of the palette. Writes `rgba`. */
export function paintEntries(
  entries: Uint8Array,
  palette: ThermalPalette,
  [from, to]: readonly [number, number],
  rgba: Uint8ClampedArray,
): void {
  const texture = paletteTexture(palette);
  const scale = 255 / Math.max(1, to - from);
  for (let pixel = 0; pixel < entries.length; pixel += 1) {
    const entry = Math.round(Math.min(255, Math.max(0, (entries[pixel]! - from) * scale))) * 4;
    const at = pixel * 4;
    rgba[at] = texture[entry]!;
    rgba[at + 1] = texture[entry + 1]!;
    rgba[at + 2] = texture[entry + 2]!;
    rgba[at + 3] = 255;
  }
}
