import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { campaignRow, flightArea, routeRow } from "../../../../tests/fixtures/flight.ts";
import { storeHolding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { CheckedRoute } from "../../../domain/flight/route/route-check.ts";
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
  const row = campaignRow(own.plant_id, "Spring");
  const [made] = await db.insert(flightCampaign).values(row).returning();
  ({ id } = made!);
  await db.insert(flightRoute).values(routeRow(id));
});
afterAll(() => server.close());

const set = (changes: Partial<typeof flightCampaign.$inferInsert>) =>
  server.database.owner.db.update(flightCampaign).set(changes).where(eq(flightCampaign.id, id));
const outcome = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
  status,
  (body as { problems?: { reason: string }[] }).problems?.[0]?.reason,
];
const route = async () => {
  const { body } = await server.ask(api.flightRoute.list, "super_admin", { params: { id } });
  return (body as CheckedRoute[])[0]!;
};
const download = () =>
  server.ask(api.flightExport.download, "super_admin", {
    params: { id },
    query: { format: "kmz" },
  });

it("says up to which wind a route can be flown, with the battery of the campaign", async () => {
  const { check, set_wind_m_s, flight_time_min } = await route();
  expect([set_wind_m_s, flight_time_min]).toEqual([null, null]);
  // A flight of two minutes: nothing but the drone's own limit.
  expect(check.wind).toMatchObject({ most_m_s: 12, limit: "aircraft" });
  expect(check.wind.landing_percent).toBeGreaterThan(85);
  await set({ metrics: { flight_time_min: 3.5 } });
  const worn = (await route()).check.wind;
  expect(worn.limit).toBe("battery");
  expect(worn.most_m_s).toBeLessThan(12);
});

it("refuses the export in more wind than the battery lasts in, and allows it in less", async () => {
  await set({ metrics: { flight_time_min: 3.5 }, expected_wind: 12 });
  const { check } = await route();
  expect(check.problems.map(({ reason }) => reason)).toEqual(["flight_wind_above_battery"]);
  expect(outcome(await download())).toEqual([409, "flight_wind_above_battery"]);
  await set({ metrics: { flight_time_min: 45 } });
  expect((await route()).check.problems).toEqual([]);
  expect((await download()).status).toBe(200);
});

it("refuses a campaign in more wind than the drone may fly in", async () => {
  const change = (body: object) =>
    server.ask(api.flightCampaign.update, "super_admin", { params: { id }, body });
  expect(outcome(await change({ expected_wind: 12.5 }))).toEqual([
    400,
    "campaign_wind_above_drone",
  ]);
  expect(outcome(await change({ aircraft: "M2EA" }))).toEqual([400, "campaign_wind_above_drone"]);
  expect((await change({ expected_wind: 8 })).body).toMatchObject({
    expected_wind: 8,
    state: "being_generated",
  });
});
