import { describe, expect, it } from "vitest";
import { implausibleVisible, implausibleModules, implausibleTubes } from "./plausibility.ts";

const of = (values: readonly number[], count: number) =>
  Float32Array.from({ length: count }, (_, at) => values[at % values.length]!);

it("withholds findings where one kind of fault is on more than a fifth of the modules", () => {
  const columns = (faulty: number) => ({
    module_temperature: of([45], 100),
    hotspots: Uint8Array.from({ length: 100 }, (_, at) => (at < faulty ? 1 : 0)),
  });
  expect(implausibleModules(columns(20), 25)).toEqual([]);
  expect(implausibleModules(columns(21), 25)).toEqual([
    { gate: "fault_everywhere", share: 0.21, key_figure: "hotspots" },
  ]);
});

it("takes a mosaic in kelvin or Fahrenheit for what it is", () => {
  for (const value of [318, 450, 113])
    expect(implausibleModules({ module_temperature: of([value], 50) }, 25)[0]?.gate).toBe("unit");
  expect(implausibleModules({ module_temperature: of([45, 60], 50) }, 25)).toEqual([]);
});

it("takes degrees Celsius that are read as Fahrenheit for what they are, where the air is known and not cold", () => {
  const gateOf = (celsius: number, ambient: number) => {
    const read = ((celsius - 32) * 5) / 9;
    return implausibleModules({ module_temperature: of([read], 50) }, ambient)[0]?.gate;
  };
  for (const [module, ambient] of [
    [46, 25],
    [30, 15],
    [60, 35],
    [25, 8],
  ] as const)
    expect(gateOf(module, ambient), `${module} in ${ambient}`).toBe("unit");
  // The limit of the gate: then the preview of the unit is what shows it.
  expect(gateOf(20, 0)).toBeUndefined();
  expect(gateOf(46, NaN)).toBeUndefined();
});

it("stops where glass is colder than the air over a hot fluid, and where less is lost than can be", () => {
  const tubes = (cold: number, fluid: number) =>
    Array.from({ length: 100 }, (_, at) => ({ glass: at < cold ? 10 : 60, fluid }));
  expect(implausibleTubes(tubes(11, 350), [], 25)[0]).toMatchObject({ gate: "glass_cold" });
  expect(implausibleTubes(tubes(10, 350), [], 25)).toEqual([]);
  // A cold fluid leaves the glass as cold as the air.
  expect(implausibleTubes(tubes(90, 60), [], 25)).toEqual([]);
  const ratios = Array.from({ length: 100 }, (_, at) => (at < 11 ? -0.2 : 0.02));
  expect(implausibleTubes(tubes(0, 350), ratios, 25)[0]).toMatchObject({ gate: "loss_negative" });
});

describe("colours", () => {
  const missing = (share: number, count = 100) =>
    Uint8Array.from({ length: count }, (_, at) => (at < share * count ? 1 : 0));

  it("that show one kind of fault on more than a fifth of the components are not plausible", () => {
    expect(implausibleVisible({ module_missing: missing(0.2), shading: missing(0.1) })).toEqual([]);
    expect(implausibleVisible({ module_missing: missing(0.3), shading: missing(0.1) })).toEqual([
      { gate: "seen_everywhere", share: 0.3, key_figure: "module_missing" },
    ]);
    expect(implausibleVisible({ mirror_damage: missing(0.5) })).toHaveLength(1);
    expect(implausibleVisible({ missing_glass_tube: missing(1, 20) })).toEqual([]);
    // Dust may lie on all of them.
    expect(implausibleVisible({ soiling_pattern: missing(1) })).toEqual([]);
  });
});
