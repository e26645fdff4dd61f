import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../tests/fixtures/http.ts";
import { campaignRow, flightArea } from "../../tests/fixtures/flight.ts";
import { storeHolding } from "../../tests/fixtures/plants.ts";
import { failure } from "../../src/domain/error.ts";
import { routeFaults } from "../../src/domain/flight/route/flight-fault.ts";
import type { FlightType } from "../../src/domain/flight/route/flight-route.ts";
import { flightAreasOf } from "../../src/domain/flight/area/flight-area.ts";
import type { FlightAppAdapter, FlightAppMission } from "../../src/server/adapters/flight-app.ts";
import { sendingNote } from "../../src/server/flight/flight-app-export.ts";
import type { Services } from "../../src/server/context.ts";
import { flightCampaign, flightRoute } from "../../src/server/store/schema/flight.ts";
import { plant } from "../../src/server/store/schema/plant.ts";
import { droneModel } from "../../src/server/store/schema/provider.ts";
import { generateFlightCampaign } from "./generate-flight-campaign.ts";
import { isEveryday } from "../../tests/fixtures/rounds.ts";

let server: TestServer;
let plant_id = 0;
beforeAll(async () => {
  server = await startTestServer();
  ({ plant_id } = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol"));
  const { flight_area_version: _, ...areas } = flightArea;
  await server.database.owner.db.update(plant).set(areas).where(eq(plant.id, plant_id));
});
afterAll(() => server.close());

/** Stores a campaign that waits for its routes, and runs its task. */
async function generate(
  generation = 1,
  {
    auto_export = false,
    flight_types = ["trough_thermal"],
    flightApp = null,
  }: Partial<Pick<Services, "flightApp">> & {
    readonly auto_export?: boolean;
    readonly flight_types?: FlightType[];
  } = {},
) {
  const { db } = server.database.owner;
  const [row] = await db
    .insert(flightCampaign)
    .values({
      ...campaignRow(plant_id, "Spring"),
      state: "being_generated",
      eval_batch_num: 3,
      auto_export,
      flight_types,
    })
    .returning();
  const reported: string[] = [];
  const progress = {
    step: async (_step: number, _of: number, info?: { reason: string }) => {
      if (info) reported.push(info.reason);
    },
  };
  const input = { campaign_id: row!.id, generation };
  const { signal } = new AbortController();
  const about = { task_id: 1, account_id: null, signal };
  const services = { ...server.services, db, flightApp };
  const run = generateFlightCampaign.run(services, input, progress, about);
  const result = await run.catch((error: unknown) => error);
  const read = async () => ({
    campaign: (await db.select().from(flightCampaign).where(eq(flightCampaign.id, row!.id)))[0]!,
    routes: await db.select().from(flightRoute).where(eq(flightRoute.campaign_id, row!.id)),
  });
  return { ...(await read()), id: row!.id, result, reported, read };
}

it("plans safe routes in order, with the batch of the campaign", async () => {
  const { campaign, routes, result, reported } = await generate();
  expect(reported).toEqual([
    "flight_twin_reading",
    "flight_routes_planning",
    "flight_routes_saving",
  ]);
  expect(result).toMatchObject({ routes: routes.length });
  expect(campaign).toMatchObject({ state: "ready", failure: null });
  expect(campaign.metrics!["coverage_percent"]).toBeGreaterThan(90);
  expect(routes.length).toBeGreaterThan(0);
  expect(routes.map(({ number }) => number)).toEqual(routes.map((_, at) => at + 1));
  expect(new Set(routes.map(({ eval_batch_num }) => eval_batch_num))).toEqual(new Set([3]));
  expect(routes[0]!.start_at).toBe("2026-06-01T10:00:00.000Z");
  const areas = flightAreasOf(flightArea);
  expect(routes.flatMap((route) => routeFaults(route, areas))).toEqual([]);
});

it("changes nothing where the campaign has changed since", async () => {
  const { campaign, routes, result } = await generate(7);
  expect(result).toEqual({ routes: 0 });
  expect(campaign.state).toBe("being_generated");
  expect(routes).toEqual([]);
});

it("says why it failed, unless a newer task plans the campaign", async () => {
  const { db } = server.database.owner;
  const set = (take_off_positions: typeof flightArea.take_off_positions) =>
    db.update(plant).set({ take_off_positions }).where(eq(plant.id, plant_id));
  await set([]);
  const { result, id, read } = await generate();
  await set(flightArea.take_off_positions);
  expect(result).toMatchObject({ code: "FILE_REFUSED" });
  const problem = { reason: "plant_without_take_off" };
  const fail = (generation: number) =>
    generateFlightCampaign.failed!(db, { campaign_id: id, generation }, { task_id: 1, problem });
  await fail(2);
  expect((await read()).campaign.state).toBe("being_generated");
  await fail(1);
  expect((await read()).campaign).toMatchObject({ state: "failed", failure: problem });
});

it.skipIf(isEveryday)(
  "keeps no routes where those of one flight type are missing, and says why",
  async () => {
    const { db } = server.database.owner;
    // Enough for the thermal flight, not for the higher one over whole collectors.
    const battery = { name: "Tired", abbreviation: "M3T", vendor: "DJI", flight_time: 3.25 };
    const isTired = eq(droneModel.name, battery.name);
    await db.delete(droneModel).where(eq(droneModel.abbreviation, battery.abbreviation));
    await db.insert(droneModel).values(battery);
    const { result, campaign, routes } = await generate(1, {
      flight_types: ["trough_thermal", "full_sca_offline"],
    });
    await db.delete(droneModel).where(isTired);
    expect(result).toMatchObject({
      code: "FILE_REFUSED",
      problems: [{ reason: "flight_battery_too_small" }],
    });
    expect(routes).toEqual([]);
    expect(campaign.state).not.toBe("ready");
  },
);

it("sends the routes to the flight app where the campaign says so", async () => {
  const sent: FlightAppMission[] = [];
  const flightApp = {
    async upload(missions: readonly FlightAppMission[]) {
      sent.push(...missions);
      return missions.map(({ name }) => name);
    },
  };
  const silent = await generate(1, { flightApp });
  expect(sent).toEqual([]);
  expect(silent.campaign.exported_at).toBeNull();
  const { campaign, routes } = await generate(1, { flightApp, auto_export: true });
  expect(campaign.exported_at).not.toBeNull();
  expect(campaign.export_failure).toBeNull();
  for (const { name } of routes) {
    expect(sent.some((mission) => mission.name.startsWith(name))).toBe(true);
  }
});

it.skipIf(isEveryday)("sends nothing twice after a crash between sending and noting", async () => {
  const { db } = server.database.owner;
  const stored: string[] = [];
  const repeats: boolean[] = [];
  const flightApp: FlightAppAdapter = {
    async upload(missions, { isRepeat } = { isRepeat: false }) {
      repeats.push(isRepeat);
      const missing = missions.filter(({ name }) => !stored.includes(name));
      stored.push(...missing.map(({ name }) => name));
      return missing.map(({ name }) => name);
    },
  };
  const noted: unknown[] = [];
  const { id, routes, read } = await generate(1, {
    auto_export: true,
    flightApp: {
      upload: async (missions, options) => {
        const rows = await db
          .select()
          .from(flightCampaign)
          .orderBy(desc(flightCampaign.id))
          .limit(1);
        noted.push(rows[0]?.export_failure);
        return flightApp.upload(missions, options);
      },
    },
  });
  expect(noted).toEqual([{ reason: "flight_app_sending" }]);
  const once = stored.length;
  expect(once).toBeGreaterThan(0);
  // The state after a crash: all missions were sent, but the export was not recorded.
  await db
    .update(flightCampaign)
    .set({ exported_at: null, export_failure: sendingNote })
    .where(eq(flightCampaign.id, id));
  const input = { campaign_id: id, generation: 1 };
  const about = { task_id: 1, account_id: null, signal: new AbortController().signal };
  const progress = { step: () => Promise.resolve() };
  const again = () =>
    generateFlightCampaign.run({ ...server.services, db, flightApp }, input, progress, about);
  await again();
  expect(stored).toHaveLength(once);
  expect(repeats).toEqual([false, true]);
  const after = await read();
  expect(after.campaign).toMatchObject({ state: "ready", export_failure: null });
  expect(after.campaign.exported_at).not.toBeNull();
  expect(after.routes.map((route) => route.id)).toEqual(routes.map((route) => route.id));
  // Run once more, it asks for nothing.
  await again();
  expect(repeats).toHaveLength(2);
});

it.skipIf(isEveryday)(
  "keeps the routes where the flight app refuses them, and says why",
  async () => {
    const reason = "flight_app_key";
    const flightApp = { upload: () => Promise.reject(failure("CONFLICT", { reason })) };
    const { campaign, routes, result } = await generate(1, { flightApp, auto_export: true });
    expect(routes.length).toBeGreaterThan(0);
    expect(result).toMatchObject({ routes: routes.length });
    expect(campaign).toMatchObject({
      state: "ready",
      exported_at: null,
      export_failure: { reason },
    });
    const off = await generate(1, { auto_export: true });
    expect(off.campaign).toMatchObject({
      state: "ready",
      export_failure: { reason: "flight_app_off" },
    });
  },
);
