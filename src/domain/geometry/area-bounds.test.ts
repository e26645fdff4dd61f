import { expect, test } from "vitest";
import { areaBounds } from "./area-bounds.ts";

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
  expect(areaBounds({ coordinates })).toEqual([-5.4, 37.1, -5.1, 37.3]);
});

test("an empty area has none", () => {
  expect(areaBounds({ coordinates: [] })).toBeNull();
  expect(areaBounds({})).toBeNull();
});
