import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { sharedData } from "../../../../tests/fixtures/shared-data.ts";
import { isFailure } from "../../error.ts";
import type { FlightRoute, Place, Waypoint } from "../route/flight-route.ts";
import { legDistance } from "../time/path-time.ts";
import { litchiBinary, readLitchiBinary } from "./litchi-binary.ts";
import { litchiCsv, readLitchiCsv } from "./litchi-csv.ts";
import {
  litchiMissions,
  litchiProblems,
  type LitchiHome,
  type LitchiMission,
  type LitchiWaypoint,
} from "./litchi-mission.ts";
import { routeOfLitchi } from "./litchi-route.ts";
import { randomRoute, randomSource } from "./route.fixture.ts";

const rounds = process.env["TEST_ROUNDS"] === "full" ? 1000 : 60;
const bytesOf = (text: string) => new TextEncoder().encode(text);

function refused(read: () => unknown) {
  try {
    read();
    return null;
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    return cause.problems[0];
  }
}

/** The ways from and to the take-off position are no higher than the route. */
const level: LitchiHome = {
  heights: { security_height_m: -1000, return_height_m: -1000 },
  areas: null,
};

/** A mission with everything that the formats hold, also what routes do not use. */
function randomMission(random: () => number): LitchiMission {
  const one = litchiMissions(randomRoute(random), level)[0]!;
  const float = (least: number, most: number) => Math.fround(least + random() * (most - least));
  const rich = (waypoint: LitchiWaypoint): LitchiWaypoint => {
    const hasPhotos = random() < 0.5;
    return {
      ...waypoint,
      altitude_m: float(-200, 500),
      heading_deg: Math.round(float(-179, 180)) + 0,
      curve_m: float(0, 1000),
      speed_m_s: float(0, 15),
      rotation: random() < 0.5 ? 0 : 1,
      altitude_mode: random() < 0.5 ? 0 : 1,
      actions: Array.from({ length: Math.floor(random() * 16) }, () => {
        return { type: Math.floor(random() * 6), param: Math.floor(random() * 30_000) };
      }),
      poi:
        random() < 0.3
          ? { place: [random() * 90, random() * 90], altitude_m: float(1, 90), altitude_mode: 1 }
          : null,
      photo_s: hasPhotos ? null : float(1, 9),
      photo_m: hasPhotos ? float(1, 50) : null,
    };
  };
  const settings = { heading_mode: 2, finish_action: 3, path_mode: 1, cruising_m_s: float(1, 15) };
  return { waypoints: one.waypoints.map(rich), settings };
}

