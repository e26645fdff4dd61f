// Routes that are added to a campaign when the terrain of its plant is another one than that of its plan.
import { gzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { strToU8 } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { slopeFile } from "../../../../tests/fixtures/elevation.ts";
import { campaignRow, flightArea, routeRow } from "../../../../tests/fixtures/flight.ts";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import { elevationBytes } from "../../../domain/flight/ground/elevation.ts";
import { openRoutes } from "../../../domain/flight/format/route-open.ts";
import { takenOver } from "../../../domain/flight/format/taken-over.ts";
import type { CheckedRoute } from "../../../domain/flight/route/route-check.ts";
import { readStoredGrid } from "../../store/plant/flight/elevation.ts";
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
  await db.insert(flightRoute).values(routeRow(id));
});
afterAll(() => server.close());

const params = () => ({ id: plant_id });
/** A slope that rises to the east by so many metres per 0.0003 degrees. */
async function upload(rise: number) {
  const heightOf = (column: number) => 500 + rise * column;
  const bytes = slopeFile({ west: -3.004, north: 37.008, side: 40, step: 0.0003, heightOf });
  const body = new FormData();
  body.append("file", new File([bytes], "slope.tif"));
  const { status } = await server.ask(api.elevation.upload, "super_admin", {
    params: params(),
    body: body as never,
  });
  expect(status).toBe(200);
}
const removeTerrain = () => server.ask(api.elevation.remove, "super_admin", { params: params() });
const planned = (metrics: Record<string, number>) =>
  server.database.owner.db.update(flightCampaign).set({ metrics }).where(eq(flightCampaign.id, id));

async function takeOver() {
  const file = strToU8(
    [
      "QGC WPL 110",
      "0 1 0 16 0 0 0 0 37.0001 -2.9999 0 1",
      "1 0 3 16 0 0 0 0 37.003 -2.9995 40 1",
      "2 0 3 16 0 0 0 0 37.003 -2.9965 40 1",
      "3 0 3 16 0 0 0 0 37.0035 -2.9995 40 1",
    ].join("\n"),
  );
  const routes = openRoutes(file, "roof.waypoints").map((one) => takenOver(one, null));
  const { status, body } = await server.ask(api.flightReview.takeOver, "super_admin", {
    params: { id },
    body: { routes },
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

/** What is said of the terrain of the route of the plan, and of the one that was added. */
async function said() {
  const { body } = await server.ask(api.flightRoute.list, "super_admin", { params: { id } });
  return (body as CheckedRoute[]).map(({ check }) =>
    [...check.problems, ...check.warnings]
      .map(({ reason }) => reason)
      .filter((reason) => reason.startsWith("terrain_")),
  );
}

it("after a plan over flat ground they belong to the terrain that they were checked over", async () => {
  await planned({ terrain_mark: 0 });
  await upload(1);
  await takeOver();
  expect(await said()).toEqual([["terrain_changed"], []]);
  await removeTerrain();
  expect(await said()).toEqual([[], ["terrain_gone"]]);
});

it("after a plan over other terrain they warn of neither the former one nor its absence", async () => {
  await planned({ terrain_mark: 5, terrain_rise_m: 12 });
  await takeOver();
  expect(await said()).toEqual([["terrain_gone"], []]);
  await upload(1);
  expect(await said()).toEqual([["terrain_changed"], ["terrain_changed"]]);
  await removeTerrain();
});

// Each list reads the file; only the first that does sums it up, so one that changes below its key is not noticed.
it("the mark of a file is made once", async () => {
  await planned({ terrain_mark: 0 });
  await upload(1);
  await takeOver();
  const { db } = server.database.owner;
  const { files } = server.services;
  const { object, grid } = (await readStoredGrid({ db, files }, plant_id))!;
  const heights = grid.heights.map((height) => height + 1);
  await files.put(object, gzipSync(elevationBytes({ ...grid, heights })));
  expect(await said()).toEqual([["terrain_changed"], []]);
  await removeTerrain();
});
