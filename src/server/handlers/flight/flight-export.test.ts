import { createServer } from "node:http";
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { campaignRow, flightArea, routeRow } from "../../../../tests/fixtures/flight.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import { openRoutes } from "../../../domain/flight/format/route-open.ts";
import type { CheckedRoute } from "../../../domain/flight/route/route-check.ts";
import { exportGenerated } from "../../flight/flight-app-export.ts";
import { auditEntry } from "../../store/schema/account.ts";
import { flightCampaign, flightRoute } from "../../store/schema/flight.ts";
import { plant } from "../../store/schema/plant.ts";

let server: TestServer;
let own: Holding;
let campaign: number;
let mavic: number;
let missions = 0;
const litchi = createServer((request, response) => {
  if (request.url === "/parse/classes/Mission") missions += 1;
  request.resume();
  const answer = { objectId: "o", sessionToken: "s", name: "f", url: "https://f" };
  response.end(JSON.stringify(answer));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => litchi.listen(0, "127.0.0.1", resolve));
  const address = litchi.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const account = { FLIGHT_APP_ID: "app", FLIGHT_APP_USER: "pilot", FLIGHT_APP_PASSWORD: "word" };
  const environment = { FLIGHT_APP_URL: `http://127.0.0.1:${port}`, ...account };
  server = await startTestServer(undefined, environment);
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  const { db } = server.database.owner;
  const { flight_area_version: _, ...areas } = flightArea;
  await db.update(plant).set(areas).where(eq(plant.id, own.plant_id));
  campaign = await storeCampaign("Spring", { aircraft: "M3TD" });
  mavic = await storeCampaign("Old drone", { aircraft: "M2EA" });
});
afterAll(async () => {
  litchi.close();
  litchi.closeAllConnections();
  await server.close();
});

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

async function download(
  query: Record<string, string | number>,
  id = campaign,
  as: AccountKey = "analyst",
) {
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  );
  const path = `/api${api.flightExport.download.path.replace("{id}", String(id))}?${search}`;
  const headers = { authorization: `Bearer ${server.accounts[as].token}` };
  const answer = await server.fetch(path, { headers });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const name = /filename\*?=(?:UTF-8'')?"?([^";]+)/.exec(
    answer.headers.get("content-disposition") ?? "",
  );
  return { status: answer.status, name: decodeURIComponent(name?.[1] ?? ""), bytes };
}
const outcome = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { problems?: { reason: string }[] }).problems?.[0]?.reason ?? null,
];

