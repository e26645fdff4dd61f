// Updates of a digital twin over HTTP: what a preview says, what an import does, what comes back.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { measured } from "../../../tests/fixtures/result-import.ts";
import { api } from "../../api/index.ts";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import { NO_ROW, type Twin } from "../../domain/component/component-index.ts";
import { analysis } from "../store/schema/plant.ts";
import { readLevels } from "../store/plant/twin-object.ts";
import {
  collection,
  form,
  square,
  startTwinStand,
  type FinishedTask,
  type TwinStand,
} from "./digital-twin.fixture.ts";
import { isEveryday } from "../../../tests/fixtures/rounds.ts";

let stand: TwinStand;
beforeAll(async () => {
  stand = await startTwinStand();
});
afterAll(() => stand.server.close());

async function readTwin(id: number): Promise<Twin> {
  const { body } = await stand.server.ask(api.digitalTwin.read, "viewer", { params: { id } });
  return body as Twin;
}

type Files = Parameters<typeof form>[0];

async function send(plantId: number, files: Files, fields: Record<string, string> = {}) {
  return stand.finish(await stand.send(plantId, form(files, fields)));
}

const byType = ({ output }: FinishedTask) =>
  Object.fromEntries(
    (output.result as { by_type: { component_type: string }[] }).by_type.map(
      ({ component_type, ...counts }) => [component_type, counts],
    ),
  );
const none = { kept: 0, new: 0, changed: 0, moved: 0, removed: 0, returned: 0, orphans: 0 };

describe("modes of an import", () => {
  const lat = -18.88;
  const trackers = [0, 1, 2].map((i) =>
    square(-70.11, lat + i * 1e-4, { pcs: `T${i}`, zona: "A" }),
  );

  async function plantWithTwin() {
    const plant = await stand.makePlant();
    const file = `${plant.name} trackers.geojson`;
    await send(plant.id, { [file]: collection(...trackers) });
    return { ...plant, file };
  }

  it.skipIf(isEveryday)(
    "removes nothing where a script sends the older mode `update`, or none",
    async () => {
      const { id, file } = await plantWithTwin();
      const forms: Record<string, string>[] = [{ mode: "update" }, {}, { mode: "add" }];
      for (const fields of forms) {
        const task = await send(id, { [file]: collection(trackers[0]) }, fields);
        expect(byType(task)).toEqual({
          tracker_group: { ...none, kept: 1 },
          tracker: { ...none, kept: 3 },
        });
        expect(task.output.result).toMatchObject({ mode: "add" });
      }
      expect((await readTwin(id)).levels[1]).toMatchObject({ row_count: 3, component_count: 3 });
    },
  );

  it("says in a preview what an import would do, and writes nothing", async () => {
    const { id, file } = await plantWithTwin();
    const before = await stand.digest(["plant", "twin"], false);
    const fresh = square(-70.109, lat, { pcs: "T9", zona: "A" });
    const files = { [file]: collection(trackers[0], fresh) };
    const preview = await send(id, files, { mode: "replace_parts", preview: "1" });
    expect(preview.state).toBe("SUCCESSFUL");
    expect(preview.output.result).toMatchObject({
      preview: true,
      mode: "replace_parts",
      twin_version: 1,
    });
    expect(byType(preview).tracker).toEqual({ ...none, kept: 1, new: 1, removed: 2 });
    const { changes } = preview.output.result as {
      changes: { fate: string; pcs: string; dt_id: string; lon: number; lat: number }[];
    };
    const removed = changes.filter(({ fate }) => fate === "removed");
    expect(removed.map(({ pcs }) => pcs).toSorted()).toEqual(["T1", "T2"]);
    const { changed_rows } = preview.output.result as { changed_rows: Record<string, unknown>[] };
    const rows = changed_rows.filter(({ fate }) => fate !== "changed");
    expect(rows).toMatchObject([
      { component_type: "tracker", fate: "new", runs: [3, 1] },
      { component_type: "tracker", fate: "removed", runs: [1, 2] },
    ]);
    const t1 = removed.find(({ pcs }) => pcs === "T1")!;
    expect([t1.lon, t1.lat]).toEqual([
      expect.closeTo(-70.11 + 5e-5, 6),
      expect.closeTo(lat + 1e-4 + 1e-5, 6),
    ]);
    expect(await stand.digest(["plant", "twin"], false)).toBe(before);
    const done = await send(id, files, { mode: "replace_parts", twin_version: "1" });
    expect(byType(done)).toEqual(byType(preview));
    // The preview is of a version that is no longer the plant's.
    const late = await send(id, files, { mode: "replace_parts", twin_version: "1" });
    expect(late).toMatchObject({
      state: "FAILED",
      output: { problems: [{ reason: "twin_changed" }] },
    });
  });

  it("previews the first import of a plant as well", async () => {
    const { id, name } = await stand.makePlant();
    const file = `${name} trackers.geojson`;
    const preview = await send(id, { [file]: collection(...trackers) }, { preview: "1" });
    expect(preview.output.result).toMatchObject({ mode: "create", twin_version: 0 });
    expect(byType(preview).tracker).toEqual({ ...none, new: 3 });
    const answer = await stand.server.ask(api.digitalTwin.read, "viewer", { params: { id } });
    expect(answer.status).toBe(404);
  });

  it("refuses other modes and previews", async () => {
    const { id, file } = await plantWithTwin();
    const files = { [file]: collection(...trackers) };
    for (const [field, value] of [
      ["mode", "replace"],
      ["preview", "yes"],
      ["twin_version", "-1"],
    ] as const) {
      const answer = await stand.send(id, form(files, { [field]: value }));
      expect(answer).toMatchObject({ status: 400, body: { problems: [{ field }] } });
    }
    expect(await stand.send(id, form(files, { mode: "create" }))).toMatchObject({ status: 409 });
  });

  it("refuses an ID in an added file that a component of another type has", async () => {
    const { id, name, file } = await plantWithTwin();
    await send(id, { [file]: collection(square(-70.1, lat, { dt_id: "mine", zona: "A" })) });
    const text = collection(square(-70.11, lat, { dt_id: "mine" }));
    const task = await send(id, { [`${name} modules.geojson`]: text }, { mode: "add" });
    expect(task).toMatchObject({
      state: "FAILED",
      output: { problems: [{ reason: "twin_dt_id_taken" }] },
    });
  });
});

