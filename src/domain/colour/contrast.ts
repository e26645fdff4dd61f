// How well one colour reads on another, and colours bent until they do.

/** The least contrast of text (WCAG 2.2, success criterion 1.4.3). */
export const leastContrast = 4.5;

const white = "#ffffff";
/** Softer than black; black itself where this is not dark enough. */
const ink = "#0b0d10";
const black = "#000000";

type Triple = readonly [number, number, number];

/**
 * Relative luminance, 0 (black) to 1 (white), of a colour "#rrggbb" in sRGB.
 * https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
export function luminance(colour: string): number {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Contrast ratio of two colours "#rrggbb", 1 to 21, whichever comes first.
 * https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
 */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
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
  const [start, a, b] = oklabOf(colour);
  let far = end;
  let near = start;
  // Twelve halvings leave less than one step of eight bits.
  for (let step = 0; step < 12; step += 1) {
    const middle = (near + far) / 2;
    if (reads(inGamut(middle, a, b))) far = middle;
    else near = middle;
  }
  return far === end ? (end === 1 ? white : black) : inGamut(far, a, b);
}

/** `share` (0 to 1) of one colour over another, mixed in sRGB as a browser lays one over the other. */
export function mix(over: string, under: string, share: number): string {
  const [a, b] = [channelsOf(over), channelsOf(under)];
  return hexOf(a.map((part, at) => part * share + (b[at] ?? 0) * (1 - share)) as unknown as Triple);
}

function channelsOf(colour: string): Triple {
  const number = Number.parseInt(colour.slice(1, 7), 16);
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255];
}

function hexOf(channels: Triple): string {
  const digits = channels.map((part) =>
    Math.round(Math.min(1, Math.max(0, part)) * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${digits.join("")}`;
}

function linearOf(colour: string): Triple {
  return channelsOf(colour).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as unknown as Triple;
}

/** Lightness and the two axes of hue. https://bottosson.github.io/posts/oklab/ */
function oklabOf(colour: string): Triple {
  const [red, green, blue] = linearOf(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The colour of this lightness and hue, as strong as sRGB can show it. */
function inGamut(lightness: number, a: number, b: number): string {
  let [weak, strong] = [0, 1];
  if (isShown(rgbOf(lightness, a, b))) weak = 1;
  for (let step = 0; step < 10 && weak < 1; step += 1) {
    const middle = (weak + strong) / 2;
    if (isShown(rgbOf(lightness, a * middle, b * middle))) weak = middle;
    else strong = middle;
  }
  return hexOf(rgbOf(lightness, a * weak, b * weak));
}

function isShown(channels: Triple): boolean {
  return channels.every((part) => part >= -0.0005 && part <= 1.0005);
}

function rgbOf(lightness: number, a: number, b: number): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return linear.map((part) =>
    part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055,
  ) as unknown as Triple;
}
