// A campaign with a tilted camera, from its fields to the files of its routes.
import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../tests/fixtures/http.ts";
import { flightArea } from "../../tests/fixtures/flight.ts";
import { storeHolding } from "../../tests/fixtures/plants.ts";
import type { Mission } from "../../tests/flight-simulator/mission.ts";
import { readDji } from "../../tests/flight-simulator/read-dji.ts";
import { readLitchiFile, readLitchiTable } from "../../tests/flight-simulator/read-litchi.ts";
import { readMap } from "../../tests/flight-simulator/read-map.ts";
import { readPlan } from "../../tests/flight-simulator/read-plan.ts";
import { api } from "../../src/api/index.ts";
import type { FlightCampaign } from "../../src/domain/flight/campaign/flight-campaign.ts";
import type { FlightPreview } from "../../src/domain/flight/plan/flight-preview-shape.ts";
import { flightCampaign } from "../../src/server/store/schema/flight.ts";
import { plant } from "../../src/server/store/schema/plant.ts";
import { generateFlightCampaign } from "./generate-flight-campaign.ts";

let server: TestServer;
let plant_id = 0;
beforeAll(async () => {
  server = await startTestServer();
  ({ plant_id } = await storeHolding(server, server.accounts.viewer.customer_id, "Helios"));
  const { flight_area_version: _, ...areas } = flightArea;
  const { db } = server.database.owner;
  const changes = { ...areas, technology: "photovoltaic" as const };
  await db.update(plant).set(changes).where(eq(plant.id, plant_id));
});
afterAll(() => server.close());

const fields = {
  name: "Tilted",
  aircraft: "M3T",
  start_at: "2026-06-01T10:00:00Z",
  flight_types: ["pv_thermal"],
} as const;
const bodyOf = (more: object) => ({ ...fields, flight_types: [...fields.flight_types], ...more });
const reasonOf = (body: unknown) =>
  (body as { problems?: { reason: string }[] }).problems?.[0]?.reason;

it("says in the preview what the tilt does to pixels, overlap, lines and heading", async () => {
  const preview = async (more: object) => {
    const asked = { params: { id: plant_id }, body: bodyOf({ line_direction: 90, ...more }) };
    return (await server.ask(api.flightCampaign.preview, "analyst", asked)).body as FlightPreview;
  };
  const [down] = (await preview({})).flights;
  const [tilted] = (await preview({ gimbal_pitch: -70 })).flights;
  expect([down!.gimbal_pitch_deg, tilted!.gimbal_pitch_deg]).toEqual([-90, -70]);
  // Worked out by hand in flown-facts.test.ts.
  expect(down!.gsd_thermal_m).toMatchObject({ median: expect.closeTo(0.03, 6) });
  expect(tilted!.gsd_thermal_m!.median).toBeCloseTo(0.03397, 4);
  expect(tilted!.gsd_thermal_m!.worst).toBeCloseTo(0.04175, 4);
  expect(tilted!.spacing_m!.median).toBeCloseTo(0.55 * 18.215, 1);
  expect(down!.spacing_m!.median).toBeCloseTo(0.55 * 19.2, 1);
  // At solar noon the sun is due south, so minutes decide between east and west.
  expect([-90, 90]).toContain(tilted!.headings_deg[0]);
  expect(tilted!.headings_deg).toEqual(down!.headings_deg);
});

it("is refused over collectors, and beyond what a camera shows of modules", async () => {
  const create = (more: object) =>
    server.ask(api.flightCampaign.create, "analyst", {
      params: { id: plant_id },
      body: bodyOf(more),
    });
  expect((await create({ gimbal_pitch: -59 })).status).toBe(400);
  expect((await create({ gimbal_pitch: -70.5 })).status).toBe(400);
  const { db } = server.database.owner;
  const set = (technology: "photovoltaic" | "parabolic_trough") =>
    db.update(plant).set({ technology }).where(eq(plant.id, plant_id));
  await set("parabolic_trough");
  const { status, body } = await create({ gimbal_pitch: -70, flight_types: ["trough_thermal"] });
  await set("photovoltaic");
  expect([status, reasonOf(body)]).toEqual([400, "gimbal_pitch_only_modules"]);
});

const readers: Readonly<Record<string, (bytes: Uint8Array) => Mission>> = {
  kmz: readDji,
  csv: readLitchiTable,
  lchm: readLitchiFile,
  plan: readPlan,
  kml: (bytes) => readMap(bytes, "kml"),
  geojson: (bytes) => readMap(bytes, "geojson"),
};

it("has its pitch and one heading along its lines in the files of every format", async () => {
  const { db } = server.database.owner;
  const made = await server.ask(api.flightCampaign.create, "analyst", {
    params: { id: plant_id },
    body: bodyOf({ gimbal_pitch: -75, line_direction: 30 }),
  });
  const { id, gimbal_pitch } = made.body as FlightCampaign;
  expect(gimbal_pitch).toBe(-75);
  const [row] = await db.select().from(flightCampaign).where(eq(flightCampaign.id, id));
  const progress = { step: async () => {} };
  const about = { task_id: 1, account_id: null, signal: new AbortController().signal };
  const input = { campaign_id: id, generation: row!.generation };
  await generateFlightCampaign.run({ ...server.services, db }, input, progress, about);
  const headers = { authorization: `Bearer ${server.accounts.analyst.token}` };
  for (const [format, read] of Object.entries(readers)) {
    const path = `/api${api.flightExport.download.path.replace("{id}", String(id))}`;
    const answer = await server.fetch(`${path}?format=${format}`, { headers });
    expect(answer.status, format).toBe(200);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const isPacked = (answer.headers.get("content-disposition") ?? "").includes(".zip");
    const files = isPacked ? Object.values(unzipSync(bytes)) : [bytes];
    const views = files
      .map(read)
      .flatMap(({ stops, photos }) => photos.flatMap(({ from, to }) => stops.slice(from, to + 1)));
    expect(views.length, format).toBeGreaterThan(20);
    expect(new Set(views.map(({ pitch_deg }) => pitch_deg)), format).toEqual(new Set([-75]));
    const headings = new Set(
      views.map(({ heading_deg }) => Math.round((heading_deg! + 360) % 360)),
    );
    expect(headings.size, format).toBe(1);
    expect([30, 210], format).toContain([...headings][0]);
  }
});
