import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitRectangle, isRectangle, rectangleRing } from "./rectangle.ts";
import { convexHull, ringArea, ringCentroid, ringContains } from "./ring.ts";
import { selfIntersection } from "./self-intersection.ts";

type Point = readonly [x: number, y: number];
const flat = (points: readonly Point[]) => points.flat();
/** The ring with other vertices before and after it, so that `from` and `to` matter. */
const within = (points: readonly Point[]) => flat([[91, -17], [3, 55], ...points, [8, 8]]);
const square: Point[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
];
/** Simple: its points are around the origin in the order of their directions. */
const star = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 40 })), {
    minLength: 3,
    maxLength: 12,
  })
  .map((steps) => {
    const total = steps.reduce((sum, [, step]) => sum + step, 0);
    let turned = 0;
    return steps.map(([radius, step]): Point => {
      turned += step;
      const angle = (2 * Math.PI * turned) / total;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
  });
/** Area and centre of gravity as the sum of the triangles to the origin. */
function fromTriangles(points: readonly Point[]) {
  let [area, x, y] = [0, 0, 0];
  points.forEach(([bx, by], i) => {
    const [ax, ay] = points.at(i - 1)!;
    const part = (ax * by - bx * ay) / 2;
    area += part;
    x += (part * (ax + bx)) / 3;
    y += (part * (ay + by)) / 3;
  });
  return { area, x: x / area, y: y / area };
}

describe("a ring", () => {
  it("has the area and the centre of its triangles", () => {
    fc.assert(
      fc.property(star, (points) => {
        const xy = within(points);
        const { area, x, y } = fromTriangles(points);
        expect(ringArea(xy, 2, 2 + points.length)).toBeCloseTo(area, 8);
        if (Math.abs(area) < 0.1) return;
        const [centreX, centreY] = ringCentroid(xy, 2, 2 + points.length);
        expect(centreX).toBeCloseTo(x, 6);
        expect(centreY).toBeCloseTo(y, 6);
      }),
    );
    expect(ringArea(flat(square), 0, 4)).toBe(16);
    expect(ringArea(flat(square.toReversed()), 0, 4)).toBe(-16);
    expect(ringArea([], 0, 0)).toBe(0);
  });

  it("without area has its centre in the mean of its vertices", () => {
    expect(ringCentroid([1, 1, 3, 5, 5, 9], 0, 3)).toEqual([3, 5]);
    expect(ringCentroid([9, 9, 1, 1, 3, 5, 5, 9], 1, 4)).toEqual([3, 5]);
    expect(ringCentroid([9, 9, 2, 7], 1, 2)).toEqual([2, 7]);
  });

  it("contains the points with a winding number", () => {
    fc.assert(
      fc.property(
        star,
        fc.integer({ min: -9, max: 9 }),
        fc.integer({ min: -9, max: 9 }),
        (points, px, py) => {
          // Off the vertices' own heights, where the even-odd rule and the winding may differ.
          const [x, y] = [px + 0.123, py + 0.457];
          const turns = points.reduce((sum, [bx, by], i) => {
            const [ax, ay] = points.at(i - 1)!;
            const turn = Math.atan2(by - y, bx - x) - Math.atan2(ay - y, ax - x);
            return sum + turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
          }, 0);
          const isInside = Math.abs(Math.round(turns / (2 * Math.PI))) === 1;
          expect(ringContains(within(points), 2, 2 + points.length, x, y)).toBe(isInside);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("is simple unless two of its sides meet", () => {
    fc.assert(
      fc.property(star, (points) => {
        // A direction twice puts a vertex on another's side; those are no plain stars.
        const angles = new Set(points.map(([x, y]) => Math.atan2(y, x).toFixed(6)));
        const widest = points.every((point, i) => {
          const before = points.at(i - 1)!;
          return before[0] * point[1] - point[0] * before[1] > 1e-6;
        });
        if (angles.size < points.length || !widest) return;
        expect(selfIntersection(within(points), 2, 2 + points.length)).toBeNull();
      }),
    );
    const bowtie = [square[0]!, square[2]!, square[1]!, square[3]!];
    expect(selfIntersection(within(bowtie), 2, 6)).toBe(0);
    expect(selfIntersection(flat([square[0]!, square[1]!, square[3]!, square[2]!]), 0, 4)).toBe(1);
    expect(selfIntersection(flat(square), 0, 4)).toBeNull();
    expect(selfIntersection(flat(square.slice(0, 3)), 0, 3)).toBeNull();
  });

  it("answers the first side that another one crosses or touches, also in a long ring", () => {
    const comb: Point[] = Array.from({ length: 9 }, (_, i) => [i, i % 2] as Point);
    const closing: Point[] = [
      [8, -3],
      [0, -3],
    ];
    expect(selfIntersection(flat([...comb, ...closing]), 0, 11)).toBeNull();
    const crossed: Point[] = [
      [8, -3],
      [4.4, 3],
      [0, -3],
    ];
    expect(selfIntersection(within([...comb, ...crossed]), 2, 14)).toBe(2);
    const touched: Point[] = [
      [8, -3],
      [4, 0],
      [0, -3],
    ];
    expect(selfIntersection(flat([...comb, ...touched]), 0, 12)).toBe(3);
    const pentagon: Point[] = [
      [0, 0],
      [6, 0],
      [6, 6],
      [3, -1],
      [0, 6],
    ];
    expect(selfIntersection(flat(pentagon), 0, 5)).toBe(0);
  });
});

describe("the hull and the rectangle of a ring", () => {
  it("contain every point, and the hull is convex", () => {
    fc.assert(
      fc.property(star, (points) => {
        const hull = convexHull(within(points), 2, 2 + points.length);
        const count = hull.length / 2;
        for (let i = 0; i < count; i += 1) {
          const [ax, ay] = [hull[i * 2]!, hull[i * 2 + 1]!];
          const next = (i + 1) % count;
          const [bx, by] = [hull[next * 2]!, hull[next * 2 + 1]!];
          for (const [x, y] of points) {
            expect((bx - ax) * (y - ay) - (by - ay) * (x - ax)).toBeGreaterThan(-1e-9);
          }
        }
        const given = new Set(points.map(([x, y]) => `${x} ${y}`));
        for (let i = 0; i < count; i += 1) {
          expect(given).toContain(`${hull[i * 2]} ${hull[i * 2 + 1]}`);
        }
      }),
    );
  });

  it("is the smallest that contains every point, along one side of the hull", () => {
    fc.assert(
      fc.property(star, (points) => {
        const fit = fitRectangle(within(points), 2, 2 + points.length);
        expect(fit.length).toBeGreaterThanOrEqual(fit.width);
        expect(fit.rotation).toBeGreaterThanOrEqual(-Math.PI / 4 - 1e-12);
        expect(fit.rotation).toBeLessThan((3 * Math.PI) / 4);
        const [cos, sin] = [Math.cos(fit.rotation), Math.sin(fit.rotation)];
        for (const [x, y] of points) {
          const [dx, dy] = [x - fit.centreX, y - fit.centreY];
          expect(Math.abs(dx * cos + dy * sin)).toBeLessThan(fit.length / 2 + 1e-9);
          expect(Math.abs(dy * cos - dx * sin)).toBeLessThan(fit.width / 2 + 1e-9);
        }
        for (let degrees = 0; degrees < 90; degrees += 1) {
          const turn = (degrees * Math.PI) / 180;
          const along = points.map(([x, y]) => x * Math.cos(turn) + y * Math.sin(turn));
          const across = points.map(([x, y]) => y * Math.cos(turn) - x * Math.sin(turn));
          const area =
            (Math.max(...along) - Math.min(...along)) * (Math.max(...across) - Math.min(...across));
          expect(fit.length * fit.width).toBeLessThan(area + 1e-9);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("comes back from the corners of a rectangle", () => {
    const shape = fc.record({
      centreX: fc.integer({ min: -99, max: 99 }),
      centreY: fc.integer({ min: -99, max: 99 }),
      length: fc.integer({ min: 5, max: 40 }),
      width: fc.integer({ min: 1, max: 4 }),
      rotation: fc.integer({ min: -44, max: 134 }).map((degrees) => (degrees * Math.PI) / 180),
    });
    fc.assert(
      fc.property(shape, (rectangle) => {
        const ring = rectangleRing(rectangle);
        expect(ringArea(ring, 0, 4)).toBeCloseTo(rectangle.length * rectangle.width, 6);
        const fit = fitRectangle(ring, 0, 4);
        for (const [name, value] of Object.entries(rectangle)) {
          expect(fit[name as keyof typeof fit], name).toBeCloseTo(value, 6);
        }
        expect(isRectangle(ring, 0, 4, fit)).toBe(true);
      }),
    );
    expect(fitRectangle([7, 7, 3, 9], 1, 2)).toEqual({
      centreX: 3,
      centreY: 9,
      length: 0,
      width: 0,
      rotation: 0,
    });
  });

  it("stands for no ring with a corner more than 5 cm away from its own", () => {
    const ends: readonly (readonly [ring: number[], expected: boolean])[] = [
      // A corner cut off; 2 % of the area of the second is missing.
      [[0.04, 0, 10, 0, 10, 10, 0, 10, 0, 0.04], true],
      [[2, 0, 10, 0, 10, 10, 0, 10, 0, 2], false],
      // A table with a slanted end, and a collector that is a parallelogram.
      [[0, 0, 40, 0, 40.04, 2.2, 0, 2.2], true],
      [[0, 0, 40, 0, 41.63, 2.2, 0, 2.2], false],
      [[0, 0, 150, 0, 154.9, 5.8, 0, 5.8], false],
      [[0, 0, 150, 0, 150.04, 5.8, 0.04, 5.8], true],
      // More vertices on the sides, then one beside them.
      [[0, 0, 3, 0, 6, 0.02, 10, 0, 10, 5, 0, 5], true],
      [[0, 0, 3, 0, 6, 0.3, 10, 0, 10, 5, 0, 5], false],
      // A slit into the middle, with all corners in their places.
      [[0, 0, 5, 0, 5, 4, 5.1, 4, 5.1, 0, 10, 0, 10, 5, 0, 5], false],
      // A tube of 7 cm: half of it is missing, although nothing is far away.
      [[0, 0, 4, 0, 4, 0.07], false],
    ];
    for (const [ring, expected] of ends) {
      const count = ring.length / 2;
      expect(isRectangle(ring, 0, count, fitRectangle(ring, 0, count)), String(ring)).toBe(
        expected,
      );
    }
  });
});

it("a dent makes no rectangle larger", () => {
  const dented = [0, 0, 10, 0, 2, 2, 0, 10];
  const hull = [0, 0, 10, 0, 0, 10];
  const [{ length, width }, around] = [fitRectangle(dented, 0, 4), fitRectangle(hull, 0, 3)];
  expect(length * width).toBeCloseTo(around.length * around.width, 9);
});
