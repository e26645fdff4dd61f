import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lastEntry } from "../../../tests/fixtures/account.ts";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { api } from "../../api/index.ts";
import { eq } from "drizzle-orm";
import { limits } from "../../domain/limits.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { plant } from "../store/schema/plant.ts";
import { collection, form, square } from "./digital-twin.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Position = readonly [number, number];
const polygon = (ring: readonly Position[], properties: object) => ({
  type: "Feature",
  properties,
  geometry: { type: "Polygon", coordinates: [[...ring, ring[0]]] },
});
/** A square with a side of so many degrees. */
const large = (lon: number, lat: number, side: number, properties: object) =>
  polygon(
    [
      [lon, lat],
      [lon + side, lat],
      [lon + side, lat + side],
      [lon, lat + side],
    ],
    properties,
  );

const send = (body: FormData) => server.ask(api.digitalTwin.importPlantAreas, "analyst", { body });
const fields = () => ({ customer_id: String(server.accounts.viewer.customer_id) });
const plants = async () => (await server.ask(api.plant.list, "viewer")).body as Plant[];

describe("outlines of plants", () => {
  it("become plants with hectares, by name or by region and number", async () => {
    const text = collection(
      square(10, 50, { name: "Solarpark", capacity_mw: 0.07 }),
      square(10, 51, { State: "Bayern", fid: 12 }),
      square(10, 52, {}),
    );
    const first = await send(form({ "parks.geojson": text }, fields()));
    expect(first).toMatchObject({ status: 200, body: { created: 3, known: 0, refused_count: 0 } });
    const made = await plants();
    expect(made.map(({ name }) => name)).toEqual(["Bayern 12", "Solarpark", "parks 3"]);
    const [bavaria, park] = made;
    expect(park).toMatchObject({ nominal_capacity: 0.07, lat: 50.00001, digitized: false });
    expect(bavaria!.area_ha).toBeCloseTo((7.01 * 2.22) / 10_000, 4);
    const entry = {
      action: "create_plant",
      detail: { file_name: "parks.geojson", count: 3 },
    };
    expect(await lastEntry(server)).toEqual(entry);
    const again = await send(form({ "parks.geojson": text }, fields()));
    expect(again.body).toMatchObject({ created: 0, known: 3 });
    // Nothing was created, so nothing is written.
    expect(await lastEntry(server)).toEqual(entry);
  });

  it("are refused, with their number, where a file has more plants than it may", async () => {
    const before = (await plants()).length;
    const one = (i: number) => square(10 + i * 1e-4, 40, { name: `p${i}` });
    const many = (count: number) => collection(...Array.from({ length: count }, (_, i) => one(i)));
    const most = limits.plantAreasPerFile;
    const refused = await send(form({ "many.geojson": many(most + 1) }, fields()));
    expect(refused).toMatchObject({
      status: 422,
      body: {
        problems: [
          {
            reason: "area_too_many_plants",
            file: "many.geojson",
            feature: most + 1,
            values: { most },
          },
        ],
      },
    });
    expect(await plants()).toHaveLength(before);
  });

  it("have the capacity that the file states, in its unit, or an estimate that is marked", async () => {
    // 0.01 degrees on a side: 64 to 79 hectares.
    const text = collection(
      large(20, 50, 0.01, { name: "words", capacity: "50 MW" }),
      large(20, 51, 0.01, { name: "comma", capacity_mw: "2,5" }),
      large(20, 52, 0.01, { name: "kilowatts", capacity_kw: 33_000 }),
      large(20, 53, 0.01, { name: "silent" }),
      large(20, 54, 0.01, { name: "unreadable", capacity: "about fifty" }),
      large(20, 55, 0.01, { name: "two meanings", capacity: "1,500 kW" }),
      large(20, 56, 0.01, { name: "too much", capacity: 50_000 }),
    );
    const { body } = await send(form({ "capacity.geojson": text }, fields()));
    const { created, refused } = body as { created: number; refused: { reason: string }[] };
    expect([created, refused.map(({ reason }) => reason)]).toEqual([
      4,
      ["area_capacity_unreadable", "area_capacity_ambiguous", "area_capacity_too_great"],
    ]);
    const named = (wanted: string) => async () =>
      (await plants()).find(({ name }) => name === wanted)!;
    const stated = async (name: string) => {
      const { nominal_capacity, capacity_estimated } = await named(name)();
      return [Math.round(nominal_capacity * 10) / 10, capacity_estimated];
    };
    expect(await stated("words")).toEqual([50, false]);
    expect(await stated("comma")).toEqual([2.5, false]);
    expect(await stated("kilowatts")).toEqual([33, false]);
    const silent = await named("silent")();
    expect(silent.capacity_estimated).toBe(true);
    expect(silent.nominal_capacity).toBeCloseTo(silent.area_ha! / 2, 6);
    const params = { id: silent.id };
    const change = (nominal_capacity: number) =>
      server.ask(api.plant.update, "analyst", { params, body: { nominal_capacity } });
    expect((await change(silent.nominal_capacity)).body).toMatchObject({
      capacity_estimated: true,
    });
    expect((await change(60)).body).toMatchObject({ capacity_estimated: false });
  });

  it("are refused where they are a region, or cross the line of 180 degrees, and the list stays", async () => {
    const text = collection(
      large(30, 10, 0.5, { name: "region" }),
      large(179.9, 10, 0.01, { name: "sound" }),
      polygon(
        [
          [179.9, 20],
          [-179.9, 20],
          [-179.9, 20.1],
          [179.9, 20.1],
        ],
        { name: "crossing" },
      ),
      large(30, 86, 0.01, { name: "pole" }),
    );
    const { body } = await send(form({ "regions.geojson": text }, fields()));
    const { created, refused } = body as { created: number; refused: { reason: string }[] };
    expect([created, refused.map(({ reason }) => reason)]).toEqual([
      1,
      ["area_too_large", "area_crosses_antimeridian", "twin_coordinates_swapped"],
    ]);
    expect((await server.ask(api.plant.list, "viewer")).status).toBe(200);
  });

  it("do not hide the other plants where one was stored that no list can show", async () => {
    const { db } = server.database.owner;
    const before = (await plants()).length;
    const [one] = await db.select({ id: plant.id }).from(plant).limit(1);
    await db.update(plant).set({ nominal_capacity: 139_000 }).where(eq(plant.id, one!.id));
    const answer = await server.ask(api.plant.list, "viewer");
    expect([answer.status, (answer.body as Plant[]).length]).toEqual([200, before - 1]);
    expect(answer.headers.get("x-left-out")).toBe("1");
    await db.update(plant).set({ nominal_capacity: 1 }).where(eq(plant.id, one!.id));
  });

  it("are refused for a customer that does not exist, and without a file", async () => {
    const text = collection(square(1, 1));
    const unknown = await send(form({ "a.geojson": text }, { customer_id: "999999" }));
    expect(unknown).toMatchObject({ status: 400, body: { problems: [{ field: "customer_id" }] } });
    expect(await send(form({}, fields()))).toMatchObject({ status: 400 });
  });
});

const data = sharedData();
describe.skipIf(data === null)("the Indian outlines", () => {
  it("become 1,285 plants; 78 are reported as broken, each with its feature", async () => {
    const folder = join(data!, "plant-geometry/india-solar-farms");
    const [name] = readdirSync(folder);
    const file = readFileSync(join(folder, name!));
    const before = (await plants()).length;
    const { status, body } = await send(form({ [name!]: file }, fields()));
    expect([status, body]).toMatchObject([200, { created: 1285, known: 0, refused_count: 78 }]);
    const { refused } = body as { refused: { feature: number; reason: string; message: string }[] };
    expect(refused).toHaveLength(78);
    expect(new Set(refused.map(({ feature }) => feature)).size).toBe(78);
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(
      new Set(["area_hole_outside", "area_polygons_overlap"]),
    );
    const made = await plants();
    expect(made.length - before).toBe(1285);
    const hectares = made.reduce((sum, { area_ha }) => sum + (area_ha ?? 0), 0);
    expect(hectares).toBeGreaterThan(26_000);
    expect(hectares).toBeLessThan(27_000);
  });
});
