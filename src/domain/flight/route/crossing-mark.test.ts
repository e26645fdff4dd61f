// Changes of ways between flight polygons, and routes of files that have such ways.
import { describe, expect, it } from "vitest";
import { areasOf, rectangle, takeOffAt } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { withPlannedCrossings } from "./crossing-mark.ts";
import { crossingProblems } from "./crossing.ts";
import { routeFaults } from "./flight-fault.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import type { FlightRoute, Place } from "./flight-route.ts";
import { routeChangeProblems } from "./route-change.ts";
import { takenOverProblems } from "./route-check.ts";
import { insertWaypoint, moveWaypoint, raiseWaypoint, type RouteDraft } from "./route-edit.ts";

// 22.96 m above ground, with one battery.
const settings = { ...defaultFlightSettings("M3T", ["pv_thermal"], 0), thermal_gsd_m: 0.03 };
const two = areasOf([rectangle(60, 60), rectangle(60, 60, 100, 0)], [], [-10, -10]);
const planned = () => planFlight({ name: "A", areas: two, target: null, settings }).routes;

describe("a way between flight polygons that is changed", () => {
  const route = planned()[0]!;
  const at = route.waypoints.findIndex(({ crosses }) => crosses);

  it("is a fault where it is lowered", () => {
    const lower = { ...route, ...raiseWaypoint(route, at, 24) };
    expect(crossingProblems(lower, two, null)).toEqual([
      { reason: "crossing_low", values: { waypoint: at + 2, metres: 24, least: 30 } },
    ]);
  });

  it("is a fault where it is no way of the planner's", () => {
    const waypoints = route.waypoints.map(({ crosses: _crosses, ...waypoint }) => waypoint);
    const faults = routeFaults({ ...route, waypoints }, two);
    expect(faults.map(({ reason }) => reason)).toEqual(["outside_flight_area"]);
  });

  it("may not be a line with photos", () => {
    const photo_runs = [...route.photo_runs, { from: at, to: at + 1, distance_m: 4 }];
    const reasons = routeFaults({ ...route, photo_runs }, two).map(({ reason }) => reason);
    expect(reasons).toContain("outside_flight_area");
  });

  it("lends its mark to no other leg", () => {
    const mark = (from: FlightRoute, leg: number) =>
      from.waypoints.map((one, i) => (i === leg ? { ...one, crosses: true as const } : one));
    const reasonsOf = (draft: RouteDraft) =>
      routeChangeProblems(route, { ...route, ...draft }, two, null).map(({ reason }) => reason);
    // Between two lines of the first field, far outside of it.
    const far = { ...route, waypoints: mark(route, 1) };
    expect(reasonsOf(insertWaypoint(far, 2, takeOffAt(-80, 30).place))).toContain(
      "outside_flight_area",
    );
    // No way was planned: the mark on an old leg opens none.
    const plain = route.waypoints.map(({ crosses: _crosses, ...waypoint }) => waypoint);
    const marked = routeChangeProblems({ waypoints: plain }, route, two, null);
    expect(marked.map(({ reason }) => reason)).toContain("outside_flight_area");
    expect(reasonsOf(route)).toEqual([]);
  });

  it("keeps its mark where a program drops it", () => {
    const plain = route.waypoints.map(({ crosses: _crosses, ...waypoint }) => waypoint);
    expect(routeChangeProblems(route, { ...route, waypoints: plain }, two, null)).toEqual([]);
    expect(withPlannedCrossings(route, plain, two)).toEqual(route.waypoints);
  });

  it("keeps its mark where both of its ends are moved in one change, inside their polygons", () => {
    const inward = (draft: RouteDraft, leg: number, centre: Place): RouteDraft => {
      const { place } = draft.waypoints[leg]!;
      const share = 2 / placesApart(place, centre);
      const to = (axis: 0 | 1) => place[axis] + share * (centre[axis] - place[axis]);
      return moveWaypoint(draft, leg, [to(0), to(1)]);
    };
    const west = inward(route, at, takeOffAt(30, 30).place);
    const both = { ...route, ...inward(west, at + 1, takeOffAt(130, 30).place) };
    const reasons = routeChangeProblems(route, both, two, null).map(({ reason }) => reason);
    expect(reasons).not.toContain("outside_flight_area");
    const marks = (list: FlightRoute["waypoints"]) =>
      list.flatMap(({ crosses }, leg) => (crosses ? [leg] : []));
    expect(marks(withPlannedCrossings(route, both.waypoints, two))).toEqual([at]);
    // With a bend between them, too.
    const bent = insertWaypoint(both, at + 1, takeOffAt(80, 30).place);
    expect(marks(withPlannedCrossings(route, bent.waypoints, two))).toEqual([at, at + 1]);
  });

  it("takes in none of the legs that follow it, though a program marks all of them", () => {
    const all = route.waypoints.map((one, leg) => {
      return leg < at ? one : { ...one, crosses: true as const };
    });
    expect(withPlannedCrossings(route, all, two)).toEqual(route.waypoints);
    const far = insertWaypoint({ ...route, waypoints: all }, at + 3, takeOffAt(300, 30).place);
    const reasons = routeChangeProblems(route, { ...route, ...far }, two, null);
    expect(reasons.map(({ reason }) => reason)).toContain("outside_flight_area");
  });

  it("may bend where a waypoint is inserted, and its ends stay inside", () => {
    const aside = takeOffAt(80, 30).place;
    const reasonsOf = (draft: RouteDraft) =>
      routeChangeProblems(route, { ...route, ...draft }, two, null).map(({ reason }) => reason);
    expect(reasonsOf(insertWaypoint(route, at + 1, aside))).not.toContain("outside_flight_area");
    for (const end of [at, at + 1])
      expect(reasonsOf(moveWaypoint(route, end, aside))).toContain("outside_flight_area");
  });
});

it("is said of our own route that is opened again from a file, which marks no ways", () => {
  const [route] = planned();
  const waypoints = route!.waypoints.map(({ crosses: _crosses, ...one }) => {
    return { ...one, damping_m: 0 };
  });
  const against = { areas: two, elevation: null, ceiling_m: null };
  const found = (changed: FlightRoute["waypoints"]) =>
    takenOverProblems({ ...route!, waypoints: changed }, against).map(({ reason }) => reason);
  expect(found(waypoints)).toEqual(["file_way_between_areas"]);
  // Out of the first field and back into it.
  const out = waypoints.toSpliced(1, 0, { ...waypoints[1]!, place: takeOffAt(-80, 30).place });
  expect(found(out)).toContain("outside_flight_area");
});
