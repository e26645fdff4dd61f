import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../../tests/fixtures/patience.ts";
import { openResultImport, type ResultImport } from "../../tests/fixtures/result-import.ts";
import { uploadsOf } from "../../tests/fixtures/upload.ts";
import { api } from "../../src/api/index.ts";
import { planeAt } from "../../src/domain/geometry/plane.ts";
import { tilePlace, TILE_SIDE, type Orthomosaic } from "../../src/domain/raster/orthomosaic.ts";
import { toMap, type Affine } from "../../src/domain/raster/raster.ts";
import { tiffOf } from "../../src/server/raster/tiff.fixture.ts";
import { readTwin } from "../../src/server/store/plant/twin.ts";
import { readLevel } from "../../src/server/store/plant/twin-object.ts";
import { lonLatSystem } from "../../src/domain/geometry/crs.ts";
import { checkOrthomosaicFit } from "./check-orthomosaic-fit.ts";
import { prepareOrthomosaic } from "./prepare-orthomosaic.ts";

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const utm = lonLatSystem("EPSG:32719")!;
const pixel = 0.05;
const about = { task_id: 0, account_id: null, signal: new AbortController().signal };
const progress = { step: () => Promise.resolve() };

async function modulesOf() {
  const twin = (await readTwin(host.owner.db, host.plant.plant_id))!;
  const level = twin.levels.find(({ component_type }) => component_type === "module")!;
  return {
    geometry: (await readLevel(host.owner.files, level)).geometry,
    plane: planeAt(twin.origin),
  };
}

/**
 * RGB of the plant: modules blue, ground brown, what lies where is asked of the geometry pixel by pixel. `truth` is
 * where the pixels lie, and the file says `stated`.
 */
async function pictureOf(move: { east: number; north: number; turn: number }) {
  const { geometry, plane } = await modulesOf();
  const places = Array.from({ length: geometry.count }, (_, row) =>
    utm.fromLonLat(...plane.toLonLat(geometry.centreX[row]!, geometry.centreY[row]!)),
  );
  const west = Math.min(...places.map(([x]) => x)) - 3;
  const north = Math.max(...places.map(([, y]) => y)) + 3;
  const width = Math.ceil((Math.max(...places.map(([x]) => x)) + 3 - west) / pixel);
  const height = Math.ceil((north - Math.min(...places.map(([, y]) => y)) + 3) / pixel);
  const stated: Affine = [pixel, 0, west, 0, -pixel, north];
  // Turned about its middle, counter-clockwise, then shifted.
  const [cos, sin] = [Math.cos(move.turn), Math.sin(move.turn)];
  const [mx, my] = toMap(stated, width / 2, height / 2);
  const truth: Affine = [
    pixel * cos,
    pixel * sin,
    mx + move.east - (pixel * cos * width) / 2 - (pixel * sin * height) / 2,
    pixel * sin,
    -pixel * cos,
    my + move.north - (pixel * sin * width) / 2 + (pixel * cos * height) / 2,
  ];
  const isModule = (column: number, row: number) => {
    const [px, py] = plane.toPlane(...utm.toLonLat(...toMap(truth, column + 0.5, row + 0.5)));
    for (let at = 0; at < geometry.count; at++) {
      const [dx, dy] = [px - geometry.centreX[at]!, py - geometry.centreY[at]!];
      if (Math.abs(dx) + Math.abs(dy) > 4) continue;
      const [c, s] = [Math.cos(geometry.rotation[at]!), Math.sin(geometry.rotation[at]!)];
      const isAlong = Math.abs(dx * c + dy * s) <= geometry.length[at]! / 2;
      if (isAlong && Math.abs(dy * c - dx * s) <= geometry.width[at]! / 2) return true;
    }
    return false;
  };
  const shown = Uint8Array.from({ length: width * height }, (_, at) =>
    isModule(at % width, Math.floor(at / width)) ? 1 : 0,
  );
  const colours = [
    [150, 120, 90],
    [20, 40, 110],
  ];
  const value = (column: number, row: number, band: number) =>
    colours[shown[row * width + column]!]![band]!;
  const image = { width, height, bands: 3, tile: [256, 256] as const, value };
  const bytes = tiffOf([image], { epsg: 32719, to_map: stated });
  return { bytes, truth, width, height };
}

async function prepared(id: number, name: string, bytes: Uint8Array): Promise<number> {
  await uploadsOf(host.server).put(id, name, bytes);
  const params = { id };
  await host.server.ask(api.orthomosaic.prepare, "analyst", { params, body: { file_name: name } });
  const [one] = await list(id);
  await prepareOrthomosaic.run(host.owner, { orthomosaic_id: one!.id }, progress, about);
  return one!.id;
}

const list = async (id: number) =>
  (await host.server.ask(api.orthomosaic.list, "analyst", { params: { id } }))
    .body as Orthomosaic[];

