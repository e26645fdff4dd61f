// The sun on the glass of a module leaves the colour of its value what it is.
import { differenceCiede2000 } from "culori";
import { expect, test } from "vitest";
import {
  categoryColours,
  colourSchemes,
  differenceColours,
  severityColours,
} from "../../../domain/colour/palette.ts";
import { GLASS_SHINE } from "./solid-shader.ts";

const difference = differenceCiede2000();
/** As a shader does it: mixed in sRGB. */
function shining(hex: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const mixed = parts.map((part) => Math.round(part + (255 - part) * GLASS_SHINE));
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

test("it is within 8 of the legend's colour, for every colour of legends", () => {
  const legends = colourSchemes.flatMap((scheme) => [
    ...Object.values(severityColours[scheme]),
    ...Object.values(differenceColours[scheme]),
  ]);
  const greys = Array.from({ length: 16 }, (_, at) => `#${at.toString(16).repeat(6)}`);
  for (const colour of [...legends, ...categoryColours, ...greys]) {
    expect(difference(colour, shining(colour)), colour).toBeLessThanOrEqual(8);
  }
  // It is seen, too.
  expect(difference("#7d0f3f", shining("#7d0f3f"))).toBeGreaterThan(1);
});
