import { expect, test } from "vitest";
import type { LonLat } from "./plane.ts";
import { isInPolygon, isWithinPolygon } from "./polygon-contains.ts";

const box = (west: number, south: number, east: number, north: number): LonLat[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];
const polygon = [box(0, 0, 10, 10), box(4, 4, 6, 6)];

test.each<[string, LonLat, boolean, boolean]>([
  ["inside", [2, 5], true, true],
  ["outside", [11, 5], false, false],
  ["in the hole", [5, 5], false, false],
  ["beyond the hole at its height", [8, 5], true, true],
  ["on the left edge", [0, 5], true, false],
  ["on the right edge", [10, 5], true, false],
  ["on a corner", [10, 10], true, false],
  ["on the edge of the hole", [4, 5], true, false],
])("a place %s", (_, place, isIn, isWithin) => {
  expect(isInPolygon(polygon, place)).toBe(isIn);
  expect(isWithinPolygon(polygon, place)).toBe(isWithin);
  expect(
    isInPolygon(
      polygon.map((ring) => ring.toReversed()),
      place,
    ),
  ).toBe(isIn);
});

test("a sliver is met to the last digit", () => {
  const sliver = [
    [
      [0, 0],
      [1, 1],
      [1, 1 + 1e-15],
      [0, 0],
    ] as const,
  ];
  expect(isInPolygon(sliver, [0.5, 0.5])).toBe(true);
  expect(isWithinPolygon(sliver, [0.5, 0.5])).toBe(false);
  expect(isInPolygon(sliver, [0.5, 0.5 - 1e-16])).toBe(false);
});
