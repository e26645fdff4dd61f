// Colour ramps for measured key figures: 256 RGBA entries, colour-blind safe, for a texture or a legend.
//
// Anchor colours at equal distances, interpolated in linear light. viridis and inferno: S. van der Walt,
// N. Smith, Matplotlib (CC0); cividis: Nuñez, Anderton, Renslow 2018, doi 10.1371/journal.pone.0199239;
// batlow and vik: F. Crameri, Scientific colour maps, doi 10.5281/zenodo.1243862 (MIT); puor: C. Brewer,
// ColorBrewer 2 (Apache 2.0), purple first.

import { cssOf, mixRgb, RAMP_ENTRIES, rampOf, rgbOf, type Rgb } from "./colour.ts";

const anchors = {
  viridis: "440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725",
  cividis: "00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838",
  inferno: "000004 1b0c41 4a0c6b 781c6d a52c60 cf4446 ed6925 fb9b06 f7d13d fcffa4",
  batlow: "011959 103f60 1c5a62 3c6d56 687b3e 9d892b d29343 f8a17b fdb7bc faccfa",
  vik: "001261 033e7d 1e6f9d 71a8c4 c9dde7 eacebd d39774 be6533 8b2706 590008",
  puor: "2d004b 542788 8073ac b2abd2 d8daeb f7f7f7 fee0b6 fdb863 e08214 b35806 7f3b08",
} as const satisfies Record<string, string>;

export type RampId = keyof typeof anchors;
export const rampIds = Object.keys(anchors) as RampId[];

function isRampId(id: string): id is RampId {
  return id in anchors;
}

/** Ramps with the neutral value in the middle. */
const diverging: readonly RampId[] = ["vik", "puor"];

export type RampKind = "sequential" | "diverging";

/** An unknown ramp counts as sequential. */
export function rampKindOf(id: string): RampKind {
  return diverging.some((one) => one === id) ? "diverging" : "sequential";
}

const textures = new Map<RampId, Uint8Array>();

/**
 * The ramp as 256 RGBA entries (1,024 bytes), entry 0 for the least value; opaque. The array is
 * shared: do not write to it. An unknown ID gives viridis, so that the map is never blank.
 */
export function rampTexture(id: string): Uint8Array {
  const known = isRampId(id) ? id : "viridis";
  const cached = textures.get(known);
  if (cached !== undefined) return cached;
  const texture = rampOf(anchors[known].split(" ").map(rgbOf), mixRgb);
  textures.set(known, texture);
  return texture;
}

/** The colour of a ramp's texture at `share` (0 to 1, clamped). */
export function rampColourAt(texture: Uint8Array, share: number): Rgb {
  const entry = Math.round(Math.min(1, Math.max(0, share)) * (RAMP_ENTRIES - 1)) * 4;
  return [texture[entry] ?? 0, texture[entry + 1] ?? 0, texture[entry + 2] ?? 0];
}

/** A ramp's texture as a CSS gradient from left (least) to right. */
export function rampGradient(texture: Uint8Array, stopCount = 16): string {
  const stops = Array.from({ length: stopCount }, (_, i) =>
    cssOf(rampColourAt(texture, i / (stopCount - 1))),
  );
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
