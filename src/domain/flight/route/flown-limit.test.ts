// The least height above ground of a route that is lowered, of a file, and over other ground. All heights are reckoned by hand.
import { describe, expect, it } from "vitest";
import { takingCampaign } from "../format/taken-over.fixture.ts";
import { routeTakenOver } from "../format/taken-over.ts";
import { areasOf, rectangle } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import type { FlightRoute, Place } from "./flight-route.ts";
import { heightAfter } from "./flown-height.ts";
import { groundProblems } from "./home-leg.ts";
import { editedRoute, liftWaypoints } from "./route-edit.ts";

const field = areasOf([rectangle(300, 120)], [], [-30, -30]);
const home = field.take_offs[0]!.place;
/** 500 m above the sea within some 5 m of the take-off position, and so many metres more everywhere else. */
const hill = (rise_m: number) => (place: Place) =>
  Math.hypot(place[0] - home[0], place[1] - home[1]) < 0.00005 ? 500 : 500 + rise_m;

function planned(altitude_m: number, rise_m: number): FlightRoute {
  const settings = {
    ...defaultFlightSettings("M3T", ["pv_thermal"], 0),
    altitudes_m: { pv_thermal: altitude_m },
    flight_time_min: 60,
  };
  const input = { name: "A", areas: field, target: null, settings, elevation: hill(rise_m) };
  return planFlight(input).routes[0]!;
}

const lifted = (route: FlightRoute, by_m: number, rise_m: number) =>
  editedRoute(route, liftWaypoints(route, [0, route.waypoints.length - 1], by_m), hill(rise_m), []);

/** Metres above ground and the least that is asked for, of the first leg that is too low. */
const lowOf = (route: FlightRoute, rise_m: number) =>
  groundProblems(route, hill(rise_m))[0]?.values;

describe("the least height above ground", () => {
  it("does not sink with a planned route that is lowered", () => {
    const route = planned(30, 50);
    expect(lowOf(route, 50)).toBeUndefined();
    const low = lifted(route, -29, 50);
    expect(low.altitude_agl_m).toBe(1);
    expect(lowOf(low, 50)).toMatchObject({ least: 10 });
    expect(lowOf(low, 50)?.["metres"]).toBeCloseTo(1, 0);
    // Nor by a second edit of the one that was stored.
    expect(lowOf(lifted(lifted(route, -20, 50), -3, 50), 50)).toMatchObject({ least: 10 });
    expect(lowOf(lifted(route, -19, 50), 50)).toBeUndefined();
  });

  it("is half of a low height that the planner chose, whatever was changed since", () => {
    const route = planned(16, 50);
    expect(lowOf(route, 50)).toBeUndefined();
    expect(lowOf(lifted(route, -7, 50), 50)).toBeUndefined();
    expect(lowOf(lifted(route, -9, 50), 50)).toMatchObject({ least: 8 });
    expect(lowOf(lifted(lifted(route, -7, 50), -2, 50), 50)).toMatchObject({ least: 8 });
  });

  it("is fixed for a route of a file, which no planner made", () => {
    const of = (height_m: number) => {
      const waypoints = [0, 1].map((at) => ({
        place: [home[0], home[1] + 0.001 * (at + 1)] as [number, number],
        height_m,
        heading_deg: null,
        gimbal_pitch_deg: -90,
        damping_m: 0,
      }));
      const photo_runs = [{ from: 0, to: 1, distance_m: 5 }];
      const file = { name: "file", speed_m_s: 3, waypoints, photo_runs };
      return routeTakenOver(file, takingCampaign, field, hill(49))!;
    };
    expect(of(51).altitude_agl_m).toBe(2);
    expect(lowOf(of(51), 49)).toEqual({ waypoint: 2, metres: 2, least: 10 });
    expect(lowOf(of(59), 49)).toBeUndefined();
  });

  it("does not sink where other terrain says that the route is lower", () => {
    const route = planned(30, 0);
    const now = editedRoute(route, route, hill(28), []);
    expect(now.altitude_agl_m).toBe(2);
    expect(lowOf(now, 28)).toMatchObject({ least: 10 });
  });
});

it("the height of a route is kept by its places and heights, not by which list they lie in", () => {
  const route = planned(30, 0);
  // 2 m of other terrain are within the tolerance of a route that stays as it is.
  const copy = structuredClone({ waypoints: route.waypoints, photo_runs: route.photo_runs });
  expect(heightAfter(route, route, hill(2))).toBe(30);
  expect(heightAfter(route, copy, hill(2))).toBe(30);
  const pitched = copy.waypoints.map((one) => ({ ...one, gimbal_pitch_deg: -80 }));
  expect(heightAfter(route, { ...copy, waypoints: pitched }, hill(2))).toBe(30);
  const { waypoints } = liftWaypoints(copy, [0, route.waypoints.length - 1], 1);
  expect(heightAfter(route, { ...copy, waypoints }, hill(2))).toBe(29);
});
