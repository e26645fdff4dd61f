import { describe, expect, it } from "vitest";
import { localPlaneAt } from "../../geometry/local-plane.ts";
import { aircraft } from "../plan/aircraft.ts";
import type { FlightRoute } from "../route/flight-route.ts";
import { batteryProblems, reserveWarnings } from "../route/route-battery.ts";
import { windProblems } from "../route/route-wind.ts";
import { homeHeights } from "../route/home-leg.ts";
import { routeSeconds } from "./flight-clock.ts";
import { relativePower } from "./flight-power.ts";
import { leastOfWinds, mostWind, speedsIn, windLoad, worstLanding } from "./flight-wind.ts";

const home = [-70.1, -18.9] as const;
const plane = localPlaneAt(home);

/** Out and back to the north, `length` metres each, `laps` times. */
function shuttle(length: number, laps: number, speed_m_s: number): FlightRoute {
  const ends = Array.from({ length: 2 * laps }, (_, i) => (i % 2 === 0 ? 1 : length));
  const route: FlightRoute = {
    name: "Shuttle",
    aircraft: "M3T",
    flight_type: "pv_thermal",
    lenses: ["ir"],
    altitude_agl_m: 23,
    speed_m_s,
    take_off: { place: home, elevation_m: null },
    waypoints: ends.map((y) => ({
      place: plane.toLonLat(0, y),
      height_m: 23,
      heading_deg: null,
      gimbal_pitch_deg: -90,
      damping_m: 0,
    })),
    photo_runs: [],
    distance_m: 0,
    duration_s: 0,
    // Also home.
    set_transit_m_s: speed_m_s,
  };
  return { ...route, duration_s: routeSeconds(route, homeHeights(route, null, [])) };
}

describe("the triangle of wind", () => {
  it("keeps the speed over the ground while the drone is fast enough through the air", () => {
    for (let degrees = 0; degrees < 360; degrees += 7) {
      const turn = (degrees * Math.PI) / 180;
      const wind = [8 * Math.cos(turn), 8 * Math.sin(turn)] as const;
      const found = speedsIn(wind[0], Math.abs(wind[1]), 10, 15)!;
      // Through the air: over the ground less the wind.
      const air = Math.hypot(found.ground - wind[0], wind[1]);
      expect(air).toBeCloseTo(found.air, 9);
      expect(air).toBeLessThan(15 + 1e-9);
      // As fast as it may be: either as wanted, or at its limit.
      if (found.ground < 10 - 1e-9) expect(air).toBeCloseTo(15, 9);
      else expect(found.ground).toBe(10);
    }
  });

  it("finds no way against wind that is stronger than the drone", () => {
    expect(speedsIn(-15, 0, 10, 15)).toBeNull();
    expect(speedsIn(0, 15, 10, 15)).toBeNull();
    expect(speedsIn(-13, 0, 10, 15)).toEqual({ ground: 2, air: 15 });
  });
});

describe("a sortie in wind", () => {
  it("takes in still air what its speed takes", () => {
    const route = shuttle(1000, 2, 9);
    const { seconds, landing_percent } = windLoad(route, 0);
    expect(seconds).toBeCloseTo(route.duration_s, 1);
    // Nearly all of it at the best speed.
    const flat = 100 * (1 - route.duration_s / 60 / 45);
    expect(landing_percent).toBeGreaterThan(flat - 1.5);
    expect(landing_percent).toBeLessThan(flat);
  });

  it("takes longer where the drone cannot hold its speed, and more of the battery", () => {
    const route = shuttle(2000, 2, 12);
    // Half against the wind at 15 - 10 m/s, half with it at 12 m/s.
    const held = windLoad(route, 3);
    const slowed = windLoad(route, 10);
    expect(held.seconds).toBeCloseTo(route.duration_s, 1);
    const metres = 4000;
    expect(slowed.seconds - route.duration_s).toBeGreaterThan(0.85 * metres * (1 / 5 - 1 / 12));
    expect(slowed.landing_percent).toBeLessThan(held.landing_percent);
    expect(windLoad(route, 15).landing_percent).toBe(-Infinity);
  });

  it("costs on the worst side, not on the mean one", () => {
    const route = shuttle(3000, 1, 10);
    const powerAt = relativePower(aircraft.M3T);
    // Along the shuttle: 18 m/s are needed one way, so 15 m/s through the air and 7 over the ground.
    const along = (3000 / 7) * powerAt(15) + 300 * powerAt(2);
    const used = (100 * along) / 60 / 45;
    expect(windLoad(route, 8).landing_percent).toBeLessThan(100 - 0.9 * used);
  });

  it("lasts in every wind up to the most, and not in half a metre per second more", () => {
    for (const laps of [1, 2, 3, 4, 5, 6]) {
      const route = shuttle(1500, laps, 8);
      const { most_m_s, limit } = mostWind(route);
      if (most_m_s !== null) expect(worstLanding(route, most_m_s)).toBeGreaterThanOrEqual(10);
      if (limit === "aircraft") expect(most_m_s).toBe(12);
      else expect(windLoad(route, (most_m_s ?? -0.5) + 0.5).landing_percent).toBeLessThan(10);
    }
  });

  it("counts the battery that the campaign was planned with", () => {
    const route = shuttle(1500, 3, 8);
    const known = mostWind(route).most_m_s!;
    const worn = mostWind({ ...route, flight_time_min: 30 });
    expect(worn.most_m_s ?? -1).toBeLessThan(known);
    expect(leastOfWinds([route, { ...route, flight_time_min: 30 }])).toEqual(worn);
    expect(leastOfWinds([])).toBeNull();
  });
});

