import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containmentOf, type Rings } from "./containment.ts";

describe("containment in many rings", () => {
  const box = fc.record({
    x: fc.integer({ min: 0, max: 20 }),
    y: fc.integer({ min: 0, max: 20 }),
    width: fc.integer({ min: 1, max: 9 }),
    height: fc.integer({ min: 1, max: 9 }),
  });
  type Box = { x: number; y: number; width: number; height: number };
  const ringsOf = (boxes: readonly Box[]): Rings => ({
    xy: Float64Array.from(
      boxes.flatMap(({ x, y, width, height }) => [
        x,
        y,
        x + width,
        y,
        x + width,
        y + height,
        x,
        y + height,
      ]),
    ),
    offsets: Uint32Array.from({ length: boxes.length + 1 }, (_, i) => i * 4),
  });
  const holds = (one: Box, x: number, y: number) =>
    x > one.x && x < one.x + one.width && y > one.y && y < one.y + one.height;

  it("finds the smallest ring around a point, like a search of all rings", () => {
    fc.assert(
      fc.property(
        fc.array(box, { maxLength: 30 }),
        fc.nat({ max: 28 }),
        fc.nat({ max: 28 }),
        (boxes, px, py) => {
          const [x, y] = [px + 0.5, py + 0.5];
          const area = ({ width, height }: Box) => width * height;
          const around = boxes.filter((one) => holds(one, x, y));
          const least = Math.min(...around.map(area));
          const found = containmentOf(ringsOf(boxes)).ringAt(x, y);
          expect(found).toBe(boxes.findIndex((one) => holds(one, x, y) && area(one) === least));
        },
      ),
      { numRuns: 300 },
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
