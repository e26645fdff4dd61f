// A picture on the ground is as far above it everywhere: at its corners, and within each of its triangles.
import { expect, test } from "vitest";
import { drapedMesh } from "./draped-mesh.ts";
import { groundOfHeights } from "./ground-surface.ts";

/** Nine by seven corners, 12 m and 10 m apart, of rough ground. */
const xs = Array.from({ length: 9 }, (_, at) => -40 + 12 * at);
const ys = Array.from({ length: 7 }, (_, at) => -30 + 10 * at);
const heights = Float32Array.from(ys.flatMap((y) => xs.map((x) => rough(x, y))));
function rough(x: number, y: number): number {
  return 6 * Math.sin(x / 9) + 5 * Math.cos(y / 7) + (x * y) / 300;
}
const ground = { xs, ys, at: groundOfHeights({ xs, ys, heights }) };

type Point = readonly [number, number, number];
function trianglesOf({ corners, indices }: ReturnType<typeof drapedMesh>): Point[][] {
  const point = (at: number) => corners.slice(at * 5, at * 5 + 3) as unknown as Point;
  return Array.from({ length: indices.length / 3 }, (_, at) =>
    [0, 1, 2].map((side) => point(indices[at * 3 + side]!)),
  );
}
const areaOf = ([a, b, c]: readonly Point[]) =>
  ((b![0] - a![0]) * (c![1] - a![1]) - (c![0] - a![0]) * (b![1] - a![1])) / 2;

test.each([
  ["within the grid", [-33.5, -21, 41, 17.25]],
  ["on lines of the grid", [-28, -20, 20, 10]],
  ["within one cell", [-38, -27, -31, -22]],
  ["across the rim of the grid and beyond it", [20, 10, 90, 60]],
  ["around the whole grid", [-200, -150, 300, 200]],
] as const)("a picture %s lies on the ground, and covers its box once", (_name, box) => {
  const triangles = trianglesOf(drapedMesh(box, ground, 0.15));
  for (const triangle of triangles) {
    // Weights of places within the triangle.
    for (const [a, b] of [
      [0.2, 0.2],
      [0.6, 0.2],
      [0.2, 0.6],
      [1 / 3, 1 / 3],
      [0.5, 0.5],
    ] as const) {
      const [x, y, z] = [0, 1, 2].map(
        (axis) =>
          triangle[0]![axis]! * a + triangle[1]![axis]! * b + triangle[2]![axis]! * (1 - a - b),
      );
      expect(z! - ground.at(x!, y!)).toBeCloseTo(0.15, 4);
    }
    // None faces down, as a place that is covered twice would.
    expect(areaOf(triangle)).toBeGreaterThanOrEqual(0);
  }
  const area = triangles.reduce((sum, triangle) => sum + areaOf(triangle), 0);
  expect(area).toBeCloseTo((box[2] - box[0]) * (box[3] - box[1]), 4);
});

test("each corner says its place in the picture", () => {
  const { corners } = drapedMesh([-30, -20, 50, 20], ground, 0);
  for (let at = 0; at < corners.length; at += 5) {
    expect(-30 + 80 * corners[at + 3]!).toBeCloseTo(corners[at]!, 9);
    expect(-20 + 40 * corners[at + 4]!).toBeCloseTo(corners[at + 1]!, 9);
  }
});

test("on flat ground a picture is two triangles", () => {
  const { corners, indices } = drapedMesh([0, 0, 10, 20], null, 0.01);
  expect(indices).toHaveLength(6);
  expect(corners).toEqual([
    0, 0, 0.01, 0, 0, 10, 0, 0.01, 1, 0, 0, 20, 0.01, 0, 1, 10, 20, 0.01, 1, 1,
  ]);
});
