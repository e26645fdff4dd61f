import { describe, expect, it } from "vitest";
import { batteryLeft, flightClock, routeSeconds } from "./flight-clock.ts";
import { areasOf, rectangle } from "./flight-fields.fixture.ts";
import { planFlight } from "./flight-plan.ts";
import { defaultFlightSettings } from "./flight-settings.ts";
import { placesApart } from "./place-distance.ts";

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

describe("the clock of a route", () => {
  it("lasts as long as the planner says", () => {
    expect(routes.length).toBeGreaterThan(1);
    for (const route of routes) {
      // The planner's plane lies elsewhere.
      expect(routeSeconds(route) / route.duration_s).toBeCloseTo(1, 4);
      expect(flightClock(route).seconds).toBeCloseTo(routeSeconds(route), 9);
    }
  });

  it("begins and ends on the ground at the take-off position", () => {
    for (const route of routes) {
      const clock = flightClock(route);
      for (const seconds of [-1, 0, clock.seconds, clock.seconds + 9]) {
        expect(clock.at(seconds)).toMatchObject({ place: route.take_off.place, height_m: 0 });
      }
      expect(clock.at(0).phase).toBe("take_off");
      expect(clock.at(clock.seconds).phase).toBe("landing");
    }
  });

  it("knows when the drone is at a part of a leg", () => {
    for (const route of routes) {
      const clock = flightClock(route);
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
      const clock = flightClock(route);
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
      const clock = flightClock(route);
      for (const [i, seconds] of clock.reached.entries()) {
        expect(placesApart(clock.at(seconds).place, route.waypoints[i]!.place)).toBeLessThan(0.01);
        expect(seconds).toBeGreaterThan(clock.reached[i - 1] ?? 0);
      }
    }
  });
});

describe("a battery", () => {
  it("empties evenly over the flight time", () => {
    expect(batteryLeft(0, 45)).toBe(100);
    expect(batteryLeft(45 * 30, 45)).toBeCloseTo(50, 9);
    expect(batteryLeft(99_999, 45)).toBe(0);
  });
});
