import { readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import proj4 from "proj4";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type AccountKey, type TestServer } from "../../tests/fixtures/http.ts";
import { everyNth } from "../../tests/fixtures/rounds.ts";
import { storeSurvey, uploadsOf } from "../../tests/fixtures/upload.ts";
import { api } from "../../src/api/index.ts";
import { isFailure } from "../../src/domain/error.ts";
import {
  TILE_SIDE,
  tileBounds,
  tilePlace,
  type Orthomosaic,
} from "../../src/domain/raster/orthomosaic.ts";
import { celsiusOfTile } from "../../src/domain/raster/temperature.ts";
import { accountPlant } from "../../src/server/store/schema/account.ts";
import { analysis, task } from "../../src/server/store/schema/plant.ts";
import { tiffOf, type TiffPicture } from "../../src/server/raster/tiff.fixture.ts";
import { prepareOrthomosaic } from "./prepare-orthomosaic.ts";

let server: TestServer;
let analysis_id: number;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  count += 1;
  ({ analysis_id } = await storeSurvey(server, `Ortho ${count}`));
});

const utm = "+proj=utm +zone=33 +datum=WGS84 +units=m +no_defs";
const [EAST, NORTH] = [500_200, 4_649_900];
const SIZE = 0.5;
const to_map = [SIZE, 0, EAST, 0, -SIZE, NORTH] as const;
const shape = { width: 700, height: 520 };

/** Column and row of the raster at a place of the earth, by the library and the numbers of the file. */
function pixelAt(lon: number, lat: number): [number, number] {
  const [x, y] = proj4("EPSG:4326", utm).forward([lon, lat]) as [number, number];
  return [Math.floor((x - EAST) / SIZE), Math.floor((NORTH - y) / SIZE)];
}
const [lon, lat] = proj4(utm, "EPSG:4326").forward([EAST + 170, NORTH - 130]) as [number, number];

const params = () => ({ id: analysis_id });
const list = async (as: AccountKey = "analyst") =>
  (await server.ask(api.orthomosaic.list, as, { params: params() })).body as Orthomosaic[];
const problems = (body: unknown) =>
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason);

async function upload(name: string, bytes: Uint8Array) {
  await uploadsOf(server).put(analysis_id, name, bytes);
  return server.ask(api.orthomosaic.prepare, "analyst", {
    params: params(),
    body: { file_name: name },
  });
}

/** Runs the task as the queue does; answers the reason of a refusal. */
async function run(id: number): Promise<string | null> {
  const { db } = server.database.owner;
  const services = { ...server.services, db };
  const progress = { step: () => Promise.resolve() };
  await db.update(task).set({ state: "SUCCESSFUL" });
  const about = { task_id: 0, account_id: null, signal: new AbortController().signal };
  try {
    await prepareOrthomosaic.run(services, { orthomosaic_id: id }, progress, about);
    return null;
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    const problem = cause.problems[0]!;
    await prepareOrthomosaic.failed?.(db, { orthomosaic_id: id }, { task_id: 0, problem });
    return problem.reason;
  }
}

async function prepared(name: string, bytes: Uint8Array): Promise<Orthomosaic> {
  expect((await upload(name, bytes)).status).toBe(200);
  const waiting = (await list())[0]!;
  expect(waiting).toMatchObject({ file_name: name, state: "waiting", picture: null });
  expect(await run(waiting.id)).toBeNull();
  return (await list())[0]!;
}

async function tile(id: number, z: number, x: number, y: number, headers = {}) {
  const path = `/api/auth/analysis/${analysis_id}/ortho-mosaic/${id}/tile/${z}/${x}/${y}`;
  const { token } = server.accounts.analyst;
  return server.fetch(path, { headers: { authorization: `Bearer ${token}`, ...headers } });
}
const bytesOf = async (response: Response) => {
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};
const middle = (z: number) => tilePlace(z, lon, lat).map(Math.floor) as [number, number];

