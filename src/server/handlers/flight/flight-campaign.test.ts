import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { campaignRow, flightArea, routeRow, square } from "../../../../tests/fixtures/flight.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import { limits } from "../../../domain/limits.ts";
import type { FlightArea } from "../../../domain/flight/area/flight-area.ts";
import type {
  FlightCampaign,
  FlightCampaignChanges,
} from "../../../domain/flight/campaign/flight-campaign.ts";
import type { FlightRouteRecord } from "../../../domain/flight/route/flight-route-record.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import { auditEntry } from "../../store/schema/account.ts";
import { analysisFile } from "../../store/schema/analysis-file.ts";
import { flightCampaign, flightRoute } from "../../store/schema/flight.ts";
import { task } from "../../store/schema/plant.ts";

let server: TestServer;
let own: Holding;
let other: Holding;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  other = await storeHolding(server, server.accounts.other_customer.customer_id, "Kaxu");
});
afterAll(() => server.close());

const outcome = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { problems?: { reason: string }[] }).problems?.[0]?.reason ?? null,
];
const save = (changes: Partial<FlightArea>, as: AccountKey = "analyst", id = own.plant_id) =>
  server.ask(api.flightArea.update, as, { params: { id }, body: { ...flightArea, ...changes } });
const fields = {
  name: "Spring",
  aircraft: "M3T",
  start_at: "2026-06-01T10:00:00Z",
  flight_types: ["trough_thermal"],
} as const;
const create = (more: object = {}, id = own.plant_id) =>
  server.ask(api.flightCampaign.create, "analyst", {
    params: { id },
    body: { ...fields, flight_types: [...fields.flight_types], ...more },
  });
const read = async (id: number) =>
  (await server.ask(api.flightCampaign.read, "analyst", { params: { id } })).body as FlightCampaign;

describe("flight areas", () => {
  it("are saved once for each version that was read", async () => {
    const answers = await Promise.all([save({}), save({}), save({})]);
    expect(answers.map(outcome).toSorted()).toEqual([
      [200, null],
      [409, "flight_areas_changed"],
      [409, "flight_areas_changed"],
    ]);
    const shown = await server.ask(api.plant.read, "analyst", { params: { id: own.plant_id } });
    expect(shown.body).toMatchObject({ ...flightArea, flight_area_version: 2 });
    expect((shown.body as Plant).take_off_position).toEqual(
      flightArea.take_off_positions[0]!.place,
    );
    expect(outcome(await save({}))).toEqual([409, "flight_areas_changed"]);
  });

  it("are refused as a whole, with the polygon that is wrong", async () => {
    const crossed = square(-3, 37, 0.005);
    [crossed[1], crossed[2]] = [crossed[2]!, crossed[1]!];
    const coordinates = [[square(-3, 37, 0.001)], [crossed]];
    const refused = await save({
      flight_polygons: { type: "MultiPolygon", coordinates },
      flight_area_version: 2,
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      problems: [{ reason: "flight_ring_crosses", field: "flight_polygons", feature: 2 }],
    });
    const huge = { type: "MultiPolygon" as const, coordinates: [[square(-3, 37, 0.05)]] };
    expect(outcome(await save({ flight_polygons: huge, flight_area_version: 2 }))).toEqual([
      400,
      "flight_area_too_large",
    ]);
    expect((await save({}, "viewer")).status).toBe(403);
    expect((await save({}, "tenant", other.plant_id)).status).toBe(404);
  });

  it("may be removed", async () => {
    const none = { type: "MultiPolygon" as const, coordinates: [] };
    const empty = { flight_polygons: none, no_fly_polygons: null, take_off_positions: [] };
    const { body } = await save({ ...empty, flight_area_version: 2 });
    expect(body).toMatchObject({
      flight_polygons: null,
      take_off_position: null,
      flight_area_version: 3,
    });
    expect(outcome(await create())).toEqual([409, "plant_without_flight_polygon"]);
    await save({ take_off_positions: [], flight_area_version: 3 });
    expect(outcome(await create())).toEqual([409, "plant_without_take_off"]);
    const named = { ...flightArea.flight_polygons!, names: ["Bloque 7"] };
    const take_off_positions = [{ ...flightArea.take_off_positions[0]!, name: "Puerta oeste" }];
    const again = await save({
      flight_polygons: named,
      take_off_positions,
      flight_area_version: 4,
    });
    // Names are kept; polygons without any are answered with an empty list.
    expect(again.body).toMatchObject({
      flight_polygons: named,
      take_off_positions,
      no_fly_polygons: { ...flightArea.no_fly_polygons, names: [] },
    });
    const long = { ...named, names: ["x".repeat(limits.areaName + 1)] };
    expect((await save({ flight_polygons: long, flight_area_version: 5 })).status).toBe(400);
  });
});

