// Each sortie over collectors that follow the sun against a sun worked out here, apart from that of the planner.
import { expect, it } from "vitest";
import type { FlightTarget } from "../area/flight-target.ts";
import { planeAt } from "../../geometry/plane.ts";
import type { FlightLight } from "../time/flight-light.ts";
import { areasOf, rectangle } from "./flight-fields.fixture.ts";
import { planFlight } from "./flight-plan.ts";
import { defaultFlightSettings } from "./flight-settings.ts";

const PLACE = [-70.112, -18.886] as const;
const DEGREE = Math.PI / 180;

/** 12 × 8 collectors of 148.5 m along north. */
const spots = Array.from({ length: 96 }, (_, i) => [
  260 + (i % 12) * 17.3,
  120 + Math.floor(i / 12) * 160,
]);
const of = (value: (i: number) => number) =>
  Float32Array.from({ length: spots.length }, (_, i) => value(i));
const target: FlightTarget = {
  origin: [...PLACE],
  geometry: {
    count: spots.length,
    centreX: of((i) => spots[i]![0]!),
    centreY: of((i) => spots[i]![1]!),
    length: of(() => 148.5),
    width: of(() => 5.76),
    rotation: of(() => Math.PI / 2),
  },
};

/** Spencer's series of 1971: declination and equation of time, good to a fraction of a degree. */
function sunOf(time_ms: number): { east: number; up: number } {
  const date = new Date(time_ms);
  const day = (time_ms - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000;
  const g = (2 * Math.PI * day) / 365;
  const declination =
    0.006918 -
    0.399912 * Math.cos(g) +
    0.070257 * Math.sin(g) -
    0.006758 * Math.cos(2 * g) +
    0.000907 * Math.sin(2 * g);
  const minutes =
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(g) -
      0.032077 * Math.sin(g) -
      0.014615 * Math.cos(2 * g) -
      0.040849 * Math.sin(2 * g));
  const utc = (time_ms % 86_400_000) / 60_000;
  const hour = ((utc + minutes + 4 * PLACE[0]) / 4 - 180) * DEGREE;
  const latitude = PLACE[1] * DEGREE;
  return {
    east: -Math.cos(declination) * Math.sin(hour),
    up:
      Math.sin(latitude) * Math.sin(declination) +
      Math.cos(latitude) * Math.cos(declination) * Math.cos(hour),
  };
}

const light: FlightLight = {
  place: PLACE,
  time_zone: "America/Santiago",
  mountings: [{ kind: "tracked", axis_deg: 0, most_tilt_deg: 90 }],
};

it("each sortie looks along the normal that the collectors have while it flies", () => {
  // From 10:00 on with one battery that takes an hour and a half to charge: through noon into the evening.
  const start = Date.UTC(2026, 0, 15, 13);
  const settings = {
    ...defaultFlightSettings("M3T", ["full_sca_online"], start),
    flight_time_min: 4,
    reserve_percent: 0,
    batteries: 1,
    recharge_min: 90,
  };
  const areas = areasOf([rectangle(900, 1500)], [], [300, 10]);
  const { routes, faults, problems, metrics } = planFlight({
    name: "A",
    areas,
    target,
    settings,
    light,
  });
  expect(problems).toEqual([]);
  expect(faults.flat()).toEqual([]);
  expect(routes.length).toBeGreaterThanOrEqual(3);
  expect(routes.map(({ name }) => name)).toEqual(routes.map((_, i) => `A ${i + 1}`));
  const turns = routes.map(({ start_ms, duration_s, waypoints, altitude_agl_m }) => {
    const { east, up } = sunOf(start_ms + 500 * duration_s);
    const turn = Math.max(-60, Math.min(60, Math.atan2(east, up) / DEGREE));
    for (const { heading_deg, gimbal_pitch_deg } of waypoints) {
      // Within two degrees: the series is plain, and the minutes in the air change a little while the sortie is aimed.
      expect(Math.abs(gimbal_pitch_deg - (Math.abs(turn) - 90))).toBeLessThan(2);
      // In the morning the drone is east of the row and looks west.
      if (Math.abs(turn) > 1) expect(heading_deg).toBeCloseTo(turn > 0 ? -90 : 90, 2);
    }
    // From the same distance as of parked collectors.
    expect(altitude_agl_m / Math.cos(turn * DEGREE)).toBeCloseTo(114.1, -1);
    return turn;
  });
  expect(Math.max(...turns) - Math.min(...turns)).toBeGreaterThan(20);
  expect(metrics.components[0]?.unseen).toBe(0);
  // Where the camera's middle meets the ground along the lines: each collector is crossed by one of them.
  const plane = planeAt(PLACE);
  const seen = routes.flatMap(({ waypoints, photo_runs, altitude_agl_m }) =>
    photo_runs.map(({ from, to }) =>
      [from, to].map((index) => {
        const { place, heading_deg, gimbal_pitch_deg } = waypoints[index]!;
        const [x, y] = plane.toPlane(place[0], place[1]);
        const ahead = altitude_agl_m / Math.tan(-gimbal_pitch_deg * DEGREE);
        return [x + ahead * Math.sin((heading_deg ?? 0) * DEGREE), y] as const;
      }),
    ),
  );
  for (const [x, y] of spots) {
    const isCrossed = seen.some(([a, b]) => {
      const [low, high] = [Math.min(a![0], b![0]), Math.max(a![0], b![0])];
      return Math.abs(a![1] - y!) < 5 && low - 5 < x! && x! < high + 5;
    });
    expect(isCrossed).toBe(true);
  }
});
