import { describe, expect, it } from "vitest";
import { planeAt } from "../../geometry/plane.ts";
import type { FlightTarget } from "../area/flight-target.ts";
import type { FlightRoute, FlightType } from "../route/flight-route.ts";
import { areasOf, rectangle } from "./flight-fields.fixture.ts";
import { planFlight } from "./flight-plan.ts";
import { defaultFlightSettings, type FlightSettings } from "./flight-settings.ts";
import { flownFacts } from "./flown-facts.ts";

const NORTH = Math.PI / 2;
const origin = [-70.112, -18.886] as const;

/** Components in rows to the north, at these metres to the east. */
function rowsAt(easts: readonly number[], length: number, width: number): FlightTarget {
  const count = easts.length;
  const all = (of: (i: number) => number) => Float32Array.from({ length: count }, (_, i) => of(i));
  return {
    origin,
    geometry: {
      count,
      centreX: all((i) => easts[i]!),
      centreY: all(() => 200),
      length: all(() => length),
      width: all(() => width),
      rotation: all(() => NORTH),
    },
  };
}

const areas = areasOf([rectangle(400, 400)]);
function facts(type: FlightType, target: FlightTarget, changes: Partial<FlightSettings> = {}) {
  const settings = { ...defaultFlightSettings("M3T", [type], 0), ...changes };
  const input = { name: "A", areas, target, settings };
  const plan = planFlight(input);
  expect(plan.problems).toEqual([]);
  return { flown: flownFacts(plan, input)[0]!, routes: plan.routes };
}

/** Metres between neighbouring lines, from the waypoints alone: all lines here run to the north. */
function spacings(routes: readonly FlightRoute[]): number[] {
  const plane = planeAt(origin);
  const easts = routes.flatMap(({ waypoints, photo_runs }) =>
    photo_runs.map(({ from }) => plane.toPlane(...waypoints[from]!.place)[0]),
  );
  const sorted = [...new Set(easts.map((east) => Math.round(100 * east) / 100))].toSorted(
    (a, b) => a - b,
  );
  return sorted.slice(1).map((east, i) => east - sorted[i]!);
}
/** What the M3T's thermal camera sees across: 640 pixels of 3 cm. */
const SWATH_M = 19.2;
const overlapAt = (metres: number) => 100 * (1 - metres / SWATH_M);

describe("the facts of a plan over collectors", () => {
  const rows = rowsAt(
    Array.from({ length: 12 }, (_, i) => 50 + 17.3 * i),
    148.5,
    5.76,
  );

  it("are those of the rows where no overlap is set", () => {
    const { flown, routes } = facts("trough_thermal", rows);
    for (const metres of spacings(routes)) expect(metres).toBeCloseTo(17.3, 1);
    expect(flown.spacing_m!.median).toBeCloseTo(17.3, 1);
    expect(flown.side_overlap_thermal!.median).toBeCloseTo(overlapAt(17.3), 0);
  });

  it("have the pixel of the slant distance, from a set altitude as from the planner's", () => {
    // In the morning the collectors lie turned towards the east.
    const start_ms = Date.UTC(2026, 0, 15, 13);
    const own = facts("full_sca_online", rows, { start_ms });
    const [route] = own.routes;
    const { gimbal_pitch_deg } = route!.waypoints[0]!;
    expect(gimbal_pitch_deg).toBeGreaterThan(-70);
    const altitudes_m = { full_sca_online: route!.altitude_agl_m };
    const set = facts("full_sca_online", rows, { start_ms, altitudes_m });
    const slant = route!.altitude_agl_m / Math.sin((-gimbal_pitch_deg * Math.PI) / 180);
    // The M3T's wide camera: 2794.4 pixels of focal length.
    expect(own.flown.gsd_rgb_m.worst).toBeCloseTo(slant / 2794.4, 3);
    expect(set.flown.gsd_rgb_m.worst).toBeCloseTo(slant / 2794.4, 3);
    expect(set.flown.altitude_agl_m.worst).toBeCloseTo(route!.altitude_agl_m, 6);
  });

  it("keep the overlap that is set, at every line", () => {
    const { flown, routes } = facts("trough_thermal", rows, { rows_ir_side_overlap_percent: 45 });
    for (const metres of spacings(routes)) expect(overlapAt(metres)).toBeGreaterThan(44.9);
    expect(flown.side_overlap_thermal!.worst).toBeGreaterThan(44.9);
    expect(flown.seen).toMatchObject({ components: 12, unseen: 0, listed: [] });
  });
});

