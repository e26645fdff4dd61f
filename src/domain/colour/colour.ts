// Colour mathematics with culori: bytes, linear light, OKLab. No other file converts colours.
import {
  convertLrgbToRgb,
  convertOklabToRgb,
  convertRgbToHsv,
  convertRgbToLrgb,
  convertRgbToOklab,
  lerp,
  parseHex,
  serializeHex,
} from "culori/fn";

/** Red, green, blue in sRGB, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];
/** Red, green, blue, opacity in sRGB, 0 to 255. */
export type Rgba = readonly [red: number, green: number, blue: number, opacity: number];
/** Lightness 0 to 1, and the two axes of hue and chroma. https://bottosson.github.io/posts/oklab/ */
export type Oklab = { readonly l: number; readonly a: number; readonly b: number };

type Channels = { readonly r: number; readonly g: number; readonly b: number };
const byteOf = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 255);
const channelsOf = ([red, green, blue]: Rgb) => ({ r: red / 255, g: green / 255, b: blue / 255 });
const bytesOf = ({ r, g, b }: Channels): Rgb => [byteOf(r), byteOf(g), byteOf(b)];
const hexOfChannels = (colour: Channels) => serializeHex({ mode: "rgb", ...colour });
const black = { r: 0, g: 0, b: 0 };
/** Ignores opacity; a text that is no colour is black. */
const parsed = (hex: string): Channels => parseHex(hex) ?? black;
const weigh = ({ r, g, b }: Channels) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

/** "1e6f9d" or "#1e6f9d" as bytes. */
export function rgbOf(hex: string): Rgb {
  return bytesOf(parsed(hex));
}

/** Bytes as "#rrggbb". */
export function hexOf(rgb: Rgb): string {
  return hexOfChannels(channelsOf(rgb));
}

/** Bytes as a style sheet writes them. */
export function cssOf([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** A channel's byte in linear light, 0 to 1. A table, because images have many pixels. */
const linearOfByte = Float64Array.from(
  { length: 256 },
  (_, byte) => convertRgbToLrgb({ r: byte / 255, g: 0, b: 0 }).r,
);

/**
 * Relative luminance, 0 (black) to 1 (white), of whole bytes.
 * https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
export function luminanceOf([red, green, blue]: Rgb): number {
  return weigh({ r: linearOfByte[red]!, g: linearOfByte[green]!, b: linearOfByte[blue]! });
}

/** Relative luminance of a colour "#rrggbb". */
export function luminance(hex: string): number {
  return weigh(convertRgbToLrgb(parsed(hex)));
}

/** Contrast ratio of two luminances, 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** `share` (0 to 1) of one colour over another, mixed in sRGB as browsers blend them. */
export function mix(over: string, under: string, share: number): string {
  const [above, below] = [parsed(over), parsed(under)];
  const part = (c: "r" | "g" | "b") => above[c] * share + below[c] * (1 - share);
  return hexOfChannels({ r: part("r"), g: part("g"), b: part("b") });
}

/** A colour between two, in linear light; `share` 0 gives `from`, 1 gives `to`. */
export function mixRgb(from: Rgb, to: Rgb, share: number): Rgb {
  const [a, b] = [convertRgbToLrgb(channelsOf(from)), convertRgbToLrgb(channelsOf(to))];
  const part = (c: "r" | "g" | "b") => lerp(a[c], b[c], share);
  return bytesOf(convertLrgbToRgb({ r: part("r"), g: part("g"), b: part("b") }));
}

/** A colour between two, in sRGB, as cameras blend their palettes. */
export function blendRgb(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (c: 0 | 1 | 2) => Math.round(lerp(from[c], to[c], share));
  return [part(0), part(1), part(2)];
}

export const RAMP_ENTRIES = 256;

/** Stops at equal distances as 256 RGBA entries (1,024 bytes), opaque. */
export function rampOf(stops: readonly Rgb[], between: typeof mixRgb): Uint8Array {
  const texture = new Uint8Array(RAMP_ENTRIES * 4);
  for (let entry = 0; entry < RAMP_ENTRIES; entry += 1) {
    const place = (entry / (RAMP_ENTRIES - 1)) * (stops.length - 1);
    const below = Math.min(Math.floor(place), stops.length - 2);
    texture.set([...between(stops[below]!, stops[below + 1]!, place - below), 255], entry * 4);
  }
  return texture;
}

/** "#rrggbb" in OKLab. */
export function oklabOf(hex: string): Oklab {
  return convertRgbToOklab({ ...parsed(hex) });
}

/** The colour of this lightness and hue, with the largest chroma that sRGB can show, up to the given one. */
export function hexOfOklab({ l, a, b }: Oklab): string {
  const at = (strength: number) => convertOklabToRgb({ l, a: a * strength, b: b * strength });
  let [weak, strong] = [0, 1];
  if (isInGamut(at(1))) weak = 1;
  for (let step = 0; step < 10 && weak < 1; step += 1) {
    const middle = (weak + strong) / 2;
    if (isInGamut(at(middle))) weak = middle;
    else strong = middle;
  }
  return hexOfChannels(at(weak));
}

function isInGamut({ r, g, b }: Channels): boolean {
  return [r, g, b].every((part) => part >= -0.0005 && part <= 1.0005);
}

/** Hue in degrees, 0 (red) up to 360; 0 for a grey. */
export function hueOf([r, g, b]: Rgb): number {
  // Hue does not depend on the scale of the channels: whole numbers keep it exact.
  return convertRgbToHsv({ r, g, b }).h ?? 0;
}
