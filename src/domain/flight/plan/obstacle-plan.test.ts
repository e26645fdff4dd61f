// Plans beside obstacles over terrain. Places are metres on a plane of the test's own; what is expected is worked out by hand.
import { describe, expect, it } from "vitest";
import type { Obstacle } from "../route/flight-route.ts";
import { obstacleProblems } from "../route/obstacle-check.ts";
import type { FlightPolygon, Place } from "../route/flight-route.ts";
import { planFlight } from "./flight-plan.ts";
import { defaultFlightSettings } from "./flight-settings.ts";

const [LAT, LON] = [-20.3, -69.9];
// Lengths of a degree on the ellipsoid at 20.3 degrees (WGS 84, series of its meridian and parallel).
const [metre, metreEast] = [1 / 110_704, 1 / 104_470];
const at = (east: number, north: number): Place => [LON + east * metreEast, LAT + north * metre];
const eastOf = ([lon]: Place) => (lon - LON) / metreEast;
const northOf = ([, lat]: Place) => (lat - LAT) / metre;
const box = (west: number, south: number, east: number, north: number) => [
  at(west, south),
  at(east, south),
  at(east, north),
  at(west, north),
];
const closed = (ring: Place[]): FlightPolygon => [[...ring, ring[0]!]];

type Ground = (place: Place) => number | null;
function planned(
  altitude_m: number,
  obstacles: readonly Obstacle[],
  elevation?: Ground,
  no_fly: readonly FlightPolygon[] = [],
) {
  const settings = {
    ...defaultFlightSettings("M3T", ["pv_thermal"], Date.UTC(2026, 0, 15, 16, 40)),
    altitudes_m: { pv_thermal: altitude_m },
  };
  const take_offs = [{ place: at(10, 10), elevation_m: null }];
  const areas = { flight: [closed(box(0, 0, 300, 200))], no_fly, take_offs, obstacles };
  const input = { name: "A", areas, target: null, settings };
  return planFlight(elevation ? { ...input, elevation } : input);
}

/** Metres from a rectangle to the nearest place of any leg, every half metre of it. */
function nearest({ routes }: ReturnType<typeof planned>, [w, s, e, n]: readonly number[]): number {
  let least = Infinity;
  for (const { waypoints } of routes)
    for (const [i, { place: to }] of waypoints.slice(1).entries()) {
      const from = waypoints[i]!.place;
      const [dx, dy] = [eastOf(to) - eastOf(from), northOf(to) - northOf(from)];
      const parts = Math.ceil(2 * Math.hypot(dx, dy)) || 1;
      for (let k = 0; k <= parts; k++) {
        const [x, y] = [eastOf(from) + (k / parts) * dx, northOf(from) + (k / parts) * dy];
        const off = [Math.max(w! - x, x - e!, 0), Math.max(s! - y, y - n!, 0)] as const;
        least = Math.min(least, Math.hypot(...off));
      }
    }
  return least;
}

describe("a plan over terrain", () => {
  // 30 m deep: the wire hangs 50 m above its floor, and the flight is 40 m above it.
  const valley: Ground = (place) => 1000 + Math.min(30, Math.abs(eastOf(place) - 150) / 2);
  const wire: Obstacle = { form: "line", places: [at(80, 100), at(220, 100)], height_m: 20 };

  it("keeps beside a wire that hangs over a valley higher than it flies", () => {
    const plan = planned(40, [wire], valley);
    expect(plan.problems).toEqual([]);
    expect(nearest(plan, [80, 100, 220, 100])).toBeGreaterThan(10);
    expect(plan.routes.flatMap((one) => obstacleProblems(one, valley, [wire]))).toEqual([]);
    // On flat ground the same flight is 20 m above it.
    expect(
      nearest(
        planned(40, [wire], () => 1000),
        [80, 100, 220, 100],
      ),
    ).toBeLessThan(5);
  });

  it("keeps beside a hall whose roof stands on the upper end of a slope", () => {
    // 6 m from one end to the other: at the lower end the flight at 23 m is 9 m above the roof.
    const slope: Ground = (place) => 1000 + eastOf(place) / 10;
    const hall: Obstacle = { form: "area", places: box(120, 90, 180, 110), height_m: 8 };
    const plan = planned(23, [hall], slope);
    expect(plan.problems).toEqual([]);
    expect(nearest(plan, [120, 90, 180, 110])).toBeGreaterThan(10);
    expect(plan.routes.flatMap((one) => obstacleProblems(one, slope, [hall]))).toEqual([]);
    expect(
      nearest(
        planned(23, [hall], () => 1000),
        [120, 90, 180, 110],
      ),
    ).toBe(0);
  });

  it("keeps beside what stands on ground that the terrain does not know", () => {
    const hole: Ground = (place) =>
      Math.hypot(eastOf(place) - 150, northOf(place) - 100) < 4 ? null : 1000;
    const mast: Obstacle = { form: "point", places: [at(150, 100)], height_m: 5 };
    expect(nearest(planned(40, [mast], hole), [150, 100, 150, 100])).toBeGreaterThan(10);
  });
});

