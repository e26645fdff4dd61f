// The holes of flight polygons, against every pair of sides.
import { expect, test } from "vitest";
import { ringContains } from "../../geometry/ring.ts";
import { segmentsMeet } from "../../geometry/segment.ts";
import { holeRefusal } from "./hole-refusal.ts";

type Ring = readonly number[];

/** The same question, asked of all pairs. */
function plainRefusal([outer = [], ...holes]: readonly Ring[]) {
  const inside = (ring: Ring, of: Ring) => ringContains(ring, 0, ring.length / 2, of[0]!, of[1]!);
  const meet = (one: Ring, other: Ring) => {
    const xy = [...one, ...other];
    const [first, all] = [one.length / 2, xy.length / 2];
    for (let a = 0; a < first; a += 1) {
      for (let b = first; b < all; b += 1) {
        const next = b + 1 === all ? first : b + 1;
        if (segmentsMeet(xy, a, (a + 1) % first, b, next)) return true;
      }
    }
    return false;
  };
  for (const [at, hole] of holes.entries()) {
    const values = { hole: at + 1 };
    if (meet(outer, hole) || !inside(outer, hole)) return { reason: "flight_hole_outside", values };
    const isMet = (other: Ring) => meet(other, hole) || inside(other, hole) || inside(hole, other);
    if (holes.slice(0, at).some(isMet)) return { reason: "flight_holes_meet", values };
  }
  return null;
}

/** Numbers from 0 to 1 that are the same in each run. */
function numbers(seed: number) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** A star with so many corners. */
function star(x: number, y: number, radius: number, corners: number, next: () => number): number[] {
  return Array.from({ length: corners }, (_, at) => {
    const angle = (2 * Math.PI * at) / corners;
    const reach = radius * (0.6 + 0.4 * next());
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  }).flat();
}

test("the first faulty hole is the one that all pairs of sides find", () => {
  const outcomes = new Map<string, number>();
  for (let seed = 1; seed <= 400; seed += 1) {
    const next = numbers(seed);
    const outer = star(0, 0, 10, 12, next);
    const holes = Array.from({ length: 1 + Math.floor(next() * 6) }, () =>
      star(
        (next() - 0.5) * 14,
        (next() - 0.5) * 14,
        0.5 + next() * 1.5,
        3 + Math.floor(next() * 6),
        next,
      ),
    );
    const expected = plainRefusal([outer, ...holes]);
    expect(holeRefusal([outer, ...holes]), `${seed}`).toEqual(expected);
    const name = expected?.reason ?? "sound";
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
  }
  // Each outcome is among them.
  expect([...outcomes.keys()].toSorted()).toEqual([
    "flight_hole_outside",
    "flight_holes_meet",
    "sound",
  ]);
});

test("the work grows with the corners, not with their pairs", () => {
  const stepsOf = (side: number, corners: number) => {
    const next = numbers(7);
    const holes = Array.from({ length: side * side }, (_, at) =>
      star((at % side) + 0.5, Math.floor(at / side) + 0.5, 0.4, corners, next),
    );
    const outer = [-1, -1, side + 1, -1, side + 1, side + 1, -1, side + 1];
    const work = { steps: 0 };
    expect(holeRefusal([outer, ...holes], work)).toBeNull();
    return work.steps / (side * side * corners);
  };
  expect(stepsOf(13, 100) / stepsOf(6, 100)).toBeLessThan(3);
  expect(stepsOf(13, 400) / stepsOf(13, 100)).toBeLessThan(3);
});

test("holes around each other end the search with words", () => {
  const comb = (shift: number, teeth: number) => {
    const up = Array.from({ length: teeth }, (_, at) => {
      const [left, right] = [at + shift, at + shift + 0.001];
      return [left, 0, left, 100, right, 100, right, 0];
    }).flat();
    return [...up, teeth + 1, -1 - shift, -1, -1 - shift];
  };
  const outer = [-10, -10, 200, -10, 200, 200, -10, 200];
  const work = { steps: 0 };
  const holes = Array.from({ length: 199 }, (_, at) => comb(at / 300, 60));
  const refusal = holeRefusal([outer, ...holes], work);
  expect(refusal).not.toBeNull();
  expect(work.steps).toBeLessThan(30_000_000);
});
