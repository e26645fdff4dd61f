import { expect, test } from "vitest";
import { inStep, sureStep } from "./loss-text.ts";

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