describe("the facts of a plan over trackers", () => {
  it("keep the set overlap over ways between blocks, and say it", () => {
    // Rows 6 m apart with a way 5 m wider after every fourth.
    const easts = Array.from({ length: 24 }, (_, i) => 40 + 6 * i + 5 * Math.floor(i / 4));
    const { flown, routes } = facts("pv_thermal", rowsAt(easts, 80, 2.2));
    for (const metres of spacings(routes)) expect(overlapAt(metres)).toBeGreaterThan(44.5);
    expect(flown.side_overlap_thermal!.worst).toBeGreaterThan(44.5);
    expect(flown.side_overlap_thermal!.median).toBeLessThan(46);
  });

  it("list what no photo shows whole", () => {
    // The last row lies outside of what can be flown over.
    const easts = [50, 56, 62, 399];
    const walled = areasOf([rectangle(400, 400)], [rectangle(60, 400, 345)]);
    const settings = defaultFlightSettings("M3T", ["pv_thermal"], 0);
    const target = rowsAt(easts, 80, 2.2);
    const input = { name: "A", areas: walled, target, settings };
    const [flown] = flownFacts(planFlight(input), input);
    expect(flown!.seen).toMatchObject({ components: 4, unseen: 1 });
    expect(flown!.seen!.listed.map(({ row }) => row)).toEqual([3]);
    const [east] = planeAt(origin).toPlane(...flown!.seen!.listed[0]!.place);
    expect(east).toBeCloseTo(399, 0);
  });

  it("have lines in the direction that is set", () => {
    const easts = Array.from({ length: 10 }, (_, i) => 40 + 6 * i);
    const { flown, routes } = facts("pv_thermal", rowsAt(easts, 80, 2.2), { direction_deg: 90 });
    expect(flown.directions_deg).toEqual([90]);
    const plane = planeAt(origin);
    for (const { waypoints, photo_runs } of routes)
      for (const { from, to } of photo_runs) {
        const [[, a], [, b]] = [from, to].map((at) => plane.toPlane(...waypoints[at]!.place)) as [
          [number, number],
          [number, number],
        ];
        expect(Math.abs(a - b)).toBeLessThan(0.01);
      }
    expect(flown.seen!.unseen).toBe(0);
  });

  it("fly faster where more blur is allowed, and say the ground and minutes of a battery", () => {
    const easts = Array.from({ length: 40 }, (_, i) => 40 + 6 * i);
    const target = rowsAt(easts, 300, 2.2);
    const sharp = facts("pv_thermal", target).flown;
    const quick = facts("pv_thermal", target, { thermal_blur_px: 1.8 }).flown;
    expect(sharp.speed_m_s).toBeCloseTo(3, 1);
    expect(quick.speed_m_s).toBeCloseTo(5.4, 1);
    expect(quick.hectares_per_battery!.median).toBeGreaterThan(
      1.4 * sharp.hectares_per_battery!.worst,
    );
    expect(sharp.minutes_per_battery!.worst).toBeLessThanOrEqual(45 * 0.75 + 1e-6);
  });
});

// By hand for the M3T's thermal camera 22.96 m high, tilted by 20 degrees: half its height is atan(256 / 765.35) = 18.494
// degrees, so the near edge is seen at 1.506 and what is counted ends at 35.055 degrees from straight down.
describe("the facts of a plan with a tilted camera", () => {
  const easts = Array.from({ length: 24 }, (_, i) => 80 + 6 * i);
  const target = rowsAt(easts, 120, 2.2);
  const { flown, routes } = facts("pv_thermal", target, { gimbal_pitch_deg: -70 });

  it("have the worst pixel, the overlap at the near edge and the speed of the finest pixel", () => {
    expect(flown.gsd_thermal_m!.median).toBeCloseTo(0.03397, 4);
    expect(flown.gsd_thermal_m!.worst).toBeCloseTo(0.04175, 4);
    expect(flown.speed_m_s).toBeCloseTo(2.7, 2);
    expect(flown.altitude_agl_m.worst).toBeCloseTo(22.96, 2);
    for (const metres of spacings(routes)) expect(metres).toBeLessThan(0.551 * 18.215);
    expect(flown.side_overlap_thermal!.worst).toBeGreaterThan(44.5);
    const near = (100 * (18.215 - flown.spacing_m!.median)) / 18.215;
    expect(flown.side_overlap_thermal!.median).toBeCloseTo(near, 0);
    expect(routes[0]!.photo_runs[0]!.distance_m).toBeCloseTo(15.507 / 4, 2);
  });

  it("have one heading along the lines, and lines that begin and end before what they show", () => {
    expect([flown.gimbal_pitch_deg, flown.directions_deg]).toEqual([-70, [0]]);
    const [heading] = flown.headings_deg;
    expect([0, 180]).toContain(heading);
    const plane = planeAt(origin);
    for (const { waypoints, photo_runs } of routes) {
      for (const { heading_deg, gimbal_pitch_deg } of waypoints)
        expect([heading_deg, gimbal_pitch_deg]).toEqual([heading, -70]);
      for (const { from, to } of photo_runs) {
        const norths = [from, to].map((i) => plane.toPlane(...waypoints[i]!.place)[1]);
        // Tables from 140 to 260 m and 10 m of lead on both sides, 8.357 m behind what is shown.
        const behind = heading === 0 ? -8.357 : 8.357;
        expect(Math.min(...norths)).toBeCloseTo(130 + behind, 0);
        expect(Math.max(...norths)).toBeCloseTo(270 + behind, 0);
      }
    }
    expect(flown.seen!.unseen).toBe(0);
  });

  it("are not below their bound, and say where they would look straight down", () => {
    const input = {
      name: "A",
      areas,
      target: null,
      settings: { ...defaultFlightSettings("M3T", ["pv_thermal"], 0), gimbal_pitch_deg: -72 },
      effort: "preview" as const,
    };
    const { metrics } = planFlight(input);
    expect(metrics.flight_s).toBeGreaterThan(metrics.bound.flight_s);
    expect(metrics.flight_s).toBeLessThan(1.4 * metrics.bound.flight_s);
    expect(metrics.coverage_percent).toBeGreaterThan(98.5);
    const down = facts("pv_thermal", target).flown;
    expect(down.headings_deg).toEqual(flown.headings_deg);
    expect(down.gimbal_pitch_deg).toBe(-90);
  });
});

