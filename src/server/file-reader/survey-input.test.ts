import { expect, it } from "vitest";
import { inRange } from "./survey-input.ts";

it("counts the values that are beyond the range, and not those that are missing", () => {
  const { kept, beyond } = inRange(Float32Array.of(-1, 0, 5, NaN, 10, 11), [0, 10]);
  expect([...kept]).toEqual([NaN, 0, 5, NaN, 10, NaN]);
  expect(beyond).toBe(2);
  expect(inRange(Uint8Array.of(0, 255), [0, 1]).beyond).toBe(0);
});
