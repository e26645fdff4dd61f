import { describe, expect, it } from "vitest";
import { areasOf, rectangle, takeOffAt } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import { routeChangeProblems, routeProblems } from "./route-change.ts";
import {
  changeWaypoints,
  editedRoute,
  insertWaypoint,
  moveWaypoint,
  photosOn,
  raiseWaypoint,
  removeWaypoint,
  setPhotos,
  type RouteDraft,
} from "./route-edit.ts";

const areas = areasOf([rectangle(300, 120)], [rectangle(40, 30, 130, 50)]);
const settings = { ...defaultFlightSettings("M3T", ["pv_thermal"], 0), flight_time_min: 60 };
const [route] = planFlight({ name: "A", areas, target: null, settings }).routes;
if (!route) throw new Error("nothing was planned");

const at = (x: number, y: number) => takeOffAt(x, y).place;
const reasonsOf = (draft: RouteDraft) =>
  routeChangeProblems(route, editedRoute(route, draft, null, []), areas, null).map(
    ({ reason }) => reason,
  );

/** The places between which each run takes photos. */
const runPlaces = ({ waypoints, photo_runs }: RouteDraft) =>
  photo_runs.map(({ from, to }) => [waypoints[from]!.place, waypoints[to]!.place]);

describe("several waypoints", () => {
  const run = route.photo_runs[1]!;
  const range = [run.from, run.to] as const;

  it("are changed together, and no others", () => {
    const change = { speed_m_s: 2, heading_deg: 45, gimbal_pitch_deg: -70, height_m: 31 };
    const { waypoints } = changeWaypoints(route, range, change);
    for (const [i, waypoint] of waypoints.entries()) {
      if (i >= run.from && i <= run.to) expect(waypoint).toMatchObject(change);
      else expect(waypoint).toBe(route.waypoints[i]);
    }
    const back = changeWaypoints({ ...route, waypoints }, range, { speed_m_s: null });
    expect(back.waypoints[run.from]!.speed_m_s).toBeUndefined();
    expect(reasonsOf({ ...route, waypoints })).toEqual([]);
  });

  it("take no photos of the horizon or the sky", () => {
    const pitched = (gimbal_pitch_deg: number) =>
      reasonsOf(changeWaypoints(route, range, { gimbal_pitch_deg }));
    expect(pitched(-30)).toEqual([]);
    expect(pitched(-29)).toEqual(["leg_camera_ahead"]);
    expect(pitched(30)).toEqual(["leg_camera_ahead"]);
    // Without photos the camera may look anywhere.
    const way = [run.to, run.to] as const;
    expect(reasonsOf(changeWaypoints(route, way, { gimbal_pitch_deg: 30 }))).toEqual([]);
  });

  it("smear where they are lowered, or where the ground below them rises", () => {
    // At 10 m a pixel shows 1.3 cm: at the speed that was planned from 23 m it smears by more than two.
    const low = changeWaypoints(route, range, { height_m: 10 });
    const smeared = routeChangeProblems(route, editedRoute(route, low, null, []), areas, null);
    const blur = smeared.filter(({ reason }) => reason === "leg_too_fast_for_blur");
    expect(blur.map(({ values }) => values?.["waypoint"])).toContain(run.from + 1);
    const { most } = blur[0]!.values as { most: number };
    expect(most).toBeCloseTo((route.speed_m_s * 10) / route.altitude_agl_m, 0);
    expect(most).toBeLessThan(route.speed_m_s / 2);
    const slow = changeWaypoints(low, range, { speed_m_s: 1 });
    expect(reasonsOf(slow)).not.toContain("leg_too_fast_for_blur");
    // 2 m lower is what planned heights differ by.
    const near = changeWaypoints(route, range, { height_m: route.altitude_agl_m - 2 });
    expect(reasonsOf(near)).toEqual([]);
    // Moved by a metre: over a ground that rises by 12 m in the middle of the leg.
    const [from, to] = [route.waypoints[run.from]!.place, route.waypoints[run.to]!.place];
    const middle = (from[0] + to[0]) / 2;
    const span = Math.abs(to[0] - from[0]) / 8;
    const hill = ([lon]: readonly [number, number]) => (Math.abs(lon - middle) < span ? 12 : 0);
    const moved = moveWaypoint(route, run.from, [from[0], from[1] + 1e-6]);
    const over = routeChangeProblems(route, editedRoute(route, moved, hill, []), areas, hill);
    expect(over.map(({ reason, values }) => [reason, values?.["waypoint"]])).toContainEqual([
      "leg_too_fast_for_blur",
      run.from + 1,
    ]);
    expect(reasonsOf(moved)).not.toContain("leg_too_fast_for_blur");
  });

  it("smear no more than their campaign allows", () => {
    // Half a pixel of 3 cm in 10 ms is 1.5 m/s.
    const strict = { ...route, speed_m_s: 1.5, set_thermal_blur_px: 0.5 };
    const at_2 = changeWaypoints(strict, [run.from, run.from], { speed_m_s: 2 });
    const problems = (known: Pick<RouteDraft, "waypoints">, draft: RouteDraft) =>
      routeChangeProblems(
        known,
        editedRoute({ ...strict, ...draft }, draft, null, []),
        areas,
        null,
      );
    const blurOf = (all: ReturnType<typeof problems>) =>
      all.filter(({ reason }) => reason === "leg_too_fast_for_blur");
    expect(blurOf(problems(strict, strict))).toEqual([]);
    expect(
      blurOf(problems(strict, at_2)).map(({ reason, values }) => [reason, values?.["most"]]),
    ).toEqual([["leg_too_fast_for_blur", 1.5]]);
    // A route of a file has the speed of another program.
    const file = { ...strict, speed_m_s: 4 };
    const taken = (limit: number | null) => {
      const limited = { ...file, set_thermal_blur_px: limit };
      const opened = editedRoute(limited, limited, null, []);
      return blurOf(routeChangeProblems({ waypoints: [] }, opened, areas, null)).length;
    };
    expect(taken(0.5)).toBeGreaterThan(0);
    expect(taken(1.8)).toBe(0);
    expect(taken(null)).toBe(0);
  });

  it("fly no faster than the drone, and than the camera takes photos", () => {
    // A pixel of 3 cm in 10 ms is 3 m/s; a photo every 0.7 s on each 1.5 m is 2.1 m/s.
    const first = [run.from, run.from] as const;
    const fast = changeWaypoints(route, first, { speed_m_s: 3.2 });
    expect(reasonsOf(fast)).toEqual(["leg_too_fast_for_blur"]);
    expect(reasonsOf(changeWaypoints(route, first, { speed_m_s: 2.9 }))).toEqual([]);
    const dense = setPhotos(route, [run.from, run.from + 1], 1.5);
    const often = changeWaypoints(dense, first, { speed_m_s: 2.9 });
    expect(reasonsOf(often)).toEqual(["leg_too_fast_for_photos"]);
    const [way] = route.waypoints.keys();
    const far = changeWaypoints(
      setPhotos(route, [0, route.waypoints.length - 1], null),
      [way!, 1],
      {
        speed_m_s: 16,
      },
    );
    expect(reasonsOf(far)).toEqual(["leg_too_fast", "leg_too_fast"]);
  });

  it("fly no faster than the near edge of a tilted image allows", () => {
    // By 20 degrees the finest pixel is 0.9 times that of straight down: 2.70 m/s for 3.
    const first = [run.from, run.from] as const;
    const tilted = (speed_m_s: number, gimbal_pitch_deg: number) =>
      reasonsOf(changeWaypoints(route, first, { speed_m_s, gimbal_pitch_deg }));
    expect(tilted(2.8, -70)).toEqual(["leg_too_fast_for_blur"]);
    expect(tilted(2.69, -70)).toEqual([]);
    expect(tilted(2.8, -90)).toEqual([]);
  });

  it("take photos or none, and the runs beside them stay", () => {
    const on = (draft: RouteDraft) =>
      draft.waypoints.map(
        (_, i) => draft.photo_runs.find(({ from, to }) => from <= i && i < to)?.distance_m ?? null,
      );
    const before = on(route);
    const none = { ...route, ...setPhotos(route, range, null) };
    expect(on(none)).toEqual(
      before.map((metres, i) => (i >= run.from && i < run.to ? null : metres)),
    );
    expect(photosOn(none, range)).toBeNull();
    const again = { ...none, ...setPhotos(none, range, 5) };
    expect(photosOn(again, range)).toBe(5);
    expect(reasonsOf(again)).toEqual([]);
    // A run is cut where its middle has no photos.
    const longer = insertWaypoint(
      insertWaypoint(route, run.to, route.waypoints[run.to]!.place),
      run.to,
      route.waypoints[run.from]!.place,
    );
    const middle = [run.from + 1, run.from + 2] as const;
    const cut = setPhotos(longer, middle, null).photo_runs;
    expect(cut).toHaveLength(route.photo_runs.length + 1);
    expect(cut.filter(({ from, to }) => from < middle[1] && to > middle[0])).toEqual([]);
  });
});

