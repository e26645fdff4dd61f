// The server is killed while it generates the routes of a campaign: afterwards the campaign has the routes of an
// undisturbed run, each once, or none and says that it is not ready; it never waits for ever.
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api } from "../src/api/index.ts";
import type { FlightCampaign } from "../src/domain/flight/campaign/flight-campaign.ts";
import { plant } from "../src/server/store/schema/plant.ts";
import { startCrashingServer, type CrashingServer } from "./fixtures/crashing-server.ts";
import { flightArea } from "./fixtures/flight.ts";
import { addPlant } from "./fixtures/large-import.ts";
import { patient } from "./fixtures/patience.ts";
import { rounds } from "./fixtures/rounds.ts";

/** More before an issue ends, see fixtures/rounds.ts. */
const kills = rounds(1, 100);

let server: CrashingServer;
let plant_id = 0;
beforeAll(async () => {
  server = await startCrashingServer();
  plant_id = await server.withDatabase(async (db) => {
    const id = await addPlant(db, server.customer_id);
    const { flight_area_version: _, ...areas } = flightArea;
    await db.update(plant).set(areas).where(eq(plant.id, id));
    return id;
  });
}, patient(120_000));
afterAll(() => server.close());

async function begin(name: string): Promise<number> {
  const { status, body } = await server.ask(api.flightCampaign.create, {
    params: { id: plant_id },
    body: {
      name,
      aircraft: "M3T",
      start_at: "2027-01-15T15:00:00Z",
      flight_types: ["pv_thermal"],
      auto_export: false,
    },
  });
  expect(status).toBe(200);
  return (body as FlightCampaign).id;
}

async function ended(id: number): Promise<FlightCampaign> {
  const read = async () =>
    (await server.ask(api.flightCampaign.read, { params: { id } })).body as FlightCampaign;
  await expect
    .poll(async () => (await read()).state, { timeout: patient(60_000), interval: 100 })
    .not.toBe("being_generated");
  return read();
}

/** Names without that of the campaign, with what is flown. */
async function routesOf({ id, name }: FlightCampaign) {
  const { body } = await server.ask(api.flightRoute.list, { params: { id } });
  return (body as { name: string; waypoints: unknown; distance_m: number }[])
    .map((route) => ({
      name: route.name.replace(name, ""),
      waypoints: route.waypoints,
      distance_m: route.distance_m,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

it(`survives kill -9, ${kills} times`, { timeout: patient(60_000 * (kills + 1)) }, async () => {
  const began = performance.now();
  const undisturbed = await ended(await begin("Undisturbed"));
  const took = performance.now() - began;
  expect(undisturbed.state).toBe("ready");
  const routes = await routesOf(undisturbed);
  expect(routes.length).toBeGreaterThan(1);
  let whole = 0;
  for (let round = 0; round < kills; round += 1) {
    const id = await begin(`Round ${round}`);
    await sleep(((round + 0.5) / kills) * took);
    await server.kill(round % 4 === 3);
    await server.restart();
    const campaign = await ended(id);
    const found = await routesOf(campaign);
    if (campaign.state === "ready") {
      whole += 1;
      expect(found).toEqual(routes);
    } else {
      expect(found).toEqual([]);
      // The way out: it is generated again.
      await server.ask(api.flightCampaign.generate, { params: { id } });
      expect(await routesOf(await ended(id))).toEqual(routes);
    }
  }
  process.stdout.write(`\n${kills} kills: ${whole} campaigns went on by themselves\n`);
});
