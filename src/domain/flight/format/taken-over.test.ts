import { readFileSync } from "node:fs";
import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import type { Place, Waypoint } from "../route/flight-route.ts";
import { takenOverProblems } from "../route/route-check.ts";
import { litchiColumns } from "./litchi-csv.ts";
import { openedRoute, type OpenedRoute } from "./opened-route.ts";
import { openRoutes } from "./route-open.ts";
import { takingCampaign } from "./taken-over.fixture.ts";
import {
  heightShift,
  replacedNotes,
  routeTakenOver,
  takenOver,
  takenOverFaults,
  takenOverShape,
  type TakenOverBy,
} from "./taken-over.ts";

const waypoint = (place: Place, more: Partial<Waypoint> = {}): Waypoint => ({
  place,
  height_m: 40,
  heading_deg: null,
  gimbal_pitch_deg: -90,
  damping_m: 0,
  ...more,
});
const opened = (more: Partial<OpenedRoute> = {}): OpenedRoute =>
  openedRoute({ name: "roof", waypoints: [waypoint([-3, 37]), waypoint([-3, 37.001])], ...more });
/** The ground rises by a metre each 0.0001 degrees to the north. */
const hill = ([, lat]: Place) => (lat - 37) * 10_000;
const ours = { place: [-3, 37] as const, elevation_m: null };

describe("heights of a route of a file", () => {
  it("are moved to the plant's take-off position: the drone stays where the file flew it", () => {
    // The file took off on the hill, 20 m above our position.
    const take_off = { place: [-3, 37.002] as const, elevation_m: 700 };
    const shift = heightShift(opened({ take_off }), { takeOffs: [ours], elevation: hill });
    expect(shift).toBeCloseTo(20, 6);
    const { waypoints } = takenOver(opened({ take_off }), null, shift!);
    // 40 m above a ground of 20 m is 60 m above the sea, from each of them.
    for (const { height_m } of waypoints) expect(height_m + hill(ours.place)).toBeCloseTo(60, 6);
  });

  it("stay where the file took off within metres of our position, or names none", () => {
    const near = { place: [-3, 37.00003] as const, elevation_m: null };
    const flat = { takeOffs: [ours], elevation: null };
    expect(heightShift(opened({ take_off: near }), flat)).toBe(0);
    expect(heightShift(opened(), flat)).toBe(0);
  });

  it("have to be entered where the ground of either place is not known, or nothing is left of them", () => {
    const take_off = { place: [-3, 37.002] as const, elevation_m: 700 };
    const other = opened({ take_off });
    expect(heightShift(other, { takeOffs: [ours], elevation: null })).toBeNull();
    const half = (place: Place) => (place[1] > 37.0015 ? null : 0);
    expect(heightShift(other, { takeOffs: [ours], elevation: half })).toBeNull();
    const deep = opened({ take_off: { ...take_off, place: [-3, 36.99] } });
    expect(heightShift(deep, { takeOffs: [ours], elevation: hill })).toBeNull();
    const ground = opened({ height_reference: "ground" });
    expect(heightShift(ground, { takeOffs: [ours], elevation: hill })).toBeNull();
  });

  it("of the Litchi app count from where the drone starts, which is said", () => {
    const cells = (lon: string) =>
      litchiColumns.map((name) => {
        if (name === "latitude") return "-18.9";
        if (name === "longitude") return lon;
        return name.startsWith("altitude(") ? "40" : name.startsWith("actiontype") ? "-1" : "0";
      });
    const text = [litchiColumns, cells("-70.1"), cells("-70.099")]
      .map((row) => row.join(","))
      .join("\n");
    const [route] = openRoutes(strToU8(text), "a.csv");
    expect(route!.notes).toEqual([{ reason: "route_home_unknown" }]);
  });
});

