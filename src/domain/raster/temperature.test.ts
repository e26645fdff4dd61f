import { expect, it } from "vitest";
import { celsiusOf, celsiusOfTile, proposedUnit, tileValue } from "./temperature.ts";

// Against the definitions of the units, by hand.
it.each([
  [{ unit: "celsius" }, 35.25, 35.25],
  [{ unit: "kelvin" }, 308.4, 35.25],
  [{ unit: "fahrenheit" }, 95, 35],
  [{ unit: "fahrenheit" }, -40, -40],
  [{ unit: "decicelsius" }, 485, 48.5],
  [{ unit: "centicelsius" }, 3500, 35],
  [{ unit: "decikelvin" }, 3084, 35.25],
  [{ unit: "centikelvin" }, 30_840, 35.25],
  [{ unit: "kelvin_004" }, 7500, 26.85],
  [{ unit: "kelvin_04" }, 750, 26.85],
  [{ unit: "custom", factor: 0.5, offset: -10 }, 90, 35],
] as const)("%j reads %d as %d °C", (scale, value, celsius) => {
  expect(celsiusOf(scale)(value)).toBeCloseTo(celsius, 6);
});

const values = (low: number, median: number, high: number) => ({ low, median, high });

it.each([
  // Float rasters of a plant on a warm and on a cold day.
  // The same numbers in °F would be 1 and -16 °C.
  [values(18, 34, 61), null, "celsius", "usual"],
  [values(-12, 3, 25), null, "celsius", "usual"],
  // A raster of °F from a field of 15 °C is read as °C, and says so.
  [values(30, 59, 80), null, "celsius", "usual"],
  // As °F, -18 would be -28 °C, and a span of 10 K one of 5.6.
  [values(-28, -18, -14), null, "celsius", "values"],
  [values(30, 35, 40), null, "celsius", "values"],
  [values(291, 307, 334), null, "kelvin", "values"],
  // Stored as whole numbers.
  [values(350, 354, 604), null, "decicelsius", "values"],
  [values(3500, 3540, 6040), null, "centicelsius", "values"],
  [values(2980, 3084, 3340), null, "decikelvin", "values"],
  [values(29_800, 30_840, 33_400), null, "centikelvin", "values"],
  [values(7300, 7700, 8300), null, "kelvin_004", "values"],
  // What the file says comes first, also where the numbers alone would say °C.
  [values(35, 50, 70), "°F", "fahrenheit", "file"],
  [values(291, 307, 334), "kelvin", "kelvin", "file"],
  [values(95, 100, 140), "degF", "fahrenheit", "file"],
] as const)("of %j named %s it proposes %s", (found, named, unit, said_by) => {
  expect(proposedUnit(found, named)).toMatchObject({ unit, said_by });
});

it.each([
  // °F of a plant, which few programs write.
  [values(95, 100, 140), null, ["fahrenheit"]],
  [values(280, 300, 400), null, ["kelvin", "decicelsius"]],
  // A file that says K with the numbers of °C contradicts itself.
  [values(18, 34, 61), "K", ["celsius", "fahrenheit"]],
  // Heights in millimetres, a missing value, a flat model in metres.
  [values(150_000, 150_000, 151_000), null, []],
  [values(-9999, -9999, -9999), null, []],
  [values(90, 92, 93), null, []],
] as const)("of %j named %s it is not sure, and says what is possible", (found, named, units) => {
  expect(proposedUnit(found, named)).toEqual({ unit: null, said_by: null, possible: units });
});

it("carries temperatures in tiles within 0.01 K", () => {
  for (let celsius = -99; celsius < 555; celsius += 0.037)
    expect(Math.abs(celsiusOfTile(tileValue(celsius)) - celsius)).toBeLessThan(0.0051);
  expect(celsiusOfTile(tileValue(NaN))).toBeNaN();
  expect(tileValue(-200)).toBe(1);
  expect(tileValue(9000)).toBeLessThanOrEqual(65_535);
});
