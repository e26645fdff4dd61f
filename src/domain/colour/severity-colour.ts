// Colours of classes, and the cues for severities that work without colour.
import type { KeyFigure, Severity } from "../key-figure/key-figure-shape.ts";
import { mixRgb, RAMP_ENTRIES, rgbOf, type Rgb } from "./colour.ts";
import { categoryColours, plainColours, severityColours, type ColourScheme } from "./palette.ts";

/** Shows a severity without colour: a fill pattern on the map, a symbol in lists. */
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

/** With more classes a neutral key figure has as many colours as classes. */
const MOST_PLAIN = 8;

/**
 * Colour by class number. Classes of equal severity become darker step by step, so that they stay
 * distinct; those of the highest, which is dark already, in larger steps. Classes of a neutral key figure have colours that mean neither good nor bad.
 */
export function classColours(keyFigure: KeyFigure, scheme: ColourScheme): Map<number, Rgb> {
  const seen = new Map<Severity, number>();
  const isLong = keyFigure.classes.length > MOST_PLAIN;
  const plain = isLong ? categoryColours : plainColours;
  return new Map(
    keyFigure.classes.map(({ value, severity }, place) => {
      if (keyFigure.direction === "neutral") {
        return [value, rgbOf(plain[place % plain.length] ?? "#bbbbbb")];
      }
      const before = seen.get(severity) ?? 0;
      seen.set(severity, before + 1);
      const base = rgbOf(severityColours[scheme][severity]);
      const step = severity === 3 ? 0.5 : 0.25;
      return [value, mixRgb(base, [0, 0, 0], Math.min(0.6, before * step))];
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