describe("a flight campaign", () => {
  it("is created with a task that generates its routes", async () => {
    const { status, body } = await create({ analysis_id: own.released_id });
    expect(status).toBe(200);
    const campaign = body as FlightCampaign;
    expect(campaign).toMatchObject({
      ...fields,
      start_at: "2026-06-01T10:00:00.000Z",
      original_start_at: "2026-06-01T10:00:00.000Z",
      state: "being_generated",
      plant_name: "Andasol",
      route_count: 0,
      interpolate_curves: true,
    });
    const { db } = server.database.owner;
    const [stored] = await db.select().from(task).where(eq(task.id, campaign.task_id!));
    expect(stored).toMatchObject({
      name: "generate_flight_campaign",
      plant_id: own.plant_id,
      input: { campaign_id: campaign.id },
    });
    const ofAnalysis = await server.ask(api.flightCampaign.listOfAnalysis, "analyst", {
      params: { id: own.released_id },
    });
    expect((ofAnalysis.body as FlightCampaign[]).map(({ id }) => id)).toEqual([campaign.id]);
    const entries = await db.select().from(auditEntry).orderBy(auditEntry.id);
    expect(entries.map(({ action }) => action)).toContain("create_flight_campaign");
  });

  it("is refused with the field that is wrong", async () => {
    const refusals = await Promise.all([
      create({ flight_types: ["pv_thermal"] }),
      create({ full_sca_online_altitude: 100 }),
      create({ analysis_id: other.released_id }),
      create({ eval_batch_num: 77 }),
      create({ flight_types: [] }),
      create({}, other.plant_id),
    ]);
    expect(refusals.map(outcome)).toEqual([
      [400, "flight_type_of_other_technology"],
      [400, "full_sca_altitudes_together"],
      [400, "analysis_of_other_plant"],
      [400, "eval_batch_unknown"],
      [400, "field_too_small"],
      [409, "plant_without_flight_polygon"],
    ]);
  });

  it("does not start at night, and one that does can still get another name", async () => {
    const { db } = server.database.owner;
    // 02:00 in Andalusia.
    const start_at = "2026-06-01T00:00:00Z";
    const refused = await create({ start_at });
    expect(outcome(refused)).toEqual([400, "campaign_start_at_night"]);
    expect(JSON.stringify(refused.body)).toMatch(/At 02:00 it is night at the plant/);
    const { id } = (await create()).body as FlightCampaign;
    const old = { start_at, original_start_at: start_at, state: "ready" } as const;
    await db.update(flightCampaign).set(old).where(eq(flightCampaign.id, id));
    const change = (body: FlightCampaignChanges) =>
      server.ask(api.flightCampaign.update, "analyst", { params: { id }, body });
    expect((await change({ start_at, name: "Renamed" })).body).toMatchObject({ name: "Renamed" });
    expect(outcome(await change({ start_at: "2026-06-02T00:00:00Z" }))).toEqual([
      400,
      "campaign_start_at_night",
    ]);
    await db.delete(flightCampaign).where(eq(flightCampaign.id, id));
  });

  it("generates its routes again for what they depend on alone", async () => {
    const { db } = server.database.owner;
    const { id } = (await create()).body as FlightCampaign;
    await db.update(flightCampaign).set({ state: "ready" }).where(eq(flightCampaign.id, id));
    const change = (body: FlightCampaignChanges) =>
      server.ask(api.flightCampaign.update, "analyst", { params: { id }, body });
    expect((await change({ name: "Autumn" })).body).toMatchObject({
      name: "Autumn",
      state: "ready",
    });
    const moved = async (start_at: string, now: string) => {
      server.clock.now = Date.parse(now);
      const changed = await change({ start_at });
      server.clock.now = undefined;
      return changed;
    };
    const july = "2026-07-01T10:00:00Z";
    expect(outcome(await moved(july, "2026-06-10T10:00:00Z"))).toEqual([400, "campaign_start_far"]);
    expect(outcome(await moved(july, "2026-07-02T10:00:00Z"))).toEqual([
      400,
      "campaign_start_over",
    ]);
    // It was not flown, and the days around its start are over.
    expect((await moved(july, "2026-06-20T10:00:00Z")).body).toMatchObject({
      state: "being_generated",
      start_at: "2026-07-01T10:00:00.000Z",
    });
    await db.update(flightCampaign).set({ state: "ready" }).where(eq(flightCampaign.id, id));
    expect((await change({ start_at: "2026-06-08T10:00:00Z" })).body).toMatchObject({
      state: "being_generated",
      original_start_at: "2026-06-01T10:00:00.000Z",
    });
    const generate = () => server.ask(api.flightCampaign.generate, "analyst", { params: { id } });
    expect(outcome(await generate())).toEqual([409, "flight_campaign_generating"]);
    const failure = { reason: "plant_without_take_off" };
    await db
      .update(flightCampaign)
      .set({ state: "failed", failure })
      .where(eq(flightCampaign.id, id));
    expect((await read(id)).failure?.message).toBe("A take-off position must be entered.");
    expect((await generate()).body).toMatchObject({ state: "being_generated", failure: null });
    const remove = () => server.ask(api.flightCampaign.remove, "analyst", { params: { id } });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
  });
});

