import { describe, expect, it } from "vitest";
import { areasOf, rectangle } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import type { FlightRoute, FlightType, Waypoint } from "../route/flight-route.ts";
import { settingsOver, type FlightTarget } from "./flight-target.ts";

/** Boxes in rows: `columns` along east, `rows` along north, long side along `rotation`. */
function boxes(
  columns: number,
  rows: number,
  step: readonly [east: number, north: number],
  size: readonly [length: number, width: number],
  rotation: number,
): FlightTarget {
  const count = columns * rows;
  const of = (value: (i: number) => number) =>
    Float32Array.from({ length: count }, (_, i) => value(i));
  return {
    origin: [-70.112, -18.886],
    geometry: {
      count,
      centreX: of((i) => 60 + (i % columns) * step[0]),
      centreY: of((i) => 120 + Math.floor(i / columns) * step[1]),
      length: of(() => size[0]),
      width: of(() => size[1]),
      rotation: of(() => rotation),
    },
  };
}

const NORTH = Math.PI / 2;
const areas = areasOf([rectangle(700, 800)]);
const plan = (type: FlightType, target: FlightTarget, optimize_torsion_flights = false) =>
  planFlight({
    name: "A",
    areas,
    target,
    settings: { ...defaultFlightSettings("M3T", [type], 0), optimize_torsion_flights },
  });
/** The plan's lines, longest way of each route aside. */
const lineCount = (routes: ReturnType<typeof planFlight>["routes"]) =>
  routes.reduce((sum, { photo_runs }) => sum + photo_runs.length, 0);

describe("a plan over trackers", () => {
  it("flies along the rows and sees each of them", () => {
    const result = plan("pv_thermal", boxes(30, 8, [6, 42], [40, 2.2], NORTH));
    expect(result.problems).toEqual([]);
    expect(result.faults.flat()).toEqual([]);
    expect(Math.abs((result.flights[0]?.directions_deg[0] ?? 90) % 180)).toBeLessThan(0.1);
    expect(result.metrics.components[0]?.components).toBe(240);
    expect(result.metrics.components[0]?.unseen).toBe(0);
    expect(Math.min(...result.metrics.components[0]!.looks)).toBeGreaterThanOrEqual(3);
  });
});

describe("a plan over collectors", () => {
  const collectors = boxes(20, 4, [17.3, 150], [148.5, 5.76], NORTH);

  it("shows its longest collector whole, from no higher than that takes", () => {
    // 10 % more than the collector on 4000 pixels of 1/2794.4 of the height: 76 m for 98.5 m (decisions/flight-sources.md).
    for (const [length, altitude] of [
      [49, 37.7],
      [98.5, 75.7],
      [247, 189.8],
    ] as const) {
      const target = boxes(6, 2, [17.3, length + 2], [length, 5.76], NORTH);
      const settings = settingsOver(defaultFlightSettings("M3T", ["full_sca_offline"], 0), target);
      const { routes, metrics, problems } = planFlight({ name: "A", areas, target, settings });
      expect(problems).toEqual([]);
      expect(routes[0]!.altitude_agl_m).toBeCloseTo(altitude, 1);
      expect(metrics.components[0]).toMatchObject({ components: 12, unseen: 0 });
    }
    const none = defaultFlightSettings("M3T", ["full_sca_offline"], 0);
    expect(settingsOver(none, null)).toBe(none);
  });

  it("has one thermal line for each row, as two do not fit into a frame", () => {
    const result = plan("trough_thermal", collectors);
    expect(result.metrics.components[0]?.unseen).toBe(0);
    expect(lineCount(result.routes)).toBe(20);
  });

  it("crosses each column of collectors once from where a whole one fits, twice for halves", () => {
    const full = plan("full_sca_offline", collectors);
    expect(lineCount(full.routes)).toBe(4);
    expect(full.flights[0]?.capture.altitude_agl_m).toBeCloseTo(114.1, 0);
    expect(full.flights[0]?.directions_deg[0]).toBeCloseTo(90, 1);
    const half = plan("half_sca_offline", collectors);
    expect(lineCount(half.routes)).toBe(8);
    expect(half.flights[0]?.capture.altitude_agl_m).toBeCloseTo(57.1, 0);
    expect([full, half].flatMap(({ metrics }) => metrics.components[0]?.unseen)).toEqual([0, 0]);
  });

  it("looks at collectors that follow the sun along their normal", () => {
    // 9 in the morning: the collectors face east, so the drone stands east of them and looks back to the west
    const morning = Date.UTC(2026, 0, 15, 14);
    const settings = { ...defaultFlightSettings("M3T", ["full_sca_online"], morning) };
    const online = planFlight({ name: "A", areas, target: collectors, settings });
    expect(online.faults.flat()).toEqual([]);
    const { waypoints, photo_runs, altitude_agl_m } = online.routes[0]!;
    const [{ heading_deg, gimbal_pitch_deg }] = waypoints as [Waypoint];
    expect(heading_deg).toBeCloseTo(-90, 1);
    const turn = (gimbal_pitch_deg + 90) * (Math.PI / 180);
    // Lines over collectors that are parked are as long, and lie as far to the west.
    const middle = (routes: readonly FlightRoute[]) => {
      const ends = routes.flatMap((route) =>
        route.photo_runs.flatMap(({ from, to }) =>
          [from, to].map((i) => route.waypoints[i]!.place[0]),
        ),
      );
      return (Math.min(...ends) + Math.max(...ends)) / 2;
    };
    expect(photo_runs.length).toBeGreaterThan(0);
    const metres = 111_320 * Math.cos((waypoints[0]!.place[1] * Math.PI) / 180);
    const east =
      (middle(online.routes) - middle(plan("full_sca_offline", collectors).routes)) * metres;
    expect(east).toBeGreaterThan(20);
    expect(east / (altitude_agl_m * Math.tan(turn))).toBeCloseTo(1, 1);
    // the distance to the collector is that of a parked one
    expect(altitude_agl_m / Math.cos(turn)).toBeCloseTo(114.1, 0);
    expect(online.metrics.components[0]?.unseen).toBe(0);
  });

  it("merges lines over columns that lie nearly side by side", () => {
    const target = boxes(20, 4, [17.3, 150], [148.5, 5.76], NORTH);
    const { count, centreY } = target.geometry;
    const shifted = Float32Array.from(centreY, (y, i) => (i % 20 < 10 ? y : y + 6));
    const staggered = { ...target, geometry: { ...target.geometry, count, centreY: shifted } };
    expect(lineCount(plan("full_sca_offline", staggered).routes)).toBe(8);
    expect(lineCount(plan("full_sca_offline", staggered, true).routes)).toBe(4);
  });
});
