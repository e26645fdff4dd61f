import { describe, expect, it } from "vitest";
import { planeAt } from "../../geometry/plane.ts";
import { areasOf, rectangle, takeOffAt } from "../plan/flight-fields.fixture.ts";
import { planFlight } from "../plan/flight-plan.ts";
import type { FlightAreas, Place } from "../route/flight-route.ts";
import { defaultFlightSettings } from "../plan/flight-settings.ts";

const settings = { ...defaultFlightSettings("M3T", ["pv_thermal"], 0), flight_time_min: 60 };
const home = takeOffAt(0, 0).place;
const plane = planeAt(home);

/** A hill of 25 m in a raster of 30 m cells, read between its cells. */
function hill([lon, lat]: Place): number {
  const [x, y] = plane.toPlane(lon, lat);
  const at = (column: number, row: number) => {
    const away = Math.hypot(30 * column - 200, 30 * row - 80);
    return 1500 + 25 * Math.exp(-((away / 90) ** 2));
  };
  const [column, row] = [Math.floor(x / 30), Math.floor(y / 30)];
  const [u, v] = [x / 30 - column, y / 30 - row];
  const low = at(column, row) * (1 - u) + at(column + 1, row) * u;
  const high = at(column, row + 1) * (1 - u) + at(column + 1, row + 1) * u;
  return low * (1 - v) + high * v;
}

describe("a plan over a terrain raster", () => {
  it("keeps the altitude above ground within the tolerance, between the waypoints too", () => {
    const areas = areasOf([rectangle(400, 160)]);
    const { routes } = planFlight({ name: "A", areas, target: null, settings, elevation: hill });
    let [least, most] = [Infinity, -Infinity];
    for (const { waypoints, altitude_agl_m, take_off } of routes) {
      expect(take_off.elevation_m).toBeCloseTo(hill(home), 6);
      for (const [i, to] of waypoints.entries()) {
        const from = waypoints[i - 1];
        if (!from) continue;
        for (let part = 0; part <= 1; part += 0.02) {
          const mix = (a: number, b: number) => a + (b - a) * part;
          const place: Place = [mix(from.place[0], to.place[0]), mix(from.place[1], to.place[1])];
          const above = hill(home) + mix(from.height_m, to.height_m) - hill(place);
          least = Math.min(least, above - altitude_agl_m);
          most = Math.max(most, above - altitude_agl_m);
        }
      }
    }
    // Samples lie 15 m apart; between them the hill may rise a little more.
    expect(least).toBeGreaterThan(-settings.terrain_tolerance_m - 0.5);
    expect(most).toBeLessThan(settings.terrain_tolerance_m + 0.5);
    const heights = routes.flatMap(({ waypoints }) => waypoints.map(({ height_m }) => height_m));
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(15);
  });
});

describe("a plan with several take-off positions", () => {
  it("starts each sortie where its way is shorter, and lands there", () => {
    const one = areasOf([rectangle(1600, 60)], [], [-20, 30]);
    const both: FlightAreas = { ...one, take_offs: [...one.take_offs, takeOffAt(1620, 30)] };
    const short = { ...settings, flight_time_min: 14 };
    const plan = (areas: FlightAreas) =>
      planFlight({ name: "A", areas, target: null, settings: short });
    const { routes, problems, metrics, faults } = plan(both);
    expect(problems).toEqual([]);
    expect(faults.flat()).toEqual([]);
    const used = new Set(routes.map(({ take_off }) => take_off.place[0]));
    expect(used.size).toBe(2);
    expect(metrics.flight_s).toBeLessThan(plan(one).metrics.flight_s);
  });
});
