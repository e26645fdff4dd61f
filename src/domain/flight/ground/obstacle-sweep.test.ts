// The way home from anywhere on a leg, over what stands between two ways. Places are metres on a plane of the test's own.
import { expect, it } from "vitest";
import { homeHeights } from "../route/home-leg.ts";
import type { FlightRoute, Obstacle, Place } from "../route/flight-route.ts";

const [LAT, LON] = [-20.3, -69.9];
// Lengths of a degree on the ellipsoid at 20.3 degrees (WGS 84, series of its meridian and parallel).
const [metre, metreEast] = [1 / 110_704, 1 / 104_470];
const at = (east: number, north: number): Place => [LON + east * metreEast, LAT + north * metre];

/** From 400 m west to 400 m east, 200 m north of the take-off position, 23 m high. */
const route = (): FlightRoute => ({
  name: "East",
  aircraft: "M3T",
  flight_type: "pv_thermal",
  lenses: ["ir", "wide"],
  altitude_agl_m: 23,
  speed_m_s: 3,
  take_off: { place: at(0, 0), elevation_m: null },
  waypoints: [at(-400, 200), at(400, 200)].map((place) => {
    return { place, height_m: 23, heading_deg: null, gimbal_pitch_deg: -90, damping_m: 0 };
  }),
  photo_runs: [{ from: 0, to: 1, distance_m: 4 }],
  distance_m: 0,
  duration_s: 0,
});
const backOver = (obstacle: Obstacle, elevation: ((place: Place) => number) | null = null) =>
  homeHeights(route(), elevation, [obstacle]).return_height_m;
const mast = (east: number, north: number): Obstacle => {
  return { form: "point", places: [at(east, north)], height_m: 60 };
};

it("is 10 m above a mast wherever it stands between the leg and the take-off position", () => {
  // Every metre: two ways from places 50 m apart are up to 47 m apart there.
  const heights = Array.from({ length: 50 }, (_, i) => backOver(mast(i, 188)));
  expect(new Set(heights)).toEqual(new Set([70]));
});

it("counts what stands within 10 m beside the outermost ways, and nothing beyond them", () => {
  // The outermost way runs two metres east for each to the north: a spot 11 m east of it lies 11 / sqrt(5) = 4.9 m beside it.
  expect(backOver(mast(211, 100))).toBe(70);
  // 24 m east: 10.7 m beside it.
  expect(backOver(mast(224, 100))).toBe(30);
  // Beyond the leg, and behind the take-off position.
  expect(backOver(mast(0, 209))).toBe(70);
  expect(backOver(mast(0, 211))).toBe(30);
  expect(backOver(mast(0, -11))).toBe(30);
});

it("is 10 m above a short wire and a small hall between two ways, over the ground below them", () => {
  const slope = (place: Place) => 1000 + ((place[1] - LAT) / metre) * 0.1;
  // On 18.7 m and on 19 m of ground.
  const wire: Obstacle = { form: "line", places: [at(23, 187), at(27, 187)], height_m: 60 };
  const hall: Obstacle = {
    form: "area",
    places: [at(23, 187), at(27, 187), at(25, 190)],
    height_m: 60,
  };
  expect(backOver(wire, slope)).toBeCloseTo(88.7, 0);
  expect(backOver(hall, slope)).toBeCloseTo(89, 0);
});
