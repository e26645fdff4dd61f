// 3D models of plants over HTTP.
import { existsSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { PlantModel } from "../../../domain/model/plant-model.ts";
import { badGlbs, badZips, regionTileset } from "../../model/bad-model.fixture.ts";
import {
  b3dm,
  meshoptTriangle,
  modelZip,
  tile,
  tileset,
  triangle,
} from "../../model/model.fixture.ts";
import { zip } from "../../zip/zip.fixture.ts";
import { everyNth } from "../../../../tests/fixtures/rounds.ts";

const samples = new URL("../../../../../shared/data/digital-twin/", import.meta.url).pathname;

/** A clone alone has no samples. */
const hasSamples = existsSync(samples);

let server: TestServer;
let own: Holding;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
});
afterAll(() => server.close());

const id = () => own.plant_id;
async function upload(bytes: Uint8Array, name = "roof.zip") {
  const body = new FormData();
  body.append("file", new File([Uint8Array.from(bytes)], name));
  return server.ask(api.plantModel.upload, "super_admin", {
    params: { id: id() },
    body: body as never,
  });
}
type Problems = { problems?: { reason: string; field?: string; values?: unknown }[] };
const problems = ({ body }: { body: unknown }) => (body as Problems).problems ?? [];
const list = async () =>
  (await server.ask(api.plantModel.list, "super_admin", { params: { id: id() } }))
    .body as PlantModel[];
const objects = async () => {
  const keys: string[] = [];
  for await (const key of server.services.files.list(`plant/${id()}/model/`)) keys.push(key);
  return keys.length;
};
const fileOf = (model_id: number, path?: string, as = "super_admin" as const) =>
  server.ask(api.plantModel.file, as, {
    params: { id: id(), model_id },
    query: path === undefined ? {} : { path },
  });

/** A folder of the samples as a ZIP. */
async function sample(name: string): Promise<Buffer> {
  const names = await readdir(join(samples, name));
  const entries = names.map(async (file) => ({
    name: `${name}/${file}`,
    content: await readFile(join(samples, name, file)),
  }));
  return zip(...(await Promise.all(entries)));
}

describe("a 3D model that is broken", () => {
  it.each(everyNth(badZips, 3))("is refused: %s", async (_, file, reason) => {
    const answer = await upload(file);
    expect(problems(answer).map((one) => one.reason)).toContain(reason);
    expect(answer.status).toBe(422);
  });

  it.each(everyNth(badGlbs, 3))("is refused as .glb: %s", async (_, file, reason) => {
    const answer = await upload(file, "roof.glb");
    expect(problems(answer).map((one) => one.reason)).toContain(reason);
    expect(answer.status).toBe(422);
  });

  it("is refused by its name, and where there is not one file", async () => {
    expect(problems(await upload(triangle(), "roof.obj"))[0]?.reason).toBe("model_ending");
    expect(problems(await upload(Buffer.alloc(0), "roof.glb"))[0]?.reason).toBe("file_empty");
    const empty = { params: { id: id() }, body: new FormData() as never };
    expect((await server.ask(api.plantModel.upload, "super_admin", empty)).status).toBe(400);
  });

  it.skipIf(!hasSamples)("names every missing tile of a real set", async () => {
    const answer = await upload(await sample("TilesetWithDiscreteLOD"));
    expect(answer.status).toBe(422);
    expect(problems(answer)).toEqual([
      {
        reason: "model_tile_missing",
        message: expect.stringContaining("dragon_high.b3dm is missing"),
        file: "roof.zip",
        field: "TilesetWithDiscreteLOD/tileset.json",
        values: { tile: "root.children[0].children[0]", uri: "dragon_high.b3dm" },
      },
    ]);
  });

  it("leaves nothing behind", async () => {
    expect(await list()).toEqual([]);
    expect(await objects()).toBe(0);
  });
});

