import { describe, expect, it } from "vitest";
import type { Place } from "../route/flight-route.ts";
import { areasOf, PLACE, rectangle } from "./flight-fields.fixture.ts";
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
  // decisions/flight-sources.md, worked out by hand: 500 x 200 m, 19 lines of 500 m, 18 ways of one spacing.
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
    // Area / spacing is 9453 m. Photos at the edge show more than that, so a plan may be below it, but not below this.
    const { bound, flight_s, survey_m } = plan.metrics;
    expect(bound.path_m).toBeLessThan(9453);
    expect(bound.path_m).toBeGreaterThan(0.85 * 9453);
    expect(survey_m).toBeGreaterThan(bound.path_m);
    expect(flight_s / bound.flight_s).toBeGreaterThan(1);
    expect(flight_s / bound.flight_s).toBeLessThan(1.25);
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

describe("a field that no-fly polygons cut up", () => {
  const apart = [rectangle(20, 120, 140, -10)];
  const plan = (takeOff: readonly [number, number], noFly = apart) => {
    const areas = areasOf([rectangle(300, 100)], noFly, takeOff);
    return planFlight({ name: "A", areas, target: null, settings });
  };

  it("is refused where no way leads from the take-off position to a part", () => {
    const { problems, routes } = plan([50, 50]);
    // 1.4 ha in all, less the margin of the no-fly polygon.
    const values = { number: 1, hectares: expect.closeTo(1.4, 1) };
    expect(problems).toEqual([{ reason: "flight_polygon_unreached", values }]);
    expect(routes).toEqual([]);
  });

  it("is flown from a take-off position outside", () => {
    const { problems, faults } = plan([-50, 50]);
    expect(problems).toEqual([]);
    expect(faults.flat()).toEqual([]);
  });

  // Both were found by random fields; distances in metres.
  const small = {
    ...defaultFlightSettings("M3T", ["pv_thermal"], 0),
    interpolate_curves: false,
    thermal_gsd_m: 0.055,
  };

  it("is not left and entered again on the way to a pocket behind overlapping no-fly polygons", () => {
    const field = [
      [67.5, 0],
      [0, 91.45],
      [-82.14, 0],
      [0, -145.05],
    ] as const;
    const noFly = [rectangle(35, 49), rectangle(48, 22), rectangle(49, 27), rectangle(31, 50)];
    const areas = areasOf([field], noFly, [-300, -300]);
    const { faults, problems, metrics } = planFlight({
      name: "A",
      areas,
      target: null,
      settings: small,
    });
    expect(problems).toEqual([]);
    expect(faults.flat()).toEqual([]);
    expect(metrics.coverage_percent).toBeGreaterThan(97);
  });

  it("is seen in a narrow room between a no-fly polygon and its edge", () => {
    const field = [
      [67.5, 0],
      [0, 89.9],
      [-67.5, 0],
      [0, -67.5],
    ] as const;
    const areas = areasOf([field], [rectangle(35, 26), rectangle(20, 46)], [-300, -300]);
    const { metrics } = planFlight({ name: "A", areas, target: null, settings: small });
    expect(metrics.coverage_percent).toBeGreaterThan(97);
  });
});

describe("two separate flight polygons", () => {
  const apart = [rectangle(150, 100), rectangle(150, 100, 250, 0)];
  const plan = (takeOff: readonly [number, number], noFly: Parameters<typeof areasOf>[1] = []) => {
    const areas = areasOf(apart, noFly, takeOff);
    return planFlight({ name: "A", areas, target: null, settings });
  };

  it("are both flown from a take-off position inside one, with photos inside only", () => {
    const { problems, faults, metrics, routes } = plan([75, 50]);
    expect(problems).toEqual([]);
    expect(faults.flat()).toEqual([]);
    expect(metrics.coverage_percent).toBeGreaterThan(99);
    // 150 m x 100 m twice are 3 ha: a battery lasts for both.
    expect(routes).toHaveLength(1);
  });

  it("are flown around a no-fly polygon between them", () => {
    const { problems, faults, metrics } = plan([75, 50], [rectangle(40, 300, 180, -150)]);
    expect(problems).toEqual([]);
    expect(faults.flat()).toEqual([]);
    expect(metrics.coverage_percent).toBeGreaterThan(99);
  });

  it("are refused where no way leads to one, which is named", () => {
    const wall = [
      [240, -10],
      [410, -10],
      [410, 110],
      [240, 110],
      [240, 95],
      [400, 95],
      [400, 5],
      [240, 5],
    ] as const;
    const { problems, routes } = plan([75, 50], [wall, rectangle(5, 120, 235, -10)]);
    expect(routes).toEqual([]);
    const values = { number: 2, hectares: expect.closeTo(1, 0) };
    expect(problems).toEqual([{ reason: "flight_polygon_unreached", values }]);
  });
});

it("is previewed in numbers", () => {
  const areas = areasOf([rectangle(500, 200)]);
  const input = { name: "A", areas, target: null, settings, effort: "preview" } as const;
  const plan = planFlight(input);
  const preview = previewOf(plan, input, "UTC");
  expect(preview).toMatchObject({ sorties: 1, batteries: 1, problems: [] });
  expect(preview.flight_s).toBeCloseTo(plan.routes[0]!.duration_s, 6);
  const [flown] = preview.flights;
  expect(flown).toMatchObject({ flight_type: "pv_thermal", seen: null });
  expect(flown!.altitude_agl_m.worst).toBeCloseTo(23, 0);
});

it("is previewed as it is flown, to the photo, where it has few lines", () => {
  const areas = areasOf([rectangle(300, 300)], [], [-20, -20]);
  const elevation = ([lon]: Place) => 1000 + ((lon - PLACE[0]) * 105_000) / 6;
  const tilted = { ...defaultFlightSettings("M3T", ["pv_thermal"], NOON), gimbal_pitch_deg: -70 };
  const input = { name: "A", areas, target: null, settings: tilted, elevation };
  const preview = planFlight({ ...input, effort: "preview" });
  const flown = planFlight(input);
  expect(preview.metrics.photos).toBe(flown.metrics.photos);
  expect(preview.routes).toEqual(flown.routes);
});