describe("an RGB orthomosaic", () => {
  const value = (column: number, row: number, band: number) =>
    band === 3 ? 255 : ((column >> 1) * 7 + (row >> 1) * 3 + band * 60) % 251;

  const layouts: [string, Partial<TiffPicture>][] = [
    ["in deflated tiles with opacity", { tile: [64, 64], isDeflated: true, bands: 4 }],
    ["in strips", { strip: 13 }],
    ["in planes", { isPlanar: true, strip: 40 }],
  ];
  it.each(everyNth(layouts, 3))("%s has tiles of its own pixels", async (_, layout) => {
    const file = tiffOf([{ ...shape, bands: 3, value, ...layout }], { to_map: [...to_map] });
    const { id, picture } = await prepared("plant.tif", file);
    expect(picture).toMatchObject({ kind: "rgb", epsg: 32633, width: 700, temperature: null });
    expect(picture!.resolution_m).toBeCloseTo(SIZE, 2);
    const z = 20;
    const [x, y] = middle(z);
    const webp = await bytesOf(await tile(id, z, x, y));
    const pixels = await sharp(webp).ensureAlpha().raw().toBuffer();
    let edges = 0;
    for (let at = 0; at < TILE_SIDE * TILE_SIDE; at++) {
      const [u, v] = [((at % TILE_SIDE) + 0.5) / 256, (Math.floor(at / TILE_SIDE) + 0.5) / 256];
      const [west, , , north] = tileBounds(z, x + u, y + v);
      const [column, row] = pixelAt(west, north);
      const isInside = column >= 0 && row >= 0 && column < 700 && row < 520;
      const wanted = isInside ? [0, 1, 2].map((band) => value(column, row, band)) : null;
      const found = Array.from(pixels.subarray(4 * at, 4 * at + 4));
      if (found[3] !== (wanted ? 255 : 0)) edges += 1;
      else if (wanted && wanted.some((level, band) => Math.abs(level - found[band]!) > 1))
        edges += 1;
    }
    // Rounding decides which of two pixels is nearest on the line between them.
    expect(edges).toBeLessThan(0.003 * TILE_SIDE * TILE_SIDE);
  });

  it("is clear where it has nodata, and beyond its edge", async () => {
    const file = tiffOf(
      [{ ...shape, bands: 3, nodata: 0, value: (column) => (column < 350 ? 0 : 90) }],
      { to_map: [...to_map] },
    );
    const { id } = await prepared("plant.tif", file);
    const [x, y] = tilePlace(19, lon, lat).map(Math.floor) as [number, number];
    const alpha = await sharp(await bytesOf(await tile(id, 19, x, y)))
      .ensureAlpha()
      .extractChannel(3)
      .raw()
      .toBuffer();
    expect(new Set(alpha)).toEqual(new Set([0, 255]));
    const far = await tile(id, 19, x + 40, y);
    const { channels } = await sharp(await bytesOf(far)).stats();
    expect(channels[3]?.max).toBe(0);
  });

  it("of 16 bits is stretched to what can be seen", async () => {
    const file = tiffOf(
      [{ ...shape, bands: 3, sample: "uint16", value: (column, row) => 500 + column * 4 + row }],
      { to_map: [...to_map] },
    );
    const { id, picture } = await prepared("plant.tif", file);
    expect(picture?.kind).toBe("rgb");
    const [x, y] = middle(18);
    const { channels } = await sharp(await bytesOf(await tile(id, 18, x, y))).stats();
    expect(channels[0]!.max - channels[0]!.min).toBeGreaterThan(60);
  });
});

describe("a thermal orthomosaic", () => {
  const celsius = (column: number, row: number) => 20 + column / 20 + row / 50;
  const samples: [string, Partial<TiffPicture>, (celsius: number) => number][] = [
    ["float32, °C", { sample: "float32", nodata: -9999 }, (value) => value],
    [
      "uint16, hundredths of K",
      { sample: "uint16", nodata: 0 },
      (value) => Math.round((value + 273.15) * 100),
    ],
    [
      "int16, tenths of K, tiled",
      { sample: "int16", nodata: -1, tile: [32, 32] },
      (value) => Math.round((value + 273.15) * 10),
    ],
    ["float64, K", { sample: "float64", nodata: -9999 }, (value) => value + 273.15],
  ];
  it.each(everyNth(samples, 2))("of %s has tiles of temperatures", async (_, layout, stored) => {
    const value = (column: number, row: number) =>
      column < 100 ? layout.nodata! : stored(celsius(column, row));
    const file = tiffOf([{ ...shape, ...layout, value }], { to_map: [...to_map] });
    const { id, picture } = await prepared("thermal.tif", file);
    expect(picture?.kind).toBe("thermal");
    expect(picture!.temperature!.lowest).toBeCloseTo(celsius(100, 0), 0);
    expect(picture!.temperature!.highest).toBeCloseTo(celsius(699, 519), 0);
    for (const z of [20, 17]) {
      const [x, y] = middle(z);
      const packed = await bytesOf(await tile(id, z, x, y));
      const bytes = packed.length === 2 * 256 * 256 ? packed : gunzipSync(packed);
      const values = new Uint16Array(new Uint8Array(bytes).buffer);
      let far = 0;
      let known = 0;
      for (let at = 0; at < values.length; at++) {
        const [u, v] = [((at % 256) + 0.5) / 256, (Math.floor(at / 256) + 0.5) / 256];
        const [west, , , north] = tileBounds(z, x + u, y + v);
        const [column, row] = pixelAt(west, north);
        const found = celsiusOfTile(values[at]!);
        if (Number.isNaN(found)) continue;
        known += 1;
        // An overview holds means of its pixels: four of them lie within 0.3 K.
        const most = z === 20 ? 0.1 : 0.3;
        if (Math.abs(found - celsius(column, row)) > most) far += 1;
      }
      expect(known).toBeGreaterThan(1000);
      expect(far / known).toBeLessThan(0.003);
    }
  });

  it("of heights is refused with the median", async () => {
    const file = tiffOf([{ ...shape, sample: "float32", value: () => 2050.5 }]);
    await upload("dem.tif", file);
    const [{ id } = { id: 0 }] = await list();
    expect(await run(id)).toBe("orthomosaic_no_temperatures");
    const [failed] = await list();
    expect(failed).toMatchObject({ state: "failed", picture: null });
    expect(failed!.fault).toMatchObject({ file: "dem.tif", values: { median: "2050.5" } });
  });
});

