import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { slopeFile } from "../../../../tests/fixtures/elevation.ts";
import { campaignRow, flightArea } from "../../../../tests/fixtures/flight.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { generateFlightCampaign } from "../../../../workers/jobs/generate-flight-campaign.ts";
import { api } from "../../../api/index.ts";
import type { Elevation } from "../../../domain/flight/ground/elevation.ts";
import type { CheckedRoute } from "../../../domain/flight/route/route-check.ts";
import { flightCampaign, flightRoute } from "../../store/schema/flight.ts";
import { plant } from "../../store/schema/plant.ts";
import { isEveryday } from "../../../../tests/fixtures/rounds.ts";

let server: TestServer;
let own: Holding;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  const { flight_area_version: _, ...areas } = flightArea;
  const place = { lon: -2.9975, lat: 37.0025 };
  const { db } = server.database.owner;
  await db
    .update(plant)
    .set({ ...areas, ...place })
    .where(eq(plant.id, own.plant_id));
});
afterAll(() => server.close());

/** 40 × 40 heights of 0.0003 degrees that rise by 1 m per column, from this longitude on. */
function slope(west: number): File {
  const heightOf = (column: number) => 500 + column;
  const bytes = slopeFile({ west, north: 37.008, side: 40, step: 0.0003, heightOf });
  return new File([bytes], "slope.tif");
}

const params = () => ({ id: own.plant_id });
async function upload(...files: File[]) {
  return send(new FormData(), files);
}
async function send(body: FormData, files: readonly File[]) {
  for (const file of files) body.append("file", file);
  return server.ask(api.elevation.upload, "super_admin", { params: params(), body: body as never });
}
const known = async () =>
  (await server.ask(api.elevation.read, "super_admin", { params: params() })).body as {
    elevation: Elevation | null;
  };
const reasons = ({ body }: { body: unknown }) =>
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason);
const grids = async () => {
  const keys: string[] = [];
  for await (const key of server.services.files.list(`plant/${own.plant_id}/elevation/`))
    keys.push(key);
  return keys.length;
};

/** Plans a campaign as its task does. */
async function plan() {
  const { db } = server.database.owner;
  const values = { ...campaignRow(own.plant_id, "Spring"), state: "being_generated" as const };
  const [row] = await db.insert(flightCampaign).values(values).returning({ id: flightCampaign.id });
  const progress = { step: () => Promise.resolve() };
  const about = { task_id: 1, account_id: null, signal: new AbortController().signal };
  const input = { campaign_id: row!.id, generation: 1 };
  await generateFlightCampaign.run({ ...server.services, db }, input, progress, about);
  const [campaign] = await db.select().from(flightCampaign).where(eq(flightCampaign.id, row!.id));
  const routes = await db.select().from(flightRoute).where(eq(flightRoute.campaign_id, row!.id));
  const listed = await server.ask(api.flightRoute.list, "super_admin", {
    params: { id: row!.id },
  });
  const checks = (listed.body as CheckedRoute[]).map(({ check }) => check);
  return {
    id: row!.id,
    checks,
    metrics: campaign!.metrics!,
    waypoints: routes.flatMap((route) => route.waypoints),
  };
}

