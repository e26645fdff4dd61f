import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { jobs } from "../../../workers/jobs/index.ts";
import { api } from "../../api/index.ts";
import type { Twin } from "../../domain/component/component-index.ts";
import { decodeGeometry } from "../../domain/geometry/geometry-codec.ts";
import { decodeNames } from "../../domain/component/names-codec.ts";
import {
  collection,
  form,
  square,
  startTwinStand,
  type TwinStand,
} from "./digital-twin.fixture.ts";
import { analysis, analysisColumn } from "../store/schema/plant.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

const twinApi = api.digitalTwin;
let stand: TwinStand;
let server: TwinStand["server"];
let plantId = 0;
let plantName = "";
let made = 0;

beforeAll(async () => {
  stand = await startTwinStand();
  server = stand.server;
});
afterAll(() => server.close());
beforeEach(async () => {
  const plant = await stand.makePlant();
  plantId = plant.id;
  plantName = plant.name;
  made += 1;
});

async function readTwin(id: number): Promise<Twin> {
  const { body } = await server.ask(twinApi.read, "viewer", { params: { id } });
  return body as Twin;
}

describe("importing a digital twin", () => {
  it("publishes geometry and names that the viewer can read, compressed and for ever", async () => {
    const name = `${plantName} trackers.geojson`;
    const text = collection(
      square(-70.11, -18.88, { pcs: "T1" }),
      square(-70.11, -18.8801, { pcs: "T2", dt_id: "mine" }),
    );
    const task = await stand.finish(await stand.send(plantId, form({ [name]: text })));
    expect(task).toMatchObject({ state: "SUCCESSFUL" });
    const twin = await readTwin(plantId);
    expect(twin.levels.map((level) => level.component_count)).toEqual([1, 2]);
    const level = twin.levels[1]!;
    const object = async (hash: string) => {
      const path = `/api/auth/plant/${plantId}/field-geometry/object/${hash}`;
      const authorization = `Bearer ${server.accounts.viewer.token}`;
      const headers = { authorization, "accept-encoding": "br" };
      const response = await server.fetch(path, { headers });
      expect(response.headers.get("content-encoding")).toBe("br");
      expect(response.headers.get("cache-control")).toBe("private, no-cache");
      return new Uint8Array(await response.arrayBuffer());
    };
    const geometry = decodeGeometry(await object(level.geometry));
    expect(geometry.length[0]).toBeCloseTo(10.54, 1);
    const names = decodeNames(await object(level.names));
    expect([names.dtId(0), names.dtId(1)].toSorted()).toEqual(["mine", "tracker-1"]);
    const { body } = await server.ask(api.plant.read, "viewer", { params: { id: plantId } });
    expect(body).toMatchObject({ digitized: true, component_count: 3, twin_version: 1 });
    const answer = await server.ask(twinApi.validateDtIds, "analyst", {
      params: { id: plantId },
      body: { dt_ids: ["mine", "yours", "tracker-1"] },
    });
    expect(answer.body).toEqual({ known: 2, unknown: ["yours"] });
    for await (const key of server.services.files.list("upload/")) expect(key).toBe("");
  });

  it("gives the same twin back from each kind of file it offers", async () => {
    const name = `${plantName} mixed.geojson`;
    const text = collection(
      square(-70.11, -18.88, { component_type: "tracker", pcs: "T&<1>", dt_id: 'a"b' }),
      square(-70.11, -18.88, { component_type: "module", pcs: "é", height: 2.5 }),
    );
    await stand.finish(await stand.send(plantId, form({ [name]: text })));
    const twin = await readTwin(plantId);
    for (const [format, ending] of [
      ["geojson", "geojson"],
      ["kml", "kml"],
      ["flatgeobuf", "fgb"],
    ] as const) {
      const url = await server.ask(twinApi.fileUrl, "analyst", {
        params: { id: plantId },
        query: { format },
      });
      const response = await server.fetch((url.body as { url: string }).url, { bot: null });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-disposition")).toContain(`.${ending}`);
      const file = new Uint8Array(await response.arrayBuffer());
      const { id: copy } = await stand.makePlant(`Copy ${format} ${made}`);
      const sent = form({ [`Copy ${format} ${made}.${ending}`]: file });
      expect(await stand.finish(await stand.send(copy, sent))).toMatchObject({
        state: "SUCCESSFUL",
      });
      const again = await readTwin(copy);
      expect(again.levels).toEqual(twin.levels);
    }
  });

  it("updates: keeps rows, appends, removes, and removes types that are not brought with replace_all alone", async () => {
    const file = (rest: string) => `${plantName} ${rest}.geojson`;
    const trackers = [0, 1, 2].map((i) => square(-70.11, -18.88 + i * 1e-4, { pcs: `T${i}` }));
    const modules = [0, 1, 2].map((i) => square(-70.11, -18.88 + i * 1e-4, { pcs: `M${i}` }));
    await stand.finish(
      await stand.send(
        plantId,
        form({
          [file("trackers")]: collection(...trackers),
          [file("modules")]: collection(...modules),
        }),
      ),
    );
    const before = await readTwin(plantId);
    expect(
      await stand.send(
        plantId,
        form({ [file("trackers")]: collection(...trackers) }, { mode: "create" }),
      ),
    ).toMatchObject({ status: 409 });
    const changed = collection(trackers[2], trackers[0], square(-70.11, -18.87, { pcs: "T9" }));
    const send = async (mode: string) =>
      stand.finish(await stand.send(plantId, form({ [file("trackers")]: changed }, { mode })));
    const task = await send("replace_parts");
    expect(task.output.result).toMatchObject({
      levels: [
        { component_type: "tracker_group", component_count: 1 },
        {
          component_type: "tracker",
          component_count: 3,
          new_count: 1,
          removed_count: 1,
          orphan_count: 0,
        },
        { component_type: "module", component_count: 3, new_count: 0, orphan_count: 1 },
      ],
    });
    const after = await readTwin(plantId);
    expect(after.levels.map(({ row_count }) => row_count)).toEqual([1, 4, 3]);
    expect(after.levels[2]!.names).toBe(before.levels[2]!.names);

    const all = await send("replace_all");
    expect(all.output.result).toMatchObject({
      by_type: [{}, { kept: 3, removed: 0 }, { component_type: "module", kept: 0, removed: 3 }],
    });
    expect((await readTwin(plantId)).levels.map(({ component_type }) => component_type)).toEqual([
      "tracker_group",
      "tracker",
    ]);
    const back = { [file("modules")]: collection(...modules) };
    expect((await stand.finish(await stand.send(plantId, form(back)))).output.result).toMatchObject(
      { by_type: [{}, {}, { component_type: "module", returned: 3, new: 0 }] },
    );
  });

  it("is not published twice when a dead process's task is run again", async () => {
    const sent = await stand.send(
      plantId,
      form({ [`${plantName} t.geojson`]: collection(square(-70.11, -18.88, { type: "tracker" })) }),
    );
    await stand.finish(sent);
    const { task_id } = sent.body as { task_id: number };
    const job = jobs.find(({ name }) => name === "import_twin")!;
    const input = server.launched.at(-1)!.input;
    const services = { ...server.services, db: server.database.owner.db };
    const progress = { step: async () => undefined };
    await job.run(services, input, progress, {
      task_id,
      account_id: null,
      signal: new AbortController().signal,
    });
    expect((await readTwin(plantId)).version).toBe(1);
  });

  it("answers a plant without a twin by its reason", async () => {
    const answer = await server.ask(twinApi.read, "viewer", { params: { id: plantId } });
    expect(answer).toMatchObject({ status: 404, body: { problems: [{ reason: "twin_missing" }] } });
  });
});

