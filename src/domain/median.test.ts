import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  lowerMedianOf,
  medianOf,
  percentile,
  percentileReordering,
  upperMedianOf,
} from "./median.ts";

const someNumbers = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 60 });

/** Counts instead of sorting: the value with at most `place` smaller ones and more than `place` not greater. */
function placed(values: readonly number[], place: number): number {
  const fits = (one: number) =>
    values.filter((other) => other < one).length <= place &&
    values.filter((other) => other <= one).length > place;
  return values.find(fits) ?? NaN;
}

test("three medians, each by its own meaning", () => {
  fc.assert(
    fc.property(someNumbers, (values) => {
      const [low, high] = [(values.length - 1) >> 1, values.length >> 1];
      expect(lowerMedianOf(values)).toBe(placed(values, low));
      expect(upperMedianOf(values)).toBe(placed(values, high));
      expect(medianOf(values)).toBe((placed(values, low) + placed(values, high)) / 2);
    }),
  );
  const even = [8, 1, 4, 2];
  expect([medianOf(even), lowerMedianOf(even), upperMedianOf(even)]).toEqual([3, 2, 4]);
});

test("no median without values", () => {
  for (const median of [medianOf, lowerMedianOf, upperMedianOf]) expect(median([])).toBeNaN();
  expect(percentile([], 0.5)).toBeNaN();
  expect(percentileReordering(new Float64Array(0), 0.5)).toBeNaN();
});

test.each([
  ["an array", [5, 3, 9, 1]],
  ["floats of half the size", Float32Array.of(5, 3, 9, 1)],
  ["floats", Float64Array.of(5, 3, 9, 1)],
])("the order of %s stays", (_, values) => {
  const before = [...values];
  expect(medianOf(values)).toBe(4);
  expect(lowerMedianOf(values)).toBe(3);
  expect(upperMedianOf(values)).toBe(5);
  expect([...values]).toEqual(before);
});

test("percentiles are those of NumPy", () => {
  // numpy.percentile([9, 1, 4, 16, 25, 2, 100], [0, 5, 25, 50, 95, 100])
  const values = [9, 1, 4, 16, 25, 2, 100];
  const known = [1, 1.3, 3, 9, 77.5, 100];
  for (const [at, share] of [0, 0.05, 0.25, 0.5, 0.95, 1].entries()) {
    const sorted = values.toSorted((a, b) => a - b);
    expect(percentile(sorted, share)).toBeCloseTo(known[at]!, 9);
    expect(percentileReordering(Float64Array.from(values), share)).toBeCloseTo(known[at]!, 9);
  }
});