describe("the files of a campaign's routes", () => {
  it("are refused while a sortie is at night, which list and card say too", async () => {
    // In Andalusia the sun is down at 22:08.
    const start_at = "2026-06-01T20:08:00Z";
    const night = await storeCampaign("Night", { aircraft: "M3TD", start_at });
    const ask = { params: { id: night } };
    const listed = (await server.ask(api.flightRoute.list, "analyst", ask)).body as CheckedRoute[];
    const reasons = listed.map(({ check }) => check.problems.map(({ reason }) => reason));
    expect(reasons).toEqual([["sortie_at_night"], ["sortie_at_night"]]);
    const card = (await server.ask(api.flightCampaign.read, "analyst", ask)).body;
    expect(card).toMatchObject({ route_count: 2, dark_sorties: 2 });
    const query = { format: "kmz" } as const;
    const refused = await server.ask(api.flightExport.download, "analyst", { ...ask, query });
    expect(outcome(refused)).toEqual([409, "sortie_at_night"]);
    const body = { route_ids: listed.map(({ id }) => id) };
    const sent = await server.ask(api.flightExport.toFlightApp, "analyst", { ...ask, body });
    expect(outcome(sent)).toEqual([409, "sortie_at_night"]);
    const day = await storeCampaign("Day", { aircraft: "M3TD", start_at: "2026-06-01T10:00:00Z" });
    const bright = await server.ask(api.flightCampaign.read, "analyst", { params: { id: day } });
    expect(bright.body).toMatchObject({ route_count: 2, dark_sorties: 0 });
    expect((await download(query, day)).status).toBe(200);
  });

  it("are one file for one route, which opens again", async () => {
    const [route_id] = await routeIds(campaign);
    for (const format of ["kmz", "csv", "lchm", "plan", "kml", "geojson"]) {
      const { status, name, bytes } = await download({ format, route_id: route_id! });
      expect([status, name]).toEqual([200, `Route 1.${format}`]);
      expect(openRoutes(bytes, name)[0]?.waypoints).toHaveLength(2);
    }
  });

  it("are a ZIP for several routes, and for all formats", async () => {
    const { name, bytes } = await download({ format: "kmz" });
    expect(name).toBe("Andasol Spring.zip");
    expect(Object.keys(unzipSync(bytes))).toEqual(["Route 1.kmz", "Route 2.kmz"]);
    const all = Object.keys(unzipSync((await download({ format: "zip" })).bytes));
    expect(all).toHaveLength(12);
    expect(all).toContain("csv/Route 1.csv");
  });

  it("are refused with the reason where a drone does not fly them", async () => {
    const answer = await server.ask(api.flightExport.download, "analyst", {
      params: { id: mavic },
      query: { format: "kmz" },
    });
    expect(outcome(answer)).toEqual([409, "kmz_aircraft"]);
    const entries = Object.keys(unzipSync((await download({ format: "zip" }, mavic)).bytes));
    expect(entries.some((entry) => entry.startsWith("kmz/"))).toBe(false);
    expect(entries).toHaveLength(10);
  });

  it("of a camera that hangs on several drones name the chosen one", async () => {
    const id = await storeCampaign("Big drone", { aircraft: "H20T" });
    const ask = (query: { format: "kmz" | "zip" | "csv"; airframe?: "M300" | "M350" }) =>
      server.ask(api.flightExport.download, "analyst", { params: { id }, query });
    for (const format of ["kmz", "zip"] as const)
      expect(outcome(await ask({ format }))).toEqual([409, "kmz_airframe"]);
    expect((await ask({ format: "csv" })).status).toBe(200);
    const [route_id] = await routeIds(id);
    const drone = async (airframe: string) => {
      const { bytes } = await download({ format: "kmz", airframe, route_id: route_id! }, id);
      const text = new TextDecoder().decode(unzipSync(bytes)["wpmz/waylines.wpml"]);
      return /droneEnumValue>(\d+)</.exec(text)?.[1];
    };
    expect([await drone("M300"), await drone("M350")]).toEqual(["60", "89"]);
  });

  it("are given to those who may export, of routes that exist", async () => {
    expect((await download({ format: "kmz" }, campaign, "viewer")).status).toBe(403);
    const [foreign] = await routeIds(mavic);
    expect((await download({ format: "kmz", route_id: foreign! })).status).toBe(404);
    expect((await download({ format: "exe" })).status).toBe(400);
  });
});

describe("the third-party flight app", () => {
  const send = (id: number, body = {}, as: AccountKey = "analyst") =>
    server.ask(api.flightExport.toFlightApp, as, { params: { id }, body });

  it("gets a mission for each route, and one more minute is waited for each", async () => {
    const { status, body } = await send(mavic);
    expect([status, body]).toEqual([200, { route_count: 2, mission_count: 2, waiting_s: 120 }]);
    expect(missions).toBe(2);
    const { db } = server.database.owner;
    const entries = await db
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.action, "export_to_flight_app"))
      .orderBy(auditEntry.id);
    expect(entries).toHaveLength(1);
    expect((await send(mavic, {}, "viewer")).status).toBe(403);
  });

  it("gets nothing if one route is none for it", async () => {
    const id = await storeCampaign("Fast", { speed_m_s: 20 });
    expect(outcome(await send(id))).toEqual([409, "wpml_speed"]);
    expect(missions).toBe(2);
  });
});

describe("the flight app, asked twice at the same time", () => {
  it("stores each mission once: a person is refused, a task waits for its turn", async () => {
    const { flightApp } = server.services;
    const upload = flightApp!.upload;
    const id = await storeCampaign("At once", { aircraft: "M3TD" });
    const body = { route_ids: await routeIds(id) };
    const send = () =>
      server.ask(api.flightExport.toFlightApp, "super_admin", { params: { id }, body });
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    let [calls, running, most] = [0, 0, 0];
    Object.assign(flightApp!, {
      upload: async () => {
        calls += 1;
        running += 1;
        most = Math.max(most, running);
        asked.resolve();
        await answered.promise;
        running -= 1;
        return [];
      },
    });
    const first = send();
    await asked.promise;
    expect(outcome(await send())).toEqual([409, "flight_app_busy"]);
    const { db } = server.database.owner;
    const task = exportGenerated({ ...server.services, db }, id, { isRepeat: false });
    expect(calls).toBe(1);
    answered.resolve();
    expect((await first).status).toBe(200);
    await task;
    expect([calls, most]).toEqual([2, 1]);
    Object.assign(flightApp!, { upload });
  });
});
