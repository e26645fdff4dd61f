import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { campaignRow, flightArea, routeRow } from "../../../../tests/fixtures/flight.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import { failure } from "../../../domain/error.ts";
import { nameKey } from "../../../domain/analysis/upload-name.ts";
import { auditEntry } from "../../store/schema/account.ts";
import { flightCampaign, flightRoute } from "../../store/schema/flight.ts";
import { analysisFile } from "../../store/schema/analysis-file.ts";
import { analysis, plant, task } from "../../store/schema/plant.ts";

let server: TestServer;
let own: Holding;
let campaign: number;
let mavic: number;
/** Noon in Andalusia, two hours after the time that the tests of planned flights have. */
const noon = "2026-06-01T10:00:00.000Z";
const morning = Date.parse("2026-06-01T08:00:00Z");

beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  const { db } = server.database.owner;
  const { flight_area_version: _, ...areas } = flightArea;
  await db.update(plant).set(areas).where(eq(plant.id, own.plant_id));
  campaign = await storeCampaign("Spring", { aircraft: "M3TD", start_at: noon });
  mavic = await storeCampaign("Old drone", { aircraft: "M2EA" });
});
afterAll(() => server.close());

/** A campaign with two routes. */
async function storeCampaign(name: string, changes: Partial<typeof flightRoute.$inferInsert>) {
  const { db } = server.database.owner;
  const [row] = await db
    .insert(flightCampaign)
    .values(campaignRow(own.plant_id, name))
    .returning({ id: flightCampaign.id });
  const rows = [1, 2].map((number) => ({ ...routeRow(row!.id, number), ...changes }));
  await db.insert(flightRoute).values(rows);
  return row!.id;
}
const routeIds = async (campaign_id: number) => {
  const { db } = server.database.owner;
  const rows = await db.select().from(flightRoute).where(eq(flightRoute.campaign_id, campaign_id));
  return rows.map(({ id }) => id);
};

const outcome = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { problems?: { reason: string }[] }).problems?.[0]?.reason ?? null,
];

