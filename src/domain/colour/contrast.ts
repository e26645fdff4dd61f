// Contrast between colours, and colours adjusted until they are readable.
import { contrastOf, hexOfOklab, luminance, oklabOf } from "./colour.ts";

/** Minimum contrast of text (WCAG 2.2, success criterion 1.4.3). */
export const minContrast = 4.5;

const white = "#ffffff";
/** Softer than black, which is used if this is not dark enough. */
const ink = "#0b0d10";
const black = "#000000";

/** Contrast ratio of two colours "#rrggbb", 1 to 21, in either order. */
export function contrast(a: string, b: string): number {
  return contrastOf(luminance(a), luminance(b));
}

/** Text colour for a background: white if readable, else dark. Always at least 4.5:1. */
export function textOn(background: string): string {
  const reads = [white, ink].find((text) => contrast(text, background) >= minContrast);
  // Where white has less than 4.5, the background's luminance is above 0.183, so black has at least 4.67.
  return reads ?? black;
}

/**
 * The colour itself if it is readable on every surface, else the nearest readable lightness of the same
 * hue: lighter on dark surfaces, darker on light ones.
 */
export function readable(
  colour: string,
  surfaces: readonly string[],
  least: number = minContrast,
): string {
  const isReadable = (text: string) =>
    surfaces.every((surface) => contrast(text, surface) >= least);
  if (isReadable(colour)) return colour.toLowerCase();
  const worst = (text: string) => Math.min(...surfaces.map((surface) => contrast(text, surface)));
  const end = worst(white) >= worst(black) ? 1 : 0;
  const start = oklabOf(colour);
  const at = (l: number) => hexOfOklab({ ...start, l });
  let far = end;
  let near = start.l;
  // Twelve bisections leave less than one step of eight bits.
  for (let step = 0; step < 12; step += 1) {
    const middle = (near + far) / 2;
    if (isReadable(at(middle))) far = middle;
    else near = middle;
  }
  return far === end ? (end === 1 ? white : black) : at(far);
}
