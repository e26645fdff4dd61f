import * as fc from "fast-check";
import { expect, test } from "vitest";
import { axisTicks } from "./axis.ts";

test("an axis has round numbers", () => {
  expect(axisTicks(0, 100, 3)).toEqual([0, 50, 100]);
  expect(axisTicks(187, 1670, 3)).toEqual([500, 1000, 1500]);
  expect(axisTicks(-0.32, 0.31, 3)).toEqual([-0.2, 0, 0.2]);
  expect(axisTicks(4, 4, 3)).toEqual([4]);
});

test("of any range lie inside, at equal distances of 1, 2 or 5 times a power of ten", () => {
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  const range = fc
    .tuple(number, fc.double({ min: 1e-3, max: 1e6, noNaN: true }))
    .map(([min, width]) => [min, min + width] as const);
  fc.assert(
    fc.property(range, fc.integer({ min: 2, max: 6 }), ([min, max], count) => {
      const ticks = axisTicks(min, max, count);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(count * 2.5 + 2);
      const step = ticks[1]! - ticks[0]!;
      const digits = Number(step.toExponential(3).split("e")[0]);
      expect([1, 2, 5]).toContain(Math.round(digits * 100) / 100);
      const room = (max - min) * 1e-6;
      expect(ticks[0]!).toBeGreaterThanOrEqual(min - room);
      expect(ticks.at(-1)!).toBeLessThanOrEqual(max + room);
      // Another tick would lie outside, or within the binary noise of the ends.
      expect(ticks[0]! - step).toBeLessThan(min + room);
      expect(ticks.at(-1)! + step).toBeGreaterThan(max - room);
    }),
  );
});
