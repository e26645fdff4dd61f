// Predicted coverage against a count that shares nothing with it: the frame of every single photo, in longitudes and
// latitudes, and the winding number instead of the crossings of a ray.
import { describe, expect, it } from "vitest";
import { planeAt } from "../../geometry/plane.ts";
import { areasOf, rectangle } from "./flight-fields.fixture.ts";
import { planFlight } from "./flight-plan.ts";
import type { FlightRoute, Place } from "../route/flight-route.ts";
import { defaultFlightSettings } from "./flight-settings.ts";
import type { FlightTarget } from "../area/flight-target.ts";
import { footprintOf, photoPoints } from "../flown/photo-points.ts";
import { reviewRoutes } from "../route/route-review.ts";

const [columns, rows] = [40, 6];
const origin = [-70.112, -18.886] as const;

/** Trackers of 40 x 2.2 m from 3 to 400 m east: the flight polygon ends at 200 m, so about half are outside. */
const target: FlightTarget = {
  origin: [...origin],
  geometry: {
    count: columns * rows,
    centreX: filled((i) => 3 + (i % columns) * 10),
    centreY: filled((i) => 60 + Math.floor(i / columns) * 45),
    length: filled(() => 40),
    width: filled(() => 2.2),
    rotation: filled(() => Math.PI / 2),
  },
};

function filled(value: (i: number) => number): Float32Array {
  return Float32Array.from({ length: columns * rows }, (_, i) => value(i));
}

const areas = areasOf([rectangle(200, 400)]);
const settings = defaultFlightSettings("M3T", ["pv_thermal"], 0);
const input = { name: "A", areas, target, settings };
const plan = planFlight(input);

const middles = Array.from({ length: columns * rows }, (_, i) =>
  planeAt(target.origin).toLonLat(target.geometry.centreX[i]!, target.geometry.centreY[i]!),
);
const [flight] = areas.flight;
const inside = middles.flatMap((place, row) => (winds(flight![0]!, place) ? [row] : []));

/** Whether the angles under which the place sees the sides of the ring make a whole turn. */
function winds(ring: readonly Place[], [lon, lat]: Place): boolean {
  let turn = 0;
  for (const [i, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(i + 1) % ring.length]!;
    const [a, b] = [Math.atan2(y - lat, x - lon), Math.atan2(nextY - lat, nextX - lon)];
    turn += Math.atan2(Math.sin(b - a), Math.cos(b - a));
  }
  return Math.abs(turn) > Math.PI;
}

/** Photos whose frame on the ground contains the place. */
const looks = (routes: readonly FlightRoute[], place: Place): number =>
  routes
    .flatMap((route) => photoPoints(route).map((photo) => footprintOf(route, photo)))
    .filter((frame) => winds(frame, place)).length;

describe("predicted coverage", () => {
  it("counts the components inside the flight polygons and says how many are outside", () => {
    expect(plan.problems).toEqual([]);
    expect(inside.length).toBe(120);
    expect(plan.metrics.components[0]!.components).toBe(inside.length);
    expect(plan.metrics.components_outside).toBe(columns * rows - inside.length);
    // A square metre of the twin's plane is 0.99470 on the ellipsoid at this latitude: (1 - e2) / (1 - e2 sin2)2.
    const ground = inside.length * 40 * 2.2 * 0.9947;
    expect(Math.abs(plan.metrics.target_m2 / ground - 1)).toBeLessThan(1e-4);
    // Half of all trackers are in no photo; all that must be measured are in one.
    expect(plan.metrics.coverage_percent).toBe(100);
  });

  it("falls when lines are taken away, by about as much as the frames of the photos say", () => {
    const routes = plan.routes.map((route) => {
      const half = Math.ceil(route.photo_runs.length / 2);
      return { ...route, photo_runs: route.photo_runs.slice(0, half) };
    });
    const seen = inside.filter((row) => looks(routes, middles[row]!) > 0);
    const review = reviewRoutes(input, routes);
    expect(seen.length).toBeLessThan(inside.length);
    const percent = (100 * seen.length) / inside.length;
    expect(Math.abs(review.metrics.coverage_percent - percent)).toBeLessThan(1);
    expect(review.flights[0]!.seen!.rows).toEqual(inside);
  });

  it("counts the part of a component that a no-fly polygon keeps out of the photos", () => {
    // 80 m of tables below it, the whole width of the field: the middles of two rows lie close to its edges.
    const no_fly = areasOf([], [rectangle(200, 45, 0, 60)]).no_fly;
    const around = { ...input, areas: { ...areas, no_fly } };
    const { routes, metrics } = planFlight(around);
    const frames = routes.flatMap((route) =>
      photoPoints(route).map((photo) => footprintOf(route, photo)),
    );
    // Every metre of every table, in longitudes and latitudes.
    const pieces = inside.flatMap((row) =>
      Array.from({ length: 40 }, (_, metre): Place => {
        const { centreX, centreY } = target.geometry;
        const north = centreY[row]! - 19.5 + metre;
        return planeAt(target.origin).toLonLat(centreX[row]!, north);
      }),
    );
    const seen = pieces.filter((place) => frames.some((frame) => winds(frame, place)));
    const part = (100 * seen.length) / pieces.length;
    expect(part).toBeLessThan(95);
    expect(Math.abs(metrics.coverage_percent - part)).toBeLessThan(1);
  });

  it("has as many looks of each component as there are frames over its middle", () => {
    const counted = plan.metrics.components[0]!.looks;
    const off = inside.filter(
      (row) => Math.abs(counted[row]! - looks(plan.routes, middles[row]!)) > 1,
    );
    expect(off).toEqual([]);
  });
});
