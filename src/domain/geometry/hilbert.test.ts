import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BLOCK_ROWS, NO_ROW, type Geometry } from "../component/component-index.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { blockBoundsOf, polygonIndex, ringOfRow } from "./geometry-rows.ts";
import { HILBERT_SIDE, hilbertDistance, hilbertOrder } from "./hilbert.ts";

describe("the Hilbert curve", () => {
  it("goes from cell to neighbouring cell and visits each once", () => {
    // The first 4^6 steps of the curve fill a corner of 64 by 64 cells.
    const side = 64;
    const places: (readonly [number, number])[] = [];
    for (let x = 0; x < side; x += 1) {
      for (let y = 0; y < side; y += 1) places[hilbertDistance(x, y)] = [x, y];
    }
    expect(places).toHaveLength(side * side);
    places.forEach(([x, y], step) => {
      if (step === 0) return expect([x, y]).toEqual([0, 0]);
      const [beforeX, beforeY] = places[step - 1]!;
      expect(Math.abs(x - beforeX) + Math.abs(y - beforeY)).toBe(1);
    });
  });

  it("begins in one corner and ends in the next", () => {
    const last = HILBERT_SIDE - 1;
    expect(HILBERT_SIDE).toBe(32_768);
    expect(hilbertDistance(0, 0)).toBe(0);
    const ends = [hilbertDistance(last, 0), hilbertDistance(0, last), hilbertDistance(last, last)];
    expect(ends).toContain(2 ** 30 - 1);
    expect(ends.filter((end) => end < 2 ** 30 - 1)).toHaveLength(2);
  });

  it.skipIf(isEveryday)(
    "keeps each member of more than 2^23",
    { timeout: patient(120_000) },
    () => {
      const count = 2 ** 23 + 1000;
      const x = Float32Array.from({ length: count }, (_, at) => at % 2900);
      const y = Float32Array.from({ length: count }, (_, at) => Math.floor(at / 2900));
      const order = hilbertOrder(
        Uint32Array.from({ length: count }, (_, at) => at),
        x,
        y,
      );
      const isThere = new Uint8Array(count);
      let far = 0;
      for (const [at, member] of order.entries()) {
        isThere[member] = 1;
        const before = order[Math.max(0, at - 1)]!;
        if (Math.abs(x[member]! - x[before]!) + Math.abs(y[member]! - y[before]!) > 2) far += 1;
      }
      expect(isThere.indexOf(0)).toBe(-1);
      expect(far).toBeLessThan(count / 100);
    },
  );

  it("orders points so that neighbours in the list are neighbours on the ground", () => {
    const side = 16;
    const x = Float64Array.from({ length: side * side }, (_, i) => 500_000 + (i % side) * 3);
    const y = Float64Array.from(x, (_, i) => -40 + Math.floor(i / side) * 3);
    const shuffled = Uint32Array.from({ length: x.length }, (_, i) => (i * 97) % x.length);
    const order = hilbertOrder(shuffled, x, y);
    expect([...order].toSorted((a, b) => a - b)).toEqual(Array.from(x.keys()));
    let far = 0;
    for (let at = 1; at < order.length; at += 1) {
      const [a, b] = [order[at - 1]!, order[at]!];
      const distance = Math.hypot(x[a]! - x[b]!, y[a]! - y[b]!);
      if (distance > 3) far += 1;
    }
    // Rounding to the cells of the curve swaps a few; a row after row would jump 15 times by 45 m.
    expect(far).toBeLessThan(4);
  });

  it("fills the longer side of a field, wherever that is", () => {
    const last = HILBERT_SIDE - 1;
    // From one end of the curve's square to the other in steps of a cell, and narrow in the other direction.
    const long = Float64Array.from({ length: 40 }, (_, i) => (i === 0 ? last : (i * 7919) % last));
    long[1] = 0;
    const short = Float64Array.from({ length: 40 }, (_, i) => (i * 31) % 97);
    const all = Uint32Array.from({ length: 40 }, (_, i) => i);
    for (const [x, y] of [
      [long, short],
      [short, long],
    ] as const) {
      const order = hilbertOrder(
        all,
        x.map((cell) => cell - 20_000),
        y.map((cell) => cell + 5000),
      );
      const distances = Array.from(order, (i) => hilbertDistance(x[i]!, y[i]!));
      expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    }
  });

  it("keeps the order of points in one cell, and of a single place", () => {
    const same = Float64Array.of(5, 5, 5, 5);
    expect([...hilbertOrder(Uint32Array.of(3, 0, 2), same, same)]).toEqual([3, 0, 2]);
    expect([...hilbertOrder(new Uint32Array(0), same, same)]).toEqual([]);
  });
});

