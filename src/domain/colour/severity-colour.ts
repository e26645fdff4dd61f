// Colours and second cues of severities and classes, for light and dark.
import type { KeyFigure, Severity } from "../key-figure/key-figure-shape.ts";
import { mixRgb, RAMP_ENTRIES, rgbOf, type Rgb } from "./colour.ts";

export type ColourScheme = "light" | "dark";

/** What tells a severity without colour: a fill pattern on the map, a symbol in lists. */
export type SeverityCue = {
  readonly pattern: "none" | "dots" | "stripes" | "crosshatch";
  readonly symbol: "circle" | "triangle" | "diamond" | "octagon";
};

export const severityCues: Readonly<Record<Severity, SeverityCue>> = {
  0: { pattern: "none", symbol: "circle" },
  1: { pattern: "dots", symbol: "triangle" },
  2: { pattern: "stripes", symbol: "diamond" },
  3: { pattern: "crosshatch", symbol: "octagon" },
};

/**
 * Blue to yellow to orange to purple-red, apart for red-green and blue-yellow blindness, and with
 * at least 1.45 : 1 contrast (WCAG) between any two, so that a grey print still tells them apart.
 */
export const severityColours: Readonly<Record<ColourScheme, Readonly<Record<Severity, string>>>> = {
  light: { 0: "#cfe3ec", 1: "#eaaa1b", 2: "#cf5b16", 3: "#7d0f3f" },
  dark: { 0: "#2f5f78", 1: "#ffd84d", 2: "#f58634", 3: "#e0315f" },
};

/** Classes that are no judgement; P. Tol's bright scheme (SRON/EPS/TN/09-002), colour-blind safe. */
const plainColours = ["#bbbbbb", "#4477aa", "#ccbb44", "#aa3377", "#66ccee", "#228833"];

/**
 * Colour by class number. Classes of equal severity become darker step by step, so that each is
 * told from the next; classes of a neutral key figure have colours without a meaning of good or bad.
 */
export function classColours(keyFigure: KeyFigure, scheme: ColourScheme): Map<number, Rgb> {
  const seen = new Map<Severity, number>();
  return new Map(
    keyFigure.classes.map(({ value, severity }, place) => {
      if (keyFigure.direction === "neutral") {
        return [value, rgbOf(plainColours[place % plainColours.length] ?? "#bbbbbb")];
      }
      const before = seen.get(severity) ?? 0;
      seen.set(severity, before + 1);
      const base = rgbOf(severityColours[scheme][severity]);
      return [value, mixRgb(base, [0, 0, 0], Math.min(0.6, before * 0.25))];
    }),
  );
}

/** Class colours as 256 RGBA entries by class number; numbers without a class are transparent. */
export function classTexture(keyFigure: KeyFigure, scheme: ColourScheme): Uint8Array {
  const texture = new Uint8Array(RAMP_ENTRIES * 4);
  for (const [value, rgb] of classColours(keyFigure, scheme)) {
    texture.set([...rgb, 255], value * 4);
  }
  return texture;
}
