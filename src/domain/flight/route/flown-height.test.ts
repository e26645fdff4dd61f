// The height of a route over a hill, and after an edit. Ground and pixels are reckoned by hand.
import { describe, expect, it } from "vitest";
import { takingCampaign } from "../format/taken-over.fixture.ts";
import { routeTakenOver } from "../format/taken-over.ts";
import { areasOf, rectangle } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { flownHeight } from "./flown-height.ts";
import type { FlightRoute, Place, Waypoint } from "./flight-route.ts";
import { highestAboveGround, neededHeights } from "./home-leg.ts";
import { routeChangeProblems } from "./route-change.ts";
import { heightProblems } from "./route-check.ts";
import { changeWaypoints, editedRoute, liftWaypoints, moveWaypoint } from "./route-edit.ts";
import { reviewRoutes } from "./route-review.ts";

const home: Place = [-3, 37];
const areas = { flight: [], no_fly: [], take_offs: [{ place: home, elevation_m: null }] };
/** 500 m above the sea at the take-off position, and so many metres more a kilometre north of it. */
const step = (rise: number) => (place: Place) => (place[1] > 37.005 ? 500 + rise : 500);

/** A line of a file, a kilometre north of the take-off position. */
function taken(height_m: number, rise: number | null): FlightRoute {
  const waypoint = (lon: number): Waypoint & { place: [number, number] } => {
    return {
      place: [lon, 37.009],
      height_m,
      heading_deg: null,
      gimbal_pitch_deg: -90,
      damping_m: 0,
    };
  };
  const waypoints = [waypoint(-3), waypoint(-2.999)];
  const photo_runs = [{ from: 0, to: 1, distance_m: 5 }];
  const elevation = rise === null ? null : step(rise);
  const file = { name: "hill", speed_m_s: 3, waypoints, photo_runs };
  return routeTakenOver(file, takingCampaign, areas, elevation)!;
}

describe("the height of a route of a file", () => {
  it("counts from the ground below it, not from take-off", () => {
    expect(taken(130, 100).altitude_agl_m).toBe(30);
    // From a hill of 60 m down to the plain.
    expect(taken(20, -60).altitude_agl_m).toBe(80);
    expect(flownHeight(taken(130, 100), step(100)).above).toBe("ground");
  });

  it("is judged by a ceiling as it is: its ways over the plain are too high, the line is not", () => {
    const reasons = (rise: number, ceiling_m: number) =>
      heightProblems(taken(130, rise), { areas, elevation: step(rise), ceiling_m }).map(
        ({ reason }) => reason,
      );
    expect(highestAboveGround(taken(130, 100), step(100), [], "route")).toBeCloseTo(30, 6);
    // Beside the hill both ways are 130 m above the plain and more.
    expect(reasons(100, 120)).toEqual(["flight_ways_above_ceiling"]);
    expect(reasons(100, 150)).toEqual([]);
    expect(reasons(0, 120)).toEqual(["flight_above_ceiling"]);
  });

  it("counts from take-off where no ground is known, which is said", () => {
    expect(flownHeight(taken(130, null), null)).toEqual({ metres: 130, above: "take_off" });
    const beyond = (place: Place) => (place[1] > 37.005 ? null : 500);
    expect(flownHeight(taken(130, null), beyond).above).toBe("take_off");
  });
});

const field = areasOf([rectangle(300, 120)], []);
const settingsAt = (altitude_m: number) => ({
  ...defaultFlightSettings("M3T", ["pv_thermal"], 0),
  altitudes_m: { pv_thermal: altitude_m },
  flight_time_min: 60,
});
const planned = (altitude_m: number, elevation?: (place: Place) => number) => {
  const input = { name: "A", areas: field, target: null, settings: settingsAt(altitude_m) };
  return planFlight({ ...input, ...(elevation && { elevation }) }).routes[0]!;
};
const raisedBy = (route: FlightRoute, by_m: number, elevation: null | (() => number) = null) =>
  editedRoute(route, liftWaypoints(route, [0, route.waypoints.length - 1], by_m), elevation, []);

describe("the height of an edited route", () => {
  it("is that of its waypoints: a route that was too high can be lowered", () => {
    const route = planned(130);
    const reaches = (one: FlightRoute) =>
      heightProblems(one, { areas: field, elevation: null, ceiling_m: 120 }).map(
        ({ values }) => values?.["metres"],
      );
    expect(reaches(route)).toEqual([130]);
    const lower = raisedBy(route, -30);
    expect([lower.altitude_agl_m, reaches(lower)]).toEqual([100, []]);
    expect(neededHeights(lower, null, []).security_height_m).toBe(100);
    // One that was stored before its height followed its waypoints.
    const stored = { ...lower, altitude_agl_m: 130 };
    expect(reaches(editedRoute(stored, stored, null, []))).toEqual([]);
    expect(raisedBy(route, -30, () => 700).altitude_agl_m).toBe(100);
  });

  it("is kept where a waypoint is moved, and where nothing is changed", () => {
    const slope = ([lon, lat]: Place) => 900 + 4000 * (lon + lat);
    for (const elevation of [null, slope]) {
      const route = planned(30, elevation ?? undefined);
      expect(editedRoute(route, route, elevation, []).altitude_agl_m).toBe(30);
      const moved = moveWaypoint(route, 3, route.waypoints[3]!.place);
      expect(editedRoute(route, moved, elevation, []).altitude_agl_m).toBeCloseTo(30, 0);
    }
  });

  it("does not hide that photos smear: the speed was chosen for the height before", () => {
    const route = planned(60);
    const fast = { ...route, speed_m_s: route.speed_m_s * 1.2 };
    const lower = raisedBy(fast, -40);
    const reasons = routeChangeProblems(fast, lower, field, null).map(({ reason }) => reason);
    expect(new Set(reasons)).toEqual(new Set(["leg_too_fast_for_blur"]));
  });

  it("decides the pixel of its photos", () => {
    const route = planned(23);
    const input = { name: "A", areas: field, target: null, settings: settingsAt(23) };
    const pixel = (one: FlightRoute) => reviewRoutes(input, [one]).flights[0]!.gsd_thermal_m!;
    const low = pixel(route);
    expect(pixel(raisedBy(route, 37))).toBeCloseTo((low * 60) / 23, 6);
    // One line alone is the coarsest.
    const [run] = route.photo_runs;
    const one = changeWaypoints(route, [run!.to, run!.to], { height_m: 46 });
    expect(pixel(editedRoute(route, one, null, []))).toBeCloseTo(2 * low, 6);
  });
});
