// Requests at the same time: one of them succeeds, the others are refused.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { rounds } from "../../../tests/fixtures/rounds.ts";
import { hexHash, sampleBytes } from "../../../tests/fixtures/upload.ts";
import { openUploadScene, type UploadScene } from "../../../tests/fixtures/upload-host.ts";
import { api } from "../../api/index.ts";
import { analysis, analysisColumn, analysisHistory } from "../store/schema/plant.ts";

const times = rounds(5, 1000);
const bytes = sampleBytes(100);
const sha256 = hexHash(bytes);

let scene: UploadScene;
beforeAll(async () => {
  scene = await openUploadScene();
});
afterAll(() => scene.server.close());

const thrice = <Result>(ask: () => Promise<Result>) => Promise.all([ask(), ask(), ask()]);
const statusesOf = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted();

describe(`three requests at the same time, ${times} times`, { timeout: patient(3_600_000) }, () => {
  it("finish an upload as one file", async () => {
    const { host } = scene;
    const id = await scene.fresh();
    for (let round = 0; round < times; round += 1) {
      const upload = await host.begin(id, `${round}.jpg`, bytes.length);
      await host.nextChunk(upload.id, 0, bytes);
      // Repeated, it has the same answer; a file there is once.
      expect(statusesOf(await thrice(() => host.finish(upload.id, sha256)))).toEqual([
        200, 200, 200,
      ]);
      expect(await scene.storedFiles()).toHaveLength(1);
      const params = { id };
      const body = { file_names: [`${round}.jpg`] };
      await scene.server.ask(api.analysisFile.remove, "analyst", { params, body });
    }
  });

  it("release an analysis once", async () => {
    const { db } = scene.server.database.owner;
    const params = { id: await scene.fresh() };
    await db.insert(analysisColumn).values({
      analysis_id: params.id,
      key_figure_id: 1,
      base_hash: "x",
      summary: {} as never,
      severity_counts: [0, 0, 0, 0],
      twin_version: 1,
    });
    const show = (visibility: "released" | "not_released") =>
      scene.server.ask(api.analysis.setVisibility, "analyst", { params, body: { visibility } });
    for (let round = 0; round < times; round += 1) {
      expect(statusesOf(await thrice(() => show("released")))).toEqual([200, 409, 409]);
      expect((await show("not_released")).status).toBe(200);
    }
    const rows = await db.$count(analysisHistory, eq(analysisHistory.analysis_id, params.id));
    expect(rows).toBe(2 * times);
  });

  it("create one analysis", async () => {
    const { db } = scene.server.database.owner;
    await scene.fresh();
    const ofScene = eq(analysis.id, scene.analysis_id);
    const [{ plant_id } = { plant_id: 0 }] = await db.select().from(analysis).where(ofScene);
    const finish = () =>
      db.update(analysis).set({ state: "FINISHED" }).where(eq(analysis.plant_id, plant_id));
    for (let round = 0; round < times; round += 1) {
      await finish();
      let count = 0;
      const create = () => {
        const body = {
          plant_id,
          name: `Survey ${round} ${(count += 1)}`,
          flown_at: "2026-11-01T10:00:00Z",
        };
        return scene.server.ask(api.analysis.create, "analyst", { body });
      };
      expect(statusesOf(await thrice(create))).toEqual([200, 409, 409]);
    }
    expect(await db.$count(analysis, eq(analysis.plant_id, plant_id))).toBe(times + 1);
  });
});