describe("orthomosaics", () => {
  const value = () => 100;
  const small = tiffOf([{ width: 300, height: 200, bands: 3, value }], { to_map: [...to_map] });

  it("have tiles for those alone who see the analysis, also after it was seen", async () => {
    const { id } = await prepared("plant.tif", small);
    const [x, y] = middle(18);
    const ask = async (key: AccountKey) =>
      (await tile(id, 18, x, y, { authorization: `Bearer ${server.accounts[key].token}` })).status;
    const keys = ["super_admin", "analyst", "viewer", "other_customer", "bare"] as const;
    const statuses = () => Promise.all(keys.map(ask));
    const { db } = server.database.owner;
    const show = (visibility: "released" | "protected") =>
      db.update(analysis).set({ visibility }).where(eq(analysis.id, analysis_id));
    expect(await statuses()).toEqual([200, 200, 404, 404, 403]);
    await show("released");
    expect(await statuses()).toEqual([200, 200, 200, 404, 403]);
    const { plant_id, ...other } = await storeSurvey(server, `Other ${count}`);
    await db.insert(accountPlant).values({ account_id: server.accounts.viewer.id, plant_id });
    expect(await statuses()).toEqual([200, 200, 404, 404, 403]);
    await db.delete(accountPlant);
    await show("protected");
    expect(await statuses()).toEqual([200, 404, 404, 404, 403]);
    ({ analysis_id } = other);
    expect(await statuses()).toEqual([404, 404, 404, 404, 403]);
  });

  it("are served with a tag, downloaded, deleted, and leave nothing behind", async () => {
    const { id } = await prepared("plant.tif", small);
    const [x, y] = middle(18);
    const first = await tile(id, 18, x, y);
    const tag = first.headers.get("etag")!;
    expect(tag).toMatch(/^"[0-9a-f]{64}-18-/);
    expect((await tile(id, 18, x, y, { "if-none-match": tag })).status).toBe(304);
    expect((await tile(id, 3, 9, 0)).status).toBe(404);
    const address = `/api/auth/analysis/${analysis_id}/ortho-mosaic/${id}/download`;
    const { body } = await server.ask(api.session.generateUrlToken, "analyst", {
      body: { url: address },
    });
    const { url_token } = body as { url_token: string };
    const got = await fetch(`${server.url}${address}?url_token=${url_token}`);
    expect(Buffer.from(await got.arrayBuffer()).equals(Buffer.from(small))).toBe(true);
    const removed = await server.ask(api.orthomosaic.remove, "super_admin", {
      params: { ...params(), orthomosaic_id: id },
    });
    expect(removed.status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await pyramids(id)).toEqual([]);
    expect(readdirSync(join(server.services.settings.data_dir, "orthomosaic-work"))).toEqual([]);
  });

  it("of other files than GeoTIFF are refused", async () => {
    expect(problems((await upload("a.jpg", small)).body)).toEqual(["orthomosaic_ending"]);
    const missing = await server.ask(api.orthomosaic.prepare, "analyst", {
      params: params(),
      body: { file_name: "none.tif" },
    });
    expect(missing.status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it("that are broken fail with the file and the reason, and nothing is stored", async () => {
    const cut = small.slice(0, small.length / 2);
    await upload("cut.tif", cut);
    const [{ id } = { id: 0 }] = await list();
    expect(await run(id)).toMatch(/^raster_/);
    expect((await list())[0]?.fault?.file).toBe("cut.tif");
    expect(await pyramids(id)).toEqual([]);
    expect((await tile(id, 18, 1, 1)).status).toBe(404);
  });
});

async function pyramids(id: number): Promise<string[]> {
  const found: string[] = [];
  for await (const key of server.services.files.list(`orthomosaic/${id}/`)) found.push(key);
  return found;
}