describe("copying and deleting", () => {
  // a place and a name of its own: objects are shared by plants that are alike
  const one = () => {
    const square1 = square(-70.11, -18.88 - made / 1000, { pcs: `only ${made}` });
    return form({ [`${plantName} ${made}-tracker.geojson`]: collection(square1) });
  };

  it("copies a twin without copying its objects", async () => {
    await stand.finish(await stand.send(plantId, one()));
    const { id: copy } = await stand.makePlant();
    const asked = { params: { id: copy }, body: { source_plant_id: plantId } };
    expect(await stand.finish(await server.ask(twinApi.clone, "analyst", asked))).toMatchObject({
      state: "SUCCESSFUL",
    });
    const [source, target] = [await readTwin(plantId), await readTwin(copy)];
    expect(target.levels).toEqual(source.levels);
    await server.ask(twinApi.remove, "analyst", { params: { id: plantId } });
    const path = `/api/auth/plant/${copy}/field-geometry/object/${target.levels[0]!.names}`;
    const authorization = `Bearer ${server.accounts.viewer.token}`;
    expect((await server.fetch(path, { headers: { authorization } })).status).toBe(200);
    await server.ask(twinApi.remove, "analyst", { params: { id: copy } });
    for (const { geometry, names } of target.levels) {
      for (const hash of [geometry, names]) {
        expect(await server.services.files.size(`twin/${hash.slice(0, 2)}/${hash}.br`)).toBeNull();
      }
    }
  });

  it("keeps a twin that results stand on", async () => {
    await stand.finish(await stand.send(plantId, one()));
    const { db } = server.database.owner;
    const flown_at = "2026-01-01T00:00:00Z";
    const [row] = await db
      .insert(analysis)
      .values({ plant_id: plantId, name: "A", flown_at })
      .returning();
    await db.insert(analysisColumn).values({
      analysis_id: row!.id,
      key_figure_id: 1,
      base_hash: "0",
      summary: {
        key_figure_id: 1,
        kind: "f32",
        row_count: 0,
        value_count: 0,
        min: null,
        max: null,
        mean: null,
        histogram: [],
        hash: "0",
        bytes: 0,
      },
      severity_counts: [0, 0, 0, 0],
      twin_version: 1,
    });
    const answer = await server.ask(twinApi.remove, "analyst", { params: { id: plantId } });
    expect(answer).toMatchObject({
      status: 409,
      body: { problems: [{ reason: "twin_has_results" }] },
    });
    expect((await readTwin(plantId)).version).toBe(1);
  });
});

