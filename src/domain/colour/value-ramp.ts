// The ramp of a measured key figure on the ground of the map, in the palette of the user.
import { contrastOf, hexOf, hexOfOklab, luminance, luminanceOf, oklabOf, rgbOf } from "./colour.ts";
import { RAMP_ENTRIES, type Rgb } from "./colour.ts";
import { baseMapColours, type ColourScheme } from "./palette.ts";
import { rampIds, rampKindOf, rampTexture, type RampId, type RampKind } from "./ramp.ts";
import type { KeyFigure } from "../key-figure/key-figure-shape.ts";

/** The palettes that a user can choose from; all are readable with any kind of colour blindness. */
export const palettes: Readonly<Record<RampKind, readonly RampId[]>> = {
  sequential: rampIds.filter((id) => rampKindOf(id) === "sequential"),
  diverging: rampIds.filter((id) => rampKindOf(id) === "diverging"),
};

/** The chosen palette by kind; null for the one that the key figure has in the catalogue. */
export type PaletteChoice = Readonly<Record<RampKind, RampId | null>>;
export const usualPalettes: PaletteChoice = { sequential: null, diverging: null };

export type ValueRamp = Pick<KeyFigure, "ramp" | "direction">;

/** The palette of a key figure. */
export function paletteOf({ ramp }: Pick<KeyFigure, "ramp">, choice: PaletteChoice): string {
  return choice[rampKindOf(ramp)] ?? ramp;
}

/**
 * Contrast of the mildest colour with the ground (WCAG ratio). Without it, small components of the mildest
 * values would not be seen.
 */
const LEAST_CONTRAST = 1.25;

const textures = new Map<string, Uint8Array>();

/**
 * 256 RGBA entries, entry 0 for the least value; the bad end is the one that stands out most from the
 * ground: dark on light ground, light on dark. Deviations stand out at both ends. The array is shared.
 */
export function valueRampTexture(
  keyFigure: ValueRamp,
  scheme: ColourScheme,
  choice: PaletteChoice = usualPalettes,
): Uint8Array {
  const id = paletteOf(keyFigure, choice);
  const isFalling = keyFigure.direction === "lower_is_worse";
  const key = `${id} ${scheme} ${isFalling}`;
  const texture = textures.get(key) ?? makeTexture(id, scheme, isFalling);
  textures.set(key, texture);
  return texture;
}

function makeTexture(id: string, scheme: ColourScheme, isFalling: boolean): Uint8Array {
  const colours = coloursOf(rampTexture(id));
  if (rampKindOf(id) === "diverging") {
    return textureOf(scheme === "light" ? colours : colours.map(upsideDown(colours)));
  }
  // From the mildest to the most striking; the palettes run from dark to light.
  const ordered = scheme === "light" ? colours.toReversed() : colours;
  const ground = luminance(baseMapColours[scheme].land);
  const first = ordered.findIndex((rgb) => contrastOf(luminanceOf(rgb), ground) >= LEAST_CONTRAST);
  const kept = Array.from({ length: RAMP_ENTRIES }, (_, entry) => {
    const place = first + (entry / (RAMP_ENTRIES - 1)) * (RAMP_ENTRIES - 1 - first);
    return ordered[Math.round(place)]!;
  });
  return textureOf(isFalling ? kept.toReversed() : kept);
}

/** The same hues with light and dark exchanged, so that the neutral middle is near a dark ground. */
function upsideDown(colours: readonly Rgb[]): (rgb: Rgb) => Rgb {
  const lightness = colours.map((rgb) => oklabOf(hexOf(rgb)).l);
  const ends = Math.min(...lightness) + Math.max(...lightness);
  return (rgb) => {
    const { l, a, b } = oklabOf(hexOf(rgb));
    return rgbOf(hexOfOklab({ l: ends - l, a, b }));
  };
}

function coloursOf(texture: Uint8Array): Rgb[] {
  return Array.from({ length: RAMP_ENTRIES }, (_, entry) => {
    const [red, green, blue] = texture.subarray(entry * 4, entry * 4 + 3);
    return [red!, green!, blue!];
  });
}

function textureOf(colours: readonly Rgb[]): Uint8Array {
  return Uint8Array.from(colours.flatMap((rgb) => [...rgb, 255]));
}

/** The ramp of shares (0 to 1) of poor parts: more is worse. */
export const shareRamp: ValueRamp = { ramp: "inferno", direction: "higher_is_worse" };
