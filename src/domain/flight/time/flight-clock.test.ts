import { beforeEach, describe, expect, it } from "vitest";
import { aircraft } from "../plan/aircraft.ts";
import { batteryLeft, flightClock, routeSeconds, type FlightClock } from "./flight-clock.ts";
import { areasOf, rectangle } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import type { FlightRoute } from "../route/flight-route.ts";
import { homeHeights } from "../route/home-leg.ts";
import { placesApart } from "../../geometry/ground-distance.ts";

const settings = { ...defaultFlightSettings("M3T", ["pv_thermal"], 0), flight_time_min: 60 };
const plans = [true, false].map((interpolate_curves) =>
  planFlight({
    name: "A",
    areas: areasOf([rectangle(300, 120)], [rectangle(50, 40, 100, 30)], [20, -30]),
    target: null,
    settings: { ...settings, interpolate_curves },
  }),
);
const routes = plans.flatMap((plan) => plan.routes);
const heightsOf = (route: FlightRoute) => homeHeights(route, null, []);

describe("the clock of a route", () => {
  it("lasts as long as the planner says", () => {
    expect(routes.length).toBeGreaterThan(1);
    for (const route of routes) {
      // The planner's plane lies elsewhere.
      expect(routeSeconds(route, heightsOf(route)) / route.duration_s).toBeCloseTo(1, 4);
      expect(flightClock(route, heightsOf(route)).seconds).toBeCloseTo(
        routeSeconds(route, heightsOf(route)),
        9,
      );
    }
  });

  it("begins and ends on the ground at the take-off position", () => {
    for (const route of routes) {
      const clock = flightClock(route, heightsOf(route));
      for (const seconds of [-1, 0, clock.seconds, clock.seconds + 9]) {
        expect(clock.at(seconds)).toMatchObject({ place: route.take_off.place, height_m: 0 });
      }
      expect(clock.at(0).phase).toBe("take_off");
      expect(clock.at(clock.seconds).phase).toBe("landing");
    }
  });

  it("knows when the drone is at a part of a leg", () => {
    for (const route of routes) {
      const clock = flightClock(route, heightsOf(route));
      const legs = route.waypoints.length + 1;
      let before = 0;
      for (let leg = 0; leg < legs; leg++) {
        for (const part of [0.1, 0.5, 0.9]) {
          const seconds = clock.secondsAt(leg, part);
          expect(seconds).toBeGreaterThan(before);
          before = seconds;
          const places = [route.take_off, ...route.waypoints, route.take_off];
          const [from, to] = [places[leg]!.place, places[leg + 1]!.place];
          const flown = placesApart(from, clock.at(seconds).place) / placesApart(from, to);
          expect(flown).toBeCloseTo(part, 3);
        }
      }
    }
  });

  it("flies the whole way without a jump, and as fast as it says", () => {
    // Step by step, apart from the formulas: the steps add up to the route, and each is as long as its speed.
    const step = 0.05;
    for (const route of routes) {
      const clock = flightClock(route, heightsOf(route));
      let flown = 0;
      let before = clock.at(0);
      for (let at = step; at <= clock.seconds; at += step) {
        const now = clock.at(at);
        const metres = placesApart(before.place, now.place);
        flown += metres;
        const fastest = Math.max(before.speed_m_s, now.speed_m_s);
        if (now.phase === "route" && before.waypoint === now.waypoint) {
          expect(metres).toBeLessThanOrEqual(step * fastest + 0.15);
        }
        expect(Math.abs(now.height_m - before.height_m)).toBeLessThan(step * 6.01);
        before = now;
      }
      expect(flown / route.distance_m).toBeCloseTo(1, 2);
    }
  });

  it("reaches every waypoint in order", () => {
    for (const route of routes) {
      const clock = flightClock(route, heightsOf(route));
      for (const [i, seconds] of clock.reached.entries()) {
        expect(placesApart(clock.at(seconds).place, route.waypoints[i]!.place)).toBeLessThan(0.01);
        expect(seconds).toBeGreaterThan(clock.reached[i - 1] ?? 0);
      }
    }
  });
});

