// Planning: what a campaign would take before it is made, and stopping the generation of its routes.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf } from "../../../../tests/fixtures/account.ts";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { flightArea } from "../../../../tests/fixtures/flight.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import {
  flightCampaignFormShape,
  type FlightCampaign,
} from "../../../domain/flight/campaign/flight-campaign.ts";
import type { FlightPreview } from "../../../domain/flight/plan/flight-preview-shape.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import { auditEntry } from "../../store/schema/account.ts";
import { flightCampaign } from "../../store/schema/flight.ts";
import { task } from "../../store/schema/plant.ts";
import { flightCampaignHandlers } from "./flight-campaign.ts";

let server: TestServer;
let own: Holding;
let other: Holding;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  other = await storeHolding(server, server.accounts.other_customer.customer_id, "Kaxu");
  const areas = { params: { id: own.plant_id }, body: flightArea };
  await server.ask(api.flightArea.update, "analyst", areas);
});
afterAll(() => server.close());

const outcome = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { problems?: { reason: string }[] }).problems?.[0]?.reason ?? null,
];
const fields = {
  name: "Spring",
  aircraft: "M3T",
  start_at: "2026-06-01T10:00:00Z",
  flight_types: ["trough_thermal"],
} as const;
const create = () =>
  server.ask(api.flightCampaign.create, "analyst", {
    params: { id: own.plant_id },
    body: { ...fields, flight_types: [...fields.flight_types] },
  });
const read = async (id: number) =>
  (await server.ask(api.flightCampaign.read, "analyst", { params: { id } })).body as FlightCampaign;

describe("a generation that somebody stops", () => {
  const stop = (id: number, as: AccountKey = "analyst") =>
    server.ask(api.flightCampaign.stop, as, { params: { id } });
  const stateOf = async (campaign: FlightCampaign) => {
    const { db } = server.database.owner;
    const [row] = await db.select().from(task).where(eq(task.id, campaign.task_id!));
    return row?.state;
  };

  it("ends with its task, and says so", async () => {
    const campaign = (await create()).body as FlightCampaign;
    expect((await stop(campaign.id, "viewer")).status).toBe(403);
    expect((await stop(campaign.id)).body).toMatchObject({
      state: "failed",
      failure: { reason: "flight_generation_stopped" },
    });
    expect(await stateOf(campaign)).toBe("CANCELLED");
    expect(outcome(await stop(campaign.id))).toEqual([409, "flight_campaign_not_generating"]);
    const entries = await server.database.owner.db.select().from(auditEntry).orderBy(auditEntry.id);
    expect(entries.map(({ action }) => action)).toContain("stop_flight_campaign");
    // A running task is asked to end, and the campaign waits for that.
    const { db } = server.database.owner;
    const again = await server.ask(api.flightCampaign.generate, "analyst", {
      params: { id: campaign.id },
    });
    const { task_id } = again.body as FlightCampaign;
    await db.update(task).set({ state: "RUNNING" }).where(eq(task.id, task_id!));
    expect((await stop(campaign.id)).body).toMatchObject({ state: "being_generated" });
    const [row] = await db.select().from(task).where(eq(task.id, task_id!));
    expect(row?.end_requested).toBe("CANCELLED");
  });

  it("ends although its task is gone", async () => {
    const { db } = server.database.owner;
    const { id, task_id } = (await create()).body as FlightCampaign;
    await db.update(task).set({ state: "FAILED" }).where(eq(task.id, task_id!));
    expect((await stop(id)).body).toMatchObject({ state: "failed" });
  });

  it("ends as well where the campaign is deleted or planned again meanwhile", async () => {
    const first = (await create()).body as FlightCampaign;
    const change = { flight_speed: 2 };
    await server.ask(api.flightCampaign.update, "analyst", {
      params: { id: first.id },
      body: change,
    });
    expect(await stateOf(first)).toBe("CANCELLED");
    const second = await read(first.id);
    expect(second.state).toBe("being_generated");
    await server.ask(api.flightCampaign.remove, "analyst", { params: { id: first.id } });
    expect(await stateOf(second)).toBe("CANCELLED");
  });
});

describe("a preview", () => {
  const preview = (more: object = {}, as: AccountKey = "analyst", id = own.plant_id) =>
    server.ask(api.flightCampaign.preview, as, {
      params: { id },
      body: { ...fields, flight_types: [...fields.flight_types], ...more },
    });

  it("says what the campaign would take, and stores nothing", async () => {
    const { db } = server.database.owner;
    const before = await db.$count(flightCampaign);
    const { status, body } = await preview();
    expect(status).toBe(200);
    const { sorties, flight_s, flights } = body as FlightPreview;
    expect(sorties).toBeGreaterThan(0);
    expect(flights.map(({ flight_type }) => flight_type)).toEqual(["trough_thermal"]);
    const slow = (await preview({ flight_speed: 1 })).body as FlightPreview;
    expect(slow.flight_s).toBeGreaterThan(2 * flight_s);
    expect(await db.$count(flightCampaign)).toBe(before);
  });

  it("ends with the call of a user who waits no more", async () => {
    const context = await contextOf(server, "analyst");
    const plant = (await server.ask(api.plant.read, "analyst", { params: { id: own.plant_id } }))
      .body as Plant;
    const leaving = new AbortController();
    leaving.abort();
    const asked = flightCampaignHandlers.preview as (...all: unknown[]) => Promise<unknown>;
    const body = flightCampaignFormShape.parse(fields);
    await expect(
      asked({ ...context, gone: leaving.signal }, { params: { id: own.plant_id }, body, plant }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("flies geometry lower where the campaign decides that collectors follow the sun", async () => {
    const geometry = { flight_types: ["full_sca_offline"], full_sca_online_altitude: 80 };
    const altitudes = { ...geometry, full_sca_offline_altitude: 120 };
    const heights = async (flight_type_online: boolean | null) =>
      ((await preview({ ...altitudes, flight_type_online })).body as FlightPreview).flights;
    expect(await heights(null)).toMatchObject([
      { flight_type: "full_sca_offline", altitude_agl_m: { worst: 120, median: 120 } },
    ]);
    expect(await heights(true)).toMatchObject([
      { flight_type: "full_sca_online", altitude_agl_m: { worst: 80, median: 80 } },
    ]);
  });

  it("is refused as the campaign would be", async () => {
    expect(outcome(await preview({ flight_types: ["pv_thermal"] }))).toEqual([
      400,
      "flight_type_of_other_technology",
    ]);
    // A drone without a thermal camera.
    expect(outcome(await preview({ aircraft: "M3E" }))).toEqual([400, "thermal_camera_missing"]);
    expect(outcome(await preview({}, "analyst", other.plant_id))).toEqual([
      409,
      "plant_without_flight_polygon",
    ]);
    expect((await preview({}, "viewer")).status).toBe(403);
  });
});