describe("a mission of the Litchi app", () => {
  it(
    "is the same after its CSV and its binary file were written and read",
    () => {
      const random = randomSource(46);
      for (let round = 0; round < rounds; round += 1) {
        const mission = randomMission(random);
        expect(readLitchiBinary(litchiBinary(mission), "a.lchm")).toEqual(mission);
        const { waypoints } = readLitchiCsv(bytesOf(litchiCsv(mission)), "a.csv");
        expect(waypoints).toEqual(mission.waypoints);
      }
    },
    patient(300_000),
  );

  it("has a CSV of 46 columns, in the order of the app", () => {
    const lines = litchiCsv(randomMission(randomSource(1)))
      .trimEnd()
      .split("\r\n");
    for (const line of lines) expect(line.split(",")).toHaveLength(46);
    expect(lines[0]).toMatch(/^latitude,longitude,altitude\(m\),heading\(deg\),curvesize\(m\),/);
    expect(lines[0]).toMatch(/actionparam15,altitudemode,speed\(m\/s\),poi_latitude,/);
    expect(lines[0]).toMatch(/photo_timeinterval,photo_distinterval$/);
  });

  it(
    "keeps the route: places, heights, cameras, turns, speeds and photos",
    () => {
      const random = randomSource(3);
      for (let round = 0; round < rounds; round += 1) {
        const route = randomRoute(random, 120);
        const missions = litchiMissions(route, level);
        const read = missions.map((one) => readLitchiCsv(bytesOf(litchiCsv(one)), "a.csv"));
        const settings = missions.map((one, at) => ({ ...read[at]!, settings: one.settings }));
        const opened = routeOfLitchi(settings, route.name);
        const { waypoints, photo_runs, speed_m_s } = opened;
        // The last waypoint begins no leg.
        const ofLegs = (list: readonly Waypoint[]) =>
          list.map(({ speed_m_s: _, ...one }, at) => ({ ...one, speed: list[at + 1] ? _ : 0 }));
        expect({ waypoints: ofLegs(waypoints), photo_runs, speed_m_s }).toEqual({
          waypoints: ofLegs(route.waypoints),
          photo_runs: route.photo_runs,
          speed_m_s: route.speed_m_s,
        });
      }
    },
    patient(300_000),
  );

  it("is divided into blocks of at most 99 waypoints that join", () => {
    let route: FlightRoute;
    const random = randomSource(8);
    do route = randomRoute(random, 150);
    while (route.waypoints.length < 210);
    const missions = litchiMissions(route, level);
    expect(missions.map(({ waypoints }) => waypoints.length).slice(0, 2)).toEqual([99, 99]);
    missions.forEach((mission, at) => {
      const before = missions[at - 1];
      expect(litchiProblems(mission)).toEqual([]);
      if (before) expect(mission.waypoints[0]).toEqual({ ...before.waypoints.at(-1), actions: [] });
    });
  });

  it("flies each block from and to the take-off position where that is higher", () => {
    const random = randomSource(8);
    let route: FlightRoute;
    do route = randomRoute(random, 150);
    while (route.waypoints.length < 210);
    const highest = Math.max(...route.waypoints.map(({ height_m }) => height_m));
    const back = highest + 40;
    const heights = { security_height_m: back, return_height_m: back };
    const home = route.take_off.place;
    const missions = litchiMissions(route, { heights, areas: null });
    expect(missions.length).toBeGreaterThan(2);
    for (const { waypoints } of missions) {
      expect(waypoints.length).toBeLessThanOrEqual(99);
      expect([waypoints[0]!.place, waypoints.at(-1)!.place]).toEqual([home, home]);
      expect([waypoints[0]!.altitude_m, waypoints.at(-1)!.altitude_m]).toEqual([back, back]);
      expect(waypoints.slice(-2).map(({ photo_m }) => photo_m)).toEqual([null, null]);
    }
  });

  it("divides where the way home crosses no no-fly polygon, or says from where there is none", () => {
    const route = randomRoute(randomSource(8), 150);
    const heights = { security_height_m: 0, return_height_m: 0 };
    const [lon, lat] = route.take_off.place;
    const ring = (half: number): Place[] =>
      [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
        [-1, -1],
      ].map(([x, y]) => [lon + half * x!, lat + half * y!]);
    // Around the take-off position no way home is free.
    const areas = { flight: [], no_fly: [[ring(1e-5)]], take_offs: [route.take_off] };
    const many = {
      ...route,
      waypoints: [...route.waypoints, ...route.waypoints, ...route.waypoints],
    };
    expect(refused(() => litchiMissions(many, { heights, areas }))).toMatchObject({
      reason: "litchi_no_way_home",
    });
  });

  it("has no leg above 1999 m or below 0.6 m", () => {
    const route = randomRoute(randomSource(2), 1);
    const [one] = route.waypoints;
    const at = (north_m: number): Waypoint => ({
      ...one!,
      place: [one!.place[0], one!.place[1] + north_m / 111_195],
    });
    const waypoints = [at(0), at(0.3), at(5000), at(5000.1), at(5100)];
    const [mission] = litchiMissions(
      {
        ...route,
        waypoints,
        photo_runs: [{ from: 1, to: 3, distance_m: 4 }],
      },
      level,
    );
    const stops = mission!.waypoints.map(({ place, altitude_m }) => {
      return { place, height_m: altitude_m, damping_m: 0 };
    });
    const legs = stops.slice(1).map((stop, index) => legDistance(stops[index]!, stop));
    expect(legs.map(Math.round)).toEqual([1667, 1667, 1667, 100]);
    expect(mission!.waypoints.map(({ photo_m }) => photo_m)).toEqual([4, 4, 4, null, null]);
  });

  it("says why the app would not fly it", () => {
    const route = randomRoute(randomSource(2), 2);
    const reasons = (changed: Partial<FlightRoute>) =>
      litchiMissions({ ...route, ...changed }, level).flatMap((one) =>
        litchiProblems(one).map(({ reason }) => reason),
      );
    expect(reasons({})).toEqual([]);
    expect(reasons({ speed_m_s: 16 })).toContain("wpml_speed");
    expect(reasons({ waypoints: route.waypoints.slice(0, 1) })).toEqual(["route_two_waypoints"]);
    const high = route.waypoints.map((one) => ({ ...one, height_m: 501 }));
    expect(reasons({ waypoints: high })).toContain("route_number_range");
    const far = route.waypoints.map((one, at) => ({ ...one, place: [at % 2, 0] as const }));
    expect(reasons({ waypoints: far })).toContain("litchi_length");
  });
});

