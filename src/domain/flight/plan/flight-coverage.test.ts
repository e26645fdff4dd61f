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

  it("is that of the height at which a route is flown, whatever the campaign plans with", () => {
    const low = plan.routes.map((route) => ({
      ...route,
      altitude_agl_m: route.altitude_agl_m / 2,
      waypoints: route.waypoints.map((one) => ({ ...one, height_m: one.height_m / 2 })),
    }));
    const { rows: counted, looks: found, unseen } = reviewRoutes(input, low).flights[0]!.seen!;
    expect(unseen).toBeGreaterThan(10);
    const off = counted.filter((row, i) => Math.abs(found[i]! - looks(low, middles[row]!)) > 1);
    expect(off).toEqual([]);
  });
});

describe("predicted coverage of a camera that is pitched", () => {
  const twin = planeAt(target.origin);
  const HEIGHT_M = plan.routes[0]!.altitude_agl_m;
  const [TILT, HALF] = [(20 * Math.PI) / 180, Math.atan(256 / 765.35)];
  /** As far as the near edge lies before the middle of the image. */
  const COUNTED_M = HEIGHT_M * (2 * Math.tan(TILT) - Math.tan(TILT - HALF));

  /** Photos in whose image the place lies: the M3T's thermal camera, its axes turned by the pitch. */
  const inImages = (routes: readonly FlightRoute[], place: Place): number =>
    routes.flatMap(photoPoints).filter((photo) => {
      const [x, y] = twin.toPlane(...place);
      const [drone_x, drone_y] = twin.toPlane(...photo.place);
      const heading = (photo.heading_deg * Math.PI) / 180;
      const [east, north] = [x - drone_x, y - drone_y];
      const ahead = east * Math.sin(heading) + north * Math.cos(heading);
      const right = east * Math.cos(heading) - north * Math.sin(heading);
      const tilt = ((90 + photo.gimbal_pitch_deg) * Math.PI) / 180;
      const depth = ahead * Math.sin(tilt) + HEIGHT_M * Math.cos(tilt);
      const up = ahead * Math.cos(tilt) - HEIGHT_M * Math.sin(tilt);
      if (tilt > 0 && ahead > COUNTED_M) return false;
      return Math.abs(right / depth) < 320 / 765.35 && Math.abs(up / depth) < 256 / 765.35;
    }).length;

  const pitched = (
    routes: readonly FlightRoute[],
    at: (index: number) => boolean,
    heading?: number,
  ) =>
    routes.map((route) => ({
      ...route,
      waypoints: route.waypoints.map((one, i) =>
        at(i) ? { ...one, gimbal_pitch_deg: -70, heading_deg: heading ?? one.heading_deg } : one,
      ),
    }));

  const seenOf = (routes: readonly FlightRoute[]) => reviewRoutes(input, routes).flights[0]!.seen!;
  const expectCounted = (routes: readonly FlightRoute[]) => {
    const { rows: counted, looks: found } = seenOf(routes);
    const off = counted.filter(
      (row, i) => Math.abs(found[i]! - inImages(routes, middles[row]!)) > 2,
    );
    expect(off).toEqual([]);
    return found;
  };

  it("is ahead of the drone on each line, as it is flown", () => {
    const found = expectCounted(pitched(plan.routes, () => true));
    expect(found).not.toEqual(seenOf(plan.routes).looks);
  });

  it("is on one side of all lines where the heading is fixed across them", () => {
    expectCounted(pitched(plan.routes, () => true, 90));
  });

  it("changes on the line alone whose camera is pitched", () => {
    const [first] = plan.routes[0]!.photo_runs;
    const changed = pitched(plan.routes, (i) => i < first!.to);
    expectCounted(changed);
    const before = seenOf(plan.routes).looks;
    const same = seenOf(changed).looks.filter((count, i) => count === before[i]);
    expect(same.length).toBeGreaterThan(0.8 * before.length);
  });
});
