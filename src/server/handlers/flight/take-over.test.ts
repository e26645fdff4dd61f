import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { strToU8 } from "fflate";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { campaignRow, flightArea, routeRow } from "../../../../tests/fixtures/flight.ts";
import { storeHolding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import { openRoutes } from "../../../domain/flight/format/route-open.ts";
import { takenOver } from "../../../domain/flight/format/taken-over.ts";
import type { RouteComparison } from "../../../domain/flight/route/route-compare-shape.ts";
import type { CheckedRoute } from "../../../domain/flight/route/route-check.ts";
import type { FlightRouteRecord } from "../../../domain/flight/route/flight-route-record.ts";
import { flightCampaign, flightRoute } from "../../store/schema/flight.ts";
import { plant } from "../../store/schema/plant.ts";

let server: TestServer;
let id: number;
beforeAll(async () => {
  server = await startTestServer();
  const own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  const { db } = server.database.owner;
  const { flight_area_version: _, ...areas } = flightArea;
  await db.update(plant).set(areas).where(eq(plant.id, own.plant_id));
  const [made] = await db
    .insert(flightCampaign)
    .values(campaignRow(own.plant_id, "Spring"))
    .returning();
  ({ id } = made!);
  await db.insert(flightRoute).values(routeRow(id));
});
afterAll(() => server.close());

/** A list of waypoints as Mission Planner writes it. */
const listOf = (spots: readonly (readonly [lon: number, lat: number, height: number])[]) =>
  strToU8(
    [
      "QGC WPL 110",
      "0 1 0 16 0 0 0 0 37.0001 -2.9999 0 1",
      ...spots.map(([lon, lat, height], i) =>
        [i + 1, 0, 3, 16, 0, 0, 0, 0, lat, lon, height, 1].join(" "),
      ),
    ].join("\n"),
  );
const takeOver = (file: Uint8Array) =>
  server.ask(api.flightReview.takeOver, "super_admin", {
    params: { id },
    body: { routes: openRoutes(file, "roof.waypoints").map((one) => takenOver(one, null)) },
  });
const reasons = ({ body }: { body: unknown }) =>
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason);

it("takes a route of a file over, with the drone of the campaign and a start in light", async () => {
  const answer = await takeOver(
    listOf([
      [-2.9995, 37.003, 40],
      [-2.9965, 37.003, 40],
      [-2.9995, 37.0035, 40],
    ]),
  );
  expect(reasons(answer)).toBeUndefined();
  expect(answer.status).toBe(200);
  const [made] = answer.body as FlightRouteRecord[];
  expect(made).toMatchObject({
    name: "roof",
    number: 2,
    aircraft: "M3T",
    altitude_agl_m: 40,
    waypoints: [{ height_m: 40 }, {}, { place: [-2.9995, 37.0035] }],
  });
  const { body } = await server.ask(api.flightRoute.list, "super_admin", { params: { id } });
  const listed = (body as CheckedRoute[]).at(-1)!;
  expect(listed.check.problems).toEqual([]);
  expect(Date.parse(listed.start_at!)).toBeGreaterThan(Date.parse("2026-06-01T10:00:00Z"));
});

