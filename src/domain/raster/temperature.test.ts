import { expect, it } from "vitest";
import { celsiusOf, celsiusOfTile, tileValue, unitOfMedian } from "./temperature.ts";

it.each([
  ["celsius", 35.25, 35.25],
  ["kelvin", 308.4, 35.25],
  ["decicelsius", 485, 48.5],
  ["decikelvin", 3084, 35.25],
  ["centikelvin", 30_840, 35.25],
] as const)("reads a plant of %s as such", (unit, value, celsius) => {
  expect(unitOfMedian(value)).toBe(unit);
  expect(celsiusOf(unit)(value)).toBeCloseTo(celsius, 6);
});

it("takes no heights of a DEM in centimetres or millimetres for temperatures", () => {
  for (const median of [-9999, 2050, 9000, 150_000]) expect(unitOfMedian(median)).toBeNull();
});

it("carries temperatures in tiles within 0.01 K", () => {
  for (let celsius = -99; celsius < 555; celsius += 0.037)
    expect(Math.abs(celsiusOfTile(tileValue(celsius)) - celsius)).toBeLessThan(0.0051);
  expect(celsiusOfTile(tileValue(NaN))).toBeNaN();
  expect(tileValue(-200)).toBe(1);
  expect(tileValue(9000)).toBeLessThanOrEqual(65_535);
});