describe("a sound 3D model", () => {
  it("may be compressed with meshopt, in one file and in a tile", async () => {
    for (const [file, name] of [
      [meshoptTriangle(), "packed.glb"],
      [modelZip(tileset(), { "a.glb": meshoptTriangle() }), "packed.zip"],
    ] as const) {
      const { status, body } = await upload(file, name);
      expect(status).toBe(200);
      const { id: model_id } = body as PlantModel;
      await server.ask(api.plantModel.remove, "super_admin", { params: { id: id(), model_id } });
    }
  });

  it.skipIf(!hasSamples)(
    "is stored in the middle of the plant where it has no coordinates",
    async () => {
      for (const name of ["BoundingBox_0_0_0-1_1_2", "FeatureIdAttributeAndPropertyTable"]) {
        const { status, body } = await upload(await sample(name), `${name}.zip`);
        expect(status).toBe(200);
        expect(body).toMatchObject({
          name,
          kind: "tileset",
          version: "1.1",
          tile_count: 1,
          root: `${name}/tileset.json`,
          own_place: null,
          placement: { heading_deg: 0, scale: 1 },
          height_m: 0,
        });
      }
      expect(await objects()).toBe(2);
    },
  );

  it("stands on the ground at its own coordinates where it has some", async () => {
    const { body } = await upload(modelZip(regionTileset));
    const degree = Math.PI / 180;
    const { own_place, placement, height_m } = body as PlantModel;
    expect(own_place?.lon).toBeCloseTo(0.1001 / degree, 6);
    expect(own_place?.lat).toBeCloseTo(0.5001 / degree, 6);
    expect([placement, height_m]).toEqual([null, -412.5]);
  });

  it("is read file by file, and nothing else", async () => {
    const below = tileset(tile({ content: { uri: "../a%20b.b3dm?v=1" } }));
    const files = { "low/b.json": below, "a b.b3dm": b3dm(triangle()) };
    const archive = modelZip(tileset(tile({ content: { uri: "low/b.json" } })), files);
    const { id: model, tile_count } = (await upload(archive)).body as PlantModel;
    expect(tile_count).toBe(2);
    const read = await fileOf(model, "a b.b3dm");
    expect(read.status).toBe(200);
    expect((await fileOf(model, "low/c.json")).status).toBe(404);
    expect((await fileOf(model, "../a b.b3dm")).status).toBe(404);
    expect((await fileOf(model)).status).toBe(404);
    const glb = (await upload(triangle(), "roof.glb")).body as PlantModel;
    expect((await fileOf(glb.id)).status).toBe(200);
    expect((await fileOf(glb.id, "a")).status).toBe(404);
  });

  it("is renamed, placed and raised; one without coordinates keeps a place", async () => {
    const [model] = await list();
    const params = { id: id(), model_id: model!.id };
    const placement = { lon: -3, lat: 37, heading_deg: 90, scale: 2 };
    const change = (body: object) =>
      server.ask(api.plantModel.change, "super_admin", { params, body: body as never });
    const changed = await change({ name: " Roof ", placement, height_m: 3 });
    expect(changed.body).toMatchObject({ name: "Roof", placement, height_m: 3 });
    expect((await change({ height_m: 4 })).body).toMatchObject({ placement, height_m: 4 });
    const refused = await change({ placement: null });
    expect([refused.status, problems(refused)[0]?.reason]).toEqual([409, "model_needs_place"]);
    expect((await change({ placement: { ...placement, scale: 0 } })).status).toBe(400);
    expect((await change({ name: "" })).status).toBe(400);
  });

  it("is seen by who sees the twin, and changed by who uploads it", async () => {
    const [model] = await list();
    const params = { id: id(), model_id: model!.id };
    expect((await server.ask(api.plantModel.list, "viewer", { params })).status).toBe(200);
    const body = { name: "x" };
    expect((await server.ask(api.plantModel.change, "viewer", { params, body })).status).toBe(403);
    expect((await server.ask(api.plantModel.remove, "viewer", { params })).status).toBe(403);
  });

  it("is not found through another plant", async () => {
    const other = await storeHolding(server, server.accounts.viewer.customer_id, "Extresol");
    const [model] = await list();
    const params = { id: other.plant_id, model_id: model!.id };
    for (const call of [api.plantModel.file, api.plantModel.remove] as const) {
      expect((await server.ask(call, "super_admin", { params })).status).toBe(404);
    }
  });

  it("is deleted with its file", async () => {
    for (const { id: model_id } of await list()) {
      const params = { id: id(), model_id };
      expect((await server.ask(api.plantModel.remove, "super_admin", { params })).status).toBe(200);
    }
    expect(await objects()).toBe(0);
  });
});
