// Which module a hot one is measured against, of modules in a line whose values are written by hand.
import { expect, test } from "vitest";
import { faultTypeFigureOf } from "../../../domain/key-figure/fault-type.ts";
import { seenAt } from "../../../domain/finding/survey-finding.ts";
import { isHealthy, nearestRowThat } from "./healthy-neighbour.ts";

const figure = faultTypeFigureOf("module")!;
const numberOf = (key: string) => figure.classes.find((one) => one.key === key)!.value;
const NONE = numberOf("none");

/** Modules a metre apart. */
const line = (length: number[]) => ({
  count: length.length,
  centreX: Float64Array.from(length, (_, at) => at),
  centreY: new Float64Array(length.length),
  length: Float32Array.from(length),
});
type Line = Parameters<typeof nearestRowThat>[0];

test("is the nearest that was measured and has no finding, not one of the same open string", () => {
  const open = numberOf("open_string");
  const columns = new Map([
    ["fault_type", Uint8Array.of(open, open, numberOf("glass_broken"), 255, NONE, NONE, NONE)],
    ["class_of_abnormality", Uint8Array.of(2, 2, 1, 255, 2, 1, 1)],
  ]);
  const seen = seenAt(figure, {
    valuesOf: ({ key }) => columns.get(key),
    limitsOf: () => [],
  })!;
  const at = (length: number[]) =>
    nearestRowThat(line(length) as unknown as Line, 0, (row) => isHealthy(seen(row)));
  expect(at([1, 1, 1, 1, 1, 1, 1])).toBe(5);
  // One that is gone is none.
  expect(at([1, 1, 1, 1, 1, 0, 1])).toBe(6);
  expect(at([1, 1, 1, 1, 1, 0, 0])).toBeNull();
});
