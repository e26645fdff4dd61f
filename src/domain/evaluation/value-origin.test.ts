import { expect, it } from "vitest";
import { EVALUATION_METHOD } from "./evaluation-age.ts";
import { valueOrigin } from "./value-origin.ts";

const log = {
  formulas: { hotspots: "groups of pixels hotspot_k over their substring" },
  version: "1.2.3",
  method: EVALUATION_METHOD,
  conditions: { irradiance: 850 },
  settings: { hotspot_k: 4, cell_m: 0.156 },
  inputs: [{ name: "north.tif", sha256: "ab" }],
  registrations: [],
  least_hotspot: null,
};

it("has the formula with the settings that it names, conditions, files and version", () => {
  expect(valueOrigin("hotspots", log)).toEqual({
    is_evaluated: true,
    formula: log.formulas.hotspots,
    version: "1.2.3",
    age: "present",
    conditions: { irradiance: 850 },
    settings: { hotspot_k: 4 },
    inputs: log.inputs,
    places: [],
    weakest_k: null,
    is_never_found: false,
    weakest_wind: null,
  });
});

it("says the weakest fault that could have been found", () => {
  const survey = {
    ...log,
    conditions: { irradiance: 800, wind: 6 },
    settings: { ...log.settings, substring_warm_k: 3, module_warm_k: 3 },
    least_hotspot: { kelvin: 4, pixel_m: 0.05, noise_k: 0.1 },
  };
  const found = valueOrigin("hotspots", survey);
  // 4 K at 800 W/m2 are 5 K at 1000; wind of 6 m/s leaves 38.6 / 69 of them.
  expect(found.weakest_k).toBeCloseTo((5 * 69) / 38.6, 6);
  expect(found.weakest_wind).toBe(6);
  expect(valueOrigin("soiling", survey).weakest_k).toBeNull();
  const { weakest_k, weakest_wind } = valueOrigin("delta_t_normalised", survey);
  expect([weakest_k, weakest_wind]).toEqual([expect.closeTo(5, 6), null]);
  const blurred = { ...survey, least_hotspot: { ...survey.least_hotspot, substring_share: 0.08 } };
  const of = (key: string) => {
    const origin = valueOrigin(key, blurred);
    return [origin.weakest_k !== null, origin.is_never_found];
  };
  expect(["bypass_diode", "hotspots", "soiling"].map(of)).toEqual([
    [false, true],
    [true, false],
    [false, false],
  ]);
});

it("says that an older version evaluated, and whether it looked where rasters lie", () => {
  const age = (method: number) => valueOrigin("hotspots", { ...log, method }).age;
  expect([0, 1, EVALUATION_METHOD].map(age)).toEqual(["place_unchecked", "older", "present"]);
});

it("has nothing of an evaluation for imported values", () => {
  expect(valueOrigin("hotspots", null)).toMatchObject({ is_evaluated: false, formula: null });
});
