// The speed on ways without photos: what the plan counts with is what each file says.
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { areasOf, rectangle } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";
import type { FlightRoute } from "../route/flight-route.ts";
import { homeHeights } from "../route/home-leg.ts";
import { routeSeconds } from "../time/flight-clock.ts";
import { routeFiles } from "./route-export.ts";
import type { RouteFormat } from "./route-format.ts";

const TRANSIT = 9;
const settings = { ...defaultFlightSettings("M3T", ["pv_thermal"], 0), transit_speed_m_s: TRANSIT };
const areas = areasOf([rectangle(300, 120, 250, 80)]);
const [planned] = planFlight({ name: "A", areas, target: null, settings }).routes;
const route: FlightRoute = { ...planned!, set_transit_m_s: TRANSIT };
// Higher than the route, so that formats without such heights have waypoints for these ways.
const high = { ...route, set_security_height_m: 110, set_return_height_m: 115 };
const options = { areas, created_ms: Date.UTC(2026, 5, 1) };
const text = (one: FlightRoute, format: RouteFormat) => {
  const [file] = routeFiles(one, format, options);
  if (format !== "kmz") return new TextDecoder().decode(file!.bytes);
  return new TextDecoder().decode(unzipSync(file!.bytes)["wpmz/waylines.wpml"]);
};
const transitOfDji = (one: FlightRoute) =>
  Number(/globalTransitionalSpeed>([\d.]+)/.exec(text(one, "kmz"))?.[1]);

describe("a transit speed of 9 m/s", () => {
  it("is that of the plan's duration", () => {
    expect(routeSeconds(route, homeHeights(route, null, []))).toBeCloseTo(planned!.duration_s, 3);
    expect(
      routeSeconds({ ...route, set_transit_m_s: null }, homeHeights(route, null, [])),
    ).toBeLessThan(planned!.duration_s - 5);
  });

  it("is in DJI's file, but never slower than photos nor faster than the drone flies routes", () => {
    expect(transitOfDji(route)).toBe(9);
    expect(transitOfDji({ ...route, set_transit_m_s: null })).toBe(15);
    expect(transitOfDji({ ...route, set_transit_m_s: 1 })).toBe(route.speed_m_s);
    expect(transitOfDji({ ...route, set_transit_m_s: 99 })).toBe(15);
  });

  it("is set before the first waypoint of a plan of QGroundControl", () => {
    type Item = { readonly command: number; readonly params: readonly number[] };
    const { mission } = JSON.parse(text(route, "plan")) as { mission: { items: Item[] } };
    const before = mission.items.slice(
      0,
      mission.items.findIndex(({ command }) => command === 16),
    );
    expect(before.findLast(({ command }) => command === 178)?.params[1]).toBe(9);
    const next = mission.items.filter(({ command }) => command === 178)[1];
    expect(next?.params[1]).toBe(route.speed_m_s);
  });

  it("is that of the waypoints over the ways from and to the take-off position", () => {
    const lines = text(high, "csv").trim().split("\n");
    const at = lines[0]!.split(",").indexOf("speed(m/s)");
    const speeds = lines.slice(1).map((line) => Number(line.split(",")[at]));
    expect(speeds[0]).toBe(9);
    expect(speeds).not.toContain(15);
  });
});
