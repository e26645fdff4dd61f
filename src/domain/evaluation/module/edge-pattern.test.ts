// Warm edges of one module: along all of it as a hot frame makes them, and on a part of it as cells do.
import { expect, it } from "vitest";
import { edgeGradient } from "./edge-pattern.ts";

/** Places of pixels of 12 cm in a module of 2.28 x 1.13 m, without its left-out edge. */
const places = Array.from({ length: 16 * 7 }, (_, at) => {
  const [line, column] = [Math.floor(at / 7), at % 7];
  return [(0.15 + 0.12 * (line + 0.5)) / 2.28, (0.145 + 0.12 * (column + 0.5)) / 1.13] as const;
});
const thinning = (u: number) => 5 * Math.max(0, 1 - u / 0.3);

it("says whether all of a warm edge is warm", () => {
  const whole = edgeGradient(
    places,
    places.map(([u]) => thinning(u)),
  );
  expect([whole.side, whole.is_patchy]).toEqual([0, false]);
  // Four cells of six.
  const part = edgeGradient(
    places,
    places.map(([u, v]) => (v < 4 / 6 ? thinning(u) : 0)),
  );
  expect(part.value).toBeGreaterThan(2);
  expect([part.side, part.is_patchy]).toEqual([0, true]);
});