describe("the elevation of a plant", () => {
  it("is refused with the file and the reason", async () => {
    expect(await known()).toEqual({ elevation: null });
    expect(reasons(await upload(new File(["II*"], "ground.asc")))).toEqual(["elevation_ending"]);
    expect(reasons(await upload(new File([], "ground.tif")))).toEqual(["file_empty"]);
    expect(reasons(await upload(new File(["PK"], "ground.tif")))).toEqual(["elevation_no_tiff"]);
    expect(reasons(await upload(slope(12)))).toEqual(["elevation_elsewhere"]);
    expect(reasons(await upload())).toEqual(["elevation_one_file"]);
    expect(reasons(await upload(slope(-3.004), slope(-3.004)))).toEqual(["elevation_one_file"]);
    expect(await grids()).toBe(0);
  });

  it("whose file names no unit is asked for it", async () => {
    const heightOf = (column: number) => 1000 + column;
    const at = { west: -3.004, north: 37.008, side: 40, step: 0.0003, heightOf };
    const file = new File([slopeFile({ ...at, isUnitNamed: false })], "feet.tif");
    expect(reasons(await upload(file))).toEqual(["elevation_unit_ask"]);
    const body = (unit: string) => {
      const form = new FormData();
      form.append("height_unit", unit);
      return form;
    };
    expect(reasons(await send(body("yd"), [file]))).toEqual(["field_invalid"]);
    expect((await send(body("ft"), [file])).status).toBe(200);
    const { elevation } = await known();
    expect(elevation!.lowest_m).toBeCloseTo(304.8, 2);
    await server.ask(api.elevation.remove, "super_admin", { params: params() });
  });

  it.skipIf(isEveryday)("is followed by routes that are planned from then on", async () => {
    const flat = await plan();
    expect(flat.metrics["terrain_rise_m"]).toBeUndefined();
    expect(flat.checks.map(({ is_ground_known }) => is_ground_known)).not.toContain(true);
    const stored = await upload(slope(-3.004));
    expect(stored.status).toBe(200);
    expect(await known()).toMatchObject({
      elevation: { file_name: "slope.tif", lowest_m: 500, highest_m: 539 },
    });
    const { metrics, waypoints, checks } = await plan();
    // The slope rises to the east by 1 m per 0.0003 degrees; 30 m are kept above its highest place on the ways home.
    const west = -2.9999;
    const rise = Math.max(...waypoints.map(({ place }) => (place[0] - west) / 0.0003));
    for (const { is_ground_known, problems, return_height_m, security_height_m } of checks) {
      expect([is_ground_known, problems]).toEqual([true, []]);
      expect(return_height_m).toBeGreaterThanOrEqual(security_height_m);
    }
    const highest = Math.max(...checks.map(({ return_height_m }) => return_height_m));
    expect(highest).toBeGreaterThanOrEqual(Math.floor(rise) + 29);
    expect(metrics["terrain_rise_m"]).toBeGreaterThan(10);
    const [one, ...others] = waypoints;
    for (const { place, height_m } of others) {
      const step = (place[0] - one!.place[0]) / 0.0003;
      expect(height_m - one!.height_m).toBeCloseTo(step, 1);
    }
  });

  it.skipIf(isEveryday)("that misses a part of the flight areas fails the generation", async () => {
    expect((await upload(slope(-3.012))).status).toBe(200);
    expect(await grids()).toBe(1);
    await expect(plan()).rejects.toThrow("elevation_incomplete");
  });

  it("that is replaced or deleted after a plan is said of its routes, and stops their export", async () => {
    expect((await upload(slope(-3.004))).status).toBe(200);
    const { id } = await plan();
    const said = async () => {
      const listed = await server.ask(api.flightRoute.list, "super_admin", { params: { id } });
      const [{ check }] = listed.body as [CheckedRoute];
      return [...check.problems, ...check.warnings].map(({ reason }) => reason);
    };
    const download = () =>
      server.ask(api.flightExport.download, "super_admin", {
        params: { id },
        query: { format: "kmz" },
      });
    const before = await said();
    expect((await download()).status).toBe(200);
    expect((await upload(slope(-3.0041))).status).toBe(200);
    expect(await said()).toEqual(["terrain_changed", ...before]);
    expect((await download()).status).toBe(200);
    await server.ask(api.elevation.remove, "super_admin", { params: params() });
    expect(await said()).toContain("terrain_gone");
    const refused = await download();
    expect([refused.status, reasons(refused)?.[0]]).toEqual([409, "terrain_gone"]);
    // The same file is the same terrain.
    expect((await upload(slope(-3.004))).status).toBe(200);
    expect(await said()).toEqual(before);
    expect((await download()).status).toBe(200);
  });

  it("is deleted, and the ground is flat again", async () => {
    const removed = await server.ask(api.elevation.remove, "super_admin", { params: params() });
    expect(removed.status).toBe(200);
    expect(await known()).toEqual({ elevation: null });
    expect(await grids()).toBe(0);
    const heights = new Set((await plan()).waypoints.map(({ height_m }) => height_m));
    expect(heights.size).toBe(1);
  });
});
