// Two flight polygons with one battery, over HTTP: stored with their marks, said in the list, and asked before exports.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { campaignRow, flightArea, routeRow, square } from "../../../../tests/fixtures/flight.ts";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import { flightAreasOf } from "../../../domain/flight/area/flight-area.ts";
import { planFlight } from "../../../domain/flight/plan/flight-plan.ts";
import { defaultFlightSettings } from "../../../domain/flight/plan/flight-settings.ts";
import { flightRouteChangeShape } from "../../../domain/flight/route/flight-route-record.ts";
import type { CheckedRoute } from "../../../domain/flight/route/route-check.ts";
import { raiseWaypoint } from "../../../domain/flight/route/route-edit.ts";
import { flightCampaign, flightRoute } from "../../store/schema/flight.ts";
import { plant } from "../../store/schema/plant.ts";

let server: TestServer;
let id: number;
beforeAll(async () => {
  server = await startTestServer();
  const { plant_id } = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  const { db } = server.database.owner;
  const areas = {
    ...flightArea,
    // 55 m from each other, from west to east.
    flight_polygons: {
      type: "MultiPolygon" as const,
      coordinates: [[square(-3, 37, 0.001)], [square(-2.9984, 37, 0.001)]],
    },
    no_fly_polygons: null,
  };
  const { flight_area_version: _version, ...stored } = areas;
  await db.update(plant).set(stored).where(eq(plant.id, plant_id));
  const [made] = await db
    .insert(flightCampaign)
    .values({ ...campaignRow(plant_id, "Spring"), flight_types: ["pv_thermal"] })
    .returning();
  id = made!.id;
  const { routes } = planFlight({
    name: "Spring",
    areas: flightAreasOf(areas),
    target: null,
    settings: { ...defaultFlightSettings("M3T", ["pv_thermal"], 0), thermal_gsd_m: 0.03 },
  });
  expect(routes).toHaveLength(1);
  const { waypoints, photo_runs, take_off, altitude_agl_m, speed_m_s, duration_s } = routes[0]!;
  await db.insert(flightRoute).values({
    ...routeRow(id),
    flight_type: "pv_thermal",
    take_off,
    altitude_agl_m,
    speed_m_s,
    duration_s,
    waypoints: [...waypoints],
    photo_runs: [...photo_runs],
  });
});
afterAll(() => server.close());

const first = async () => {
  const { body } = await server.ask(api.flightRoute.list, "super_admin", { params: { id } });
  return (body as CheckedRoute[])[0]!;
};
const download = async () => {
  const { status } = await server.ask(api.flightExport.download, "super_admin", {
    params: { id },
    query: { format: "kmz" },
  });
  return status;
};

it("says in the list that the route leaves the flight polygons, and is exported", async () => {
  const { check } = await first();
  expect(check.problems).toEqual([]);
  expect(check.warnings).toContainEqual({
    reason: "flight_between_areas",
    values: { ways: 1, metres: 30 },
  });
  expect(await download()).toBe(200);
});

const update = (route: CheckedRoute, waypoints: CheckedRoute["waypoints"]) =>
  server.ask(api.flightRoute.update, "super_admin", {
    params: { id: route.id },
    body: flightRouteChangeShape.parse({ ...route, waypoints, based_on: route.version }),
  });

it("keeps the mark of a way between them that a program drops", async () => {
  const route = await first();
  const plain = route.waypoints.map(({ crosses: _crosses, ...waypoint }) => waypoint);
  expect((await update(route, plain)).status).toBe(200);
  const after = await first();
  expect(after.waypoints).toEqual(route.waypoints);
  expect(await download()).toBe(200);
});

it("refuses a leg outside that a program marks as such a way", async () => {
  const route = await first();
  const at = route.waypoints.findIndex(({ crosses }, i) => !crosses && i > 0);
  // 300 m west of both.
  const marked = route.waypoints.map((one, i) => {
    const place: [number, number] = [one.place[0] - 0.0035, one.place[1]];
    return i === at - 1
      ? { ...one, crosses: true as const }
      : i === at
        ? { ...one, place, damping_m: 0, crosses: true as const }
        : one;
  });
  const { status, body } = await update(route, marked);
  expect([status, body]).toMatchObject([
    400,
    {
      problems: expect.arrayContaining([
        expect.objectContaining({ reason: "outside_flight_area" }),
      ]),
    },
  ]);
});

it("refuses a way between them that is lowered, and exports none", async () => {
  const route = await first();
  const at = route.waypoints.findIndex(({ crosses }) => crosses);
  const lowered = raiseWaypoint(route, at, 26);
  const change = flightRouteChangeShape.parse({ ...lowered, based_on: route.version });
  const { status, body } = await server.ask(api.flightRoute.update, "super_admin", {
    params: { id: route.id },
    body: change,
  });
  const low = { reason: "crossing_low", values: { waypoint: at + 2, metres: 26, least: 30 } };
  expect([status, body]).toMatchObject([400, { problems: [low] }]);
  const { db } = server.database.owner;
  await db
    .update(flightRoute)
    .set({ waypoints: change.waypoints })
    .where(eq(flightRoute.id, route.id));
  expect((await first()).check.problems).toEqual([low]);
  expect(await download()).toBe(409);
});

it("keeps fields apart where the campaign asks for it, and plans its routes again", async () => {
  const { body: before } = await server.ask(api.flightCampaign.read, "super_admin", {
    params: { id },
  });
  // Campaigns from before, and programs that do not know the setting, have none.
  expect(before).toMatchObject({ fields_apart: false, state: "ready" });
  const { status, body } = await server.ask(api.flightCampaign.update, "super_admin", {
    params: { id },
    body: { fields_apart: true, flight_types: ["trough_thermal"] },
  });
  expect([status, body]).toMatchObject([200, { fields_apart: true, state: "being_generated" }]);
});
