// How high obstacles reach over terrain. Places are given in metres on a plane of the test's own, and tops by hand.
import { expect, it } from "vitest";
import type { Place } from "../route/flight-route.ts";
import type { Obstacle } from "../route/flight-route.ts";
import { topAlong } from "./obstacle-top.ts";

const [LAT, LON] = [-20.3, -69.9];
// Lengths of a degree on the ellipsoid at 20.3 degrees (WGS 84, series of its meridian and parallel).
const at = (east: number, north: number): Place => [LON + east / 104_470, LAT + north / 110_704];
const eastOf = ([lon]: Place) => (lon - LON) * 104_470;

const tops = (obstacle: Obstacle, ground: ((place: Place) => number) | null) =>
  topAlong(obstacle, ground).map(({ place, top_m }) => [eastOf(place), top_m] as const);

it("a roof is level above the highest ground of its outline", () => {
  const hall: Obstacle = {
    form: "area",
    places: [at(0, 0), at(60, 0), at(60, 20), at(0, 20)],
    height_m: 8,
  };
  const all = tops(hall, (place) => 1000 + eastOf(place) / 10);
  expect(all).toHaveLength(5);
  for (const [, top] of all) expect(top).toBeCloseTo(1014, 6);
  expect(tops(hall, null).map(([, top]) => top)).toEqual([8, 8, 8, 8, 8]);
});

it("a wire is straight between its towers over a valley, and follows a hill between them", () => {
  const wire: Obstacle = { form: "line", places: [at(0, 0), at(100, 0)], height_m: 20 };
  const valley = tops(wire, (place) => 1000 + Math.abs(eastOf(place) - 50));
  for (const [, top] of valley) expect(top).toBeCloseTo(1070, 6);
  const hill = tops(wire, (place) => 1050 - Math.abs(eastOf(place) - 50));
  const middle = hill.find(([east]) => Math.abs(east - 50) < 1e-3);
  expect(middle?.[1]).toBeCloseTo(1070, 3);
  expect(hill.at(-1)?.[1]).toBeCloseTo(1020, 6);
});
