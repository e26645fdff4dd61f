import { expect, it } from "vitest";
import { imagePlaces } from "./image-places.ts";

const image = (file: string, east: number, residual_m: number, rejected = 0) => ({
  file,
  found: { shift_m: [east, 0.4] as const, residual_m, blocks: 4, rejected },
});

it("says the middle and the worst of what images lie beside their rows, and how far they were moved", () => {
  const found = imagePlaces([image("a", 0.3, 0.01), image("b", 0, 0.04, 1), image("c", 0.3, 0.02)]);
  expect(found).toMatchObject({ count: 3, worst_file: "b", blocks: 12, rejected: 1 });
  expect(found?.residual_m).toEqual({ median: 0.02, worst: 0.04 });
  expect(found?.shift_m.median).toBeCloseTo(0.5, 12);
  expect(found?.shift_m.worst).toBeCloseTo(0.5, 12);
  expect(imagePlaces([])).toBeNull();
});

it("takes more images than a call can have arguments", () => {
  const many = Array.from({ length: 300_000 }, (_, at) => image("a", 0.3, at / 1e7));
  expect(imagePlaces(many)?.residual_m.worst).toBeCloseTo(0.0299999, 9);
});
