import { expect, it } from "vitest";
import { valueOrigin } from "./value-origin.ts";

const log = {
  formulas: { hotspots: "groups of pixels hotspot_k over their substring" },
  version: "1.2.3",
  conditions: { irradiance: 850 },
  settings: { hotspot_k: 4, cell_m: 0.156 },
  inputs: [{ name: "north.tif", sha256: "ab" }],
};

it("has the formula with the settings that it names, conditions, files and version", () => {
  expect(valueOrigin("hotspots", log)).toEqual({
    is_evaluated: true,
    formula: log.formulas.hotspots,
    version: "1.2.3",
    conditions: { irradiance: 850 },
    settings: { hotspot_k: 4 },
    inputs: log.inputs,
  });
});

it("has nothing of an evaluation for imported values", () => {
  expect(valueOrigin("hotspots", null)).toMatchObject({ is_evaluated: false, formula: null });
});
