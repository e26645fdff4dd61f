// Routes over a real block of tables in northern Chile: planned, edited, reviewed, matched to images, exported.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { defaultFlightSettings } from "../../domain/flight/plan/flight-settings.ts";
import type { FlightAreas, Place } from "../../domain/flight/route/flight-route.ts";
import { flownLines } from "../../domain/flight/flown/flown-line.ts";
import { writeKmz } from "../../domain/flight/format/kmz-write.ts";
import { openRoutes } from "../../domain/flight/format/route-open.ts";
import { photoPoints } from "../../domain/flight/flown/photo-points.ts";
import { planFlight } from "../../domain/flight/plan/flight-plan.ts";
import { routeChangeProblems } from "../../domain/flight/route/route-change.ts";
import { editedRoute, insertWaypoint, moveWaypoint } from "../../domain/flight/route/route-edit.ts";
import { reviewRoutes } from "../../domain/flight/route/route-review.ts";
import { buildTwin } from "../../domain/twin/twin-build.ts";
import { bufferSource } from "../geo-file/buffer-source.ts";
import { readTwinFiles } from "../twin-file/read-files.ts";

const data = sharedData();
const plant = { name: "Pampa", technology: "photovoltaic" as const };

async function pampa() {
  const path = join(data ?? "", "plant-geometry/pampa/Mesa_BP-A-1.kml");
  const file = bufferSource("Mesa_BP-A-1.kml", readFileSync(path));
  const { draft } = await readTwinFiles([file], plant, new Set());
  const { levels, origin, bounds } = buildTwin(draft);
  const tables = levels.find(({ names }) => names.count === 64)!;
  const around = 0.0003;
  const [west, south, east, north] = [
    bounds[0] - around,
    bounds[1] - around,
    bounds[2] + around,
    bounds[3] + around,
  ];
  const ring: Place[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const home: Place = [west - around, south];
  const areas: FlightAreas = {
    flight: [[ring]],
    no_fly: [],
    take_offs: [{ place: home, elevation_m: null }],
  };
  const settings = defaultFlightSettings("M3T", ["pv_thermal"], Date.UTC(2026, 0, 15, 15));
  return { name: "Pampa", areas, target: { origin, geometry: tables.geometry }, settings };
}

describe.skipIf(data === null)("routes over the Chilean block", () => {
  it("see all 64 tables, take edits, refuse bad ones, and leave as DJI's file", async () => {
    const input = await pampa();
    const { routes } = planFlight(input);
    const { metrics, flights } = reviewRoutes(input, routes);
    expect(flights[0]?.seen).toMatchObject({ components: 64, unseen: 0 });
    expect(flights[0]!.seen!.least_looks).toBeGreaterThanOrEqual(3);
    expect(metrics.photos).toBe(routes.flatMap(photoPoints).length);
    expect(metrics.path_m).toBeGreaterThan(metrics.bound.path_m);

    const [route] = routes;
    const [a, b] = [route!.waypoints[4]!.place, route!.waypoints[5]!.place];
    const middle: Place = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const changed = editedRoute(route!, insertWaypoint(route!, 5, middle), null, []);
    expect(routeChangeProblems(route!, changed, input.areas, null)).toEqual([]);
    const [opened] = openRoutes(
      writeKmz(changed, { created_ms: input.settings.start_ms }).bytes,
      "pampa.kmz",
    );
    expect(opened!.waypoints).toHaveLength(route!.waypoints.length + 1);
    expect(opened!.waypoints[5]!.place[1]).toBeCloseTo(middle[1], 8);
    const outside = moveWaypoint(route!, 5, [b[0] + 0.01, b[1]]);
    const reasons = routeChangeProblems(
      route!,
      editedRoute(route!, outside, null, []),
      input.areas,
      null,
    );
    expect(reasons.map(({ reason }) => reason)).toContain("outside_flight_area");

    const points = routes.flatMap((one, at) =>
      photoPoints(one).map((point) => ({ ...point, route: at })),
    );
    const taken = points.filter((point) => point.route !== 0 || point.run !== 1);
    const { lines } = flownLines(routes, taken);
    const missed = lines.filter((line) => line.missed.length > 0);
    expect(missed.map(({ route: at, run }) => [at, run])).toEqual([[0, 1]]);
  });
});
