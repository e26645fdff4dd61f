import { describe, expect, it } from "vitest";
import { captureOf } from "../plan/capture.ts";
import { areasOf, rectangle, takeOffAt } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { footprintOf, photoPoints, routePhotos, runLength } from "./photo-points.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import type { Place } from "../route/flight-route.ts";

const settings = defaultFlightSettings("M3T", ["pv_thermal"], 0);
const areas = areasOf([rectangle(300, 120)]);
const plan = planFlight({ name: "A", areas, target: null, settings });
const [route] = plan.routes;
if (!route) throw new Error("nothing was planned");

const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180);

/** Metres on the ellipsoid, by its radii of curvature at the latitude of the field (Snyder, USGS 1395, 4-18 to 4-20). */
function metres(a: Place, b: Place): number {
  const sine = Math.sin((a[1] * Math.PI) / 180);
  const flat = 1 - 0.00669437999 * sine ** 2;
  const across = 6378137 / Math.sqrt(flat);
  const along = (across * (1 - 0.00669437999)) / flat;
  const east = (b[0] - a[0]) * across * Math.sqrt(1 - sine ** 2);
  return (Math.hypot(east, (b[1] - a[1]) * along) * Math.PI) / 180;
}

describe("the photos of a route", () => {
  it("are as many as the plan counts, each the same distance from the one before", () => {
    const points = plan.routes.flatMap(photoPoints);
    expect(points).toHaveLength(plan.metrics.photos);
    for (const [i, point] of points.entries()) {
      const before = points[i - 1];
      if (before?.run !== point.run) continue;
      expect(metres(before.place, point.place)).toBeCloseTo(
        route.photo_runs[point.run]!.distance_m,
        4,
      );
    }
  });

  // Lengths of a degree by the series for the ellipsoid (Clarke 1866's form with the terms of WGS 84, as the tables of the
  // National Geospatial-Intelligence Agency are computed), a hundredth of them each.
  it.each([
    [-20.3, "north", 111132.92 - 559.82 * cos(40.6) + 1.175 * cos(81.2) - 0.0023 * cos(121.8)],
    [-20.3, "east", 111412.84 * cos(20.3) - 93.5 * cos(60.9) + 0.118 * cos(101.5)],
    [60, "north", 111132.92 - 559.82 * cos(120) + 1.175 * cos(240) - 0.0023 * cos(360)],
    [60, "east", 111412.84 * cos(60) - 93.5 * cos(180) + 0.118 * cos(300)],
  ] as const)("at latitude %s to the %s are counted along the ground", (lat, side, degree) => {
    const length = degree / 100;
    const end: Place = side === "north" ? [-69.9, lat + 0.005] : [-69.895, lat];
    const begin: Place = side === "north" ? [-69.9, lat - 0.005] : [-69.905, lat];
    const waypoints = [begin, end].map((place) => {
      return { place, height_m: 30, heading_deg: null, gimbal_pitch_deg: -90, damping_m: 0 };
    });
    // 200 distances and a fifth: a sphere, 0.15 % off or more, makes them 199 or 201.
    const lined = { waypoints, photo_runs: [{ from: 0, to: 1, distance_m: length / 200.2 }] };
    expect(runLength(lined, lined.photo_runs[0]!)).toBeCloseTo(length, 1);
    expect(routePhotos(lined)).toBe(201);
    expect(photoPoints(lined)).toHaveLength(201);
    const exact = { waypoints, photo_runs: [{ from: 0, to: 1, distance_m: length / 200 }] };
    expect(routePhotos(exact)).toBe(201);
  });

  it("go on around a corner of their run", () => {
    const corner = (x: number, y: number) => ({
      place: takeOffAt(x, y).place,
      height_m: 30,
      heading_deg: null,
      gimbal_pitch_deg: -90,
      damping_m: 0,
    });
    const bent = {
      waypoints: [corner(0, 0), corner(25, 0), corner(25, 25)],
      photo_runs: [{ from: 0, to: 2, distance_m: 10.1 }],
    };
    expect(runLength(bent, bent.photo_runs[0]!)).toBeCloseTo(50, 0);
    const points = photoPoints(bent);
    expect(points).toHaveLength(5);
    expect(placesApart(points[3]!.place, takeOffAt(25, 5.3).place)).toBeLessThan(0.1);
    expect(points.map(({ heading_deg }) => Math.round(heading_deg) + 0)).toEqual([
      90, 90, 90, 0, 0,
    ]);
  });

  it("show what the camera's footprint says, across the line", () => {
    const { thermal } = captureOf(settings, "pv_thermal");
    const [point] = photoPoints(route);
    const [a, b, c] = footprintOf(route, point!);
    expect(metres(a!, b!)).toBeCloseTo(thermal!.swath_m, 3);
    expect(metres(b!, c!)).toBeCloseTo(thermal!.length_m, 3);
    const middle = [(a![0] + c![0]) / 2, (a![1] + c![1]) / 2] as const;
    expect(placesApart(middle, point!.place)).toBeLessThan(0.01);
  });

  it("show a trapezium ahead of a camera that is pitched, and nothing where it looks away", () => {
    const [point] = photoPoints(route);
    const tilted = { ...point!, gimbal_pitch_deg: -45, heading_deg: 0 };
    const [near, right, far] = footprintOf(route, tilted);
    // The M3T's thermal camera sees 18.494 degrees up and down: rays at 26.506 and 63.494 degrees from straight down.
    // Their depths along the axis are 1.05974 and 2.12488 heights; 320 of 765.35 pixels are half the width.
    const height = point!.height_m;
    const north = (to: Place) => metres([point!.place[0], to[1]], point!.place) / height;
    expect(north(near!)).toBeCloseTo(0.4987, 3);
    expect(north(far!)).toBeCloseTo(2.005, 2);
    expect(metres(near!, right!) / height).toBeCloseTo(2 * 0.4431, 3);
    expect(metres(far!, footprintOf(route, tilted)[3]!) / height).toBeCloseTo(2 * 0.8884, 3);
    expect(near![1]).toBeGreaterThan(point!.place[1]);
    expect(footprintOf(route, { ...tilted, gimbal_pitch_deg: 0 })).toEqual([]);
    expect(footprintOf(route, { ...tilted, gimbal_pitch_deg: 30 })).toEqual([]);
  });
});