it(
  "proposes the movement, draws it before and after, and records who applies it",
  async () => {
    const id = await host.plant.addAnalysis("beside", "2026-02-01", { state: "DATA_INCOMPLETE" });
    const move = { east: 0.6, north: -0.5, turn: 0.002 };
    const { bytes, truth, width, height } = await pictureOf(move);
    const orthomosaic_id = await prepared(id, "plant.tif", bytes);
    const params = { id, orthomosaic_id };
    const place = (placement: "stated" | "proposed") =>
      host.server.ask(api.orthomosaic.place, "analyst", { params, body: { placement } });
    expect((await place("proposed")).body).toMatchObject({
      problems: [{ reason: "orthomosaic_fit_missing" }],
    });

    const asked = await host.server.ask(api.orthomosaic.checkFit, "analyst", { params });
    expect(asked.status).toBe(200);
    expect(host.server.launched.at(-1)).toMatchObject({ input: { orthomosaic_id } });
    const done = await checkOrthomosaicFit.run(host.owner, { orthomosaic_id }, progress, about);
    expect(done).toEqual({ checked: true, is_found: true });

    const [one] = await list(id);
    expect(one).toMatchObject({ placement: "stated", fit: { component_type: "module" } });
    expect(one!.fit_at).not.toBeNull();
    expect(one!.fit!.shift_m[0]).toBeCloseTo(move.east, 1);
    expect(one!.fit!.shift_m[1]).toBeCloseTo(move.north, 1);
    expect(one!.fit!.residual_m).toBeLessThan(0.1);
    // As far as the picture was put beside the components; its turn adds a few centimetres at its rim.
    expect(one!.fit!.before_m).toBeGreaterThan(Math.hypot(move.east, move.north) - 0.05);
    expect(one!.fit!.before_m).toBeLessThan(Math.hypot(move.east, move.north) + 0.12);
    // Where its corners lie, by the numbers that the picture was drawn with.
    for (const [column, row] of [
      [0, 0],
      [width, 0],
      [0, height],
      [width, height],
    ] as const) {
      const [x, y] = toMap(one!.fit!.to_map, column, row);
      const [tx, ty] = toMap(truth, column, row);
      expect(Math.hypot(x - tx, y - ty)).toBeLessThan(0.15);
    }

    // The tiles show the modules where they are only once they are moved.
    const before = await blueShare(id, orthomosaic_id, "?placement=stated");
    const after = await blueShare(id, orthomosaic_id, "?placement=proposed");
    expect(before).toBe(0);
    expect(after).toBe(1);
    expect(await blueShare(id, orthomosaic_id, "")).toBe(before);

    expect((await place("proposed")).status).toBe(200);
    expect((await list(id))[0]).toMatchObject({ placement: "proposed" });
    expect(await blueShare(id, orthomosaic_id, "")).toBe(1);
    const history = await host.server.ask(api.analysisHistory.list, "analyst", { params: { id } });
    expect((history.body as unknown[])[0]).toMatchObject({
      field: "orthomosaic_placement",
      old_value: "plant.tif: 0 m",
      new_value: expect.stringMatching(/^plant\.tif: \+0\.\d\d m E, -0\.\d\d m N, /) as string,
    });
    expect((await place("stated")).status).toBe(200);
    expect((await list(id))[0]).toMatchObject({ placement: "stated" });
  },
  patient(120_000),
);

it(
  "says so where no rows are seen",
  async () => {
    const id = await host.plant.addAnalysis("flat", "2026-02-02", { state: "DATA_INCOMPLETE" });
    const { bytes } = await pictureOf({ east: 500, north: 500, turn: 0 });
    const orthomosaic_id = await prepared(id, "desert.tif", bytes);
    const done = await checkOrthomosaicFit.run(host.owner, { orthomosaic_id }, progress, about);
    expect(done).toEqual({ checked: true, is_found: false });
    const [one] = await list(id);
    expect(one).toMatchObject({ fit: null, placement: "stated" });
    expect(one!.fit_at).not.toBeNull();
  },
  patient(120_000),
);

/** Share of the modules that are blue in the tiles just inside of their two ends, and brown just outside. */
async function blueShare(id: number, orthomosaic_id: number, query: string): Promise<number> {
  const { geometry, plane } = await modulesOf();
  const z = 23;
  const tiles = new Map<string, Buffer>();
  async function isBlue(x: number, y: number): Promise<boolean> {
    const [u, v] = tilePlace(z, ...plane.toLonLat(x, y));
    const path = `${Math.floor(u)}/${Math.floor(v)}`;
    let pixels = tiles.get(path);
    if (!pixels) {
      const { token } = host.server.accounts.analyst;
      const answer = await host.server.fetch(
        `/api/auth/analysis/${id}/ortho-mosaic/${orthomosaic_id}/tile/${z}/${path}${query}`,
        { headers: { authorization: `Bearer ${token}` } },
      );
      expect(answer.status).toBe(200);
      pixels = await sharp(Buffer.from(await answer.arrayBuffer()))
        .ensureAlpha()
        .raw()
        .toBuffer();
      tiles.set(path, pixels);
    }
    const [column, line] = [Math.floor((u % 1) * TILE_SIDE), Math.floor((v % 1) * TILE_SIDE)];
    const at = 4 * (line * TILE_SIDE + column);
    return pixels[at + 3]! > 0 && pixels[at + 2]! > pixels[at]!;
  }
  let seen = 0;
  for (let row = 0; row < geometry.count; row++) {
    const [cos, sin] = [Math.cos(geometry.rotation[row]!), Math.sin(geometry.rotation[row]!)];
    const half = geometry.length[row]! / 2;
    const at = (along: number) =>
      isBlue(geometry.centreX[row]! + cos * along, geometry.centreY[row]! + sin * along);
    const inside = (await at(half - 0.2)) && (await at(0.2 - half));
    const outside = (await at(half + 0.2)) || (await at(-half - 0.2));
    if (inside && !outside) seen += 1;
  }
  return seen / geometry.count;
}
