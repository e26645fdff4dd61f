import { expect, test } from "vitest";
import { keyFigures } from "./key-figure.ts";
import { unitConversion, unitsFor } from "./unit.ts";

test("values are converted as in a table of physics", () => {
  const known: readonly (readonly [unit: string, written: string, from: number, to: number])[] = [
    ["°C", "°F", 32, 0],
    ["°C", "degF", 212, 100],
    ["°C", "Fahrenheit", -40, -40],
    ["°C", "K", 273.15, 0],
    ["°C", " kelvin ", 373.15, 100],
    ["°C", "℃", 61.5, 61.5],
    // A difference has the same steps in K and °C, and no zero of its own.
    ["K", "°C", 12.5, 12.5],
    ["K", "°F", 18, 10],
    ["%", "fraction", 0.57, 57],
    ["%", "1", 0.965, 96.5],
    ["%", "percent", 96.5, 96.5],
    ["W/m", "kW/m", 0.25, 250],
    ["W", "kW", 1.5, 1500],
    ["kW", "W", 1500, 1.5],
    ["MWh/a", "kWh/yr", 2500, 2.5],
    ["kWh/a", "MWh/a", 2.5, 2500],
    ["mm", "in", 1, 25.4],
    ["mm", "µm", 1500, 1.5],
    ["mrad", "rad", 0.004, 4],
    ["mrad", "°", 0.9, 15.7079632679],
    ["°", "rad", 0.785398163397448, 45],
    ["°", "mrad", 17.4532925199433, 1],
  ];
  for (const [unit, written, from, to] of known) {
    expect(unitConversion(unit, written)?.(from), `${from} ${written} in ${unit}`).toBeCloseTo(
      to,
      9,
    );
  }
  // No digits of the binary fraction remain.
  expect(unitConversion("%", "fraction")?.(0.57)).toBe(57);
});

test("a unit of another kind, another case or of no kind is no unit of the key figure", () => {
  for (const [unit, written] of [
    ["°C", "W"],
    ["%", "°C"],
    ["W", "mW"],
    ["W/m", "W"],
    ["", "1"],
    ["", "%"],
    ["K", "constructor"],
    ["%", ""],
  ] as const) {
    expect(unitConversion(unit, written), `${written} for ${unit}`).toBeNull();
  }
});

test("every measured key figure with a unit may be given in its own unit", () => {
  for (const { key, unit } of keyFigures) {
    if (unit === "") continue;
    expect(unitsFor(unit), key).toContain(unit);
    expect(unitConversion(unit, unit)?.(1.25), key).toBe(1.25);
  }
});
