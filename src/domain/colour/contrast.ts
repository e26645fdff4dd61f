// How well one colour reads on another, and colours bent until they do.
import { contrastOf, hexOfOklab, luminance, oklabOf } from "./colour.ts";

/** The least contrast of text (WCAG 2.2, success criterion 1.4.3). */
export const leastContrast = 4.5;

const white = "#ffffff";
/** Softer than black; black itself where this is not dark enough. */
const ink = "#0b0d10";
const black = "#000000";

/** Contrast ratio of two colours "#rrggbb", 1 to 21, whichever comes first. */
export function contrast(a: string, b: string): number {
  return contrastOf(luminance(a), luminance(b));
}

/** The colour of text on a background: white where it reads, else dark. At least 4.5:1 on any colour. */
export function textOn(background: string): string {
  const reads = [white, ink].find((text) => contrast(text, background) >= leastContrast);
  // What white does not reach 4.5 on has a luminance above 0.183: black has 4.67 there or more.
  return reads ?? black;
}

/**
 * The colour itself where it reads on every surface, else the nearest lightness of the same hue that
 * does; towards white on dark surfaces, towards black on light ones.
 */
export function readable(
  colour: string,
  surfaces: readonly string[],
  least: number = leastContrast,
): string {
  const reads = (one: string) => surfaces.every((surface) => contrast(one, surface) >= least);
  if (reads(colour)) return colour.toLowerCase();
  const worst = (text: string) => Math.min(...surfaces.map((surface) => contrast(text, surface)));
  const end = worst(white) >= worst(black) ? 1 : 0;
  const start = oklabOf(colour);
  const at = (l: number) => hexOfOklab({ ...start, l });
  let far = end;
  let near = start.l;
  // Twelve halvings leave less than one step of eight bits.
  for (let step = 0; step < 12; step += 1) {
    const middle = (near + far) / 2;
    if (reads(at(middle))) far = middle;
    else near = middle;
  }
  return far === end ? (end === 1 ? white : black) : at(far);
}