describe("the reader of the Litchi app's CSV", () => {
  const header = "latitude,longitude,altitude(m),heading(deg),speed(m/s)";
  const read = (text: string) => readLitchiCsv(bytesOf(text), "a.csv");

  it("reads feet and miles per hour where the header says so", () => {
    const [one] = read("latitude,longitude,altitude(ft),speed(mph)\n1,2,100,10\n").waypoints;
    expect(one?.altitude_m).toBeCloseTo(30.48, 10);
    expect(one?.speed_m_s).toBeCloseTo(4.4704, 10);
    expect(one?.place).toEqual([2, 1]);
  });

  it("names line, waypoint and column of a fault", () => {
    expect(refused(() => read(`${header}\n1,2,3,4,5\n1,2,x,4,5\n`))).toEqual({
      file: "a.csv",
      reason: "not_a_number",
      line: 3,
      feature: 2,
      field: "altitude(m)",
      values: { text: "x" },
    });
    expect(refused(() => read(`${header}\n1,2,3,4\n`))).toMatchObject({
      reason: "csv_field_count",
      line: 2,
      values: { found: 4, expected: 5 },
    });
    expect(refused(() => read(`${header}\n91,2,3,4,5\n`))).toMatchObject({
      reason: "route_number_range",
      field: "latitude",
    });
    expect(refused(() => read("latitude,longitude\n1,2\n"))).toMatchObject({
      reason: "reference_column_missing",
      values: { name: "altitude" },
    });
    expect(refused(() => read("latitude,longitude,altitude(yd)\n"))).toMatchObject({
      reason: "litchi_column",
      values: { name: "altitude(yd)" },
    });
    expect(refused(() => read(header))).toMatchObject({ reason: "route_no_waypoints" });
    expect(refused(() => read(`${header}\n,2,3,4,5\n`))).toMatchObject({ reason: "field_missing" });
  });
});

it("refuses a binary mission that is cut, foreign or of another version", () => {
  const bytes = litchiBinary(randomMission(randomSource(4)));
  const changed = (at: number, value: number) => {
    const copy = bytes.slice();
    copy[at] = value;
    return refused(() => readLitchiBinary(copy, "a.lchm"))?.reason;
  };
  for (let length = 0; length < bytes.length; length += 7) {
    const cut = refused(() => readLitchiBinary(bytes.subarray(0, length), "a.lchm"));
    expect(cut).toMatchObject({ file: "a.lchm", reason: "litchi_cut" });
  }
  expect(changed(0, 1)).toBe("litchi_magic");
  expect(changed(29, 12)).toBe("litchi_version");
  expect(changed(40, 127)).toBe("litchi_cut");
});

const folder = sharedData();
it.skipIf(folder === null)("opens a mission of another plant", () => {
  const file = "Litchi_Template_NSTTF_A.csv";
  const mission = readLitchiCsv(readFileSync(join(folder!, "flight-routes", file)), file);
  expect(mission.waypoints).toHaveLength(2);
  expect(mission.waypoints[1]).toMatchObject({
    altitude_m: 35,
    gimbal_pitch_deg: -50,
    gimbal_mode: 2,
  });
  expect(routeOfLitchi([mission], "a").waypoints[0]?.damping_m).toBe(0);
});
