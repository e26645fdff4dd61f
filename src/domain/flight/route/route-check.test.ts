// What a check says of a start that has passed.
import { expect, it } from "vitest";
import { lightWindows } from "../time/flight-light.ts";
import { flightProblems, routeCheck } from "./route-check.ts";
import type { FlightRouteRecord } from "./flight-route-record.ts";

const waypoint = (lat: number) => ({
  place: [-3, lat] as const,
  height_m: 30,
  heading_deg: null,
  gimbal_pitch_deg: -90,
  damping_m: 0,
});
const route = (flight_type: string, start_at: string | null) =>
  ({
    name: "North",
    aircraft: "M3T",
    flight_type,
    lenses: ["wide"],
    altitude_agl_m: 30,
    speed_m_s: 5,
    take_off: { place: [-3, 37], elevation_m: null },
    waypoints: [waypoint(37), waypoint(37.001)],
    photo_runs: [],
    distance_m: 111,
    duration_s: 60,
    start_at,
  }) as unknown as FlightRouteRecord;
const light = { place: [-3, 37] as const, time_zone: "Europe/Madrid", mountings: [] };
const square = [-3.01, -2.99].flatMap((lon) => [36.99, 37.01].map((lat) => [lon, lat] as const));
const [a, b, c, d] = [square[0]!, square[2]!, square[3]!, square[1]!];
const areas = { flight: [[[a, b, c, d, a]]], no_fly: [], take_offs: [] };

const against = (now: string) => ({
  areas,
  elevation: null,
  terrain_mark: 0,
  light,
  windows: lightWindows(light),
  ceiling_m: null,
  now_ms: Date.parse(now),
});
const said = (flight_type: string, start_at: string | null, now: string) => {
  const { problems, warnings, past } = routeCheck(route(flight_type, start_at), against(now));
  expect([...problems, ...warnings].filter(({ reason }) => /passed/.test(reason))).toEqual([]);
  return past;
};
/** Why an export is refused, of the start alone. */
const refused = (flight_type: string, now: string) =>
  flightProblems(route(flight_type, "2026-06-01T10:00:00Z"), against(now)).flatMap(({ reason }) =>
    /passed/.test(reason) ? [reason] : [],
  );

it("says calmly that a start has passed, by the clock at the plant", () => {
  const start = "2026-06-01T10:00:00Z";
  expect(said("trough_thermal", start, "2026-06-01T09:59:00Z")).toBeNull();
  expect(said("trough_thermal", null, "2026-06-08T10:00:00Z")).toBeNull();
  // Madrid is two hours ahead of UTC in summer.
  const values = { date: "2026-06-01", start: "12:00" };
  expect(said("trough_thermal", start, "2026-06-01T10:01:00Z")).toEqual({
    reason: "sortie_start_passed",
    values,
  });
  // The camera of an online flight is aimed by the sun of its hour.
  expect(said("full_sca_online", start, "2026-06-01T10:14:00Z")).toBeNull();
  expect(said("full_sca_online", start, "2026-06-08T10:00:00Z")).toEqual({
    reason: "sortie_start_passed_online",
    values,
  });
});

it("refuses the export of an online flight whose sun has passed, and of no other", () => {
  expect(refused("full_sca_online", "2026-06-01T10:14:00Z")).toEqual([]);
  expect(refused("full_sca_online", "2026-06-08T10:00:00Z")).toEqual([
    "sortie_start_passed_online",
  ]);
  expect(refused("trough_thermal", "2026-06-08T10:00:00Z")).toEqual([]);
});
