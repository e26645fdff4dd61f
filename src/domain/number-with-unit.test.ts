import { expect, test } from "vitest";
import { readMeasure } from "./number-with-unit.ts";

test.each([
  ["12,5 %", "%", 12.5],
  ["12,5%", "%", 12.5],
  ["12,5\u00A0%", "%", 12.5],
  ["1.234,5 W/m", "W/m", 1234.5],
  ["1\u202F234,5\u202FW/m", "W/m", 1234.5],
  ["850 W/m2", "W/m²", 850],
  ["850 W/m^2", "W/m²", 850],
  ["\u22123 \u00B0C", "\u00B0C", -3],
  ["\u22123 \u00BAC", "\u00B0C", -3],
  ["25 C", "\u00B0C", 25],
  ["1e3 MW", "MW", 1000],
  ["3.5m", "m", 3.5],
  ["18 min.", "min", 18],
  ["12.5", "%", 12.5],
  ["7", undefined, 7],
])("%s in %s is %d", (text, unit, value) => {
  expect(readMeasure(text, unit)).toMatchObject({ kind: "number", value });
});

test("the unit settles nothing of what the number may mean", () => {
  expect(readMeasure("1.500 W/m", "W/m")).toMatchObject({
    kind: "ambiguous",
    asDecimal: 1.5,
    asThousands: 1500,
  });
});

test.each([
  ["850 kW", "MW"],
  ["12 mW", "MW"],
  ["77 \u00B0F", "\u00B0C"],
  ["12 %", "W/m"],
  ["5 km", "m"],
  ["5 m/s", "m"],
  ["20 \u20AC", "MW"],
])("%s is not in %s", (text, unit) => {
  expect(readMeasure(text, unit)).toEqual({ kind: "other_unit" });
});

test.each([
  ["½", "%"],
  ["1/2", "m"],
  ["45²", "m"],
  ["abc", "m"],
  ["12 %", undefined],
  ["12 %", ""],
  ["1.2.3,4,5 m", "m"],
  ["10-20 m", "m"],
])("%s in %s is no number", (text, unit) => {
  expect(readMeasure(text, unit)).toEqual({ kind: "bad" });
});

test("an empty text is no number, and no fault", () => {
  expect(readMeasure(" ", "m")).toEqual({ kind: "blank" });
});
