// The highest place of a campaign on its card is that of the list of its routes.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { slopeFile } from "../../../../tests/fixtures/elevation.ts";
import { campaignRow, flightArea, routeRow } from "../../../../tests/fixtures/flight.ts";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { FlightCampaign } from "../../../domain/flight/campaign/flight-campaign.ts";
import { flightRouteChangeShape } from "../../../domain/flight/route/flight-route-record.ts";
import type { CheckedRoute } from "../../../domain/flight/route/route-check.ts";
import { flightCampaign, flightRoute } from "../../store/schema/flight.ts";
import { plant } from "../../store/schema/plant.ts";

let server: TestServer;
let plant_id: number;
let id: number;
beforeAll(async () => {
  server = await startTestServer();
  const own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  ({ plant_id } = own);
  const { flight_area_version: _, ...areas } = flightArea;
  const { db } = server.database.owner;
  await db
    .update(plant)
    .set({ ...areas, lon: -2.9975, lat: 37.0025 })
    .where(eq(plant.id, plant_id));
});
beforeEach(async () => {
  const { db } = server.database.owner;
  const [made] = await db
    .insert(flightCampaign)
    .values(campaignRow(plant_id, "Spring"))
    .returning();
  ({ id } = made!);
  const row = routeRow(id);
  // East of the edge of the hill below.
  const waypoints = row.waypoints.map((one) => ({ ...one, place: [-2.9993, one.place[1]] }));
  await db.insert(flightRoute).values({ ...row, waypoints: waypoints as never });
});
afterAll(() => server.close());

const routes = async () => {
  const { body } = await server.ask(api.flightRoute.list, "super_admin", { params: { id } });
  return body as CheckedRoute[];
};
/** Metres on the card, and in the warning of the list. */
async function heights() {
  const { body } = await server.ask(api.flightCampaign.list, "super_admin", {
    params: { id: plant_id },
  });
  const card = (body as FlightCampaign[]).find((one) => one.id === id)!.highest_m;
  const warnings = (await routes()).flatMap(({ check }) => check.warnings);
  const list = warnings.find(({ reason }) => reason === "flight_above_legal");
  return [card, list?.values?.["metres"]];
}

it("counts single waypoints that were raised", async () => {
  expect(await heights()).toEqual([30, undefined]);
  const [route] = await routes();
  const { waypoints, version } = route!;
  const raised = waypoints.map((one, at) => (at === 1 ? { ...one, height_m: 150 } : one));
  const { status } = await server.ask(api.flightRoute.update, "super_admin", {
    params: { id: route!.id },
    body: flightRouteChangeShape.parse({ ...route, waypoints: raised, based_on: version }),
  });
  expect(status).toBe(200);
  expect(await heights()).toEqual([150, 150]);
});

it("counts from the ground below, as soon as its heights are known, and no longer", async () => {
  expect(await heights()).toEqual([30, undefined]);
  // The drone takes off on a hill of 100 m and flies 30 m above it: 130 m above the ground beside it.
  const heightOf = (column: number) => (column <= 14 ? 600 : 500);
  const bytes = slopeFile({ west: -3.004, north: 37.008, side: 40, step: 0.0003, heightOf });
  const body = new FormData();
  body.append("file", new File([bytes], "hill.tif"));
  const params = { id: plant_id };
  const sent = await server.ask(api.elevation.upload, "super_admin", {
    params,
    body: body as never,
  });
  expect(sent.status).toBe(200);
  expect(await heights()).toEqual([130, 130]);
  await server.ask(api.elevation.remove, "super_admin", { params });
  expect(await heights()).toEqual([30, undefined]);
});
