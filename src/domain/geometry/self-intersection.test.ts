import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comb, sequence, star, turned, zigzag, type Point } from "./long-ring.fixture.ts";
import { sweptMeeting } from "./ring-sweep.ts";
import { selfIntersection } from "./self-intersection.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

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

/** The first of two segments that meet, by a search of all pairs in the order of their smallest x. */
function firstByX(points: readonly Point[], pairs: readonly (readonly [number, number])[]) {
  const minX = (i: number) => Math.min(points[i]![0], points[(i + 1) % points.length]![0]);
  const order = points.map((_, i) => i).toSorted((a, b) => minX(a) - minX(b));
  const rank = new Map(order.map((segment, at) => [segment, at]));
  const [first] = pairs
    .map(([i, j]) => ({
      late: Math.max(rank.get(i)!, rank.get(j)!),
      early: Math.min(rank.get(i)!, rank.get(j)!),
      vertex: Math.min(i, j),
    }))
    .toSorted((a, b) => a.late - b.late || a.early - b.early);
  return first?.vertex ?? null;
}

/** Whether all pairs are those of one place: of two vertices, or of a vertex and a segment. */
function isOnePlace(pairs: readonly (readonly [number, number])[], count: number) {
  const near = (a: number, b: number) => [0, 1, count - 1].includes((a - b + count) % count);
  return pairs.every(([i, j]) =>
    pairs.every(([k, l]) => (near(i, k) && near(j, l)) || (near(i, l) && near(j, k))),
  );
}

function expectLikeAllPairs(points: readonly Point[]) {
  const pairs = meetings(points);
  const first = found(points);
  if (pairs.length === 0) return expect(first).toBeNull();
  if (isOnePlace(pairs, points.length)) return expect(first).toBe(firstByX(points, pairs));
  return expect(pairs.map(([one]) => one)).toContain(first);
}

describe("a sweep over a ring", () => {
  it("finds that a ring on a small grid meets itself if and only if a pair of sides does", () => {
    const random = sequence(7);
    let simple = 0;
    for (let round = 0; round < 6000; round++) {
      const side = 3 + random(5);
      const points = Array.from({ length: 5 + random(5) }, (): Point => [
        random(side),
        random(side),
      ]);
      const isSimple = meetings(points).length === 0;
      if (isSimple) simple += 1;
      expect(sweptMeeting(points.flat(), 0, points.length, { steps: 0 }) === null).toBe(isSimple);
    }
    expect(simple).toBeGreaterThan(150);
  });

  it.skipIf(isEveryday)("finds the places in long rings of which a few vertices are moved", () => {
    const random = sequence(11);
    const count = { simple: 0, onePlace: 0 };
    for (let round = 0; round < 1500; round++) {
      const kind = round % 4;
      const size = 66 + random(30);
      const ring = turned(
        kind === 0
          ? star(size, random)
          : kind === 1
            ? comb(24, 2 + random(9))
            : zigzag(size, kind === 2 ? [0, 3] : [2, 1], 7 + random(20)),
        random(size),
      );
      const points = ring.slice();
      for (let moved = random(3); moved > 0; moved--) {
        const [to, [x, y]] = [random(points.length), points[random(points.length)]!];
        points[to] = [x + random(5) - 2, y + random(5) - 2];
      }
      const pairs = meetings(points);
      if (pairs.length === 0) count.simple += 1;
      else if (isOnePlace(pairs, points.length)) count.onePlace += 1;
      expectLikeAllPairs(points);
    }
    expect(count.simple).toBeGreaterThan(300);
    expect(count.onePlace).toBeGreaterThan(30);
  });

  it.each<[string, Point[]]>([
    [
      "a vertex on another side",
      [
        [40, 5],
        [40, 1],
      ],
    ],
    ["a vertex on another vertex", [[41, 1]]],
    ["a vertex repeated", [[44, 20]]],
  ])("names %s as a search of all pairs does", (_, vertices) => {
    for (let turn = 0; turn < 80; turn += 3) {
      for (const vertex of vertices) {
        const ring = comb(24, 20);
        const at = ring.findIndex(([x, y]) => x === 44 && y === 20);
        ring.splice(at + 1, 0, vertex);
        expectLikeAllPairs(turned(ring, turn));
      }
    }
  });

  it("sees what rounding hides, and only that", () => {
    // The vertex is beside the long side by less than the rounding of its products.
    const at = 0.5 + 2 ** -50;
    const ring = (x: number): Point[] => [
      [12, 12],
      [24, 24],
      [24, 0],
      [at, x],
      [12, -9],
      ...Array.from({ length: 70 }, (_, i): Point => [-i, -30 - (i % 2)]),
      [-99, 0],
      [-90, 40],
      [0, 0],
    ];
    const sweep = (points: readonly Point[]) =>
      sweptMeeting(points.flat(), 0, points.length, { steps: 0 });
    expect(sweep(ring(at - 2 ** -52))).toBeNull();
    expect(sweep(ring(at))).not.toBeNull();
    expect(sweep(ring(at + 2 ** -52))).not.toBeNull();
  });

  it.each<[string, (count: number) => Point[]]>([
    ["upwards", (count) => zigzag(count, [0, 1], 1e6)],
    ["to the right", (count) => zigzag(count, [1, 0], 1e6)],
    ["across", (count) => zigzag(count, [0.7, 0.3], 1e6)],
  ])("compares few sides of a zigzag that runs %s", (_, ringOf) => {
    const stepsPerVertex = [10_000, 40_000, 160_000].map((count) => {
      const work = { steps: 0 };
      const ring = ringOf(count);
      expect(selfIntersection(ring.flat(), 0, ring.length, work)).toBeNull();
      return work.steps / ring.length;
    });
    for (const steps of stepsPerVertex) expect(steps).toBeLessThan(40);
    expect(stepsPerVertex[2]! / stepsPerVertex[0]!).toBeLessThan(1.5);
  });
});