// A flight by hand: 5 s on the ground, 8 s up to 48 m at 6 m/s (the M3T's climb), the way to the take-off position's
// east and back over it, and down at 6 m/s. Every leg begins and ends at rest: d / v + v / a seconds with
// a = 2.5 m/s2. A degree of the equator
// is 111,319.49 m, one of the meridian there 110,574.28 m (NIMA TR8350.2).
const [METRES, NORTH] = [111_319.4908, 110_574.2758];
const stop = (x: number, y: number, height_m: number, heading_deg: number | null) => ({
  place: [x / METRES, y / NORTH] as const,
  height_m,
  heading_deg,
  gimbal_pitch_deg: -90,
  damping_m: 0,
});
const byHand = {
  aircraft: "M3T",
  flight_type: "pv_thermal",
  speed_m_s: 5,
  take_off: { place: [0, 0], elevation_m: null },
  waypoints: [stop(300, 0, 48, null), stop(300, 100, 48, 170), stop(200, 100, 60, null)],
} as const;
/** The ways out and home at the heights of their waypoints. */
const level = { security_height_m: 48, return_height_m: 60 };
const m3t = aircraft.M3T;
const climb = m3t.climb_m_s.value;
const descent = m3t.descent_m_s.value;
const transit = m3t.max_speed_m_s.value;
const atRest = (metres: number, speed: number) => metres / speed + speed / 2.5;

describe("a flight by hand", () => {
  let clock: FlightClock;
  beforeEach(() => {
    clock = flightClock(byHand, level);
  });
  const up = 5 + 48 / climb;
  const first = up + atRest(300, transit);
  const second = first + atRest(100, 5);
  const third = second + atRest(100, 5);
  const back = third + atRest(Math.hypot(200, 100), transit);
  const down = back + 60 / descent;

  it("reaches its waypoints and the ground when the sums say so", () => {
    [first, second, third].forEach((seconds, i) =>
      expect(clock.reached[i]).toBeCloseTo(seconds, 2),
    );
    expect(clock.seconds).toBeCloseTo(down + 10, 2);
    expect(routeSeconds(byHand, level)).toBeCloseTo(down + 10, 2);
  });

  it("has sunk where it has reached its first waypoint, and rises after its stay at the last", () => {
    const [one, two, last] = byHand.waypoints;
    const waypoints = [{ ...one, hover_s: 30 }, two, { ...last, hover_s: 20 }];
    const above = { security_height_m: 48 + 12 * descent, return_height_m: 60 + 8 * climb };
    const staying = flightClock({ ...byHand, waypoints }, above);
    const [reached, , end] = staying.reached as [number, number, number];
    expect(staying.at(reached - 12).height_m).toBeCloseTo(48 + 12 * descent, 6);
    expect(staying.at(reached - 6).height_m).toBeCloseTo(48 + 6 * descent, 6);
    for (const later of [0, 15, 30])
      expect(staying.at(reached + later).height_m).toBeCloseTo(48, 6);
    for (const later of [0, 19.9]) expect(staying.at(end + later).height_m).toBeCloseTo(60, 6);
    expect(staying.at(end + 24).height_m).toBeCloseTo(60 + 4 * climb, 6);
  });

  it("flies home as fast as it came, whatever the last waypoint or its route says", () => {
    const [one, two, last] = byHand.waypoints;
    for (const speed_m_s of [3, 5, transit]) {
      const waypoints = [one, two, { ...last, speed_m_s }];
      expect(routeSeconds({ ...byHand, waypoints }, level)).toBeCloseTo(down + 10, 2);
    }
  });

  it("climbs above the take-off position, looking where it will fly", () => {
    expect(clock.at(4.9)).toMatchObject({
      phase: "take_off",
      height_m: 0,
      speed_m_s: 0,
      waypoint: null,
    });
    const half = clock.at(5 + 24 / climb);
    expect(half).toMatchObject({ phase: "climb", place: [0, 0], speed_m_s: climb, waypoint: null });
    expect(half.height_m).toBeCloseTo(24, 6);
    expect(half.heading_deg).toBeCloseTo(90, 3);
  });

  it("flies east, then north with its nose as it is set, then west while it rises", () => {
    const east = clock.at((up + first) / 2);
    expect(east).toMatchObject({ phase: "route", waypoint: 1, speed_m_s: transit });
    expect(east.place[0] * METRES).toBeCloseTo(150, 0);
    expect(east.heading_deg).toBeCloseTo(90, 3);
    const north = clock.at((first + second) / 2);
    expect(north).toMatchObject({ phase: "route", waypoint: 2, heading_deg: 170, height_m: 48 });
    expect(north.place[1] * NORTH).toBeCloseTo(50, 0);
    expect(north.speed_m_s).toBeCloseTo(5, 6);
    const west = clock.at((second + third) / 2);
    expect(west).toMatchObject({ phase: "route", waypoint: 3 });
    expect(west.heading_deg).toBeCloseTo(-90, 3);
    expect(west.height_m).toBeCloseTo(54, 1);
  });

  it("comes back and down above the take-off position", () => {
    const home = clock.at((third + back) / 2);
    expect(home).toMatchObject({ phase: "return", waypoint: null, height_m: 60 });
    // From 200 m east and 100 m north: south-west by west.
    expect(home.heading_deg).toBeCloseTo(-116.6, 0);
    const falling = clock.at((back + down) / 2);
    expect(falling).toMatchObject({ phase: "descent", place: [0, 0], speed_m_s: descent });
    expect(falling.height_m).toBeCloseTo(30, 1);
    expect(falling.heading_deg).toBeCloseTo(-116.6, 0);
    expect(clock.at(down + 1)).toMatchObject({ phase: "landing", height_m: 0, speed_m_s: 0 });
  });
});

