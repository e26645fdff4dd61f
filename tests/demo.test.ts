import { describe, expect, it } from "vitest";
import { analysePhotovoltaic } from "../src/demo/photovoltaic/photovoltaic-analysis.ts";
import { generatePhotovoltaicPlant } from "../src/demo/photovoltaic/photovoltaic-plant.ts";
import { scaModels } from "../src/demo/trough/sca-model.ts";
import { analyseTrough } from "../src/demo/trough/trough-analysis.ts";
import { generateTroughField } from "../src/demo/trough/trough-field.ts";
import { coverageKeyFigures } from "../src/domain/key-figure/key-figure-coverage.ts";
import { keyFiguresOf } from "../src/domain/key-figure/key-figure.ts";
import { demoFaults, type DemoColumns } from "./demo-rules.ts";

const conditions = { seed: 5, flight: 0, year: 8, ambient: 24, wind: 2, dni: 850 };
const survey = { ...conditions, daysSinceCleaning: 12 };

/** The smallest plants that have a component of every level. */
const plants: Record<"photovoltaic" | "parabolic_trough", () => DemoColumns> = {
  photovoltaic: () => {
    const origin = [-5.9, 38.2] as const;
    const draft = generatePhotovoltaicPlant({ origin, modules: 1120, mounting: "tracked" });
    const tables = { modulesAlong: 28, mounting: "tracked" } as const;
    return analysePhotovoltaic(draft, tables, survey, { hailYear: 5, repairs: [] });
  },
  parabolic_trough: () => {
    const model = scaModels.eurotrough_et150;
    const draft = generateTroughField({ origin: [-3.1, 37.2], loops: 2, model });
    return analyseTrough(draft, model, survey, { receiverRepairs: [], trackingCorrection: null });
  },
};

/** What no result file brings, but the product computes, by key with the reason. */
const computed: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    coverageKeyFigures.map(({ key }) => [key, "it counts the images that show a component"]),
  ),
  heat_loss_over_intact: "an evaluation compares tubes of one survey",
  heat_loss_over_intact_uncertainty: "an evaluation compares tubes of one survey",
  tube_energy_loss_uncertainty: "it follows from what the intact tubes of one survey leave open",
};

describe.each(["photovoltaic", "parabolic_trough"] as const)("the demo of %s", (technology) => {
  const columns = plants[technology]();

  it("has values for each key figure, or the product computes them", () => {
    expect(demoFaults(keyFiguresOf(technology), columns, computed)).toEqual([]);
  });

  it("lacks a key figure that was added to its table alone, and one without a single value", () => {
    const [known] = keyFiguresOf(technology);
    const added = { id: 9999, key: "hail_depth" };
    expect(demoFaults([known!, added], columns, computed)).toEqual([
      "hail_depth has no values in the demo: make them in src/demo",
    ]);
    const empty = new Map(columns).set(9999, Float32Array.of(NaN));
    expect(demoFaults([added], empty, computed)).toHaveLength(1);
    expect(demoFaults([added], empty, { hail_depth: "it is computed" })).toEqual([]);
    expect(
      demoFaults([added], new Map(columns).set(9999, Uint8Array.of(255)), computed),
    ).toHaveLength(1);
    const full = new Map(columns).set(9999, Uint8Array.of(255, 1));
    expect(demoFaults([added], full, computed)).toEqual([]);
    expect(demoFaults([added], full, { hail_depth: "it is computed" })).toHaveLength(1);
  });
});
