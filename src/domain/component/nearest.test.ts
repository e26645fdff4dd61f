// The nearest components to a point, by centre and by outline, against a plain search.
import { expect, test } from "vitest";
import { moduleField } from "../../../tests/fixtures/module-field.ts";
import type { Geometry } from "./component-index.ts";
import { bearingTo, distanceTo, nearestPoint, nearestRows, searchStrategies } from "./nearest.ts";

const { modules } = moduleField(600, 0);

test("the list has the nearest components first, and misses none", () => {
  for (const strategy of searchStrategies) {
    for (const point of [
      [0, 0],
      [37.5, 12.25],
      [-400, 250],
      [9000, 9000],
    ] as const) {
      const all = Array.from({ length: modules.count }, (_, row) =>
        distanceTo(modules, row, point, strategy),
      ).toSorted((a, b) => a - b);
      const found = nearestRows(modules, point, strategy, 5);
      expect(found.map(({ distance_m }) => distance_m)).toEqual(all.slice(0, 5));
    }
  }
});

const long: Geometry = {
  ...modules,
  count: 2,
  centreX: Float32Array.of(0, 60),
  centreY: Float32Array.of(0, 0),
  length: Float32Array.of(100, 4),
  width: Float32Array.of(2, 4),
  rotation: Float32Array.of(0, 0),
};

test("beside the end of a long component the outline is nearest, not the centre", () => {
  const point = [49, 3] as const;
  expect(nearestRows(long, point, "distance_to_center", 1)[0]?.row).toBe(1);
  expect(nearestRows(long, point, "distance_to_nearest_point", 1)).toEqual([
    { row: 0, distance_m: 2 },
  ]);
  expect(nearestPoint(long, 0, point)).toEqual([49, 1]);
  expect(distanceTo(long, 0, [10, 0.5], "distance_to_nearest_point")).toBe(0);
  expect(nearestPoint(long, 0, [10, 0.5])).toEqual([10, 0.5]);
});

test("a component of any shape is measured to its ring, and a removed one is left out", () => {
  const triangle: Geometry = {
    ...long,
    length: Float32Array.of(100, 0),
    polygons: {
      rows: Uint32Array.of(0),
      offsets: Uint32Array.of(0, 3),
      xy: Float32Array.of(0, 0, 10, 0, 0, 10),
    },
  };
  expect(distanceTo(triangle, 0, [2, 2], "distance_to_nearest_point")).toBe(0);
  expect(distanceTo(triangle, 0, [10, 10], "distance_to_nearest_point")).toBeCloseTo(50 ** 0.5);
  expect(nearestPoint(triangle, 0, [10, 10])).toEqual([5, 5]);
  expect(nearestRows(triangle, [60, 0], "distance_to_center", 2)).toHaveLength(1);
});

test("a bearing is clockwise from north", () => {
  const bearings = (
    [
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ] as const
  ).map((to) => bearingTo([0, 0], to));
  expect(bearings).toEqual([0, 90, 180, 270]);
});
