import { describe, expect, it } from "vitest";
import type { Place } from "../route/flight-route.ts";
import { pathDistance, pathSeconds } from "./path-time.ts";

/** Waypoints east of one another, on the equator, by these metres. */
function line(...metres: readonly number[]) {
  let east = 0;
  return [0, ...metres].map((step) => {
    east += step;
    const place: Place = [(east / 6_371_008.8) * (180 / Math.PI), 0];
    return { place, height_m: 0, damping_m: 0 };
  });
}

describe("the time of a path", () => {
  it("is that of DJI's own files", () => {
    // Pilot 2: one leg of 121.03 m at 15 m/s takes 14.056 s.
    expect(Math.abs(pathSeconds(line(121.03), 15) / 14.056 - 1)).toBeLessThan(0.003);
  });

  it("counts a stop at every waypoint without damping, and the speed of each leg", () => {
    // 10 s of cruise and 4 s for getting fast and slow again, for each leg.
    expect(pathSeconds(line(100, 100), 10)).toBeCloseTo(28, 1);
    const slow = line(100, 100).map((stop, at) => (at === 1 ? { ...stop, speed_m_s: 5 } : stop));
    expect(pathSeconds(slow, 10)).toBeCloseTo(14 + 22, 1);
    const passed = line(100, 100).map((stop, at) => ({ ...stop, damping_m: at === 1 ? 5 : 0 }));
    expect(pathSeconds(passed, 10)).toBeCloseTo(24, 1);
  });

  it("has a length that includes climbing", () => {
    const [from, to] = line(30);
    expect(pathDistance([from!, { ...to!, height_m: 40 }])).toBeCloseTo(50, 6);
    expect(pathDistance([from!])).toBe(0);
  });
});
