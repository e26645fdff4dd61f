import { expect, it } from "vitest";
import {
  dotsPerInch,
  metresPerPixelAt,
  paperMm,
  paperPixels,
  paperSizes,
  scaleAt,
} from "./paper.ts";

it("has the sizes of ISO 216 and of ANSI A, lying and upright", () => {
  expect(paperMm({ size: "a4", isUpright: false })).toEqual([297, 210]);
  expect(paperMm({ size: "a3", isUpright: true })).toEqual([297, 420]);
  // 11 by 8.5 inches.
  expect(paperPixels({ size: "letter", isUpright: false })).toEqual({ width: 1056, height: 816 });
});

it("draws no side longer than every card can", () => {
  for (const size of paperSizes) {
    const { width } = paperPixels({ size, isUpright: false });
    expect((width / 96) * dotsPerInch({ size, isUpright: false }, true)).toBeLessThanOrEqual(4100);
  }
  expect(dotsPerInch({ size: "a4", isUpright: false }, true)).toBe(300);
  expect(dotsPerInch({ size: "a4", isUpright: false }, false)).toBe(150);
});

it("at 1 : 1,000 a centimetre of paper is ten metres", () => {
  const pixelsPerCentimetre = 96 / 2.54;
  expect(metresPerPixelAt(1000) * pixelsPerCentimetre).toBeCloseTo(10, 9);
  expect(scaleAt(metresPerPixelAt(2500))).toBeCloseTo(2500, 6);
});