describe("an edited route", () => {
  it("is as planned while nothing is changed", () => {
    expect(routeProblems(route, areas)).toEqual([]);
    const same = editedRoute(route, route, null, []);
    expect(same.distance_m).toBeCloseTo(route.distance_m, 6);
    expect(same.duration_s / route.duration_s).toBeCloseTo(1, 4);
  });

  it("is refused over a no-fly polygon and outside, with the leg and its metres", () => {
    const { from } = route.photo_runs[0]!;
    const inside = editedRoute(route, moveWaypoint(route, from, at(150, 65)), null, []);
    const [fault] = routeChangeProblems(route, inside, areas, null);
    expect(fault).toMatchObject({ reason: "over_no_fly" });
    expect([from + 1, from + 2]).toContain(fault?.values?.["waypoint"]);
    // The way to the first photo may lie outside; photos may not.
    expect(reasonsOf(moveWaypoint(route, from, at(-60, 10)))).toContain("outside_flight_area");
  });

  it("is refused with an end outside, however far the take-off position is", () => {
    const last = route.waypoints.length - 1;
    for (const end of [0, last])
      expect(reasonsOf(moveWaypoint(route, end, at(-900, 10)))).toContain("outside_flight_area");
  });

  it("is longer by what a detour adds, and stops where its legs changed", () => {
    const before = route.waypoints[3]!.place;
    const draft = moveWaypoint(route, 3, [before[0], before[1] + 0.00005]);
    const changed = editedRoute(route, draft, null, []);
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
    expect(reasonsOf(raiseWaypoint(route, 2, 4))).toContain("waypoint_too_low");
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
