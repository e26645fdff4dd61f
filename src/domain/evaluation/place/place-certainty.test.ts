import { expect, it } from "vitest";
import { normalNumbers } from "../scene.fixture.ts";
import { fitted } from "./place-fit.ts";
import type { Look } from "./place-look.ts";
import type { Miss } from "./place-miss.ts";
import { movedBy, still } from "./pose.ts";

const PIXEL_M = 0.05;
const middle = [0, 0] as const;
type Point = readonly [x: number, y: number];

function missAt([x, y]: Point, [east, north]: Point): Miss {
  // Of a window only its place and its scale are asked for.
  const look = { middle: [x, y], east: [1 / PIXEL_M, 0], north: [0, -1 / PIXEL_M] } as unknown;
  return { look: look as Look, east, north, weight: [1, 0, 1], score: 1 };
}

/** Windows of 40 m to each side, and a component as far beyond. */
const windows = Array.from({ length: 20 }, (_, at): Point => [
  -40 + 20 * (at % 5),
  -30 + 20 * Math.floor(at / 5),
]);
const far: Point = [90, 70];
const places: readonly Point[] = [far, [0, 0], [-40, 30]];

it("holds 95 % of the components of rasters whose parts lie beside a common movement", () => {
  const random = normalNumbers(3);
  let [held, all] = [0, 0];
  let widest = 0;
  for (let round = 0; round < 400; round++) {
    const truth = { dx: 0.3 * random(), dy: 0.3 * random(), turn: 0.002 * random(), scale: 1.001 };
    const real = movedBy(truth, middle);
    const beside = (place: Point): Point => {
      const [x, y] = real(...place);
      return [x - place[0] + 0.012 * random(), y - place[1] + 0.012 * random()];
    };
    const { pose, certainty } = fitted(
      still,
      middle,
      windows.map((place) => missAt(place, beside(place))),
      windows.length,
    );
    for (const place of places) {
      const [x, y] = movedBy(pose, middle)(...place);
      const [dx, dy] = beside(place);
      all += 1;
      const own = certainty!.at(...place);
      widest = Math.max(widest, own);
      if (Math.hypot(place[0] + dx - x, place[1] + dy - y) <= own) held += 1;
    }
  }
  expect(held / all).toBeGreaterThan(0.93);
  expect(held / all).toBeLessThan(0.99);
  expect(widest).toBeLessThan(0.08);
});

it("knows less of a component beyond the windows", () => {
  const random = normalNumbers(4);
  const misses = windows.map((place) => missAt(place, [0.01 * random(), 0.01 * random()]));
  const { certainty } = fitted(still, middle, misses, windows.length);
  expect(certainty!.at(...far)).toBeGreaterThan(1.05 * certainty!.at(0, 0));
  const few = fitted(still, middle, misses.slice(6, 9), 3).certainty!;
  expect(few.at(...far)).toBeGreaterThan(2 * few.at(-20, -10));
});

it("calls no place sure of which half of the windows say another one", () => {
  const misses = windows.map((place, at) => missAt(place, [0, at % 2 === 0 ? 0.088 : -0.088]));
  const { certainty } = fitted(still, middle, misses, windows.length);
  expect(certainty!.at(0, 0)).toBeGreaterThan(certainty!.limit_m);
});
