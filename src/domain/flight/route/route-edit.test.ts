import { describe, expect, it } from "vitest";
import { areasOf, rectangle, takeOffAt } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { routeChangeProblems, routeProblems } from "./route-change.ts";
import {
  editedRoute,
  insertWaypoint,
  moveWaypoint,
  raiseWaypoint,
  removeWaypoint,
  type RouteDraft,
} from "./route-edit.ts";

const areas = areasOf([rectangle(300, 120)], [rectangle(40, 30, 130, 50)]);
const settings = { ...defaultFlightSettings("M3T", ["pv_thermal"], 0), flight_time_min: 60 };
const [route] = planFlight({ name: "A", areas, target: null, settings }).routes;
if (!route) throw new Error("nothing was planned");

const at = (x: number, y: number) => takeOffAt(x, y).place;
const reasonsOf = (draft: RouteDraft) =>
  routeChangeProblems(route, editedRoute(route, draft), areas).map(({ reason }) => reason);

/** The places between which each run takes photos. */
const runPlaces = ({ waypoints, photo_runs }: RouteDraft) =>
  photo_runs.map(({ from, to }) => [waypoints[from]!.place, waypoints[to]!.place]);

describe("an edited route", () => {
  it("is as planned while nothing is changed", () => {
    expect(routeProblems(route, areas)).toEqual([]);
    const same = editedRoute(route, route);
    expect(same.distance_m).toBeCloseTo(route.distance_m, 6);
    expect(same.duration_s / route.duration_s).toBeCloseTo(1, 4);
  });

  it("is refused over a no-fly polygon and outside, with the leg and its metres", () => {
    const { from } = route.photo_runs[0]!;
    const inside = editedRoute(route, moveWaypoint(route, from, at(150, 65)));
    const [fault] = routeChangeProblems(route, inside, areas);
    expect(fault).toMatchObject({ reason: "over_no_fly" });
    expect([from + 1, from + 2]).toContain(fault?.values?.["waypoint"]);
    // The way to the first photo may lie outside; photos may not.
    expect(reasonsOf(moveWaypoint(route, from, at(-60, 10)))).toContain("outside_flight_area");
  });

  it("is longer by what a detour adds, and stops where its legs changed", () => {
    const before = route.waypoints[3]!.place;
    const draft = moveWaypoint(route, 3, [before[0], before[1] + 0.00005]);
    const changed = editedRoute(route, draft);
    expect(changed.distance_m).not.toBe(route.distance_m);
    expect(changed.duration_s).toBeGreaterThan(route.duration_s);
    expect(draft.waypoints.map(({ damping_m }) => damping_m).slice(2, 5)).toEqual([0, 0, 0]);
    expect(draft.waypoints[6]).toBe(route.waypoints[6]);
  });

  it("keeps its photo runs where they are when waypoints come and go", () => {
    const { from, to } = route.photo_runs[2]!;
    const far = at(150, 20);
    const longer = insertWaypoint(route, from, far);
    expect(longer.waypoints).toHaveLength(route.waypoints.length + 1);
    expect(runPlaces(longer)).toEqual(runPlaces(route));
    const inside = insertWaypoint(route, to, far);
    expect(runPlaces(inside)).toEqual(runPlaces(route));
    expect(inside.photo_runs[2]).toMatchObject({ from, to: to + 1 });
    expect(runPlaces(removeWaypoint(longer, from))).toEqual(runPlaces(route));
    expect(runPlaces(removeWaypoint(inside, to))).toEqual(runPlaces(route));
  });

  it("loses a photo run with its last leg, and never its last two waypoints", () => {
    const { from } = route.photo_runs[0]!;
    expect(removeWaypoint(route, from + 1).photo_runs).toHaveLength(route.photo_runs.length - 1);
    let draft: RouteDraft = route;
    for (const _ of route.waypoints) draft = removeWaypoint(draft, 0);
    expect(draft.waypoints).toHaveLength(2);
  });

  it("is refused too low, and for photo runs that the waypoints do not have", () => {
    expect(reasonsOf(raiseWaypoint(route, 2, 4))).toEqual(["waypoint_too_low"]);
    expect(reasonsOf(raiseWaypoint(route, 2, 60))).toEqual([]);
    const beyond = [{ from: 0, to: route.waypoints.length, distance_m: 5 }];
    expect(reasonsOf({ ...route, photo_runs: beyond })).toContain("photo_runs_disordered");
  });

  it("is refused where no battery lasts that long", () => {
    expect(routeProblems({ ...route, duration_s: 99_999 }, areas)).toEqual([
      { reason: "route_longer_than_battery", values: { minutes: 1667, most: expect.any(Number) } },
    ]);
  });
});
