// The overlay of a plant over HTTP on a real database: chosen by staff, seen by all who see the plant.
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type Answer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { Blueprint } from "../../../domain/plant/blueprint.ts";
import type { FileOverlay } from "../../../domain/plant/file-overlay.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import { tiffOf, type TiffPicture } from "../../raster/tiff.fixture.ts";

let server: TestServer;
let own: Holding;
let foreign: Holding;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  foreign = await storeHolding(server, server.accounts.other_customer.customer_id, "Kaxu");
});
afterAll(() => server.close());

const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Road</name><LineString><coordinates>-3,37 -3.01,37.01</coordinates></LineString></Placemark></Document></kml>`;
const pdf = `%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n`;
const WEST = -3.002;
const NORTH = 37.001;
const STEP = 0.0001;
const [WIDTH, HEIGHT] = [40, 30];

/** Red on the left, blue on the right, without a value in the upper right corner. */
function picture(
  more: Partial<TiffPicture> = {},
  place: Parameters<typeof tiffOf>[1] = { epsg: 4326, to_map: [STEP, 0, WEST, 0, -STEP, NORTH] },
): Uint8Array {
  const value = (column: number, row: number, band: number) => {
    if (column >= 30 && row < 10) return 0;
    return band !== 1 && (band === 0) === column < WIDTH / 2 ? 200 : 10;
  };
  const image = { width: WIDTH, height: HEIGHT, bands: 3, nodata: 0, value, ...more };
  return tiffOf([image], place);
}

const calls = {
  pdf: api.blueprint.uploadPdf,
  kml: api.blueprint.uploadKml,
  tif: api.blueprint.uploadTif,
};
async function upload(kind: keyof typeof calls, content: string | Uint8Array, id = own.plant_id) {
  const body = new FormData();
  body.append("file", new Blob([content as BlobPart]), `plan.${kind}`);
  return server.ask(calls[kind], "analyst", { params: { id }, body } as never);
}
const made = async (...about: Parameters<typeof upload>) => {
  const answer = await upload(...about);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body as { blueprint: Blueprint }).blueprint;
};
const choose = (file_overlay: number | null, as: "analyst" | "viewer" = "analyst") =>
  server.ask(api.plant.update, as, { params: { id: own.plant_id }, body: { file_overlay } });
const params = () => ({ id: own.plant_id });
const read = (as: "viewer" | "other_customer" = "viewer") =>
  server.ask(api.fileOverlay.read, as, { params: params() });
const reasonOf = ({ status, body }: Answer) => [
  status,
  ...((body as { problems?: { reason: string; field?: string }[] }).problems ?? []).map(
    ({ reason, field }) => `${reason} ${field}`,
  ),
];

it("is a GeoTIFF with its corners, drawn by all who see the plant", async () => {
  expect((await read()).status).toBe(404);
  const { id, corners } = await made("tif", picture());
  const [east, south] = [WEST + WIDTH * STEP, NORTH - HEIGHT * STEP];
  const expected = [
    [WEST, NORTH],
    [east, NORTH],
    [east, south],
    [WEST, south],
  ];
  for (const [at, place] of expected.entries()) {
    expect(corners![at]![0]).toBeCloseTo(place[0]!, 9);
    expect(corners![at]![1]).toBeCloseTo(place[1]!, 9);
  }
  const chosen = await choose(id);
  expect((chosen.body as Plant).file_overlay).toBe(id);
  expect((await read()).body as FileOverlay).toEqual({
    id,
    kind: "tif",
    file_name: "plan.tif",
    corners,
  });
  const url = api.fileOverlay.content;
  const answer = await server.fetch(`/api/auth/plant/${own.plant_id}/file-overlay/content`, {
    headers: { authorization: `Bearer ${server.accounts.viewer.token}` },
  });
  expect(answer.status).toBe(200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([WIDTH, HEIGHT, 4]);
  const at = (column: number, row: number) =>
    [...data.subarray(4 * (row * WIDTH + column))].slice(0, 4);
  const [left, right] = [at(5, 20), at(35, 20)];
  expect(left[0]! > 150 && left[2]! < 60 && left[3] === 255).toBe(true);
  expect(right[0]! < 60 && right[2]! > 150 && right[3] === 255).toBe(true);
  expect(at(36, 4)[3]).toBe(0);
  // Another customer does not see the plant.
  expect((await read("other_customer")).status).toBe(404);
  expect((await server.ask(url, "other_customer", { params: params() })).status).toBe(404);
});

it("is a KML drawing as GeoJSON", async () => {
  const { id } = await made("kml", kml);
  await choose(id);
  expect((await read()).body).toMatchObject({ id, kind: "kml", corners: null });
  const answer = await server.ask(api.fileOverlay.content, "viewer", { params: params() });
  expect(JSON.stringify(answer.body)).toContain("Road");
});

it("is chosen by staff alone, among the blueprints of the plant that have a place", async () => {
  const plan = await made("pdf", pdf);
  expect(reasonOf(await choose(plan.id))).toEqual([400, "file_overlay_no_place file_overlay"]);
  const other = await made("kml", kml, foreign.plant_id);
  expect(reasonOf(await choose(other.id))).toEqual([400, "file_overlay_unknown file_overlay"]);
  expect(reasonOf(await choose(999_999))).toEqual([400, "file_overlay_unknown file_overlay"]);
  expect((await choose(null, "viewer")).status).toBe(403);
  expect((await choose(null)).status).toBe(200);
  expect((await read()).status).toBe(404);
});

it("ends with its blueprint", async () => {
  const { id } = await made("kml", kml);
  await choose(id);
  expect((await server.ask(api.blueprint.remove, "analyst", { params: { id } })).status).toBe(200);
  const plant = await server.ask(api.plant.read, "viewer", { params: params() });
  expect((plant.body as Plant).file_overlay).toBeNull();
});

it.each([
  ["no TIFF", () => Buffer.from("no image"), "raster_no_tiff"],
  [
    "a file without a place",
    () => picture({ lies: { 33550: null, 33922: null } }),
    "raster_not_georeferenced",
  ],
  [
    "an image of another place",
    () => picture({}, { epsg: 4326, to_map: [STEP, 0, WEST + 2, 0, -STEP, NORTH] }),
    "raster_far_from_plant",
  ],
  [
    "heights instead of colours",
    () => picture({ bands: 1, sample: "float32" }),
    "blueprint_no_colours",
  ],
])("refuses %s", async (_, bytes, reason) => {
  const answer = await upload("tif", bytes());
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    422,
    expect.stringContaining(reason),
  ]);
});
