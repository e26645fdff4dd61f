import { expect, test } from "vitest";
import { MISSING_U8 } from "../column/column.ts";
import { findingsOf } from "./finding.ts";
import { keyFigureById } from "./key-figure.ts";

const tubeClass = keyFigureById(1)!;
const orientation = keyFigureById(15)!;

test("findings are ordered by severity, worst first, without good and unmeasured components", () => {
  const values = Uint8Array.of(1, 2, 4, 3, MISSING_U8, 4);
  const { rows, counts } = findingsOf(values, tubeClass, [], new Uint8Array(6).fill(1));
  expect([...rows]).toEqual([2, 5, 3, 1]);
  expect(counts).toEqual([0, 1, 1, 2]);
});

test("components of one class are ordered by the key figure that ranks them", () => {
  const values = Uint8Array.of(4, 4, 3, 4, 3);
  const heatLoss = Float32Array.of(900, 1400, 5000, NaN, 600);
  const { rows } = findingsOf(values, tubeClass, [], new Uint8Array(5).fill(1), heatLoss);
  expect([...rows]).toEqual([1, 0, 3, 2, 4]);
});

test("deviations count by size, and filtered components are left out", () => {
  const values = Float32Array.of(-12, 4, 11, -30, 0);
  const mask = Uint8Array.of(1, 1, 1, 0, 1);
  const { rows } = findingsOf(values, orientation, orientation.limits, mask);
  expect([...rows]).toEqual([0, 2, 1]);
});
