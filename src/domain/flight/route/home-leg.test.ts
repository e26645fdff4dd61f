// Ways from and to the take-off position over hills. The ground is a formula, and is looked up every metre here; the
// rule looks it up every ten.
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { writeKmz } from "../format/kmz-write.ts";
import { areasOf, PLACE, rectangle } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { mostWind, windLoad } from "../time/flight-wind.ts";
import type { FlightRoute, Place } from "./flight-route.ts";
import {
  groundProblems,
  heightProfile,
  highestAboveGround,
  HOME_CLEARANCE_M,
  homeHeights,
  homeProblems,
  setHeightProblems,
} from "./home-leg.ts";
import { heightProblems } from "./route-check.ts";
import { editedRoute } from "./route-edit.ts";

const LAT = -20.3;
const LON = -69.9;
const metre = 1 / 111_320;
const metreEast = metre / Math.cos((LAT * Math.PI) / 180);
const at = (east: number, north: number): Place => [LON + east * metreEast, LAT + north * metre];
const east = ([lon]: Place) => (lon - LON) / metreEast;

const none = { flight: [], no_fly: [], take_offs: [] };

/** 1,200 m above the sea, with a ridge of 60 m, 80 m wide, 200 m east of the take-off position. */
const ridge = (place: Place) => 1200 + 60 * Math.exp(-(((east(place) - 200) / 40) ** 2));

/** A field 400 m east of the take-off position, flown at 20 m. */
function route(heights: readonly [number, number] = [20, 20]): FlightRoute {
  const waypoint = (place: Place, height_m: number) => {
    return { place, height_m, heading_deg: null, gimbal_pitch_deg: -90, damping_m: 0 };
  };
  return {
    name: "Ridge",
    aircraft: "M3T",
    flight_type: "pv_thermal",
    lenses: ["ir"],
    altitude_agl_m: 20,
    speed_m_s: 4,
    take_off: { place: at(0, 0), elevation_m: 1200 },
    waypoints: [waypoint(at(400, 0), heights[0]), waypoint(at(600, 150), heights[1])],
    photo_runs: [],
    distance_m: 0,
    duration_s: 0,
  };
}