// A ridge of 70 m on the way: out at 100 m and down above the first waypoint, up above the last one and home at 90 m.
describe("a flight by hand over a ridge", () => {
  const heights = { security_height_m: 100, return_height_m: 90 };
  const up = 5 + 100 / climb;
  const first = up + atRest(300, transit);
  const sunk = first + 52 / descent;
  const third = sunk + 2 * atRest(100, 5);
  const risen = third + 30 / climb;
  const back = risen + atRest(Math.hypot(200, 100), transit);
  const clock = flightClock(byHand, heights);

  it("counts the climbs to both heights", () => {
    expect(routeSeconds(byHand, heights)).toBeCloseTo(back + 90 / descent + 10, 2);
    expect(clock.seconds).toBeCloseTo(back + 90 / descent + 10, 2);
    // The first waypoint is reached where the drone is as low as it.
    expect(clock.reached[0]).toBeCloseTo(sunk, 2);
    expect(clock.reached[2]).toBeCloseTo(third, 2);
  });

  it("is as high as the drone flies", () => {
    const high = (seconds: number) => clock.at(seconds).height_m;
    expect(high((up + first) / 2)).toBe(100);
    expect(high((first + sunk) / 2)).toBeCloseTo(74, 6);
    expect(clock.at((first + sunk) / 2).place[0] * METRES).toBeCloseTo(300, 6);
    expect(high(sunk + 1)).toBeCloseTo(48, 6);
    expect(high((third + risen) / 2)).toBeCloseTo(75, 6);
    expect(clock.at((risen + back) / 2)).toMatchObject({ phase: "return", height_m: 90 });
    expect(high(back + 45 / descent)).toBeCloseTo(45, 2);
  });
});

describe("a battery", () => {
  it("empties evenly over the flight time", () => {
    expect(batteryLeft(0, 45)).toBe(100);
    expect(batteryLeft(45 * 30, 45)).toBeCloseTo(50, 9);
    expect(batteryLeft(99_999, 45)).toBe(0);
  });
});
