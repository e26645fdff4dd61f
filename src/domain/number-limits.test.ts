import { expect, test } from "vitest";
import { z } from "zod";
import { lossLimits, lossSettingsShape } from "./loss/loss-settings.ts";
import { placementLimits, placementShape } from "./model/plant-model.ts";
import { numberLimits } from "./number-limits.ts";

test("a shape says what a field can hold", () => {
  expect(numberLimits(z.number().positive().max(5000))).toEqual({
    minValue: 0,
    maxValue: 5000,
    isAbove: true,
    isWhole: false,
  });
  expect(numberLimits(z.number().int().min(1).max(60).nullable())).toEqual({
    minValue: 1,
    maxValue: 60,
    isAbove: false,
    isWhole: true,
  });
  expect(numberLimits(z.number())).toEqual({
    minValue: undefined,
    maxValue: undefined,
    isAbove: false,
    isWhole: false,
  });
});

/** The shapes themselves, which do not know of the limits that were read from them. */
const fields = [
  ...Object.entries(lossLimits).map(
    ([name, limits]) =>
      [name, limits, lossSettingsShape.shape[name as keyof typeof lossLimits]] as const,
  ),
  ...Object.entries(placementShape.shape).map(
    ([name, shape]) =>
      [name, placementLimits[name as keyof typeof placementLimits], shape] as const,
  ),
];

test.each(fields)(
  "%s: the ends that a field states are those that the shape takes",
  (_, limits, shape) => {
    const { minValue, maxValue, isAbove, isWhole } = limits;
    const takes = (value: number) => shape.safeParse(value).success;
    const step = isWhole ? 1 : 1e-6;
    expect([takes(maxValue!), takes(maxValue! + step)]).toEqual([true, false]);
    expect([takes(minValue!), takes(minValue! - step)]).toEqual([!isAbove, false]);
    expect(takes(minValue! + step)).toBe(true);
    expect(takes(minValue! + 0.5)).toBe(!isWhole);
  },
);