/** Least height above the ground on the straight way between two places. */
function clearance(from: Place, to: Place, height: number): number {
  const steps = Array.from({ length: 700 }, (_, i) => i / 699);
  return Math.min(
    ...steps.map((part) => {
      const place: Place = [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
      return height + 1200 - ridge(place);
    }),
  );
}

describe("the heights of the ways from and to the take-off position", () => {
  it("lead over a ridge with the clearance, from every place of the route", () => {
    const flown = route();
    const { security_height_m, return_height_m, isGroundKnown } = homeHeights(flown, ridge, []);
    expect(isGroundKnown).toBe(true);
    const home = flown.take_off.place;
    const [first, last] = flown.waypoints.map(({ place }) => place) as [Place, Place];
    // The top may lie between two places that are looked up: less than a metre on this ridge.
    expect(clearance(home, first, security_height_m)).toBeGreaterThan(HOME_CLEARANCE_M - 1);
    for (let i = 0; i <= 20; i++) {
      const part = i / 20;
      const from: Place = [
        first[0] + part * (last[0] - first[0]),
        first[1] + part * (last[1] - first[1]),
      ];
      expect(clearance(from, home, return_height_m)).toBeGreaterThan(HOME_CLEARANCE_M - 1);
    }
    expect(security_height_m).toBeLessThan(60 + HOME_CLEARANCE_M + 0.2);
  });

  it("are those of the route on flat ground, and say where the ground is not known", () => {
    expect(homeHeights(route([20, 45]), () => 1200, [])).toEqual({
      security_height_m: 30,
      return_height_m: 45,
      isGroundKnown: true,
    });
    // Without terrain as over flat ground: a mast or a power block stands there all the same.
    expect(homeHeights(route(), null, [])).toEqual({
      security_height_m: 30,
      return_height_m: 30,
      isGroundKnown: false,
    });
    expect(homeHeights(route([20, 45]), () => null, [])).toMatchObject({
      security_height_m: 30,
      return_height_m: 45,
    });
    const low = { ...route(), set_security_height_m: 29, set_return_height_m: 29 };
    expect(homeProblems(low, null, []).map(({ reason, values }) => [reason, values])).toEqual([
      ["security_height_low", { metres: 29, least: 30 }],
      ["return_height_low", { metres: 29, least: 30 }],
    ]);
    const west = (place: Place) => (east(place) > 300 ? null : ridge(place));
    expect(homeHeights(route(), west, []).isGroundKnown).toBe(false);
  });

  it("stand in both files of a DJI route, with the speed that the plan counts with", () => {
    const { bytes } = writeKmz(route(), { created_ms: Date.UTC(2026, 10, 1), elevation: ridge });
    const heights = homeHeights(route(), ridge, []);
    for (const name of ["wpmz/template.kml", "wpmz/waylines.wpml"]) {
      const text = strFromU8(unzipSync(bytes)[name]!);
      const valueOf = (element: string) =>
        Number(new RegExp(`<wpml:${element}>([^<]+)<`).exec(text)?.[1]);
      expect(valueOf("takeOffSecurityHeight")).toBe(heights.security_height_m);
      expect(valueOf("globalRTHHeight")).toBe(heights.return_height_m);
      expect(valueOf("globalTransitionalSpeed")).toBe(15);
    }
  });
});

describe("heights that somebody sets", () => {
  it("are flown and written as they are set, and refused below what the terrain asks for", () => {
    const needed = homeHeights(route(), ridge, []);
    const high = { ...route(), set_security_height_m: 100, set_return_height_m: 110 };
    expect(homeHeights(high, ridge, [])).toMatchObject({
      security_height_m: 100,
      return_height_m: 110,
    });
    expect(homeProblems(high, ridge, [])).toEqual([]);
    const { bytes } = writeKmz(high, { created_ms: Date.UTC(2026, 10, 1), elevation: ridge });
    const text = strFromU8(unzipSync(bytes)["wpmz/waylines.wpml"]!);
    expect(text).toContain("<wpml:takeOffSecurityHeight>100</wpml:takeOffSecurityHeight>");
    expect(text).toContain("<wpml:globalRTHHeight>110</wpml:globalRTHHeight>");
    // The ridge is 60 m high, and 30 m are kept above it.
    const low = { ...route(), set_security_height_m: 60, set_return_height_m: 80 };
    expect(homeProblems(low, ridge, []).map(({ reason }) => reason)).toEqual([
      "security_height_low",
      "return_height_low",
    ]);
    expect(homeProblems(low, ridge, [])[0]?.values).toEqual({
      metres: 60,
      least: needed.security_height_m,
    });
    const set = { security_height: 60, return_height: null };
    expect(setHeightProblems([route(), route()], set, ridge, [])).toHaveLength(1);
    expect(setHeightProblems([route()], { ...set, security_height: null }, ridge, [])).toEqual([]);
  });

  it("are warned of above the legal height, and refused above the ceiling of the plant", () => {
    const above = { ...route(), set_return_height_m: 130 };
    expect(highestAboveGround(above, () => 1200, [])).toBeCloseTo(130, 6);
    const ceiling = (ceiling_m: number | null) =>
      heightProblems(above, { areas: none, elevation: () => 1200, ceiling_m }).map(
        ({ reason }) => reason,
      );
    expect(ceiling(null)).toEqual([]);
    expect(ceiling(130)).toEqual([]);
    expect(ceiling(129)).toEqual(["flight_above_ceiling"]);
  });

  it("are refused with another reason than a route that is too high, because flying lower would not help", () => {
    const reasons = (ceiling_m: number) =>
      heightProblems(route(), { areas: none, elevation: () => 1200, ceiling_m }).map(
        ({ reason }) => reason,
      );
    // The route is flown at 20 m, its ways 30 m above the terrain.
    expect(reasons(30)).toEqual([]);
    expect(reasons(25)).toEqual(["flight_ways_above_ceiling"]);
    expect(reasons(15)).toEqual(["flight_above_ceiling"]);
  });
});

describe("the flight from the side", () => {
  it("goes out at the security height, over the waypoints, and home at the return height", () => {
    const flown = route([20, 45]);
    const heights = homeHeights(flown, ridge, []);
    const points = heightProfile(flown, heights, ridge);
    const out = points.filter(({ part }) => part === "out");
    const home = points.filter(({ part }) => part === "home");
    expect(new Set(out.map(({ height_m }) => height_m))).toEqual(
      new Set([heights.security_height_m]),
    );
    expect(new Set(home.map(({ height_m }) => height_m))).toEqual(
      new Set([heights.return_height_m]),
    );
    // 400 m out, 250 m of route, and home along the third side.
    expect(out.at(-1)!.along_m).toBeCloseTo(400, 0);
    expect(points.at(-1)!.along_m).toBeCloseTo(400 + 250 + Math.hypot(600, 150), -1);
    const top = out.reduce((high, one) => (one.ground_m! > high.ground_m! ? one : high));
    expect(top.along_m).toBeCloseTo(200, -1);
    expect(top.ground_m).toBeCloseTo(60, 0);
    expect(heightProfile(flown, heights, null).every(({ ground_m }) => ground_m === null)).toBe(
      true,
    );
  });
});

describe("a leg between waypoints", () => {
  const behind = { ...route(), waypoints: route().waypoints.toReversed() };
  const over: FlightRoute = {
    ...behind,
    waypoints: [
      { ...behind.waypoints[0]!, place: at(50, 0) },
      { ...behind.waypoints[1]!, place: at(400, 0) },
    ],
  };

  it("through a ridge is a fault, with its waypoint and how deep it is", () => {
    const [problem, ...others] = groundProblems(over, ridge);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      reason: "leg_near_ground",
      values: { waypoint: 2, least: 10 },
    });
    expect(problem?.values?.["metres"]).toBeCloseTo(20 - 60, 0);
  });

  it("above the ridge is none, and without a ground nothing is said", () => {
    const high = { ...over, waypoints: over.waypoints.map((one) => ({ ...one, height_m: 71 })) };
    expect(groundProblems(high, ridge)).toEqual([]);
    // Terrain that covers a part says nothing of the rest.
    expect(groundProblems(over, () => null)).toEqual([{ reason: "ground_unknown_take_off" }]);
    const home = high.take_off.place;
    const only = (place: Place) => (place[0] === home[0] && place[1] === home[1] ? 0 : null);
    const legs = high.waypoints.length - 1;
    expect(groundProblems(high, only)).toEqual([
      { reason: "ground_unknown_leg", values: { waypoint: 2, legs } },
    ]);
  });
});

