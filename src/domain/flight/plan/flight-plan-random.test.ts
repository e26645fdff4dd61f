// Random fields with no-fly polygons: no route leaves what is allowed, and little of the target stays unseen.
import { array, assert, boolean, constantFrom, double, integer, property, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { placesApart } from "../../geometry/ground-distance.ts";
import { areasOf, rectangle } from "./flight-fields.fixture.ts";
import { planFlight } from "./flight-plan.ts";
import { defaultFlightSettings } from "./flight-settings.ts";

const isFull = process.env["TEST_ROUNDS"] === "full";
/** All rounds take about three minutes. */
const TIME_MS = isFull ? 900_000 : 20_000;
/** Percent: what stays unseen is in the margins of no-fly polygons. */
const LEAST_COVERED = 97;

const corner = double({ min: 0.45, max: 1, noNaN: true });
const field = tuple(array(corner, { minLength: 4, maxLength: 9 }), integer({ min: 150, max: 240 }));
const part = double({ min: -0.6, max: 0.6, noNaN: true });
const hole = tuple(part, part, integer({ min: 10, max: 50 }), integer({ min: 10, max: 50 }));

/** A polygon around the origin; `reaches` are parts of the radius. */
function around(reaches: readonly number[], radius: number): [number, number][] {
  return reaches.map((reach, i) => {
    const angle = (2 * Math.PI * i) / reaches.length;
    return [reach * radius * Math.cos(angle), reach * radius * Math.sin(angle)];
  });
}

describe("a plan over random fields", () => {
  it(
    "keeps out of no-fly polygons and inside the bounds, and leaves little unseen",
    { timeout: patient(TIME_MS) },
    () => {
      const sample = tuple(
        field,
        array(hole, { maxLength: 6 }),
        boolean(),
        constantFrom(0.03, 0.055),
      );
      assert(
        property(sample, ([[reaches, radius], holes, interpolate_curves, thermal_gsd_m]) => {
          const noFly = holes.map(([x, y, width, height]) =>
            rectangle(width, height, x * radius, y * radius),
          );
          const areas = areasOf([around(reaches, radius)], noFly, [-2 * radius, -2 * radius]);
          const settings = {
            ...defaultFlightSettings("M3T", ["pv_thermal"], 0),
            interpolate_curves,
            thermal_gsd_m,
          };
          const plan = planFlight({ name: "A", areas, target: null, settings });
          expect(plan.faults.flat()).toEqual([]);
          const battery = 60 * settings.flight_time_min * (1 - settings.reserve_percent / 100);
          for (const { waypoints, duration_s, photo_runs } of plan.routes) {
            expect(duration_s).toBeLessThanOrEqual(battery);
            for (const [i, { place, damping_m }] of waypoints.entries()) {
              const next = waypoints[i + 1];
              if (!next) continue;
              const metres = placesApart(place, next.place);
              expect(metres).toBeGreaterThan(0.59);
              expect(metres + 0.01).toBeGreaterThan(damping_m + next.damping_m);
            }
            for (const { from, to } of photo_runs) expect(to).toBeGreaterThan(from);
          }
          if (plan.routes.length > 0) {
            expect(plan.metrics.coverage_percent).toBeGreaterThan(LEAST_COVERED);
            expect(plan.metrics.flight_s).toBeGreaterThan(plan.metrics.bound.flight_s);
          }
        }),
        { seed: 20261123, numRuns: isFull ? 300 : 10 },
      );
    },
  );
});
