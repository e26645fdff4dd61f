import { expect, test } from "vitest";
import { worstGroupsFirst } from "./column-group.ts";

/** Groups of components by severity: good, watch, poor, act now; all of them measured. */
function groups(...parts: readonly (readonly [number, number, number, number])[]) {
  const sums = parts.map((part) => part.reduce((sum, one) => sum + one, 0));
  const none = new Float64Array(parts.length);
  return {
    count: Uint32Array.from(sums),
    measured: Uint32Array.from(sums),
    severities: Uint32Array.from(parts.flat()),
    mean: none,
    min: none,
    max: none,
  };
}

test("groups come by the share of poor and act now together, which the list shows", () => {
  // 5% of which more is to be acted on, 24% and 21%.
  const list = groups([95, 0, 2, 3], [76, 0, 23, 1], [79, 0, 20, 1]);
  expect(worstGroupsFirst(list)).toEqual([1, 2, 0]);
});

test("of equal shares the one with more to act on comes first, then the plant's order", () => {
  const list = groups([8, 0, 2, 0], [80, 0, 10, 10], [0, 8, 2, 0]);
  expect(worstGroupsFirst(list)).toEqual([1, 0, 2]);
});

test("watch is no part of the share, and groups without values are left out", () => {
  const list = groups([0, 10, 0, 0], [0, 0, 0, 0], [9, 0, 1, 0]);
  expect(worstGroupsFirst(list)).toEqual([2, 0]);
});
