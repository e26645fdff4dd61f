import { expect, it } from "vitest";
import { measured, measuredInside, type Grid } from "./measure.ts";

/** 10 wide, 8 high; the value of a pixel is 10 × row + column. */
const grid: Grid = {
  width: 10,
  height: 8,
  values: Float32Array.from({ length: 80 }, (_, at) => Math.floor(at / 10) * 10 + (at % 10)),
};

it("inside a rectangle it is what the area measures", () => {
  const ring = [
    [2, 3],
    [5, 3],
    [5, 6],
    [2, 6],
  ] as const;
  const area = measured(grid, { kind: "area", from: [2, 3], to: [4, 5] });
  expect(measuredInside(grid, ring)).toEqual(area);
  expect(area).toEqual({ min: 32, mean: 43, max: 54, pixels: 9 });
});

it("of a triangle only pixels count whose middle lies in it, and none beyond the picture", () => {
  // The middles (0.5, 0.5), (1.5, 0.5) and (0.5, 1.5) lie below x + y = 3.
  const corner = [
    [-4, -4],
    [7, -4],
    [-4, 7],
  ] as const;
  expect(measuredInside(grid, corner)).toEqual({ min: 0, mean: 11 / 3, max: 10, pixels: 3 });
  const outside = corner.map(([x, y]) => [x - 40, y] as const);
  expect(measuredInside(grid, outside)).toBeNull();
});

it("pixels without a value are left out", () => {
  const values = grid.values.slice();
  values.fill(NaN, 0, 40);
  const ring = [
    [0, 3],
    [2, 3],
    [2, 5],
    [0, 5],
  ] as const;
  const found = { min: 40, mean: 40.5, max: 41, pixels: 2 };
  expect(measuredInside({ ...grid, values }, ring)).toEqual(found);
});
