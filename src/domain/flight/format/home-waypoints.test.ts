import { expect, it } from "vitest";
import { withHomeWaypoints } from "./home-waypoints.ts";
import { randomRoute, randomSource } from "./route.fixture.ts";

const route = randomRoute(randomSource(5), 6);
const heightsOf = (metres: number) => {
  const [first, last] = [route.waypoints[0]!, route.waypoints.at(-1)!];
  return {
    security_height_m: first.height_m + metres,
    return_height_m: last.height_m + metres,
  };
};

it("adds the ways from and to take-off where they are higher than the route", () => {
  const flown = withHomeWaypoints(route, heightsOf(12));
  const home = route.take_off.place;
  const [first, last] = [route.waypoints[0]!, route.waypoints.at(-1)!];
  expect(flown.waypoints.slice(0, 2)).toMatchObject([
    { place: home, height_m: first.height_m + 12, damping_m: 0 },
    { place: first.place, height_m: first.height_m + 12, damping_m: 0 },
  ]);
  expect(flown.waypoints.slice(-2)).toMatchObject([
    { place: last.place, height_m: last.height_m + 12, damping_m: 0 },
    { place: home, height_m: last.height_m + 12, damping_m: 0 },
  ]);
  expect(flown.waypoints.slice(2, -2)).toEqual(route.waypoints);
  // Photos are taken between the same places.
  for (const [at, run] of flown.photo_runs.entries()) {
    const before = route.photo_runs[at]!;
    expect(flown.waypoints[run.from]).toBe(route.waypoints[before.from]);
    expect(flown.waypoints[run.to]).toBe(route.waypoints[before.to]);
  }
});

it("adds nothing where they are not", () => {
  expect(withHomeWaypoints(route, heightsOf(0)).waypoints).toEqual(route.waypoints);
});
