// What a file says a finding was measured as, of values that are written by hand.
import { describe, expect, it } from "vitest";
import { faultTypeFigureOf } from "../key-figure/fault-type.ts";
import { keyFigureByKey, type KeyFigure } from "../key-figure/key-figure.ts";
import { causesAt, sizeAt, statedFigures } from "./finding-cause.ts";

const typeOf = (name: string) =>
  faultTypeFigureOf("module")!.classes.find(({ key }) => key === name)!.value;
const classOf = (figure: string, name: string) =>
  keyFigureByKey(figure)!.classes.find(({ key }) => key === name)!.value;

/** Three modules that a class judges as well: a bypassed substring, broken glass that is warm too, and one that was not measured. */
const columns: Record<string, Float32Array | Uint8Array> = {
  bypass_diode: Uint8Array.of(classOf("bypass_diode", "one_substring"), 0, 255),
  glass_breakage: Uint8Array.of(0, classOf("glass_breakage", "broken"), 255),
  class_of_abnormality: Uint8Array.of(3, 3, 255),
  delta_t_normalised: Float32Array.of(4.5, 11.25, NaN),
};
const survey = {
  valuesOf: ({ key }: KeyFigure) => columns[key],
  limitsOf: ({ limits }: KeyFigure) => limits,
};
const causes = (name: string, row: number) =>
  causesAt(survey)({ component_type: "module", fault_type: typeOf(name) }, row).map(
    ({ keyFigure, value }) => [keyFigure.key, value],
  );

describe("the cause of a finding", () => {
  it("is the fault that gives its type, not what else is wrong there", () => {
    expect(causes("substring_bypassed", 0)).toEqual([
      ["bypass_diode", classOf("bypass_diode", "one_substring")],
    ]);
    expect(causes("glass_broken", 1)).toEqual([
      ["glass_breakage", classOf("glass_breakage", "broken")],
    ]);
  });

  it("is not stated where nothing bad was measured of this type", () => {
    expect(causes("glass_broken", 0)).toEqual([]);
    expect(causes("glass_broken", 2)).toEqual([]);
    expect(causes("glass_broken", 7)).toEqual([]);
    const unnamed = { component_type: "module", fault_type: 0 } as const;
    expect(causesAt(survey)(unnamed, 1)).toEqual([]);
  });

  it("is the heat itself where nothing else explains it", () => {
    expect(causes("warm_area", 1)).toEqual([["delta_t_normalised", 11.25]]);
    const tube = keyFigureByKey("heat_loss")!;
    const at = causesAt({
      ...survey,
      valuesOf: ({ id }) => (id === tube.id ? Float32Array.of(1670) : undefined),
    });
    const type = faultTypeFigureOf("absorber_tube")!;
    const lossy = type.classes.find(({ key }) => key === "heat_loss")!.value;
    expect(at({ component_type: "absorber_tube", fault_type: lossy }, 0)).toMatchObject([
      { keyFigure: { key: "heat_loss" }, value: 1670 },
    ]);
  });
});

it("the size of a finding is the number that ranks its type, in kelvin for a module", () => {
  const at = sizeAt(survey);
  expect(at({ component_type: "module" }, 1)).toMatchObject({
    value: 11.25,
    keyFigure: { key: "delta_t_normalised", unit: "K" },
  });
  // 1 K and a tenth of the value, as the catalogue says of a survey that does not state it.
  expect(at({ component_type: "module" }, 1)!.uncertainty).toBeCloseTo(2.125, 9);
  const stated = sizeAt({
    valuesOf: (figure) =>
      figure.key === "delta_t_uncertainty" ? Float32Array.of(9, 3.5) : survey.valuesOf(figure),
  });
  expect(stated({ component_type: "module" }, 1)!.uncertainty).toBe(3.5);
  expect(at({ component_type: "module" }, 2)).toBeNull();
  expect(at({ component_type: "mirror" }, 0)).toBeNull();
});

it("all of it is read from the faults and the size", () => {
  const keys = statedFigures(["module", "absorber_tube"]).map(({ key }) => key);
  for (const key of ["bypass_diode", "glass_breakage", "delta_t_uncertainty", "heat_loss"])
    expect(keys).toContain(key);
});
