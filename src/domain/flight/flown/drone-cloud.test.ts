import { describe, expect, it } from "vitest";
import {
  cloudStartRefusal,
  droneCloudName,
  isCloudNameOf,
  latestBegin,
  leastBattery,
  plannedAlready,
} from "./drone-cloud.ts";
import { lightWindows, type FlightLight } from "../time/flight-light.ts";
import type { Place, Waypoint } from "../route/flight-route.ts";

const waypoint = (place: Place): Waypoint => ({
  place,
  height_m: 30,
  heading_deg: null,
  gimbal_pitch_deg: -90,
  damping_m: 0,
});
const route = {
  id: 7,
  version: 2,
  name: "North/1",
  aircraft: "M3TD",
  flight_type: "pv_thermal",
  take_off: { place: [-3, 37], elevation_m: null },
  waypoints: [waypoint([-3, 37.001]), waypoint([-3, 37.004])],
  speed_m_s: 5,
  set_transit_m_s: null,
  set_wind_m_s: null,
  flight_time_min: 50,
  duration_s: 20 * 60,
  start_at: "2026-06-21T10:00:00Z",
} as const;

describe("the name of a route on the platform", () => {
  it("has the content in it, and is known as that of the route with any content", () => {
    const name = droneCloudName(route, "0a1b2c3d");
    expect(name).toMatch(/ \(7-2-0a1b2c3d\)$/);
    expect(isCloudNameOf(route, name)).toBe(true);
    expect(isCloudNameOf({ ...route, id: 77 }, name)).toBe(false);
    expect(isCloudNameOf(route, name.replace("(7-2-", "(7-3-"))).toBe(true);
    // As names were written before the content was part of them.
    expect(isCloudNameOf(route, name.replace("-0a1b2c3d", ""))).toBe(true);
    expect(isCloudNameOf(route, `${name} copy`)).toBe(false);
  });
});

describe("a planned flight", () => {
  const start = Date.parse(route.start_at);

  it("begins five minutes ahead at the earliest", () => {
    expect(cloudStartRefusal(route, start - 5 * 60_000)).toBeNull();
    expect(cloudStartRefusal(route, start - 299_000)?.reason).toBe("drone_cloud_start_past");
    expect(cloudStartRefusal(route, start + 1e8)?.reason).toBe("drone_cloud_start_past");
    const none = cloudStartRefusal({ ...route, start_at: null }, start);
    expect(none?.reason).toBe("drone_cloud_start_missing");
  });

  it("may begin an hour late, and never so late that it ends without its light", () => {
    const light: FlightLight = { place: [-3, 37], time_zone: "UTC", mountings: [] };
    const windows = lightWindows(light);
    const end = windows(start).bright.at(-1)!.to_ms;
    const at = (start_ms: number) =>
      latestBegin({ ...route, start_at: new Date(start_ms).toISOString() }, windows);
    expect(at(start)).toBe(start + 3600_000);
    const late = end - 50 * 60_000;
    expect(at(late)).toBe(end - 20 * 60_000);
    expect(at(end - 24 * 60_000)).toMatchObject({ reason: "drone_cloud_light_ends" });
    expect(at(end + 60_000)).toMatchObject({ reason: "drone_cloud_light_ends" });
  });

  it("needs the battery that it takes and the reserve, 50 to 100 percent", () => {
    // 20 of 50 minutes are 40 %; at a standstill, as most of this flight is, it takes up to a quarter more.
    expect(leastBattery(route, 25)).toBeGreaterThanOrEqual(65);
    expect(leastBattery(route, 25)).toBeLessThan(77);
    expect(leastBattery({ ...route, duration_s: 20 * 60 + 1 }, 25.5)).toBeGreaterThanOrEqual(66);
    expect(leastBattery({ ...route, duration_s: 37.5 * 60 }, 25)).toBe(100);
    expect(leastBattery({ ...route, duration_s: 60 }, 5)).toBe(50);
    // Far and fast, the drone flies against the wind most of its time.
    const far = {
      ...route,
      speed_m_s: 12,
      waypoints: [waypoint([-3, 37.001]), waypoint([-3, 37.06])],
    };
    const windy = leastBattery({ ...far, set_wind_m_s: 10 }, 5);
    expect(windy).toBeGreaterThan(leastBattery(far, 5));
  });

  it("is found again by its file and its start, and a different one of its route is refused", () => {
    const name = droneCloudName(route, "0a1b2c3d");
    const known = { id: "t", name, status: "waiting", begin_at: "2026-06-21T10:00:00.000Z" };
    const asked = { name, start_ms: start };
    const now = start - 3600_000;
    expect(plannedAlready(route, asked, [known], now)).toBe("t");
    expect(plannedAlready(route, asked, [], now)).toBeNull();
    const refused = { reason: "drone_cloud_planned_before" };
    const moved = { ...known, begin_at: "2026-06-21T11:00:00.000Z" };
    expect(plannedAlready(route, asked, [moved], now)).toMatchObject(refused);
    const older = { ...known, name: droneCloudName(route, "ffffffff") };
    expect(plannedAlready(route, asked, [older], now)).toMatchObject(refused);
    for (const status of ["canceled", "failed", "terminated"])
      expect(plannedAlready(route, asked, [{ ...older, status }], now)).toBeNull();
    // One that was flown yesterday does not stop today's.
    const flown = { ...older, begin_at: "2026-06-20T10:00:00.000Z" };
    expect(plannedAlready(route, asked, [flown], now)).toBeNull();
  });
});
