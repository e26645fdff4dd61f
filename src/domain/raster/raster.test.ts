import { assert, double, nat, property } from "fast-check";
import { expect, it } from "vitest";
import { inverse, scaled, toMap, type Affine } from "./raster.ts";

const turned: Affine = [0.04, 0.01, 500_000, 0.01, -0.04, 4_649_900];

it("finds a pixel again from its coordinates", () => {
  const back = inverse(turned)!;
  assert(
    property(double({ min: 0, max: 1e5, noNaN: true }), nat(100_000), (column, row) => {
      const [x, y] = toMap(turned, column, row);
      const [found, below] = toMap(back, x, y);
      expect(found).toBeCloseTo(column, 3);
      expect(below).toBeCloseTo(row, 3);
    }),
  );
});

it("gives an overview the place of its raster", () => {
  expect(toMap(scaled(turned, 4, 2), 25, 50)).toEqual(toMap(turned, 100, 100));
});

it("does not turn pixels without area round", () => {
  expect(inverse([1, 2, 0, 2, 4, 0])).toBeNull();
  expect(inverse([NaN, 0, 0, 0, 1, 0])).toBeNull();
});
