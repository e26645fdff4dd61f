import { expect, test } from "vitest";
import { areaBounds, placesBounds } from "./place-bounds.ts";

test("the box around all rings of all parts, holes included", () => {
  const coordinates = [
    [
      [
        [-5.2, 37.1],
        [-5.1, 37.1],
        [-5.1, 37.3],
        [-5.2, 37.1],
      ],
    ],
    [
      [
        [-5.4, 37.2, 12],
        [-5.3, 37.2, 12],
        [-5.3, 37.25, 12],
        [-5.4, 37.2, 12],
      ],
    ],
  ];
  expect(areaBounds({ type: "MultiPolygon", coordinates })).toEqual([-5.4, 37.1, -5.1, 37.3]);
});

test("an empty area has none", () => {
  expect(areaBounds({ type: "MultiPolygon", coordinates: [] })).toBeNull();
  expect(areaBounds({})).toBeNull();
});

test("the box around places, however many", () => {
  expect(placesBounds([])).toBeNull();
  expect(placesBounds([[-5, 37]])).toEqual([-5, 37, -5, 37]);
  const places = Array.from({ length: 300_000 }, (_, at) => [at / 1e6, -at / 1e6] as const);
  const [west, south, east, north] = placesBounds(places)!;
  expect([west, east]).toEqual([0, 0.299999]);
  expect([south, north]).toEqual([-0.299999, -0]);
});
