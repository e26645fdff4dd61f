import { describe, expect, it } from "vitest";
import { areasOf, rectangle } from "./flight-fields.fixture.ts";
import { planFlight } from "./flight-plan.ts";
import { previewOf } from "./flight-preview.ts";
import { defaultFlightSettings } from "./flight-settings.ts";

const NOON = Date.UTC(2026, 0, 15, 16, 40);
const settings = {
  ...defaultFlightSettings("M3T", ["pv_thermal"], NOON),
  thermal_gsd_m: 23 / 765.35,
  thermal_blur_px: 10,
  bounds_margin_m: 0,
  flight_time_min: 60,
  interpolate_curves: false,
};

describe("a plan", () => {
  // reference/flight.md 6.4, worked out by hand: 500 x 200 m, 19 lines of 500 m, 18 ways of one spacing.
  it("meets the worked example", () => {
    const plan = planFlight({
      name: "A",
      areas: areasOf([rectangle(500, 200)]),
      target: null,
      settings,
    });
    const [route] = plan.routes;
    expect(plan.problems).toEqual([]);
    expect(plan.faults).toEqual([[]]);
    expect(route?.photo_runs).toHaveLength(19);
    const [capture] = plan.flights.map((flight) => flight.capture);
    expect(capture?.thermal?.gsd_m).toBeCloseTo(0.03005, 5);
    expect(capture?.spacing_m).toBeCloseTo(10.578, 3);
    expect(capture?.trigger_m).toBeCloseTo(3.847, 3);
    expect(capture?.speed_m_s).toBeCloseTo(5.495, 3);
    expect(plan.metrics.bound.path_m).toBeCloseTo(9453, -1);
    expect(plan.metrics.bound.flight_s / 60).toBeCloseTo(28.67, 1);
    expect(plan.metrics.coverage_percent).toBe(100);
  });

  it("flies around a no-fly polygon", () => {
    const areas = areasOf([rectangle(500, 200)], [rectangle(80, 60, 200, 70)]);
    const plan = planFlight({ name: "A", areas, target: null, settings });
    expect(plan.faults.flat()).toEqual([]);
    expect(plan.metrics.coverage_percent).toBeGreaterThan(99);
  });

  it("says what is missing", () => {
    const plan = planFlight({
      name: "A",
      areas: { flight: [], no_fly: [], take_offs: [] },
      target: null,
      settings,
    });
    expect(plan.problems.map(({ reason }) => reason)).toEqual([
      "flight_polygon_missing",
      "take_off_missing",
    ]);
    expect(plan.routes).toEqual([]);
  });
});

it("is previewed in numbers", () => {
  const areas = areasOf([rectangle(500, 200)]);
  const plan = planFlight({ name: "A", areas, target: null, settings, effort: "preview" });
  const preview = previewOf(plan, settings);
  expect(preview).toMatchObject({ sorties: 1, batteries: 1, problems: [] });
  expect(preview.flight_s).toBeCloseTo(plan.routes[0]!.duration_s, 6);
  expect(preview.flights).toEqual([
    { flight_type: "pv_thermal", altitude_agl_m: expect.closeTo(23) },
  ]);
});
