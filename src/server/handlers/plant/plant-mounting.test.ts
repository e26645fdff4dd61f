// The mounting of a plant, as the server takes and refuses it.
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { Plant } from "../../../domain/plant/plant.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const form = () => ({
  technology: "photovoltaic" as const,
  nominal_capacity: 72,
  mounting_type: "tracked" as const,
  lon: -6.9,
  lat: 31,
  customer_id: server.accounts.viewer.customer_id,
});
const reasons = (body: unknown) =>
  (body as { problems?: { reason: string; field?: string }[] }).problems?.map(
    ({ reason, field }) => [reason, field],
  );

it("plants have a mounting type, and an orientation where they are fixed", async () => {
  const create = (more: object) =>
    server.ask(api.plant.create, "analyst", { body: { ...form(), name: "Mounted", ...more } });
  const refused = async (more: object) => {
    const { status, body } = await create(more);
    return [status, reasons(body)];
  };
  expect(await refused({ mounting_type: null })).toEqual([
    400,
    [["plant_without_mounting", "mounting_type"]],
  ]);
  expect(await refused({ mounting_type: "fixed" })).toEqual([
    400,
    [["plant_without_orientation", "mounting_orientation"]],
  ]);
  const made = (await create({ mounting_type: "tracked", mounting_orientation: "south" }))
    .body as Plant;
  // Tracked modules have no orientation.
  expect(made).toMatchObject({ mounting_type: "tracked", mounting_orientation: null });
  const change = (body: object) =>
    server.ask(api.plant.update, "analyst", { params: { id: made.id }, body });
  const fixed = await change({ mounting_type: "fixed" });
  expect([fixed.status, reasons(fixed.body)]).toEqual([
    400,
    [["plant_without_orientation", "mounting_orientation"]],
  ]);
  const whole = await change({ mounting_type: "fixed", mounting_orientation: "east_west" });
  expect(whole.body).toMatchObject({ mounting_orientation: "east_west" });
  // Troughs have no mounting at all.
  const trough = await change({ technology: "parabolic_trough" });
  expect(trough.body).toMatchObject({ mounting_type: null, mounting_orientation: null });
  await server.ask(api.plant.remove, "analyst", { params: { id: made.id } });
});
