// The walk through the stops of an order, against an exact solver that shares no code with it.
import { describe, expect, it, test } from "vitest";
import type { PlanePoint } from "../geometry/plane.ts";
import { shortestWalk } from "./walk.ts";

/** Held and Karp: the length of the shortest path through all stops, by dynamic programming over sets of stops. */
function exactLength(stops: readonly PlanePoint[], start: PlanePoint | null): number {
  const n = stops.length;
  if (n === 0) return 0;
  const away = ([x, y]: PlanePoint, [u, v]: PlanePoint) => Math.sqrt((x - u) ** 2 + (y - v) ** 2);
  const best = new Map<string, number>();
  const to = (mask: number, last: number): number => {
    const rest = mask ^ (1 << last);
    if (rest === 0) return start ? away(start, stops[last]!) : 0;
    const key = `${mask} ${last}`;
    const known = best.get(key);
    if (known !== undefined) return known;
    let least = Infinity;
    for (let before = 0; before < n; before += 1) {
      if ((rest & (1 << before)) === 0) continue;
      least = Math.min(least, to(rest, before) + away(stops[before]!, stops[last]!));
    }
    best.set(key, least);
    return least;
  };
  const all = (1 << n) - 1;
  return Math.min(...stops.map((_, last) => to(all, last)));
}

/** Numbers from 0 to 1, the same with each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const lengthOf = (
  stops: readonly PlanePoint[],
  start: PlanePoint | null,
  order: readonly number[],
) =>
  [...(start ? [start] : []), ...order.map((at) => stops[at]!)].reduce(
    (sum, [x, y], at, path) =>
      at === 0 ? 0 : sum + Math.sqrt((x - path[at - 1]![0]) ** 2 + (y - path[at - 1]![1]) ** 2),
    0,
  );

/** Sets of stops as they lie in plants: anywhere, in rows, in clusters, on a grid, several at one place. */
const kinds = {
  anywhere: (random: () => number): PlanePoint => [random() * 900, random() * 500],
  rows: (random) => [random() * 900, Math.floor(random() * 4) * 12],
  clusters: (random) => [Math.floor(random() * 3) * 400 + random() * 9, random() * 9],
  grid: (random) => [Math.floor(random() * 4) * 10, Math.floor(random() * 4) * 10],
  line: (random) => [random() * 900, 0],
} satisfies Record<string, (random: () => number) => PlanePoint>;

describe.each(Object.entries(kinds))("stops: %s", (_name, place) => {
  test.each([true, false])("are at most 5 percent longer than exactly (start: %s)", (hasStart) => {
    let worst = 1;
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = randomFrom(seed * 7919);
      const count = 2 + Math.floor(random() * 9);
      const stops = Array.from({ length: count }, () => place(random));
      const start = hasStart ? place(random) : null;
      const { order, length_m } = shortestWalk(stops, start);
      expect(order.toSorted((a, b) => a - b)).toEqual(stops.map((_, at) => at));
      expect(length_m).toBeCloseTo(lengthOf(stops, start, order), 6);
      const exact = exactLength(stops, start);
      expect(length_m).toBeGreaterThanOrEqual(exact - 1e-6);
      if (exact > 1e-9) worst = Math.max(worst, length_m / exact);
    }
    expect(worst).toBeLessThanOrEqual(1.05);
  });
});

describe("a walk", () => {
  it("by hand: from the left end of a row to its right end", () => {
    const stops: PlanePoint[] = [
      [30, 0],
      [10, 0],
      [20, 0],
    ];
    const { order, length_m } = shortestWalk(stops, [0, 0]);
    expect([order, length_m]).toEqual([[1, 2, 0], 30]);
  });

  it("by hand: goes the short way to the near end first", () => {
    const stops: PlanePoint[] = [
      [-10, 0],
      [25, 0],
    ];
    expect(shortestWalk(stops, [0, 0])).toMatchObject({ order: [0, 1], length_m: 45 });
  });

  it("without a start begins at an end", () => {
    const stops: PlanePoint[] = [
      [10, 0],
      [0, 0],
      [20, 0],
      [30, 0],
    ];
    expect(shortestWalk(stops, null).length_m).toBe(30);
  });

  it("of nothing, and of one stop", () => {
    expect(shortestWalk([], [3, 3])).toEqual({ order: [], length_m: 0, work: 0 });
    expect(shortestWalk([[3, 4]], [0, 0])).toMatchObject({ order: [0], length_m: 5 });
    expect(shortestWalk([[3, 4]], null)).toMatchObject({ order: [0], length_m: 0 });
  });

  test.each([true, false])("through 1,000 stops costs bounded work (start: %s)", (hasStart) => {
    const random = randomFrom(20_260_701);
    const stops = Array.from({ length: 1000 }, () => kinds.anywhere(random));
    const { order, length_m, work } = shortestWalk(stops, hasStart ? [0, 0] : null);
    expect(new Set(order).size).toBe(1000);
    expect(work).toBeLessThan(12_000_000);
    // The shortest tour through n random points of an area A is about 0.7124 √(nA) long (Beardwood, Halton, Hammersley).
    expect(length_m).toBeLessThan(1.15 * 0.7124 * Math.sqrt(1000 * 900 * 500));
    expect(length_m).toBeCloseTo(lengthOf(stops, hasStart ? [0, 0] : null, order), 4);
  });

  it("through 1,000 modules of rows ends, and visits all", () => {
    const stops = Array.from({ length: 1000 }, (_, at): PlanePoint => [
      at % 50,
      Math.floor(at / 50) * 8,
    ]);
    const { order, work } = shortestWalk(stops, [0, 0]);
    expect(new Set(order).size).toBe(1000);
    expect(work).toBeLessThan(12_000_000);
  });
});
