import { expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { sequence } from "./long-ring.fixture.ts";
import { fitRectangle } from "./rectangle.ts";

/** The least area of a rectangle along a side, by a search of all sides and vertices. */
function leastArea(ring: readonly number[]): number {
  const count = ring.length / 2;
  let least = Infinity;
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    const [dx, dy] = [ring[j * 2]! - ring[i * 2]!, ring[j * 2 + 1]! - ring[i * 2 + 1]!];
    const size = Math.hypot(dx, dy);
    const along: number[] = [];
    const across: number[] = [];
    for (let k = 0; k < count; k++) {
      along.push((ring[k * 2]! * dx + ring[k * 2 + 1]! * dy) / size);
      across.push((ring[k * 2 + 1]! * dx - ring[k * 2]! * dy) / size);
    }
    const reach = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    least = Math.min(least, reach(along) * reach(across));
  }
  return least;
}

/** An ellipse with flat parts, turned; counter-clockwise. */
function ellipse(count: number, flatness: number, turn: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI;
    const [x, y] = [100 * Math.cos(angle), Math.max(-9, (100 / flatness) * Math.sin(angle))];
    return [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
  }).flat();
}

it("fits a rectangle around long outlines like a search of all sides", () => {
  const random = sequence(5);
  for (let round = 0; round < 60; round++) {
    const ring = ellipse(66 + random(200), 1 + random(12), random(628) / 100);
    const { length, width } = fitRectangle(ring, 0, ring.length / 2);
    expect((length * width) / leastArea(ring)).toBeCloseTo(1, 9);
  }
});

it("fits a rectangle around a circle of a hundred thousand vertices", () => {
  // A search of all vertices for each side took 40 s.
  const start = performance.now();
  const { length, width } = fitRectangle(ellipse(100_000, 1, 0), 0, 100_000);
  expect(performance.now() - start).toBeLessThan(patient(4000));
  expect(length).toBeCloseTo(200, 3);
  expect(width).toBeCloseTo(109, 1);
});