describe("values of a route of a file", () => {
  it("that mean the same are written as routes have them", () => {
    const waypoints = [270, 200, -181, 540, 180, -180].map((heading_deg, i) =>
      waypoint([-3, 37 + i * 0.001], { heading_deg }),
    );
    const taken = takenOver(opened({ name: "  North\n roof\u0007\t2 ", waypoints }), null);
    expect(taken.name).toBe("North roof 2");
    expect(taken.waypoints.map(({ heading_deg }) => heading_deg)).toEqual([
      -90, -160, 179, -180, 180, -180,
    ]);
    expect(takenOverShape.safeParse(taken).success).toBe(true);
    expect(takenOver(opened({ name: " \n" }), null).name).not.toBe("");
    expect(takenOver(opened({ name: "x".repeat(119) + " yz" }), null).name).toBe("x".repeat(119));
  });

  it("that no route has are faults before anything is sent, with waypoint, value and limit", () => {
    const bad = takenOver(
      opened({
        waypoints: [waypoint([-3, 37], { gimbal_pitch_deg: -120 }), waypoint([-3, 37.001])],
        photo_runs: [{ from: 0, to: 1, distance_m: 1500 }],
      }),
      null,
    );
    expect(takenOverFaults(bad)).toEqual([
      { reason: "taken_over_pitch", values: { waypoint: 1, value: -120, limit: -90 } },
      { reason: "taken_over_distance", values: { run: 1, value: 1500, limit: 1000 } },
    ]);
    const one = takenOver(opened({ waypoints: [waypoint([-3, 37])] }), null);
    expect(takenOverFaults(one)[0]).toMatchObject({
      reason: "taken_over_count",
      values: { count: 1 },
    });
    const fast = takenOver(opened({ speed_m_s: 40 }), null);
    expect(takenOverFaults(fast)[0]).toEqual({
      reason: "taken_over_route_speed",
      values: { value: 40, limit: 25 },
    });
    expect(takenOverFaults(takenOver(opened(), null))).toEqual([]);
  });

  it("are said in the words of users, in all languages, also where a value is none", () => {
    const good = takenOver(opened({ photo_runs: [{ from: 0, to: 1, distance_m: 5 }] }), null);
    const [point, ...points] = good.waypoints;
    const [run] = good.photo_runs;
    const of = (change: object) => ({ ...good, waypoints: [{ ...point!, ...change }, ...points] });
    const ofRun = (change: object) => ({ ...good, photo_runs: [{ ...run!, ...change }] });
    const bad = [
      of({ place: [500, 0] }),
      of({ height_m: 9000 }),
      of({ heading_deg: 999 }),
      of({ gimbal_pitch_deg: NaN }),
      of({ speed_m_s: 99 }),
      of({ hover_s: -1 }),
      of({ takes_photo: "x" }),
      ofRun({ distance_m: undefined }),
      ofRun({ from: -1 }),
      ofRun({ to: 0.5 }),
      { ...good, name: "" },
      { ...good, speed_m_s: 0 },
    ].map((one) => takenOverFaults(one as typeof good)[0]!);
    for (const locale of ["en", "es", "pt"]) {
      const file = new URL(`../../../../locales/${locale}/refusal.json`, import.meta.url);
      const words = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
      for (const { reason, values = {} } of bad) {
        const said = (words[reason] ?? "_").replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) =>
          String(values[key] ?? "_"),
        );
        expect(said).not.toMatch(/_|undefined|NaN|expected/);
      }
    }
    expect(new Set(bad.map(({ reason }) => reason)).size).toBe(11);
  });
});

describe("a route that is taken over", () => {
  const ring: Place[] = [
    [-3.01, 36.99],
    [-2.99, 36.99],
    [-2.99, 37.02],
    [-3.01, 37.02],
    [-3.01, 36.99],
  ];
  const against = {
    areas: { flight: [[ring]], no_fly: [], take_offs: [ours] },
    elevation: null,
    ceiling_m: null,
  };
  const problems = (more: Partial<TakenOverBy>, waypoints = opened().waypoints) => {
    const taken = takenOver(opened({ waypoints }), null);
    const route = routeTakenOver(taken, { ...takingCampaign, ...more }, against.areas, null);
    return takenOverProblems(route!, against).map(({ reason }) => reason);
  };

  it("is judged by the heights, the wind and the battery of its campaign, as its export is", () => {
    expect(problems({})).toEqual([]);
    expect(problems({ security_height: 25 })).toEqual(["security_height_low"]);
    expect(problems({ return_height: 25 })).toEqual(["return_height_low"]);
    expect(problems({ expected_wind: 14 })).toEqual(["flight_wind_above_drone"]);
    expect(problems({ metrics: { flight_time_min: 1 } })).toContain("route_longer_than_battery");
  });

  it("has no ways between flight polygons that a program marks: a later edit would take them for the planner's", () => {
    const taken = takenOver(
      opened({ waypoints: [waypoint([-3, 37.01]), waypoint([-3, 37.011])] }),
      null,
    );
    const marked = takenOverShape.parse({
      ...taken,
      waypoints: taken.waypoints.map((one) => ({ ...one, crosses: true })),
    });
    const route = routeTakenOver(marked, takingCampaign, against.areas, null)!;
    expect(route.waypoints).toHaveLength(2);
    expect(route.waypoints.filter((one) => "crosses" in one)).toEqual([]);
  });

  it("takes as long as its campaign makes it: the transit speed is the one that is set", () => {
    const taken = takenOver(
      opened({ waypoints: [waypoint([-3, 37.01]), waypoint([-3, 37.011])] }),
      null,
    );
    const seconds = (transit_speed: number | null) =>
      routeTakenOver(taken, { ...takingCampaign, transit_speed }, against.areas, null)!.duration_s;
    // Over a kilometre out at 5 m/s in place of 15.
    expect(seconds(5) - seconds(null)).toBeGreaterThan(130);
  });
});

it("a route that was made for another drone or other lenses says so", () => {
  const campaign = { aircraft: "M3T", flight_types: ["pv_thermal"], metrics: null };
  const flown = routeTakenOver(
    takenOver(opened(), null),
    campaign as unknown as TakenOverBy,
    { flight: [], no_fly: [], take_offs: [ours] },
    null,
  )!;
  const said = (more: Partial<OpenedRoute>) =>
    replacedNotes(opened(more), flown).map(({ reason, values }) => [
      reason,
      values?.["theirs"] ?? values?.["their_lenses"],
    ]);
  expect(said({})).toEqual([]);
  expect(said({ aircraft: "M3T", lenses: ["wide", "ir"] })).toEqual([]);
  expect(said({ aircraft: "M30T", lenses: ["zoom"] })).toEqual([
    ["route_other_drone", "M30T"],
    ["route_other_lenses", "zoom"],
  ]);
});
