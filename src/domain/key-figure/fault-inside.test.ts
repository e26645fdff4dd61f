import { expect, test } from "vitest";
import { MISSING_U8 } from "../column/column.ts";
import { seenAt } from "../finding/survey-finding.ts";
import { faultsInside } from "./fault-inside.ts";
import { keyFigureByKey } from "./key-figure.ts";

const figure = keyFigureByKey("fault_type")!;
const numberOf = (key: string) => figure.classes.find((one) => one.key === key)!.value;
const [none, open, hotspot, soiling] = ["none", "open_string", "hotspot", "soiling"].map(numberOf);
const parts = Uint32Array.of(0, 1, 2, 4, 5, 6, 7);
//                           0      1        2        3: another tracker's        4     5          6     7
const types = Uint8Array.of(
  none!,
  hotspot!,
  hotspot!,
  open!,
  none!,
  soiling!,
  MISSING_U8,
  hotspot!,
);

test("counts the parts by fault, the worst first, and names the worst part of each", () => {
  const ranking = Float32Array.of(0, 12, 15.2, 40, 0, 9, NaN, 3);
  expect(faultsInside(parts, { figure, types, ranking })).toEqual({
    known: 6,
    faults: [
      { value: hotspot, severity: 2, count: 3, severities: [0, 0, 3, 0], worst: 2 },
      { value: soiling, severity: 1, count: 1, severities: [0, 1, 0, 0], worst: 5 },
    ],
  });
});

test("the severity is that of the finding, whatever the type is usually", () => {
  const classes = Uint8Array.of(1, 2, 2, 5, 1, 3, 1, 3);
  const columns = new Map([
    ["fault_type", types],
    ["class_of_abnormality", classes],
  ]);
  const seen = seenAt(figure, { valuesOf: ({ key }) => columns.get(key), limitsOf: () => [] })!;
  // Module 7 is safety relevant although its hotspot is the coolest; so is the soiled one.
  expect(faultsInside(parts, { figure, types, seenAt: seen }).faults).toEqual([
    // Two of the three are less severe than the worst one.
    { value: hotspot, severity: 3, count: 3, severities: [0, 0, 2, 1], worst: 7 },
    { value: soiling, severity: 3, count: 1, severities: [0, 0, 0, 1], worst: 5 },
  ]);
});

test("a broken glass is dangerous where its module is not warm", () => {
  const broken = numberOf("glass_broken");
  const columns = new Map([
    ["fault_type", Uint8Array.of(broken, hotspot!)],
    // Without an abnormality, and with one.
    ["class_of_abnormality", Uint8Array.of(1, 2)],
  ]);
  const seen = seenAt(figure, { valuesOf: ({ key }) => columns.get(key), limitsOf: () => [] })!;
  const ask = { figure, types: columns.get("fault_type")!, seenAt: seen };
  expect(
    faultsInside(Uint32Array.of(0, 1), ask).faults.map(({ value, severity }) => [value, severity]),
  ).toEqual([
    [broken, 3],
    [hotspot, 2],
  ]);
});

test("parts of unknown type say nothing", () => {
  const unknown = new Uint8Array(8).fill(MISSING_U8);
  expect(faultsInside(parts, { figure, types: unknown })).toEqual({ faults: [], known: 0 });
});
