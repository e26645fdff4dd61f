import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containmentOf, type Rings } from "./containment.ts";
import { comb, sequence } from "./long-ring.fixture.ts";
import { rectangleRing } from "./rectangle.ts";
import { ringContains } from "./ring.ts";

type Shape = { x: number; y: number; width: number; height: number };

/** Boxes from their lower left corner, or diamonds that touch the sides of such boxes. */
function ringsOf(shapes: readonly Shape[], isDiamond = false): Rings {
  const corners = ({ x, y, width, height }: Shape) => {
    const [right, top] = [x + width, y + height];
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    return isDiamond
      ? [middleX, y, right, middleY, middleX, top, x, middleY]
      : [x, y, right, y, right, top, x, top];
  };
  return {
    xy: Float64Array.from(shapes.flatMap(corners)),
    offsets: Uint32Array.from({ length: shapes.length + 1 }, (_, i) => i * 4),
  };
}

/** Whether the shape contains the point: by its distance from the centre, in halves of the shape. */
function holds({ x, y, width, height }: Shape, isDiamond: boolean, [px, py]: readonly number[]) {
  const along = Math.abs(px! - x - width / 2) / (width / 2);
  const up = Math.abs(py! - y - height / 2) / (height / 2);
  return isDiamond ? along + up < 1 : along < 1 && up < 1;
}

/** The smallest shape around the point; the first of equal ones. */
function smallest(shapes: readonly Shape[], isDiamond: boolean, point: readonly number[]) {
  const area = ({ width, height }: Shape) => width * height;
  const around = shapes.filter((one) => holds(one, isDiamond, point));
  const least = Math.min(...around.map(area));
  return shapes.findIndex((one) => area(one) === least && around.includes(one));
}

const shape = fc.record({
  x: fc.integer({ min: -10, max: 10 }),
  y: fc.integer({ min: -10, max: 10 }),
  width: fc.integer({ min: 1, max: 9 }),
  height: fc.integer({ min: 1, max: 9 }),
});
/** Never on the side of a shape, nor in the middle of one. */
const point = fc.tuple(
  fc.integer({ min: -12, max: 20 }).map((x) => x + 0.4873),
  fc.integer({ min: -12, max: 20 }).map((y) => y + 0.5218),
);