describe("the drone cloud platform", () => {
  const project = "local-project";
  const send = (id: number, body: object = {}) =>
    server.ask(api.flightExport.toDroneCloud, "super_admin", {
      params: { id },
      body: { project, ...body },
    });
  type Exported = { route_id: number; cloud_route_id: string; task_id: string | null };

  it("names its projects", async () => {
    const { body } = await server.ask(api.flightExport.projects, "super_admin", {
      params: { id: own.plant_id },
    });
    expect(body).toMatchObject({ configured: true, project, projects: [{ id: project }] });
  });

  it("gets routes of its models, once", async () => {
    const first = (await send(campaign)).body as Exported[];
    const again = (await send(campaign)).body as Exported[];
    expect(again).toEqual(first);
    expect(first.map(({ task_id }) => task_id)).toEqual([null, null]);
    const { body } = await server.ask(api.flightExport.cloudRoutes, "super_admin", {
      params: { id: own.plant_id },
      query: { project },
    });
    expect(body).toHaveLength(2);
    expect(outcome(await send(mavic))).toEqual([409, "drone_cloud_model"]);
  });

  describe("with planned flights", () => {
    beforeAll(() => {
      server.clock.now = morning;
    });
    afterAll(() => {
      server.clock.now = undefined;
    });
    const plan = (id: number) => send(id, { plan_flights: true });
    const flightsNow = async () => {
      const { droneClouds } = server.services;
      const cloud = droneClouds(server.accounts.viewer.customer_id)!.cloud;
      return cloud.flights(project, morning - 1e9, morning + 1e9);
    };

    it("plans each if the drone in the dock is that of the routes, once", async () => {
      const first = (await plan(campaign)).body as Exported[];
      expect(first[0]?.task_id).toMatch(/^[0-9a-f-]{36}$/);
      const planned = await flightsNow();
      expect(planned.map(({ begin_at }) => begin_at)).toEqual([noon, noon]);
      // Sent again after a fault on the way, or by a second click, nothing is planned twice.
      expect((await plan(campaign)).body).toEqual(first);
      expect(await flightsNow()).toEqual(planned);
      const other = await storeCampaign("Other", { aircraft: "M30T", start_at: noon });
      expect(outcome(await plan(other))).toEqual([409, "drone_cloud_other_model"]);
    });

    it("stores and plans each once, though two people send at the same time", async () => {
      const { droneClouds } = server.services;
      const { cloud } = droneClouds(server.accounts.viewer.customer_id)!;
      const known = cloud.routes;
      const before = { routes: await known(project), flights: await flightsNow() };
      const id = await storeCampaign("At once", { aircraft: "M3TD", start_at: noon });
      // The first one has read what is there, and stores nothing until the second is answered.
      const asked = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      let calls = 0;
      cloud.routes = async (...about) => {
        const listed = await known(...about);
        calls += 1;
        if (calls > 1) return listed;
        asked.resolve();
        await answered.promise;
        return listed;
      };
      const first = plan(id);
      await asked.promise;
      expect(outcome(await plan(id))).toEqual([409, "drone_cloud_busy"]);
      answered.resolve();
      expect((await first).status).toBe(200);
      cloud.routes = known;
      expect((await known(project)).length).toBe(before.routes.length + 2);
      expect((await flightsNow()).length).toBe(before.flights.length + 2);
      // The turn has ended with the export.
      expect((await plan(id)).status).toBe(200);
    });

    it("plans none in the past, too soon, without a start, or without light for a late dock", async () => {
      const before = await flightsNow();
      for (const [start_at, reason] of [
        ["2026-05-31T10:00:00Z", "drone_cloud_start_past"],
        ["2026-06-01T08:04:00Z", "drone_cloud_start_past"],
        [null, "drone_cloud_start_missing"],
        // The light ends at 19:20 there: the flight of two minutes ends before, but not one that begins five minutes later.
        ["2026-06-01T19:16:00Z", "drone_cloud_light_ends"],
      ] as const) {
        const id = await storeCampaign(`At ${start_at}`, { aircraft: "M3TD", start_at });
        expect([start_at, ...outcome(await plan(id))]).toEqual([start_at, 409, reason]);
        // Its files alone can be sent.
        expect((await send(id)).status).toBe(200);
      }
      expect(await flightsNow()).toEqual(before);
    });

    it("refuses a second flight of a route whose file or start has changed since", async () => {
      const id = await storeCampaign("Moved", { aircraft: "M3TD", start_at: noon });
      const first = (await plan(id)).body as Exported[];
      const { db } = server.database.owner;
      const later = "2026-06-01T11:00:00Z";
      await db
        .update(flightRoute)
        .set({ start_at: later })
        .where(eq(flightRoute.id, first[0]!.route_id));
      // The imitated platform has flown all at once, which no planned flight has.
      const { droneClouds } = server.services;
      const { cloud } = droneClouds(server.accounts.viewer.customer_id)!;
      const flights = cloud.flights;
      cloud.flights = async (...asked) =>
        (await flights(...asked)).map((one) => ({ ...one, status: "waiting" }));
      expect(outcome(await plan(id))).toEqual([409, "drone_cloud_planned_before"]);
      cloud.flights = flights;
    });
  });

  it("stores a route again under another name once its heights have changed", async () => {
    const id = await storeCampaign("Heights", { aircraft: "M3TD", start_at: noon });
    const first = (await send(id)).body as Exported[];
    expect((await send(id)).body).toEqual(first);
    const { db } = server.database.owner;
    // Heights of the campaign raise no version of its routes.
    await db
      .update(flightCampaign)
      .set({ security_height: 77, return_height: 80 })
      .where(eq(flightCampaign.id, id));
    const second = (await send(id)).body as Exported[];
    expect(second.map((one) => one.route_id)).toEqual(first.map((one) => one.route_id));
    expect(second[0]!.cloud_route_id).not.toBe(first[0]!.cloud_route_id);
  });

  it("leaves a trace of an export that fails on the way, with what failed", async () => {
    const { droneClouds } = server.services;
    const { cloud } = droneClouds(server.accounts.viewer.customer_id)!;
    const upload = cloud.upload;
    const id = await storeCampaign("Broken", { aircraft: "M3TD", start_at: noon });
    let stored = 0;
    cloud.upload = async (...asked) => {
      stored += 1;
      if (stored === 2) throw failure("UNAVAILABLE", { reason: "drone_cloud_away" });
      return upload(...asked);
    };
    server.clock.now = morning;
    const asked = { plan_flights: true };
    expect(outcome(await send(id, asked))).toEqual([503, "drone_cloud_away"]);
    cloud.upload = upload;
    const entries = await server.database.owner.db
      .select({ detail: auditEntry.detail })
      .from(auditEntry)
      .where(eq(auditEntry.action, "export_to_drone_cloud"))
      .orderBy(auditEntry.id);
    const own = entries
      .map(({ detail }) => detail as { campaign_id: number; reason?: string })
      .filter(({ campaign_id }) => campaign_id === id);
    expect(own.map(({ reason }) => reason ?? null)).toEqual([null, "drone_cloud_away"]);
    // No flight was planned before all files were there, so the second try plans each once.
    const done = (await send(id, asked)).body as Exported[];
    expect(new Set(done.map(({ task_id }) => task_id)).size).toBe(2);
    server.clock.now = undefined;
  });

  it("brings the files of a flight into an analysis", async () => {
    const { db } = server.database.owner;
    const [row] = await db
      .insert(analysis)
      .values({ plant_id: own.plant_id, name: "Flown", flown_at: "2026-06-01" })
      .returning({ id: analysis.id });
    server.clock.now = morning;
    const [{ task_id } = { task_id: null }] = (await send(campaign, { plan_flights: true }))
      .body as Exported[];
    server.clock.now = undefined;
    const params = { id: row!.id };
    const seen = await server.ask(api.flightExport.media, "super_admin", {
      params,
      query: { project, task_id: task_id! },
    });
    const { media } = seen.body as { media: { name: string }[] };
    const file_names = media.map(({ name }) => name);
    const ask = (names: string[]) =>
      server.ask(api.flightExport.importMedia, "super_admin", {
        params,
        body: { project, task_id: task_id!, file_names: names },
      });
    expect((await ask(["other.jpg"])).status).toBe(404);
    const launched = await ask(file_names);
    expect(launched.status).toBe(200);
    const [stored] = await db
      .select()
      .from(task)
      .where(eq(task.id, (launched.body as { task_id: number }).task_id));
    expect(stored).toMatchObject({
      name: "import_drone_cloud_media",
      analysis_id: row!.id,
      input: { project, task_id, file_names },
    });
    const flights = await server.ask(api.flightExport.flights, "super_admin", {
      params,
      query: { project },
    });
    expect(flights.body).toContainEqual(expect.objectContaining({ id: task_id }));
    const seenBy = (as: "viewer" | "super_admin") =>
      server.ask(api.flightExport.flightProjects, as, { params });
    expect((await seenBy("super_admin")).body).toMatchObject({ configured: true, project });
    expect((await seenBy("viewer")).status).toBe(403);
    // A file of the same name is there.
    await db.insert(analysisFile).values({
      analysis_id: row!.id,
      file_name: file_names[0]!,
      name_key: nameKey(file_names[0]!),
      object: "analysis-file/x",
      bytes: 1,
      sha256: "0".repeat(64),
    });
    expect(outcome(await ask(file_names))).toEqual([409, "file_name_taken"]);
    await db.update(analysis).set({ state: "FINISHED" }).where(eq(analysis.id, row!.id));
    expect((await ask(file_names)).status).toBe(409);
  });

  it("forgets a route that is deleted there", async () => {
    const [id] = await routeIds(campaign);
    const remove = () =>
      server.ask(api.flightExport.removeFromDroneCloud, "super_admin", {
        params: { id: id! },
        body: { project },
      });
    expect((await remove()).body).toMatchObject({ outcome: "deleted" });
    expect(outcome(await remove())).toEqual([409, "drone_cloud_route_missing"]);
  });
});
