// Obstacles below and beside routes. Places are given in metres on a plane of the test's own, and what is expected is
// worked out by hand from them.
import { describe, expect, it } from "vitest";
import { obstacleFinder } from "../ground/obstacle-way.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { planFlight } from "../plan/flight-plan.ts";
import type { FlightAreas, FlightRoute, Place, Obstacle } from "./flight-route.ts";
import { homeHeights, homeProblems } from "./home-leg.ts";
import {
  obstacleProblems,
  obstacleProfile,
  plannedObstacleProblems,
  takeOffObstacles,
} from "./obstacle-check.ts";

const LAT = -20.3;
const LON = -69.9;
// Lengths of a degree on the ellipsoid at 20.3 degrees (WGS 84, series of its meridian and parallel).
const metre = 1 / 110_704;
const metreEast = 1 / 104_470;
const at = (east: number, north: number): Place => [LON + east * metreEast, LAT + north * metre];

/** East along a line 100 m north of the take-off position, from 0 to 400 m. */
function route(height_m = 23): FlightRoute {
  const waypoint = (place: Place) => {
    return { place, height_m, heading_deg: null, gimbal_pitch_deg: -90, damping_m: 0 };
  };
  return {
    name: "East",
    aircraft: "M3T",
    flight_type: "pv_thermal",
    lenses: ["ir", "wide"],
    altitude_agl_m: height_m,
    speed_m_s: 3,
    take_off: { place: at(0, 0), elevation_m: null },
    waypoints: [waypoint(at(0, 100)), waypoint(at(400, 100))],
    photo_runs: [{ from: 0, to: 1, distance_m: 4 }],
    distance_m: 0,
    duration_s: 0,
  };
}
const mast = (east: number, north: number, height_m: number): Obstacle => {
  return { form: "point", places: [at(east, north)], height_m, name: "Mast" };
};
const line = (height_m: number): Obstacle => {
  return { form: "line", places: [at(200, -50), at(200, 250)], height_m };
};
const said = (
  obstacle: Obstacle,
  height_m = 23,
  elevation: ((place: Place) => number) | null = null,
) =>
  obstacleProblems(route(height_m), elevation, [obstacle]).map(({ reason, values }) => [
    reason,
    values?.["waypoint"],
    values?.["metres"],
  ]);

describe("a leg", () => {
  it("keeps 10 m above what stands below it, or 10 m beside it", () => {
    expect(said(mast(150, 100, 13))).toEqual([]);
    expect(said(mast(150, 100, 13.5))).toEqual([["leg_near_obstacle", 2, 9.5]]);
    expect(said(mast(150, 100, 30))).toEqual([["leg_below_obstacle", 2, 7]]);
    expect(said(mast(150, 109.9, 30))).toEqual([["leg_below_obstacle", 2, 7]]);
    expect(said(mast(150, 110.2, 30))).toEqual([]);
    expect(said(mast(409.9, 100, 30))).toHaveLength(1);
    expect(said(mast(410.2, 100, 30))).toEqual([]);
  });

  it("crosses a power line, and lies over or inside a building", () => {
    expect(said(line(25))).toEqual([["leg_below_obstacle", 2, 2]]);
    expect(said(line(25), 35)).toEqual([]);
    const hall: Obstacle = {
      form: "area",
      places: [at(100, 60), at(140, 60), at(140, 140), at(100, 140)],
      height_m: 14,
    };
    expect(said(hall)).toEqual([["leg_near_obstacle", 2, 9]]);
    const beside = {
      ...hall,
      places: hall.places.map(([lon, lat]): Place => [lon, lat + 51 * metre]),
    };
    expect(said(beside)).toEqual([]);
  });

  it("counts the ground on which an obstacle stands, and wires between towers over a valley", () => {
    // 5 m higher in the east, where the mast stands: its top is at 18 m above the take-off position.
    const slope = ([lon]: Place) => 1000 + Math.min(5, Math.max(0, (lon - LON) / metreEast / 30));
    expect(said(mast(200, 100, 13), 23, slope)).toEqual([["leg_near_obstacle", 2, 5]]);
    // Both towers stand 20 m above the valley that the leg crosses: the wire is at 30 m, and not at 10.
    const valley = ([, lat]: Place) => (Math.abs((lat - LAT) / metre - 100) < 100 ? 1000 : 1020);
    const wire = { ...line(10), places: [at(200, -40), at(200, 240)] };
    expect(said(wire, 23, valley)).toEqual([]);
    const low = { ...route(23), take_off: { place: at(0, 50), elevation_m: null } };
    expect(obstacleProblems(low, valley, [wire])).toMatchObject([
      { reason: "leg_below_obstacle", values: { metres: 7, obstacle: "1" } },
    ]);
  });

  it("is not known to be clear where the ground below an obstacle is not known", () => {
    // The flight is 97 m above the mast if its ground is as high as the rest, which nothing says.
    const hole = ([lon]: Place) => (Math.abs((lon - LON) / metreEast - 150) < 5 ? null : 1000);
    const over = (obstacle: Obstacle) => obstacleProblems(route(100), hole, [obstacle]);
    expect(over(mast(150, 100, 3))).toEqual([
      { reason: "obstacle_ground_unknown", values: { obstacle: "Mast", waypoint: 2, legs: 1 } },
    ]);
    const hall = {
      ...mast(0, 0, 3),
      form: "area" as const,
      places: [at(140, 90), at(160, 90), at(150, 110)],
    };
    expect(over(hall)).toMatchObject([{ reason: "obstacle_ground_unknown" }]);
    expect(over(mast(170, 100, 3))).toEqual([]);
    // Its other end alone says nothing of the wire.
    const wire = { ...line(3), places: [at(150, 100), at(250, 100)] };
    expect(over(wire)).toMatchObject([{ reason: "obstacle_ground_unknown" }]);
    expect(obstacleProblems(route(100), () => null, [mast(150, 100, 3)])).toEqual([]);
  });

  it("takes an obstacle without a height for the highest that may be entered", () => {
    expect(said({ ...mast(150, 100, 1), height_m: null })).toEqual([
      ["leg_below_obstacle", 2, 477],
    ]);
  });
});

