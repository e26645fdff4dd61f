// The order of findings: tables counted by hand.
import { expect, test } from "vitest";
import { MISSING_U8 } from "../column/column.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { worstFindings } from "./worst-finding.ts";

const classOf = (key: string, name: string) =>
  keyFigureByKey(key)!.classes.find((one) => one.key === name)!.value;
const judged = (name: string) => classOf("class_of_abnormality", name);

test("of modules are ranked by severity, then by the temperature difference, the highest first", () => {
  const rows = [
    ["safety_relevant", 21],
    ["no_abnormality", 1],
    ["thermal_abnormality", 14],
    ["safety_relevant", 35],
    ["thermal_abnormality", NaN],
    ["thermal_abnormality", 18],
    [null, NaN],
    ["safety_relevant", 21],
  ] as const;
  const columns = {
    class_of_abnormality: Uint8Array.from(rows, ([name]) =>
      name === null ? MISSING_U8 : judged(name),
    ),
    delta_t_normalised: Float32Array.from(rows, ([, kelvin]) => kelvin),
  };
  expect(worstFindings("module", columns, rows.length)).toEqual([3, 0, 7, 5, 2, 4]);
});

test("broken glass that is not warm is one, whether the fault type is stated or follows", () => {
  const classes = Uint8Array.from([1, 2, 1], (severe) =>
    judged(severe === 2 ? "thermal_abnormality" : "no_abnormality"),
  );
  const glass_breakage = Uint8Array.of(classOf("glass_breakage", "broken"), 0, 0);
  const columns = { class_of_abnormality: classes, glass_breakage };
  expect(worstFindings("module", columns, 3)).toEqual([0, 1]);
  const fault_type = Uint8Array.of(0, 0, classOf("fault_type", "glass_broken"));
  expect(worstFindings("module", { class_of_abnormality: classes, fault_type }, 3)).toEqual([2, 1]);
});

test("of tubes are judged by their glass, else by their heat loss", () => {
  const bad = keyFigureByKey("glass_tube_temperature")!.classes.find((one) => one.severity === 3)!;
  const columns = {
    glass_tube_temperature: Uint8Array.of(MISSING_U8, bad.value, bad.value),
    heat_loss: Float32Array.of(100_000, 200, 900),
  };
  expect(worstFindings("absorber_tube", columns, 3)).toEqual([0, 2, 1]);
});

test("there are none without values", () => {
  expect(worstFindings("module", {}, 4)).toEqual([]);
});
