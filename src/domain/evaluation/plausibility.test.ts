import { expect, it } from "vitest";
import { implausibleModules, implausibleTubes } from "./plausibility.ts";

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