/** Rectangles of 4 by 2 m in a row, the second one turned, the third one removed. */
function geometryOf(count: number): Geometry {
  return {
    count,
    centreX: Float32Array.from({ length: count }, (_, row) => row * 10),
    centreY: new Float32Array(count).fill(1),
    length: Float32Array.from({ length: count }, (_, row) => (row === 2 ? 0 : 4)),
    width: new Float32Array(count).fill(2),
    rotation: Float32Array.from({ length: count }, (_, row) => (row === 1 ? Math.PI / 2 : 0)),
    polygons: {
      rows: Uint32Array.of(0, 3),
      offsets: Uint32Array.of(0, 3, 7),
      xy: Float32Array.of(0, 0, 4, 0, 0, 4, 9, 9, 12, 9, 12, 12, 9, 12),
    },
  } as unknown as Geometry;
}

describe("rows of a geometry", () => {
  it("bound each block by the corners of its components", () => {
    const { length } = blockBoundsOf(geometryOf(BLOCK_ROWS + 1));
    expect(length).toBe(8);
    const near = (bounds: Float32Array) =>
      [...bounds].map((bound) => Math.round(bound * 1000) / 1000);
    expect(near(blockBoundsOf(geometryOf(1)))).toEqual([-2, 0, 2, 2]);
    // The turned one reaches 2 m north and south, 1 m east.
    expect(near(blockBoundsOf(geometryOf(2)))).toEqual([-2, -1, 11, 3]);
    // Removed rows do not count.
    expect(near(blockBoundsOf(geometryOf(3)))).toEqual([-2, -1, 11, 3]);
    const two = near(blockBoundsOf(geometryOf(BLOCK_ROWS + 1)));
    expect(two.slice(4)).toEqual([BLOCK_ROWS * 10 - 2, 0, BLOCK_ROWS * 10 + 2, 2]);
    expect([...blockBoundsOf({ ...geometryOf(3), length: new Float32Array(3) })]).toEqual([
      NaN,
      NaN,
      NaN,
      NaN,
    ]);
  });

  it("bound the corners of all of them, in any order", () => {
    const row = fc.record({
      x: fc.integer({ min: -90, max: 90 }),
      y: fc.integer({ min: -90, max: 90 }),
      length: fc.constantFrom(0, 3, 8),
      rotation: fc.double({ min: -3, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
        const geometry = {
          ...geometryOf(rows.length),
          centreX: Float32Array.from(rows, ({ x }) => x),
          centreY: Float32Array.from(rows, ({ y }) => y),
          length: Float32Array.from(rows, ({ length }) => length),
          rotation: Float32Array.from(rows, ({ rotation }) => rotation),
        };
        const corners = rows.flatMap(({ length }, at) =>
          length === 0 ? [] : ringOfRow(geometry, at, NO_ROW),
        );
        const [xs, ys] = [0, 1].map((axis) => corners.filter((_, i) => i % 2 === axis));
        const expected = [Math.min(...xs!), Math.min(...ys!), Math.max(...xs!), Math.max(...ys!)];
        blockBoundsOf(geometry).forEach((bound, i) => {
          if (corners.length === 0) expect(bound).toBeNaN();
          else expect(bound).toBeCloseTo(expected[i]!, 4);
        });
      }),
    );
  });

  it("turn by any angle within their bounds", () => {
    const geometry = { ...geometryOf(1), rotation: Float32Array.of(-2.1) };
    const ring = ringOfRow(geometry, 0, NO_ROW);
    const xs = ring.filter((_, i) => i % 2 === 0);
    const ys = ring.filter((_, i) => i % 2 === 1);
    const corners = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    blockBoundsOf(geometry).forEach((bound, i) => expect(bound).toBeCloseTo(corners[i]!, 5));
  });

  it("have their own outline if they are no rectangles", () => {
    const geometry = geometryOf(4);
    const index = polygonIndex(geometry);
    expect([...index]).toEqual([0, NO_ROW, NO_ROW, 1]);
    expect(ringOfRow(geometry, 0, index[0]!)).toEqual([0, 0, 4, 0, 0, 4]);
    expect(ringOfRow(geometry, 3, index[3]!)).toEqual([9, 9, 12, 9, 12, 12, 9, 12]);
    expect(ringOfRow(geometry, 1, index[1]!).map(Math.round)).toEqual([11, -1, 11, 3, 9, 3, 9, -1]);
  });
});