describe("a take-off position", () => {
  const mast = (east: number, height_m: number): Obstacle => {
    return { form: "point", places: [at(east, 10)], height_m, name: "Mast" };
  };

  it("12 m from a high mast is in nothing's way", () => {
    expect(planned(23, [mast(22, 20)]).problems).toEqual([]);
    expect(planned(23, [mast(21, 20)]).problems).toMatchObject([
      { reason: "take_off_obstacle_high", values: { obstacle: "Mast", metres: 10.9 } },
    ]);
  });

  it("beside a no-fly polygon is in its margin, whatever low shed stands nearby", () => {
    const beside = closed(box(13, 0, 40, 20));
    expect(planned(23, [mast(4, 3)], undefined, [beside]).problems).toEqual([
      { reason: "take_off_in_no_fly" },
    ]);
  });
});

describe("ground that no way leads to", () => {
  const wall = (east: number, name?: string): Obstacle => {
    return {
      form: "line",
      places: [at(east, -20), at(east, 220)],
      height_m: 60,
      ...(name && { name }),
    };
  };
  const mast: Obstacle = { form: "point", places: [at(60, 120)], height_m: 60, name: "Mast" };
  const behind = (hectares: number, obstacles: string) => ({
    reason: "flight_polygon_behind_obstacle",
    values: { number: 1, hectares: expect.closeTo(hectares, 2), obstacles },
  });

  it("is said to lie behind the obstacle that is in the way, by its name or number", () => {
    // The wall keeps 11.5 m and the edge 1 m, each 0.05 m more: 137.4 m by 197.9 m.
    expect(planned(23, [mast, wall(150, "Line north")]).problems).toEqual([
      behind(2.72, "Line north"),
    ]);
    expect(planned(23, [mast, wall(150)]).problems).toEqual([behind(2.72, "2")]);
    expect(planned(23, [mast, wall(150)]).routes).toEqual([]);
    expect(planned(80, [mast, wall(150)]).problems).toEqual([]);
  });

  it("is said to lie behind all obstacles that are in the way together, and no other", () => {
    const both = [wall(150, "Line north"), mast, wall(200)];
    // 26.9 m and 87.4 m by 197.9 m.
    expect(planned(23, both).problems).toEqual([behind(2.26, "Line north, 3")]);
  });

  it("is said to lie behind a no-fly polygon where no obstacle is in the way, or not alone", () => {
    const strip = closed(box(240, -20, 250, 220));
    const unreached = (hectares: number) => ({
      reason: "flight_polygon_unreached",
      values: { number: 1, hectares: expect.closeTo(hectares, 2) },
    });
    // The strip keeps 5 m: 43.9 m, and 73.4 m before it, by 197.9 m.
    expect(planned(23, [mast], undefined, [strip]).problems).toEqual([unreached(0.87)]);
    expect(planned(23, [mast, wall(150)], undefined, [strip]).problems).toEqual([
      unreached(0.87),
      behind(1.45, "2"),
    ]);
  });
});