describe("a refused import", () => {
  it("names place and reason in the user's language and leaves nothing behind", async () => {
    const before = await stand.digest();
    const broken = collection(square(1, 1), { type: "Feature", geometry: null }).slice(0, -9);
    const answer = await stand.send(
      plantId,
      form({ [`${plantName} tracker.geojson`]: broken }),
      "analyst",
      {
        "accept-language": "es",
      },
    );
    expect(answer).toMatchObject({
      status: 422,
      body: {
        problems: [{ reason: "json_cut_off", file: `${plantName} tracker.geojson`, feature: 2 }],
      },
    });
    expect(await stand.digest()).toBe(before);
  });

  it.each([
    ["Other trackers.geojson", "twin_file_name"],
    ["Pampa trackers.shp", "format_shp_alone"],
    ["Pampa trackers.xyz", "twin_file_kind"],
  ])("refuses the name %s at once", async (name, reason) => {
    const file = name.replace("Pampa", plantName);
    const answer = await stand.send(plantId, form({ [file]: collection(square(1, 1)) }));
    expect(answer).toMatchObject({ status: 422, body: { problems: [{ reason }] } });
  });
});

const data = sharedData();
describe.skipIf(data === null)("the Chilean plant over HTTP", () => {
  it.skipIf(isEveryday)("has 172 tables and 6,925 modules in one import of six files", async () => {
    const folder = join(data!, "plant-geometry/pampa");
    const files = Object.fromEntries(
      readdirSync(folder).map((name) => [`${plantName} ${name}`, readFileSync(join(folder, name))]),
    );
    const task = await stand.finish(await stand.send(plantId, form(files)));
    expect(task).toMatchObject({ state: "SUCCESSFUL" });
    const { levels } = await readTwin(plantId);
    expect(levels.map(({ component_count }) => component_count)).toEqual([3, 172, 6925]);
  });
});
