import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { campaignRow, flightArea, routeRow } from "../../../../tests/fixtures/flight.ts";
import { storeHolding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { FlightCampaignChanges } from "../../../domain/flight/campaign/flight-campaign.ts";
import type { CheckedRoute } from "../../../domain/flight/route/route-check.ts";
import { flightCampaign, flightRoute, plantElevation } from "../../store/schema/flight.ts";
import { plant } from "../../store/schema/plant.ts";

let server: TestServer;
let id: number;
let plant_id: number;
beforeAll(async () => {
  server = await startTestServer();
  const own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  ({ plant_id } = own);
  const { db } = server.database.owner;
  const { flight_area_version: _, ...areas } = flightArea;
  await db.update(plant).set(areas).where(eq(plant.id, plant_id));
  const row = campaignRow(plant_id, "Spring");
  const [made] = await db.insert(flightCampaign).values(row).returning();
  ({ id } = made!);
  await db.insert(flightRoute).values(routeRow(id));
});
afterAll(() => server.close());

const outcome = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
  status,
  (body as { problems?: { reason: string }[] }).problems?.[0]?.reason,
];
const change = (body: FlightCampaignChanges) =>
  server.ask(api.flightCampaign.update, "super_admin", { params: { id }, body });
const first = async () => {
  const { body } = await server.ask(api.flightRoute.list, "super_admin", { params: { id } });
  return (body as CheckedRoute[])[0]!;
};
const check = async () => (await first()).check;

it("sets the heights of the ways from and to take-off, never below the flight", async () => {
  // The route is flown at 30 m.
  expect(outcome(await change({ security_height: 25 }))).toEqual([400, "security_height_low"]);
  expect(outcome(await change({ return_height: 29 }))).toEqual([400, "return_height_low"]);
  // The routes stay: these heights shape none of them.
  expect((await change({ security_height: 40, return_height: 45 })).body).toMatchObject({
    state: "ready",
    security_height: 40,
    route_count: 1,
  });
  expect(await check()).toMatchObject({
    security_height_m: 40,
    return_height_m: 45,
    problems: [],
    warnings: [],
  });
});

// The drone of the route climbs at 6 m/s and sinks at 5 m/s.
it("counts the climbs to them in the time of the route and of its campaign", async () => {
  expect((await change({ security_height: 40, return_height: 40 })).status).toBe(200);
  const before = await first();
  expect((await change({ security_height: 100, return_height: 130 })).status).toBe(200);
  const after = await first();
  const climbs = (60 + 90) * (1 / 6 + 1 / 5);
  expect(after.duration_s - before.duration_s).toBeCloseTo(climbs, 6);
  expect(after.check.wind.landing_percent).toBeLessThan(before.check.wind.landing_percent);
  const { body } = await server.ask(api.flightCampaign.read, "super_admin", { params: { id } });
  expect(body).toMatchObject({ highest_m: 130, duration_s: expect.closeTo(after.duration_s, 3) });
});

it("warns above the legal height, and refuses the export above the ceiling of the plant", async () => {
  expect((await change({ return_height: 130 })).status).toBe(200);
  const values = { metres: 130, most: 120 };
  expect((await check()).warnings).toEqual([{ reason: "flight_above_legal", values }]);
  const download = () =>
    server.ask(api.flightExport.download, "super_admin", {
      params: { id },
      query: { format: "kmz" },
    });
  expect((await download()).status).toBe(200);
  const { db } = server.database.owner;
  await db.update(plant).set({ flight_ceiling: 100 }).where(eq(plant.id, plant_id));
  expect((await check()).problems.map(({ reason }) => reason)).toEqual(["flight_above_ceiling"]);
  expect(outcome(await download())).toEqual([409, "flight_above_ceiling"]);
});

it("refuses a set height before a campaign is made or planned again, where the flight asks for more", async () => {
  const form = {
    name: "High",
    aircraft: "M3T",
    start_at: "2026-06-01T10:00:00Z",
    flight_types: ["trough_thermal"],
    trough_flight_altitude: 80,
  } as const;
  const create = (more: object) =>
    server.ask(api.flightCampaign.create, "super_admin", {
      params: { id: plant_id },
      body: { ...form, ...more } as never,
    });
  const count = () => server.database.owner.db.$count(flightCampaign);
  const before = await count();
  expect(outcome(await create({ security_height: 40 }))).toEqual([400, "security_height_low"]);
  expect(outcome(await create({ return_height: 79 }))).toEqual([400, "return_height_low"]);
  expect(await count()).toBe(before);
  const made = await create({ security_height: 85, return_height: 90 });
  expect(made.status).toBe(200);
  const again = (body: FlightCampaignChanges) =>
    server.ask(api.flightCampaign.update, "super_admin", {
      params: { id: (made.body as { id: number }).id },
      body,
    });
  expect(outcome(await again({ trough_flight_altitude: 88 }))).toEqual([
    400,
    "security_height_low",
  ]);
  expect((await again({ trough_flight_altitude: 70 })).status).toBe(200);
  // What is asked for in the form is said there as well.
  const preview = await server.ask(api.flightCampaign.preview, "super_admin", {
    params: { id: plant_id },
    body: { ...form, security_height: 40 } as never,
  });
  expect(outcome(preview)).toEqual([200, "security_height_low"]);
});

/** As it is created: ways from and to take-off are flown at 30 m or above. */
const lowAt20 = {
  name: "Lost",
  aircraft: "M3T",
  start_at: "2026-06-01T10:00:00Z",
  flight_types: ["trough_thermal"],
  trough_flight_altitude: 20,
  security_height: 29,
} as const;

it("creates a campaign though its first plan fails", async () => {
  const { db } = server.database.owner;
  await db.insert(plantElevation).values({
    plant_id,
    file_name: "lost.tif",
    object: "plant/lost.grid.gz",
    bytes: 1,
    columns: 2,
    rows: 2,
    resolution_m: 1,
    lowest_m: 0,
    highest_m: 0,
    bounds: [-4, 36, -2, 38],
  });
  const made = await server.ask(api.flightCampaign.create, "super_admin", {
    params: { id: plant_id },
    body: lowAt20 as never,
  });
  expect(made.status).toBe(200);
  await db.delete(plantElevation).where(eq(plantElevation.plant_id, plant_id));
});