// The seconds are summed up here from the heights alone, at the climb and descent of the M3T's data sheet.
it("a plan's sorties have the climbs over a ridge in their time, and fit their battery with them", () => {
  const [climb_m_s, descent_m_s, height] = [6, 5, 250];
  const elevation = ([lon]: Place) =>
    1000 + height * Math.exp(-((((lon - PLACE[0]) / metreEast + 300) / 60) ** 2));
  const areas = areasOf([rectangle(500, 400)], [], [-600, 200]);
  const settings = { ...defaultFlightSettings("M3T", ["pv_thermal"], 0), reserve_percent: 5 };
  const input = { name: "Ridge", areas, target: null, settings };
  const { routes } = planFlight({ ...input, elevation });
  const over = routes[0]!;
  expect(routes.length).toBeGreaterThan(1);
  for (const one of routes) {
    const level = editedRoute(one, one, null, []).duration_s;
    const { security_height_m, return_height_m } = homeHeights(one, elevation, []);
    // Over flat ground the ways of a flight at 23 m are 30 m high.
    const high = [security_height_m, return_height_m].map((metres) => metres - 30);
    const more = (high[0]! + high[1]!) * (1 / climb_m_s + 1 / descent_m_s);
    expect(more).toBeGreaterThan(150);
    expect(one.duration_s - level).toBeCloseTo(more, 0);
    expect(one.duration_s).toBeLessThanOrEqual(60 * settings.flight_time_min * 0.95);
  }
  // Less battery is left for wind.
  const asIfLevel = { ...over, duration_s: editedRoute(over, over, null, []).duration_s };
  expect(mostWind(over).most_m_s ?? -1).toBeLessThanOrEqual(mostWind(asIfLevel).most_m_s ?? -1);
  expect(windLoad(over, 5).landing_percent).toBeLessThan(
    windLoad(asIfLevel, 5).landing_percent - 5,
  );
});