describe("flight routes", () => {
  it("are those of the newest campaign that is ready", async () => {
    const { db } = server.database.owner;
    const names = ["Old", "New"];
    const ids: number[] = [];
    for (const name of names) {
      const [row] = await db
        .insert(flightCampaign)
        .values({ ...campaignRow(own.plant_id, name), analysis_id: own.released_id })
        .returning();
      ids.push(row!.id);
      await db.insert(flightRoute).values([routeRow(row!.id, 1), routeRow(row!.id, 2)]);
    }
    const current = async () => {
      const { body } = await server.ask(api.flightRoute.current, "analyst", {
        params: { id: own.plant_id },
      });
      return body as FlightRouteRecord[];
    };
    expect((await current()).map(({ campaign_id }) => campaign_id)).toEqual([ids[1], ids[1]]);
    expect((await current())[0]).toMatchObject({ camera_type: "thermal_rgb", version: 0 });
    expect(await read(ids[1]!)).toMatchObject({ route_count: 2, duration_s: 400 });
    const [first] = await current();
    const remove = (as: AccountKey) =>
      server.ask(api.flightRoute.remove, as, { params: { id: first!.id } });
    expect((await remove("viewer")).status).toBe(403);
    expect((await remove("other_customer")).status).toBe(403);
    expect((await remove("analyst")).status).toBe(200);
    expect((await current()).map(({ number }) => number)).toEqual([2]);
    await db.update(flightCampaign).set({ state: "failed" }).where(eq(flightCampaign.id, ids[1]!));
    const ofAnalysis = await server.ask(api.flightRoute.currentOfAnalysis, "analyst", {
      params: { id: own.released_id },
    });
    expect((ofAnalysis.body as FlightRouteRecord[])[0]?.campaign_id).toBe(ids[0]);
  });

  it("say when the last of a campaign ends, and that it was flown where its analysis has images", async () => {
    const { db } = server.database.owner;
    const make = async (start_at: string) => {
      const row = { ...campaignRow(own.plant_id, "Flown"), analysis_id: own.released_id, start_at };
      const [made] = await db.insert(flightCampaign).values(row).returning();
      const sorties = [2, 1].map((n) => ({
        ...routeRow(made!.id, n),
        start_at: `2026-01-0${n}T10:00:00Z`,
      }));
      await db.insert(flightRoute).values(sorties);
      return made!.id;
    };
    const before = await make("2026-01-01T09:00:00Z");
    const after = await make("2026-06-01T10:00:00Z");
    const ends_at = "2026-01-02T10:03:20.000Z";
    expect(await read(before)).toMatchObject({ ends_at, flown_at: null });
    const addFile = async (name: string, taken_at: string | null) => {
      const file = { file_name: name, name_key: name, object: name, bytes: 1, sha256: "" };
      await db.insert(analysisFile).values({ ...file, taken_at, analysis_id: own.released_id });
    };
    // Neither a file that is no image nor one of another season says that it was flown.
    await Promise.all([addFile("a.csv", null), addFile("a.jpg", "2026-11-01T10:00:00Z")]);
    expect(await read(before)).toMatchObject({ ends_at, flown_at: null });
    await addFile("second.jpg", "2026-01-02T10:00:00Z");
    await addFile("first.jpg", "2026-01-01T10:00:00Z");
    expect(await read(before)).toMatchObject({ ends_at, flown_at: "2026-01-01T10:00:00.000Z" });
    expect(await read(after)).toMatchObject({ flown_at: null });
  });
});
