import { expect, test } from "vitest";
import type { ColumnValues } from "../column/column.ts";
import { keyFigureByKey } from "./key-figure.ts";
import { dangerAt, isDangerousFault, safetyFirst, safetyKeyFigures } from "./safety.ts";

const faultClass = (name: string) =>
  keyFigureByKey("fault_type")!.classes.find(({ key }) => key === name)!.value;

const modules: Record<string, ColumnValues> = {
  // Good, safety relevant, power lost, not measured.
  class_of_abnormality: Uint8Array.of(1, 3, 5, 255, 2),
  glass_breakage: Uint8Array.of(0, 0, 0, 1, 0),
};

test("heat that can set fire and broken glass are dangerous, lost power is not", () => {
  const isDangerous = dangerAt("module", ({ key }) => modules[key]);
  expect([0, 1, 2, 3, 4].map(isDangerous)).toEqual([false, true, false, true, false]);
});

test("a fault type that names a danger is one, whatever the class says", () => {
  const [broken, warm] = [faultClass("glass_broken"), faultClass("warm_area")];
  const values: Record<string, ColumnValues> = {
    class_of_abnormality: Uint8Array.of(1, 1, 3),
    fault_type: Uint8Array.of(broken, warm, warm),
  };
  expect([0, 1, 2].map(dangerAt("module", ({ key }) => values[key]))).toEqual([true, false, true]);
});

test("a fault type alone names few dangers", () => {
  const is = (key: string) =>
    isDangerousFault({ component_type: "module", fault_type: faultClass(key) });
  expect(["none", "hotspot", "open_string", "substring_bypassed"].filter(is)).toEqual([]);
  expect(["glass_broken", "connection"].filter(is)).toEqual(["glass_broken", "connection"]);
  expect(isDangerousFault({ component_type: "tracker", fault_type: 1 })).toBe(false);
});

test("every component type has its own, and none without values is dangerous", () => {
  expect(safetyKeyFigures("absorber_tube").map(({ key }) => key)).toEqual([
    "missing_glass_tube",
    "glass_tube_temperature",
    "tube_fault_type",
  ]);
  expect(safetyKeyFigures("sca").map(({ key }) => key)).toEqual(["htf_leak", "sca_fault_type"]);
  expect(dangerAt("module", () => undefined)(0)).toBe(false);
});

test("the dangerous come first, then what loses most; equal and unknown ones keep their order", () => {
  const loss = [5, 1, 40, Number.NaN, 40, 7];
  const dangerous = new Set([1, 3]);
  const order = safetyFirst(
    Uint32Array.of(5, 4, 3, 2, 1, 0),
    (row) => dangerous.has(row),
    (row) => loss[row]!,
  );
  expect([...order]).toEqual([1, 3, 4, 2, 5, 0]);
});
