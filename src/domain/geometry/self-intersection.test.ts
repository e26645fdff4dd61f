import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { selfIntersection } from "./ring.ts";

type Point = readonly [x: number, y: number];

/** Whether two segments between whole numbers meet, by solving a + t (b - a) = c + u (d - c). */
function meet([a, b]: readonly [Point, Point], [c, d]: readonly [Point, Point]): boolean {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const [qx, qy] = [c[0] - a[0], c[1] - a[1]];
  const across = rx * sy - ry * sx;
  if (across !== 0) {
    const [t, u] = [(qx * sy - qy * sx) / across, (qx * ry - qy * rx) / across];
    return t >= 0 && t <= 1 && u >= 0 && u <= 1;
  }
  const onOneLine = ([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point) =>
    (x1 - x) * (y2 - y) === (x2 - x) * (y1 - y);
  if (!onOneLine(a, b, c) || !onOneLine(a, b, d) || !onOneLine(c, d, a)) return false;
  return [0, 1].every(
    (axis) =>
      Math.max(Math.min(a[axis]!, b[axis]!), Math.min(c[axis]!, d[axis]!)) <=
      Math.min(Math.max(a[axis]!, b[axis]!), Math.max(c[axis]!, d[axis]!)),
  );
}

/** The pairs of sides that are no neighbours and meet. */
function meetings(points: readonly Point[]): [number, number][] {
  const sides = points.map((point, i) => [point, points[(i + 1) % points.length]!] as const);
  return sides.flatMap((one, i) =>
    [...sides.entries()]
      .filter(([j]) => j > i + 1 && !(i === 0 && j === sides.length - 1))
      .filter(([, other]) => meet(one, other))
      .map(([j]): [number, number] => [i, j]),
  );
}

const before = [7, -3, 1, 1, 2, 5];
const found = (points: readonly Point[]) =>
  selfIntersection([...before, ...points.flat(), 3, 3], 3, 3 + points.length);

/** Points on a small grid, so that vertices often lie on other sides. */
const pointsOn = (side: number, minLength: number, maxLength: number) =>
  fc.array(fc.tuple(fc.nat({ max: side }), fc.nat({ max: side })), { minLength, maxLength });

describe("sides of a ring that are no neighbours", () => {
  it("meet in a ring of four corners if they do by the equation of their lines", () => {
    fc.assert(
      fc.property(pointsOn(4, 4, 4), (points) => {
        const pairs = meetings(points);
        expect(found(points)).toBe(pairs[0]?.[0] ?? null);
      }),
      { numRuns: 600 },
    );
  });

  it("are found in short rings, and only where they meet", () => {
    fc.assert(
      fc.property(pointsOn(7, 3, 8), (points) => {
        const firsts = meetings(points).map(([first]) => first);
        const first = found(points);
        if (first === null) expect(firsts).toEqual([]);
        else expect(firsts).toContain(first);
      }),
      { numRuns: 600 },
    );
  });

  it("are found in long rings, and only where they meet", () => {
    // A saw from left to right and back; two of its vertices are drawn anywhere.
    const saw = fc
      .tuple(fc.integer({ min: 5, max: 9 }), pointsOn(12, 2, 2), fc.nat({ max: 60 }))
      .map(([teeth, moved, turn]): Point[] => {
        const there = Array.from({ length: teeth }, (_, i): Point => [i, 6 + (i % 2)]);
        const back = Array.from({ length: teeth }, (_, i): Point => [teeth - 1 - i, 3 - (i % 2)]);
        const ring = [...there, ...back];
        const start = turn % ring.length;
        const turned = [...ring.slice(start), ...ring.slice(0, start)];
        return turn % 3 === 0 ? turned : [...turned.slice(0, -2), ...moved];
      });
    fc.assert(
      fc.property(saw, (points) => {
        const firsts = meetings(points).map(([first]) => first);
        const first = found(points);
        if (first === null) expect(firsts).toEqual([]);
        else expect(firsts).toContain(first);
      }),
      { numRuns: 200 },
    );
  });
});
