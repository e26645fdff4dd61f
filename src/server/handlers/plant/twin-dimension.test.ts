import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import { dimensionDefaults } from "../../../domain/twin-view/dimension.ts";

let server: TestServer;
let own: Holding;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
});
afterAll(() => server.close());

const params = () => ({ id: own.plant_id });
const read = () => server.ask(api.twinDimension.read, "viewer", { params: params() });
const set = (body: object, as: "super_admin" | "viewer" = "super_admin") =>
  server.ask(api.twinDimension.set, as, { params: params(), body });

it("has the usual sizes until a plant has its own, and again for those that are left out", async () => {
  expect((await read()).body).toEqual({ dimensions: dimensionDefaults });
  await set({ pylon_height_m: 4.2, tube_diameter_mm: 115 });
  expect((await read()).body).toEqual({
    dimensions: { ...dimensionDefaults, pylon_height_m: 4.2, tube_diameter_mm: 115 },
  });
  await set({ tube_diameter_mm: 115 });
  expect((await read()).body).toMatchObject({ dimensions: { pylon_height_m: null } });
});

it("refuses sizes that no plant has, and who may not upload a digital twin", async () => {
  for (const body of [{ tube_diameter_mm: 0 }, { ground_cover: 2 }, { pylon_height_m: "4" }]) {
    expect((await set(body)).status).toBe(400);
  }
  expect((await set({}, "viewer")).status).toBe(403);
});