it("heights over terrain change the pixel on the ground", () => {
  const target = rowsAt([100, 106, 112], 200, 2.2);
  const settings = defaultFlightSettings("M3T", ["pv_thermal"], 0);
  const plane = planeAt(origin);
  // A hill that is steeper than the planner's tolerance follows at once.
  const elevation = ([lon, lat]: readonly [number, number]) =>
    8 * Math.sin(plane.toPlane(lon, lat)[1] / 25);
  const input = { name: "A", areas, target, settings, elevation };
  const [flown] = flownFacts(planFlight(input), input);
  const { worst, median } = flown!.gsd_thermal_m!;
  expect(worst).toBeGreaterThan(median);
  // 3 m of tolerance at 23 m.
  expect(worst).toBeLessThan(0.03 * (1 + 3.5 / 23));
});

it("heights are those of each sortie, up to the highest place of its ways", () => {
  // In the morning, while the collectors turn.
  const start_ms = Date.UTC(2026, 0, 15, 14);
  const light = {
    place: origin,
    time_zone: "America/Santiago",
    mountings: [{ kind: "tracked" as const, axis_deg: 0, most_tilt_deg: 90 }],
  };
  const settings = {
    ...defaultFlightSettings("M3T", ["full_sca_online"], start_ms),
    flight_time_min: 3,
    reserve_percent: 0,
    batteries: 1,
    recharge_min: 90,
  };
  const target = rowsAt(
    Array.from({ length: 20 }, (_, i) => 40 + 17.3 * i),
    148.5,
    5.76,
  );
  // A hill of 40 m lies on the way out.
  const plane = planeAt(origin);
  const elevation = ([lon, lat]: readonly [number, number]) => {
    const [x, y] = plane.toPlane(lon, lat);
    return 40 * Math.exp(-(((x - 150) ** 2 + (y + 150) ** 2) / 50 ** 2));
  };
  const sloped = areasOf([rectangle(400, 400)], [], [150, -300]);
  const input = { name: "A", areas: sloped, target, settings, light, elevation };
  const plan = planFlight(input);
  const [flown] = flownFacts(plan, input);
  const heights = plan.routes.map(({ altitude_agl_m }) => altitude_agl_m);
  // By the sun of the sortie, not by that of the start.
  expect(flown!.altitude_agl_m.worst).not.toBe(plan.flights[0]!.capture.altitude_agl_m);
  expect(flown!.altitude_agl_m.worst).toBe(Math.max(...heights));
  // The hill asks for 70 m, the flight itself for more.
  expect(flown!.security_height_m!.least).toBeGreaterThanOrEqual(Math.min(...heights));
  expect(flown!.highest_m).toBeGreaterThanOrEqual(Math.max(...heights));
  // A height that is set is flown, and warned of.
  const high = { ...input, settings: { ...settings, return_height_m: 130 } };
  expect(flownFacts(planFlight(high), high)[0]!.highest_m).toBeGreaterThanOrEqual(130);
});
