// A customer's colours as the look takes them, in both themes: whatever they are, everything reads.
import type { WhiteLabel } from "../provider/customer.ts";
import { contrastOf, hexOf, hueOf, luminance, luminanceOf, mix } from "./colour.ts";
import { contrast, leastContrast, readable, textOn } from "./contrast.ts";
import { grounds, surfaces, type ColourScheme } from "./palette.ts";

/** How much of the primary colour lies over the surface where something is chosen. */
const softShare = { light: 0.1, dark: 0.18 } as const;

/** Custom properties of tokens.css and their colours in one theme. */
export type BrandColours = Readonly<Record<BrandToken, string>>;
export const brandTokens = [
  "--brand",
  "--brand-hover",
  "--brand-dark",
  "--brand-border",
  "--brand-soft",
  "--on-brand",
  "--fill",
  "--fill-hover",
  "--fill-pressed",
  "--fill-edge",
  "--on-fill",
  "--on-fill-hover",
  "--on-fill-pressed",
  "--secondary-hover",
  "--on-secondary-hover",
] as const;
export type BrandToken = (typeof brandTokens)[number];

/**
 * Text and lines take the nearest lightness that reads; filled areas keep the customer's colours, and
 * the text on them turns light or dark.
 */
export function brandColours(colours: WhiteLabel, theme: ColourScheme): BrandColours {
  const surface = surfaces[theme]["--surface"];
  const soft = mix(colours.primary, surface, softShare[theme]);
  const all = [...Object.values(surfaces[theme]), soft];
  const brand = readable(colours.primary, all);
  const hover =
    theme === "light" ? colours.secondary_hover : mix(colours.secondary_hover, surface, 0.2);
  const text = grounds[theme]["--text"];
  return {
    "--brand": brand,
    "--brand-hover": readable(colours.primary_hover, all),
    "--brand-dark": readable(colours.primary_dark, all),
    // Text may be marked with it: the theme's own text must read on it.
    "--brand-border": readable(mix(colours.primary_border, surface, 0.45), [text]),
    "--brand-soft": soft,
    "--on-brand": textOn(brand),
    "--fill": colours.primary,
    "--fill-hover": colours.primary_hover,
    "--fill-pressed": colours.primary_dark,
    "--fill-edge": colours.primary_border,
    "--on-fill": textOn(colours.primary),
    "--on-fill-hover": textOn(colours.primary_hover),
    "--on-fill-pressed": textOn(colours.primary_dark),
    "--secondary-hover": hover,
    "--on-secondary-hover": contrast(text, hover) >= leastContrast ? text : textOn(hover),
  };
}

/** Colours that go with a primary one, for a customer who names no others. */
export function shadesOf(primary: string): WhiteLabel {
  // A dark colour brightens under the pointer, a bright one darkens.
  const isDark = luminance(primary) < 0.18;
  return {
    primary,
    primary_hover: isDark ? mix("#ffffff", primary, 0.14) : mix("#000000", primary, 0.12),
    primary_dark: mix("#000000", primary, 0.24),
    primary_border: mix("#000000", primary, 0.14),
    secondary_hover: mix(primary, "#ffffff", 0.12),
  };
}

/** Below this contrast a part of a logo is lost. */
const seen = 2;
/** Share of a logo's pixels that may be lost. */
const lost = 0.2;
/** A logo that fills this share of its rectangle brings its own ground along. */
const full = 0.97;

/**
 * Whether a logo can be seen on a surface.
 * @param pixels red, green, blue, opacity per pixel, 0 to 255
 */
export function isLogoSeen(pixels: Uint8ClampedArray, surface: string): boolean {
  const ground = luminance(surface);
  let opaque = 0;
  let faint = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue;
    opaque += 1;
    const light = luminanceOf([pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]);
    if (contrastOf(light, ground) < seen) faint += 1;
  }
  return opaque >= (pixels.length / 4) * full || faint <= opaque * lost;
}

const hues = 24;
/** Of 255; below this distance of its channels a pixel counts as grey. */
const leastStrength = 48;

/** The colour that most of a logo's coloured pixels are near to, as "#rrggbb"; null for a grey one. */
export function mainColour(pixels: Uint8ClampedArray): string | null {
  const sums = Array.from({ length: hues }, () => [0, 0, 0, 0]);
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(at, at + 4);
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    if (opacity < 128 || most - least < leastStrength) continue;
    const sum = sums[Math.floor(hueOf([red, green, blue]) / (360 / hues))]!;
    [red, green, blue, 1].forEach((value, channel) => (sum[channel]! += value));
  }
  const [red = 0, green = 0, blue = 0, count = 0] = sums.toSorted((a, b) => b[3]! - a[3]!)[0] ?? [];
  if (count === 0) return null;
  return hexOf([red / count, green / count, blue / count]);
}