describe("a route in the wind that its campaign expects", () => {
  const route = shuttle(1500, 4, 8);
  const { most_m_s } = mostWind(route);

  it("is refused above the most wind, and not at it", () => {
    expect(most_m_s).toBeGreaterThan(2);
    expect(most_m_s).toBeLessThan(12);
    expect(windProblems({ ...route, set_wind_m_s: most_m_s })).toEqual([]);
    expect(windProblems({ ...route, set_wind_m_s: most_m_s! + 0.5 })).toEqual([
      {
        reason: "flight_wind_above_battery",
        values: { wind: most_m_s! + 0.5, most: most_m_s, drone: "M3T", least: 10 },
      },
    ]);
    expect(windProblems(route)).toEqual([]);
  });

  it("is refused above what the drone may fly in", () => {
    const short = shuttle(300, 1, 8);
    expect(windProblems({ ...short, set_wind_m_s: 13 })).toEqual([
      { reason: "flight_wind_above_drone", values: { wind: 13, most: 12, drone: "M3T" } },
    ]);
  });

  it("is warned of where a flight takes of the reserve, and refused below what must be left", () => {
    // 44.9 of 45 minutes, as an edit may make it: the reserve of 25 % leaves 33.75.
    const fast = { ...shuttle(300, 1, 8), flight_time_min: 45, set_reserve_percent: 25 };
    const long = { ...fast, duration_s: 44.9 * 60 };
    const warned = {
      reason: "route_takes_reserve",
      values: { minutes: 45, most: 33, reserve: 25 },
    };
    expect(reserveWarnings(long)).toEqual([warned]);
    expect(batteryProblems(long).map(({ reason }) => reason)).toEqual(["flight_battery_still_air"]);
    const planned = { ...fast, duration_s: 33.7 * 60 };
    expect([reserveWarnings(planned), batteryProblems(planned)]).toEqual([[], []]);
    // Two minutes more take of the reserve, and land with more than a tenth: hovering takes a quarter more power.
    const more = { ...fast, duration_s: 35.7 * 60, flight_time_min: 47 };
    expect(reserveWarnings(more)).toHaveLength(1);
    // A campaign without a reserve of its own has the planner's.
    expect(reserveWarnings({ ...long, set_reserve_percent: null })).toEqual([warned]);
    expect(reserveWarnings({ ...long, set_reserve_percent: 0 })).toEqual([]);
  });

  it("is refused where the battery does not last in still air", () => {
    const slow = shuttle(1500, 3, 3);
    expect(slow.duration_s / 60).toBeGreaterThan(40);
    expect(mostWind(slow)).toEqual({ most_m_s: null, limit: "battery" });
    const just = { ...slow, flight_time_min: slow.duration_s / 60 + 1 };
    expect(batteryProblems(just).map(({ reason }) => reason)).toEqual(["flight_battery_still_air"]);
    expect(batteryProblems({ ...slow, flight_time_min: 90 })).toEqual([]);
  });
});