describe("the ways from and to take-off", () => {
  it("climb 10 m above every obstacle below them, on flat ground and over terrain", () => {
    const heights = (obstacles: readonly Obstacle[], elevation: (() => number) | null = null) => {
      const { security_height_m, return_height_m } = homeHeights(route(), elevation, obstacles);
      return [security_height_m, return_height_m];
    };
    expect(heights([])).toEqual([30, 30]);
    // Below the way out and the way home from the first waypoint.
    expect(heights([mast(5, 50, 42)])).toEqual([52, 52]);
    expect(heights([mast(5, 50, 42)], () => 800)).toEqual([52, 52]);
    // Only ways home from further along the route cross the line.
    expect(heights([line(45)])).toEqual([30, 55]);
    expect(heights([mast(150, -60, 90)])).toEqual([30, 30]);
  });

  it("are a fault where a campaign sets them lower", () => {
    const set = { ...route(), set_return_height_m: 54 };
    expect(homeProblems(set, null, [line(45)])).toEqual([
      { reason: "return_height_low", values: { metres: 54, least: 55 } },
    ]);
  });

  it("say that the ground of an obstacle is not known", () => {
    const partly = (place: Place) =>
      place[1] > LAT + 20 * metre && place[1] < LAT + 80 * metre ? null : 800;
    const way = (obstacles: readonly Obstacle[]) =>
      homeHeights(
        { ...route(), waypoints: [route().waypoints[0]!] },
        (place) => partly(place) ?? 800,
        obstacles,
      );
    expect(way([mast(0, 50, 42)]).isGroundKnown).toBe(true);
    expect(homeHeights(route(), partly, [mast(0, 50, 42)])).toMatchObject({
      security_height_m: 52,
      isGroundKnown: false,
    });
  });

  it("begin beside an obstacle: the pilot learns how far it is", () => {
    expect(takeOffObstacles(route(), [mast(0, 30, 12), mast(6, 0, 4)])).toEqual([
      {
        reason: "take_off_near_obstacle",
        values: { obstacle: "Mast", metres: expect.closeTo(6, 0) },
      },
    ]);
    expect(takeOffObstacles(route(), [mast(11, 0, 12)])).toEqual([]);
  });
});

it("a plan that comes near says it once, with the number of its legs and the way out", () => {
  const east = route();
  const again = [east, { ...east, name: "Again" }];
  const all = [mast(150, 100, 30), mast(300, 100, 15)];
  expect(plannedObstacleProblems(again, null, all)).toEqual([
    { reason: "flight_routes_near_obstacle", values: { legs: 2, obstacle: "Mast", least: 10 } },
  ]);
  expect(plannedObstacleProblems(again, null, [mast(150, 100, 5)])).toEqual([]);
  const hole = ([lon]: Place) => (Math.abs((lon - LON) / metreEast - 150) < 5 ? null : 1000);
  expect(plannedObstacleProblems(again, hole, [mast(150, 100, 3)])).toMatchObject([
    { reason: "obstacle_ground_unknown" },
  ]);
});

