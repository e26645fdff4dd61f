// A customer's brand colours for both themes, adjusted so that all text stays readable.
import type { WhiteLabel } from "../provider/customer.ts";
import { contrastOf, hexOf, hueOf, luminance, luminanceOf, mix } from "./colour.ts";
import { contrast, minContrast, readable, textOn } from "./contrast.ts";
import { grounds, surfaces, type ColourScheme } from "./palette.ts";

/** Opacity of the primary colour over the surface of a selected item. */
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
 * The colours of a theme. Text and lines use the nearest readable lightness. Filled areas keep the
 * customer's colours; the text on them is light or dark.
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
    // It can be a highlight behind text: the theme's text must be readable on it.
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
    "--on-secondary-hover": contrast(text, hover) >= minContrast ? text : textOn(hover),
  };
}

/** Proposes the other colours from the primary one. */
export function shadesOf(primary: string): WhiteLabel {
  // On hover a dark colour becomes lighter, a light one darker.
  const isDark = luminance(primary) < 0.18;
  return {
    primary,
    primary_hover: isDark ? mix("#ffffff", primary, 0.14) : mix("#000000", primary, 0.12),
    primary_dark: mix("#000000", primary, 0.24),
    primary_border: mix("#000000", primary, 0.14),
    secondary_hover: mix(primary, "#ffffff", 0.12),
  };
}

/** Below this contrast a pixel of a logo is hard to see. */
const minLogoContrast = 2;
/** Share of a logo's pixels that may be hard to see. */
const maxFaintShare = 0.2;
/** A logo that fills this share of its rectangle has its own background. */
const opaqueShare = 0.97;

/**
 * True if a logo is visible on a surface.
 * @param pixels red, green, blue, opacity per pixel, 0 to 255
 */
export function isLogoVisible(pixels: Uint8ClampedArray, surface: string): boolean {
  const ground = luminance(surface);
  let opaque = 0;
  let faint = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 128) continue;
    opaque += 1;
    const light = luminanceOf([pixels[at]!, pixels[at + 1]!, pixels[at + 2]!]);
    if (contrastOf(light, ground) < minLogoContrast) faint += 1;
  }
  return opaque >= (pixels.length / 4) * opaqueShare || faint <= opaque * maxFaintShare;
}

const hues = 24;
/** A pixel whose channels differ by less (of 255) counts as grey. */
const minSaturation = 48;

/** The most frequent hue among a logo's coloured pixels, as "#rrggbb"; null for a grey logo. */
export function mainColour(pixels: Uint8ClampedArray): string | null {
  const sums = Array.from({ length: hues }, () => [0, 0, 0, 0]);
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = pixels.subarray(at, at + 4);
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    if (opacity < 128 || most - least < minSaturation) continue;
    const sum = sums[Math.floor(hueOf([red, green, blue]) / (360 / hues))]!;
    [red, green, blue, 1].forEach((value, channel) => (sum[channel]! += value));
  }
  const [red = 0, green = 0, blue = 0, count = 0] = sums.toSorted((a, b) => b[3]! - a[3]!)[0] ?? [];
  if (count === 0) return null;
  return hexOf([red / count, green / count, blue / count]);
}
