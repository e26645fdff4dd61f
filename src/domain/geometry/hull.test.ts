import * as fc from "fast-check";
import { expect, test } from "vitest";
import { convexHull, isPlainHull } from "./ring.ts";

type Point = readonly [x: number, y: number];

/** Few different numbers, so that points repeat and lie on one line. */
const pointsOf = (minLength: number, maxLength: number) =>
  fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 })), { minLength, maxLength });
const turnOf = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point) =>
  Math.sign((bx - ax) * (cy - by) - (by - ay) * (cx - bx));
const hullOf = (points: readonly Point[]) => {
  const flat = convexHull([9, 9, ...points.flat(), 9, -9], 1, 1 + points.length);
  return Array.from({ length: flat.length / 2 }, (_, i): Point => [flat[i * 2]!, flat[i * 2 + 1]!]);
};

test("a hull turns left at each of its vertices, and every point is left of every side", () => {
  fc.assert(
    fc.property(pointsOf(3, 10), (points) => {
      const isFlat = points.every((a) => points.every((b) => turnOf(points[0]!, a, b) === 0));
      const hull = hullOf(points);
      if (isFlat) return;
      expect(hull.length).toBeGreaterThanOrEqual(3);
      for (const [i, vertex] of hull.entries()) {
        expect(points).toContainEqual(vertex);
        const before = hull.at(i - 1)!;
        expect(turnOf(before, vertex, hull[(i + 1) % hull.length]!)).toBe(1);
        for (const point of points) {
          expect(turnOf(before, vertex, point)).toBeGreaterThanOrEqual(0);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test("the hull of points on one line are its ends", () => {
  expect(
    hullOf([
      [2, 2],
      [0, 0],
      [3, 3],
      [1, 1],
    ]).toSorted(([a], [b]) => a - b),
  ).toEqual([
    [0, 0],
    [3, 3],
  ]);
  expect(
    hullOf([
      [1, 4],
      [1, 0],
      [1, 3],
    ]).toSorted(([, a], [, b]) => a - b),
  ).toEqual([
    [1, 0],
    [1, 4],
  ]);
});

test("a ring of four corners is its own hull if each of them is a vertex of the hull, in this order", () => {
  fc.assert(
    fc.property(pointsOf(4, 4), (points) => {
      const isPlain = isPlainHull([9, 9, ...points.flat(), 9, -9], 1, 5);
      const hull = hullOf(points);
      const start = hull.findIndex(([x, y]) => x === points[0]![0] && y === points[0]![1]);
      const turned = [...hull.slice(start), ...hull.slice(0, start)];
      const other = [turned[0], ...turned.slice(1).toReversed()];
      const isSame = (ring: readonly unknown[]) => JSON.stringify(ring) === JSON.stringify(points);
      const isFlat = points.every((a) => points.every((b) => turnOf(points[0]!, a, b) === 0));
      if (!isFlat) expect(isPlain).toBe(hull.length === 4 && (isSame(turned) || isSame(other)));
    }),
    { numRuns: 600 },
  );
});

test("a triangle is its own hull, more than four corners may not be", () => {
  expect(isPlainHull([9, 9, 0, 0, 4, 0, 0, 4, 9, 9], 1, 4)).toBe(true);
  expect(isPlainHull([0, 0, 4, 0, 4, 4, 2, 5, 0, 4], 0, 5)).toBe(false);
});
