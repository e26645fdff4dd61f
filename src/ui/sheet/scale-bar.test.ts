import { expect, test } from "vitest";
import { scaleBar } from "./scale-bar.ts";

test("the bar is the longest of 1, 2, 5, 10 … that fits", () => {
  expect(scaleBar(1, 140)).toEqual({ metres: 100, pixels: 100 });
  expect(scaleBar(2, 140)).toEqual({ metres: 200, pixels: 100 });
  expect(scaleBar(1.5, 140)).toMatchObject({ metres: 200 });
  expect(scaleBar(0.01, 140)).toMatchObject({ metres: 1, pixels: 100 });
  expect(scaleBar(0.003, 140).metres).toBeCloseTo(0.2, 12);
  expect(scaleBar(400, 140)).toMatchObject({ metres: 50_000, pixels: 125 });
});

test("it never exceeds its room and is never shorter than two fifths of it", () => {
  for (let metresPerPixel = 0.001; metresPerPixel < 5000; metresPerPixel *= 1.07) {
    const { metres, pixels } = scaleBar(metresPerPixel, 140);
    expect(pixels).toBeLessThanOrEqual(140.001);
    expect(pixels).toBeGreaterThan(140 * 0.399);
    expect(metres / metresPerPixel).toBeCloseTo(pixels, 9);
  }
});
