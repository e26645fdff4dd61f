// The server is killed while it sends the routes of a campaign to the flight app: after a restart every mission is
// there once, whether or not the app had stored it when the server died.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { api } from "../src/api/index.ts";
import type { FlightCampaign } from "../src/domain/flight/campaign/flight-campaign.ts";
import { plant } from "../src/server/store/schema/plant.ts";
import { startCrashingServer, type CrashingServer } from "./fixtures/crashing-server.ts";
import { flightArea } from "./fixtures/flight.ts";
import { addPlant } from "./fixtures/large-import.ts";
import { rounds } from "./fixtures/rounds.ts";

const kills = rounds(1, 100);

/** The missions of the app's cloud, which outlives the server. */
const stored: string[] = [];
let cloud: Server;
let server: CrashingServer;
let plant_id = 0;
/** Called once with the mission that is being stored, before or after that; then the server dies without an answer. */
let dying: { readonly at: number; readonly isStored: boolean; kill(): void } | null = null;

async function answer(call: string, body: Buffer, url: string): Promise<object | null> {
  if (call === "POST /parse/login") return { objectId: "u1", sessionToken: "s1" };
  if (call === "POST /parse/files/mission") return { name: "f", url: "https://files/f" };
  if (call === "GET /parse/classes/Mission") {
    const { $in } = JSON.parse(new URL(url, "http://app").searchParams.get("where") ?? "{}").name;
    return { results: stored.filter((name) => $in.includes(name)).map((name) => ({ name })) };
  }
  if (call !== "POST /parse/classes/Mission") return {};
  const { name } = JSON.parse(body.toString()) as { name: string };
  const [now] = dying?.at === stored.length ? [dying] : [];
  if (now) dying = null;
  if (!now || now.isStored) stored.push(name);
  now?.kill();
  return now ? null : { objectId: `m${stored.length}` };
}

const reply = (response: ServerResponse, content: object | null) =>
  content === null ? response.destroy() : response.writeHead(200).end(JSON.stringify(content));

beforeAll(async () => {
  cloud = createServer(async (request, response) => {
    const call = `${request.method} ${request.url?.split("?")[0]}`;
    reply(response, await answer(call, await buffer(request), request.url ?? ""));
  });
  await new Promise<void>((resolve) => cloud.listen(0, "127.0.0.1", resolve));
  server = await startCrashingServer({
    FLIGHT_APP_URL: `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`,
    FLIGHT_APP_ID: "app",
    FLIGHT_APP_USER: "pilot",
    FLIGHT_APP_PASSWORD: "word",
  });
  plant_id = await server.withDatabase(async (db) => {
    const id = await addPlant(db, server.customer_id);
    const { flight_area_version: _, ...areas } = flightArea;
    await db.update(plant).set(areas).where(eq(plant.id, id));
    return id;
  });
});
afterAll(async () => {
  await server.close();
  cloud.close();
  cloud.closeAllConnections();
});

async function campaignOf(id: number): Promise<FlightCampaign> {
  const { body } = await server.ask(api.flightCampaign.read, { params: { id } });
  return body as FlightCampaign;
}

it(
  "sends every mission once, wherever the server is killed",
  { timeout: patient(60_000 * (kills + 1)) },
  async () => {
    for (let round = 0; round < kills; round += 1) {
      stored.length = 0;
      const killed = new Promise<void>((resolve, reject) => {
        const kill = () => void server.kill(false).then(resolve, reject);
        // The app stored the mission and the server never heard of it, or the app did not.
        dying = { at: round % 3, isStored: round % 2 === 0, kill };
      });
      const { body } = await server.ask(api.flightCampaign.create, {
        params: { id: plant_id },
        body: {
          name: `Round ${round}`,
          aircraft: "M3T",
          start_at: "2027-01-15T15:00:00Z",
          flight_types: ["pv_thermal"],
          auto_export: true,
        },
      });
      const { id } = body as FlightCampaign;
      await killed;
      const atDeath = stored.length;
      await server.restart();
      const isSent = async () => (await campaignOf(id)).exported_at !== null;
      await expect.poll(isSent, { timeout: 60_000, interval: 200 }).toBe(true);
      const { state, export_failure, route_count } = await campaignOf(id);
      expect({ state, export_failure }).toEqual({ state: "ready", export_failure: null });
      expect(route_count).toBeGreaterThan(1);
      expect(stored.length).toBeGreaterThan(atDeath);
      expect(new Set(stored).size).toBe(stored.length);
      expect(stored.length).toBeGreaterThanOrEqual(route_count);
    }
  },
);