it("is held against the routes of the campaign before, and stores nothing", async () => {
  const { db } = server.database.owner;
  const before = await db.$count(flightRoute);
  const spots = [
    [-2.9995, 37.003, 40],
    [-2.9965, 37.003, 40],
  ] as const;
  const compare = (routes: ReturnType<typeof openRoutes>, as: "super_admin" | "viewer") =>
    server.ask(api.flightReview.compare, as, {
      params: { id },
      body: { routes: routes.map((one) => takenOver(one, null)) },
    });
  const opened = openRoutes(listOf(spots), "roof.waypoints");
  expect((await compare(opened, "viewer")).status).toBe(403);
  const { ours, theirs } = (await compare(opened, "super_admin")).body as RouteComparison;
  expect(await db.$count(flightRoute)).toBe(before);
  // As the list says it, by the terrain as it is now.
  const list = await server.ask(api.flightRoute.list, "super_admin", { params: { id } });
  const listed = list.body as CheckedRoute[];
  expect(ours.sorties).toBe(listed.length);
  expect(ours.duration_s).toBeCloseTo(
    listed.reduce((sum, { duration_s }) => sum + duration_s, 0),
    6,
  );
  expect(theirs).toMatchObject({ sorties: 1, photos: 0, coverage_percent: 0 });
  // One line of photos, 0.003 degrees long.
  const photos = [{ from: 0, to: 1, distance_m: 5 }];
  const ahead = opened.map((one) => ({ ...one, photo_runs: photos }));
  const line = ahead.map((one) => ({
    ...one,
    waypoints: one.waypoints.map((waypoint) => ({ ...waypoint, gimbal_pitch_deg: -90 })),
  }));
  const seen = ((await compare(line, "super_admin")).body as RouteComparison).theirs;
  const metres = 0.003 * 111_195 * Math.cos((37.003 * Math.PI) / 180);
  expect(seen.photos).toBe(Math.floor(metres / 5) + 1);
  expect(seen.coverage_percent).toBeGreaterThan(0);
  // The list itself says nothing of the camera: it looks ahead.
  const sky = ((await compare(ahead, "super_admin")).body as RouteComparison).theirs;
  expect([sky.photos, sky.coverage_percent]).toEqual([seen.photos, 0]);
  // From twice the height twice as much is seen across, and somewhat more at the ends.
  const high = line.map((one) => ({
    ...one,
    waypoints: one.waypoints.map((waypoint) => ({ ...waypoint, height_m: 80 })),
  }));
  const more = ((await compare(high, "super_admin")).body as RouteComparison).theirs;
  expect(more.coverage_percent / seen.coverage_percent).toBeGreaterThan(1.8);
  expect(more.coverage_percent / seen.coverage_percent).toBeLessThan(2.4);
});

it("refuses one over a no-fly polygon, outside, or too low, with each fault", async () => {
  const bad = await takeOver(
    listOf([
      [-2.9985, 37.0015, 40],
      [-2.9985, 37.1, 40],
    ]),
  );
  expect(bad.status).toBe(400);
  expect(new Set(reasons(bad))).toEqual(
    new Set(["over_no_fly", "outside_flight_area", "route_longer_than_battery"]),
  );
  const low = await takeOver(
    listOf([
      [-2.9995, 37.003, 2],
      [-2.9965, 37.003, 2],
    ]),
  );
  expect(reasons(low)).toContain("waypoint_too_low");
  expect(
    (
      await server.ask(api.flightReview.takeOver, "viewer", {
        params: { id },
        body: { routes: [] },
      })
    ).status,
  ).toBe(403);
});

it("leaves others their turns while it checks many waypoints", async () => {
  const spots = Array.from({ length: 400 }, (_, i) => {
    return [-2.9995 + (i % 2) * 3e-5, 37.0025 + i * 5e-6, 40] as const;
  });
  const [opened] = openRoutes(listOf(spots), "many.waypoints");
  const routes = Array.from({ length: 20 }, (_, at) => {
    return { ...takenOver(opened!, null), name: `Many ${at + 1}` };
  });
  // Work in one piece leaves others no turn; a thread alone takes hundreds of them to begin.
  let turns = 0;
  const watch = setInterval(() => (turns += 1), 0);
  const asked = { params: { id }, body: { routes } };
  const answer = await server.ask(api.flightReview.takeOver, "super_admin", asked);
  clearInterval(watch);
  expect(reasons(answer)).toBeUndefined();
  expect((answer.body as FlightRouteRecord[]).map(({ name }) => name)).toEqual(
    routes.map(({ name }) => name),
  );
  expect(turns).toBeGreaterThan(150);
});