describe("containment in many rings", () => {
  it("finds the smallest ring around a point, like a search of all rings", () => {
    fc.assert(
      fc.property(
        fc.array(shape, { maxLength: 12 }),
        fc.boolean(),
        fc.array(point, { minLength: 4, maxLength: 4 }),
        (shapes, isDiamond, points) => {
          const { ringAt } = containmentOf(ringsOf(shapes, isDiamond));
          for (const one of points) {
            expect(ringAt(one[0], one[1])).toBe(smallest(shapes, isDiamond, one));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("finds the ring that most corners and middles of sides have as their smallest", () => {
    fc.assert(
      fc.property(
        fc.array(shape, { maxLength: 6 }),
        fc.array(point, { minLength: 3, maxLength: 6 }),
        (shapes, ring) => {
          const middles = ring.map(([x, y], i) => {
            const [beforeX, beforeY] = ring.at(i - 1)!;
            return [(x + beforeX) / 2, (y + beforeY) / 2];
          });
          const votes = shapes.map(() => 0);
          for (const one of [...ring, ...middles]) {
            const at = smallest(shapes, false, one);
            if (at >= 0) votes[at]! += 1;
          }
          const { ringWithMost } = containmentOf(ringsOf(shapes));
          const outline = Float64Array.from([[99, 99], ...ring, [0.5, 0.5]].flat());
          const found = ringWithMost(outline, 1, 1 + ring.length);
          const most = Math.max(0, ...votes);
          expect(found < 0 ? 0 : votes[found]).toBe(most);
        },
      ),
      { numRuns: 120 },
    );
  });

  it("lets the corners and the middles of the sides vote", () => {
    const { ringWithMost } = containmentOf(
      ringsOf([
        { x: 0, y: 0, width: 10, height: 10 },
        { x: 20, y: 0, width: 10, height: 10 },
      ]),
    );
    const ring = Float64Array.of(99, 99, 9, 2, 25, 2, 28, 3, 25, 4, 9, 4);
    expect(ringWithMost(ring, 1, 6)).toBe(1);
    // Of the second only the middles of the long sides.
    expect(ringWithMost(Float64Array.of(9, 2, 33, 2, 33, 4, 9, 4), 0, 4)).toBe(0);
    expect(ringWithMost(Float64Array.of(1, 1, 5, 1, 5, 5, 1, 5), 0, 4)).toBe(0);
    expect(ringWithMost(Float64Array.of(12, 1, 15, 1, 15, 5), 0, 3)).toBe(-1);
  });

  it("without rings finds none", () => {
    expect(containmentOf(ringsOf([])).ringAt(0, 0)).toBe(-1);
  });
});

function ringsFrom(outlines: readonly (readonly number[])[]): Rings {
  const offsets = new Uint32Array(outlines.length + 1);
  for (const [i, outline] of outlines.entries()) offsets[i + 1] = offsets[i]! + outline.length / 2;
  return { xy: Float64Array.from(outlines.flat()), offsets };
}

/** Searches all rings: the one with the smallest box, the first of equal ones. */
function searchAll({ xy, offsets }: Rings, x: number, y: number): number {
  let best = -1;
  let least = Infinity;
  for (let i = 0; i + 1 < offsets.length; i++) {
    if (!ringContains(xy, offsets[i]!, offsets[i + 1]!, x, y)) continue;
    const values = Array.from(xy.subarray(offsets[i]! * 2, offsets[i + 1]! * 2));
    const reach = (axis: number) => {
      const along = values.filter((_, at) => at % 2 === axis);
      return Math.max(...along) - Math.min(...along);
    };
    const area = reach(0) * reach(1);
    if (area < least) [best, least] = [i, area];
  }
  return best;
}

describe("containment in random fields", () => {
  it("is the same as by a search of all rings, also in long outlines and on their sides", () => {
    const random = sequence(21);
    let inside = 0;
    for (let round = 0; round < 40; round++) {
      const turn = random(180) * (Math.PI / 180);
      const outlines = Array.from({ length: 1 + random(60) }, () => {
        const [x, y] = [random(200), random(200)];
        if (random(6) === 0) {
          return comb(11 + random(20), 3 + random(40)).flatMap(([a, b]) => [a + x, b + y]);
        }
        const size = { length: 5 + random(90), width: 2 + random(8) };
        return rectangleRing({ centreX: x, centreY: y, ...size, rotation: turn });
      });
      const rings = ringsFrom(outlines);
      const { ringAt, ringWithMost } = containmentOf(rings);
      for (let at = 0; at < 100; at++) {
        const [x, y] =
          at % 2 === 0 ? [random(2400) / 10, random(2400) / 10] : [random(240), random(240)];
        const expected = searchAll(rings, x, y);
        if (expected >= 0) inside += 1;
        expect(ringAt(x, y)).toBe(expected);
        const small = Float64Array.of(x, y, x + 4, y, x + 4, y + 3);
        const votes = new Map<number, number>();
        for (let i = 0, j = 2; i < 3; j = i++) {
          const [ax, ay, bx, by] = [
            small[i * 2]!,
            small[i * 2 + 1]!,
            small[j * 2]!,
            small[j * 2 + 1]!,
          ];
          for (const one of [
            searchAll(rings, ax, ay),
            searchAll(rings, (ax + bx) / 2, (ay + by) / 2),
          ]) {
            if (one >= 0) votes.set(one, (votes.get(one) ?? 0) + 1);
          }
        }
        const most = Math.max(0, ...votes.values());
        expect(votes.get(ringWithMost(small, 0, 3)) ?? 0).toBe(most);
      }
    }
    expect(inside).toBeGreaterThan(500);
  });

  it("costs few steps for each point, where rings cover each other and where they are long", () => {
    const stepsOf = (rings: Rings) => {
      const { work, ringAt } = containmentOf(rings);
      const points = rings.offsets.length - 1;
      for (let i = 0; i < points; i++) ringAt(20 + (i % 97), 30 + (i % 89));
      return work.steps / (points + rings.xy.length);
    };
    const covering = (count: number) =>
      ringsFrom(
        Array.from({ length: count }, (_, i) =>
          rectangleRing({
            centreX: 100,
            centreY: 100,
            length: 400 - i / count,
            width: 300,
            rotation: 0,
          }),
        ),
      );
    // Its teeth lie above each other.
    const lying = (count: number) => comb(count, 50).flatMap(([x, y]) => [y, x]);
    const long = (count: number) =>
      ringsFrom([lying(count), ...Array.from({ length: count }, () => [0, 0, 1, 0, 1, 1])]);
    for (const field of [covering, long]) {
      const [few, many] = [stepsOf(field(2000)), stepsOf(field(32_000))];
      expect(many).toBeLessThan(120);
      expect(many / few).toBeLessThan(2);
    }
  });
});