describe("the work", () => {
  it("for a way over a large outline does not grow with its length", () => {
    const corners = Array.from({ length: 2000 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 2000;
      return at(5000 * Math.cos(angle), 5000 * Math.sin(angle));
    });
    const field: Obstacle = { form: "area", places: corners, height_m: 2 };
    const met = obstacleFinder([field], at(0, 0), null)(at(-6000, 0), at(6000, 0));
    expect(met.length).toBeLessThan(10);
    expect(Math.min(...met.map(({ share }) => share)) * 12_000).toBeCloseTo(990, 0);
    expect(Math.max(...met.map(({ share }) => share)) * 12_000).toBeCloseTo(11_010, 0);
    // A way that does not reach its edges lies inside.
    expect(obstacleFinder([field], at(0, 0), null)(at(-10, 0), at(10, 0))).toHaveLength(2);
  });

  it("for the heights of a route is done once, also for copies with other set heights", () => {
    let looked = 0;
    const elevation = () => {
      looked += 1;
      return 1000;
    };
    const [one, obstacles] = [route(), [line(20)]];
    homeHeights(one, elevation, obstacles);
    const before = looked;
    homeHeights({ ...one, set_return_height_m: 60 }, elevation, obstacles);
    homeProblems({ ...one, set_return_height_m: 20 }, elevation, obstacles);
    expect(looked).toBe(before);
    homeHeights(one, elevation, [line(25)]);
    expect(looked).toBeGreaterThan(before);
    const waypoints = one.waypoints.map((waypoint) => ({ ...waypoint, height_m: 90 }));
    const securityAt = (altitude_agl_m: number) =>
      homeHeights({ ...one, waypoints, altitude_agl_m }, elevation, obstacles).security_height_m;
    expect([securityAt(80), securityAt(90)]).toEqual([80, 90]);
  });
});

it("a height profile shows each obstacle where the flight passes it", () => {
  const profile = obstacleProfile(route(), null, [line(25)]);
  // 100 m out, 200 m along the line; the way home crosses it again.
  expect(profile).toHaveLength(2);
  expect(profile[0]!.from_m).toBeCloseTo(290, 0);
  expect(profile[0]!.to_m).toBeCloseTo(310, 0);
  expect(profile[0]).toMatchObject({ name: "1", top_m: 25, base_m: 0 });
});

describe("a plan", () => {
  const settings = {
    ...defaultFlightSettings("M3T", ["pv_thermal"], Date.UTC(2026, 0, 15, 16, 40)),
    thermal_gsd_m: 23 / 765.35,
  };
  const ring = [at(0, 0), at(300, 0), at(300, 200), at(0, 200), at(0, 0)];
  const planned = (obstacles: readonly Obstacle[]) => {
    const areas: FlightAreas = {
      flight: [[ring]],
      no_fly: [],
      take_offs: [{ place: at(10, 10), elevation_m: null }],
      obstacles,
    };
    return planFlight({ name: "A", areas, target: null, settings });
  };
  /** Metres from the mast to the nearest place of any leg, every half metre of it. */
  const nearest = ({ routes }: ReturnType<typeof planned>, [lon, lat]: Place) => {
    let least = Infinity;
    for (const { waypoints } of routes)
      for (const [i, { place: to }] of waypoints.slice(1).entries()) {
        const from = waypoints[i]!.place;
        const parts = Math.ceil(
          2 * Math.hypot((to[0] - from[0]) / metreEast, (to[1] - from[1]) / metre) || 1,
        );
        for (let k = 0; k <= parts; k++) {
          const east = (from[0] + (k / parts) * (to[0] - from[0]) - lon) / metreEast;
          const north = (from[1] + (k / parts) * (to[1] - from[1]) - lat) / metre;
          least = Math.min(least, Math.hypot(east, north));
        }
      }
    return least;
  };

  it("keeps its lines around what is too high for them, and over what is not", () => {
    const high = planned([mast(150, 100, 14)]);
    expect(high.problems).toEqual([]);
    expect(nearest(high, at(150, 100))).toBeGreaterThan(10);
    const [first] = high.routes;
    expect(obstacleProblems(first!, null, [mast(150, 100, 14)])).toEqual([]);
    const low = planned([mast(150, 100, 9)]);
    expect(nearest(low, at(150, 100))).toBeLessThan(6);
    expect(low.routes.flatMap((one) => obstacleProblems(one, null, [mast(150, 100, 9)]))).toEqual(
      [],
    );
  });

  it("says that a take-off position beside a high obstacle is in the way, and which", () => {
    expect(planned([mast(15, 10, 20)]).problems).toEqual([
      {
        reason: "take_off_obstacle_high",
        values: { obstacle: "Mast", metres: expect.closeTo(5, 0) },
      },
    ]);
  });
});
