import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addingUp, inStep, sureStep, tableStep } from "./loss-text.ts";

test("an uncertainty leaves one digit, two where it begins with a 1", () => {
  expect([57_017, 14_200, 19_999, 20_000, 240_000, 0.8].map((one) => sureStep(one, 0.01))).toEqual(
    [10_000, 1_000, 1_000, 10_000, 100_000, 0.1].map((one) => expect.closeTo(one, 9)),
  );
  expect(sureStep(0.2, 1)).toBe(1);
  expect(sureStep(0, 1)).toBe(1);
});

test("a number and its uncertainty stand in the same step", () => {
  expect(inStep(1_324_374, 240_000, 100_000)).toEqual([1_300_000, 200_000]);
  // Less than a step is said as a step, never as none.
  expect(inStep(12_300, 900, 10_000)).toEqual([10_000, 10_000]);
  expect(inStep(12_300, 0, 100)).toEqual([12_300, 0]);
});

test("rounded parts add up to the rounded whole, each within a step of itself", () => {
  const parts = fc.array(fc.double({ min: -1e6, max: 1e7, noNaN: true }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(parts, fc.constantFrom(1, 10, 1000, 100_000), (all, step) => {
      const shown = addingUp(all, step);
      const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0);
      expect(sum(shown)).toBeCloseTo(Math.round(sum(all.map((one) => one / step))) * step, 3);
      for (const [at, one] of shown.entries()) {
        expect(Math.abs(one - all[at]!)).toBeLessThanOrEqual(step + 1e-6);
      }
    }),
  );
});

test("a table has the digits of its finest part, and one more than its whole at most", () => {
  expect(tableStep(1000, [100, 1000])).toBe(100);
  expect(tableStep(1000, [1, 1000])).toBe(100);
  expect(tableStep(100, [1000])).toBe(100);
  expect(tableStep(100, [])).toBe(100);
});
