import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/door.ts";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { api } from "../../api/index.ts";
import { limits } from "../../domain/limits.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { collection, form, square } from "./digital-twin.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const send = (body: FormData) => server.ask(api.digitalTwin.importPlantAreas, "analyst", { body });
const fields = () => ({ customer_id: String(server.accounts.viewer.customer_id) });
const plants = async () => (await server.ask(api.plant.list, "viewer")).body as Plant[];

describe("outlines of plants", () => {
  it("become plants with hectares, by name or by region and number", async () => {
    const text = collection(
      square(10, 50, { name: "Solarpark", capacity_mw: 7 }),
      square(10, 51, { State: "Bayern", fid: 12 }),
      square(10, 52, {}),
    );
    const first = await send(form({ "parks.geojson": text }, fields()));
    expect(first).toMatchObject({ status: 200, body: { created: 3, known: 0, refused_count: 0 } });
    const made = await plants();
    expect(made.map(({ name }) => name)).toEqual(["Bayern 12", "Solarpark", "parks 3"]);
    const [bavaria, park] = made;
    expect(park).toMatchObject({ nominal_capacity: 7, lat: 50.00001, digitized: false });
    expect(bavaria!.area_ha).toBeCloseTo((7.01 * 2.22) / 10_000, 4);
    const again = await send(form({ "parks.geojson": text }, fields()));
    expect(again.body).toMatchObject({ created: 0, known: 3 });
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