const data = sharedData();
describe.skipIf(data === null)("the blocks of the Chilean plant", () => {
  const folder = join(data ?? "", "plant-geometry/pampa");
  const blocks = ["BP-A-1", "BP-A-2", "BP-A-5"] as const;
  const filesOf = (name: string, ...wanted: readonly string[]) =>
    Object.fromEntries(
      wanted
        .flatMap((block) => [`Mesa_${block}.kml`, `Paneles_${block}.kml`])
        .map((file) => [`${name} ${file}`, readFileSync(join(folder, file))]),
    );

  /** ID by row of every component that exists, with the path of its names. */
  async function components(plantId: number) {
    const twin = await readTwin(plantId);
    const levels = await readLevels(stand.server.services.files, twin.levels);
    const found: Record<string, string> = {};
    for (const [at, { geometry, names }] of levels.entries()) {
      for (let row = 0; row < geometry.count; row++) {
        if (geometry.length[row] === 0) continue;
        let path = names.pcs(row);
        let parent = geometry.parent[row]!;
        for (let above = at - 1; parent !== NO_ROW; above--) {
          path = `${levels[above]!.names.pcs(parent)}/${path}`;
          parent = levels[above]!.geometry.parent[parent]!;
        }
        found[names.dtId(row)] = `${geometry.type} ${row} ${path}`;
      }
    }
    return found;
  }

  it.skipIf(isEveryday)(
    "keep every ID and history through an update with one block and the restoring import",
    { timeout: patient(240_000) },
    async () => {
      const { id, name } = await stand.makePlant();
      await send(id, filesOf(name, ...blocks));
      const start = await components(id);
      expect(Object.keys(start)).toHaveLength(3 + 172 + 6925);
      const modules = Object.keys(start).filter((dtId) => start[dtId]!.startsWith("module"));

      const { db } = stand.server.database.owner;
      const [survey] = await db
        .insert(analysis)
        .values({
          plant_id: id,
          name: "S1",
          flown_at: "2026-01-01T10:00:00Z",
          state: "DATA_COMPLETE_VERIFIED",
        })
        .returning();
      const valueOf = (at: number) => measured.range[0] + (at % 50) * measured.step;
      const values = modules.map((dt_id, at) => ({
        dt_id,
        key_figure_id: measured.id,
        value: valueOf(at),
      }));
      const results = new FormData();
      const json = JSON.stringify({ format: "analysis-result", version: 1, values });
      results.append("json_file", new Blob([json]), "a.json");
      const asked = { params: { id: survey!.id }, body: results };
      await stand.finish(await stand.server.ask(api.analysisResult.importFile, "analyst", asked));
      /** Value and history of every 150th module, by the call that the component's card asks. */
      const histories = async () => {
        const found: Record<string, unknown> = {};
        for (let at = 0; at < modules.length; at += 150) {
          const params = {
            id: survey!.id,
            component_type: "module",
            dt_id: modules[at]!,
          } as const;
          const { status, body } = await stand.server.ask(api.analysisResult.component, "analyst", {
            params,
          });
          const { values: shown, history, parents } = body as ComponentResult;
          found[modules[at]!] = status === 200 ? { shown, history, parents } : status;
        }
        return found;
      };
      const atStart = await histories();
      for (const [at, dtId] of modules.entries()) {
        if (at % 150 !== 0) continue;
        expect(atStart[dtId]).toMatchObject({
          shown: [{ value: valueOf(at) }],
          history: [{ name: "S1", values: [{ value: valueOf(at) }] }],
        });
      }

      // One block: nothing goes, unless the import says so.
      const one = filesOf(name, "BP-A-1");
      for (const mode of ["update", "add", "replace_parts"]) {
        expect(byType(await send(id, one, { mode }))).toEqual({
          tracker_group: { ...none, kept: 3 },
          tracker: { ...none, kept: 172 },
          module: { ...none, kept: 6925 },
        });
      }
      expect(await components(id)).toEqual(start);

      const preview = await send(id, one, { mode: "replace_all", preview: "1" });
      const cut = await send(id, one, { mode: "replace_all" });
      expect(byType(cut)).toEqual({
        tracker_group: { ...none, kept: 1, removed: 2 },
        tracker: { ...none, kept: 64, removed: 108 },
        module: { ...none, kept: 2560, removed: 4365 },
      });
      expect(byType(preview)).toEqual(byType(cut));
      expect(Object.values(await histories()).filter((found) => found === 404)).not.toHaveLength(0);

      const restored = await send(id, filesOf(name, ...blocks), { mode: "add" });
      expect(byType(restored)).toEqual({
        tracker_group: { ...none, kept: 1, returned: 2 },
        tracker: { ...none, kept: 64, returned: 108 },
        module: { ...none, kept: 2560, returned: 4365 },
      });
      expect(await components(id)).toEqual(start);
      expect(await histories()).toEqual(atStart);
    },
  );
});
