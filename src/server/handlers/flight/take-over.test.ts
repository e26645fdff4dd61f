import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { strToU8 } from "fflate";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { campaignRow, flightArea, routeRow } from "../../../../tests/fixtures/flight.ts";
import { storeHolding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import { openRoutes } from "../../../domain/flight/format/route-open.ts";
import { takenOver } from "../../../domain/flight/format/taken-over.ts";
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
