// Colour ramps for measured key figures: 256 RGBA entries, colour-blind safe, for a texture or a legend.
//
// Anchor colours at equal distances, interpolated in linear light. viridis and inferno: S. van der Walt,
// N. Smith, Matplotlib (CC0); cividis: Nuñez, Anderton, Renslow 2018, doi 10.1371/journal.pone.0199239;
// batlow and vik: F. Crameri, Scientific colour maps, doi 10.5281/zenodo.1243862 (MIT).

const anchors = {
  viridis: "440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725",
  cividis: "00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838",
  inferno: "000004 1b0c41 4a0c6b 781c6d a52c60 cf4446 ed6925 fb9b06 f7d13d fcffa4",
  batlow: "011959 103f60 1c5a62 3c6d56 687b3e 9d892b d29343 f8a17b fdb7bc faccfa",
  vik: "001261 033e7d 1e6f9d 71a8c4 c9dde7 eacebd d39774 be6533 8b2706 590008",
} as const satisfies Record<string, string>;

export type RampId = keyof typeof anchors;
export const rampIds = Object.keys(anchors) as RampId[];

/** Red, green, blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const RAMP_ENTRIES = 256;

/** "1e6f9d" or "#1e6f9d" as bytes. */
export function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.replace("#", ""), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function toLinear(byte: number): number {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function toByte(linear: number): number {
  const c = linear <= 0.0031308 ? linear * 12.92 : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, c)) * 255);
}

/** Relative luminance of WCAG 2.2, 0 black to 1 white. */
export function luminanceOf([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** A colour between two, in linear light; `share` 0 gives `from`, 1 gives `to`. */
export function mixRgb(from: Rgb, to: Rgb, share: number): Rgb {
  const mix = (a: number, b: number) => toByte(toLinear(a) * (1 - share) + toLinear(b) * share);
  return [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])];
}

function isRampId(id: string): id is RampId {
  return id in anchors;
}

const textures = new Map<RampId, Uint8Array>();

/**
 * The ramp as 256 RGBA entries (1,024 bytes), entry 0 for the least value; opaque. The array is
 * shared: do not write to it. An unknown id gives viridis, so that a map is never left blank.
 */
export function rampTexture(id: string): Uint8Array {
  const known = isRampId(id) ? id : "viridis";
  const made = textures.get(known);
  if (made !== undefined) return made;
  const stops = anchors[known].split(" ").map(rgbOf);
  const texture = new Uint8Array(RAMP_ENTRIES * 4);
  for (let entry = 0; entry < RAMP_ENTRIES; entry++) {
    const place = (entry / (RAMP_ENTRIES - 1)) * (stops.length - 1);
    const below = Math.min(Math.floor(place), stops.length - 2);
    const from = stops[below] ?? [0, 0, 0];
    const to = stops[below + 1] ?? from;
    texture.set([...mixRgb(from, to, place - below), 255], entry * 4);
  }
  textures.set(known, texture);
  return texture;
}

/** The ramp's colour at `share` (0 to 1, clamped). */
export function rampColour(id: string, share: number): Rgb {
  const texture = rampTexture(id);
  const entry = Math.round(Math.min(1, Math.max(0, share)) * (RAMP_ENTRIES - 1)) * 4;
  return [texture[entry] ?? 0, texture[entry + 1] ?? 0, texture[entry + 2] ?? 0];
}

/** The ramp as a CSS gradient from left (least) to right. */
export function rampGradient(id: string, stopCount = 16): string {
  const stops = Array.from({ length: stopCount }, (_, i) => {
    const [red, green, blue] = rampColour(id, i / (stopCount - 1));
    return `rgb(${red} ${green} ${blue})`;
  });
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
