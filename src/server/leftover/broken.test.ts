// Rows that do not fit what they stand for: each rule breaks the data and sees it named.
import { rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  measured,
  openResultImport,
  type ResultImport,
} from "../../../tests/fixtures/result-import.ts";
import { testImage, zipOf } from "../../../tests/fixtures/bad-archives.ts";
import { hexHash, sampleBytes, storeSurvey, uploadsOf } from "../../../tests/fixtures/upload.ts";
import { api } from "../../api/index.ts";
import { analysisUpload } from "../store/schema/analysis-file.ts";
import { analysis, analysisColumn, plant, task } from "../store/schema/plant.ts";
import { analysisServer, evaluationRun } from "../store/schema/server.ts";
import { carriedBasis, carriedColumn } from "../store/schema/unmeasured.ts";
import { checkStores } from "./fsck.ts";

let host: ResultImport;
beforeAll(async () => {
  host = await openResultImport();
});
afterAll(() => host.server.close());

const day = 24 * 3600_000;

/** What fsck says, without the word before each line. */
async function found(repair = false): Promise<string[]> {
  const lines: string[] = [];
  const { owner, server } = host;
  const parts = {
    files: owner.files,
    ownerDb: owner.db,
    ownerUrl: server.database.ownerUrl,
    data_dir: server.services.settings.data_dir,
    before: new Date(Date.now() - day),
  };
  await checkStores(parts, { repair, quick: false }, (line) => lines.push(line));
  return lines.map((line) => line.slice(10));
}

describe("an upload", () => {
  const bytes = sampleBytes(5000);
  const draftOf = (object: string) =>
    join(host.server.services.settings.data_dir, "objects", ".growing", object);

  it("without its bytes is named, and ended where it is mended", async () => {
    const { db } = host.owner;
    const uploads = uploadsOf(host.server);
    const { analysis_id } = await storeSurvey(host.server, "Cut survey");
    const { id } = await uploads.begin(analysis_id, "a.jpg", bytes.length);
    await uploads.nextChunk(id, 0, bytes.subarray(0, 3000));
    expect(await found()).toEqual([]);
    const [row] = await db.select().from(analysisUpload).where(eq(analysisUpload.id, id));
    truncateSync(draftOf(row!.object), 2999);
    const words = `upload ${id} (a.jpg) has lost its 3000 bytes and must begin again`;
    expect(await found()).toEqual([words]);
    rmSync(draftOf(row!.object));
    expect(await found(true)).toEqual([words]);
    expect(await found()).toEqual([]);
    const [now] = await db.select().from(analysis).where(eq(analysis.id, analysis_id));
    expect(now?.state).toBe("UPLOAD_FAILED");
    expect((await uploads.nextChunk(id, 3000, bytes.subarray(3000))).status).toBe(410);
    await uploads.put(analysis_id, "a.jpg", bytes);
  });

  it("that was closed and not finished yet has its bytes", async () => {
    const uploads = uploadsOf(host.server);
    const { analysis_id } = await storeSurvey(host.server, "Closed survey");
    const { id } = await uploads.begin(analysis_id, "a.jpg", bytes.length);
    await uploads.nextChunk(id, 0, bytes);
    const { db, files } = host.owner;
    const [row] = await db.select().from(analysisUpload).where(eq(analysisUpload.id, id));
    await files.growing.close({ ...row!, key: row!.object });
    expect(await found()).toEqual([]);
    expect((await uploads.finish(id, hexHash(bytes))).status).toBe(200);
  });

  it("whose row is gone leaves bytes that are removed", async () => {
    const draft = draftOf("analysis-file/5e6f0000-0000-4000-8000-000000000000");
    writeFileSync(draft, bytes);
    utimesSync(draft, 0, 0);
    expect(await found(true)).toEqual([`bytes of an upload that has no row: ${draft}`]);
    expect(await found()).toEqual([]);
  });
});

describe("an object with other content", () => {
  it("is named: an uploaded file, a column, a part of a twin, an image", async () => {
    const { files } = host.owner;
    const analysis_id = await host.plant.addAnalysis("altered", "2026-03-01");
    const archive = await zipOf([{ name: "T0.M3_T.jpg", bytes: await testImage() }]);
    const values = [{ dt_id: "T0.M0", key_figure_id: 57, value: 30 }];
    const text = JSON.stringify({ format: "analysis-result", version: 1, values });
    const sent = {
      json_file: { name: "a.json", bytes: text },
      images_zip_filename: { name: "images.zip", bytes: archive },
    };
    await host.send(sent, analysis_id);
    await host.runLaunched();
    await host.owner.db.update(task).set({ state: "SUCCESSFUL" });
    const survey = await storeSurvey(host.server, "Altered survey");
    await uploadsOf(host.server).put(survey.analysis_id, "a.jpg", sampleBytes(5000));
    expect(await found()).toEqual([]);
    const keys = await host.keys("");
    for (const kind of ["analysis-file/", "column/", "twin/", "image/"]) {
      const key = keys.findLast((one) => one.startsWith(kind) && !one.includes(".thumb")) ?? "";
      const before = await files.read(key);
      // A changed byte in the middle, and half of the object.
      const changed = Buffer.from(before);
      const middle = Math.floor(changed.length / 2);
      changed[middle] = (changed[middle] ?? 0) ^ 1;
      for (const other of [changed, before.subarray(0, middle)]) {
        await files.put(key, other);
        expect(await found()).toEqual([
          expect.stringContaining(` needs object ${key}, whose content has changed`),
        ]);
      }
      await files.put(key, before);
    }
    expect(await found()).toEqual([]);
  });
});

describe("a server", () => {
  const change = (changes: Partial<typeof analysisServer.$inferInsert>) =>
    host.owner.db.update(analysisServer).set(changes).where(eq(analysisServer.name, "Broken"));

  it("that nothing leads out of its state is named", async () => {
    const long = new Date(Date.now() - 2 * day).toISOString();
    await host.owner.db.insert(analysisServer).values({ name: "Broken", state: "STARTING" });
    expect(await found()).toEqual([]);
    await change({ state_changed_at: long });
    expect(await found()).toEqual([`analysis server Broken is STARTING since ${long}`]);
    await change({ state: "RUNNING" });
    expect(await found()).toEqual([]);
    await change({ for_evaluation: true });
    const words = "analysis server Broken runs for evaluations that have all ended";
    expect(await found()).toEqual([words]);
    await change({ locked: true });
    expect(await found()).toEqual([]);
    await change({ state: "STOPPED", locked: false, for_evaluation: false });
  });

  it("has runs of evaluations alone, each with the report that its task ended with", async () => {
    const { db } = host.owner;
    const [server] = await db.select().from(analysisServer);
    const report = { file_count: 1, bytes: 2, kinds: { jpg: 1 } };
    const run = async (row: typeof task.$inferInsert, stored: typeof report | null) => {
      const [{ id } = { id: 0 }] = await db.insert(task).values(row).returning();
      await db.insert(evaluationRun).values({ task_id: id, server_id: server!.id, report: stored });
      return id;
    };
    const name = "evaluate_analysis";
    const state = "SUCCESSFUL";
    await run({ name, state, result: report }, report);
    await run({ name, state, end_requested: "SUCCESSFUL", result: null }, null);
    await run({ name, state: "FAILED" }, null);
    expect(await found()).toEqual([]);
    const alien = await run({ name: "import_twin", state: "FAILED" }, null);
    const silent = await run({ name, state, result: report }, null);
    const other = await run({ name, state, result: { ...report, bytes: 3 } }, report);
    expect(await found()).toEqual([
      `task ${alien} is no evaluation, but runs on a server`,
      `task ${silent} ended well, but its evaluation has no report`,
      `task ${other} has another result than its evaluation reported`,
    ]);
    await db.delete(evaluationRun);
  });
});

describe("carried values", () => {
  /** Imports a value for the first `count` modules. */
  async function survey(date: string, count: number): Promise<number> {
    const id = await host.plant.addAnalysis(`Flight ${date}`, date);
    const names = Array.from({ length: count }, (_, at) => host.plant.moduleId(at));
    const lines = names.map((dtId) => `${dtId};${measured.range[0] + measured.step}`);
    const bytes = `dt_id;${measured.key}\r\n${lines.join("\r\n")}\r\n`;
    await host.send({ json_file: { name: "a.csv", bytes } }, id);
    await host.runLaunched();
    await host.owner.db.update(task).set({ state: "SUCCESSFUL" });
    return id;
  }

  it("that do not fit their source are named", async () => {
    const { db } = host.owner;
    const older = await survey("2024-01-01", 5);
    const params = { analysis_id: older };
    const body = { is_unmeasured_holder: true };
    await host.server.ask(api.unmeasured.setHolder, "analyst", { params, body });
    const newer = await survey("2025-01-01", 2);
    const rows = await db.select().from(carriedColumn);
    expect(rows).toMatchObject([{ analysis_id: newer, source_id: older, value_count: 3 }]);
    expect(await found()).toEqual([]);
    const named = async (fault: string) => {
      const what = `values of key figure ${measured.id} that analysis ${newer}`;
      expect(await found()).toEqual([`${what} carries from analysis ${older} ${fault}`]);
    };

    await db.update(carriedColumn).set({ value_count: 4 });
    await named("are 3, but counted as 4");
    await db.update(carriedColumn).set({ value_count: 3 });

    const at = (flown_at: string) =>
      db.update(analysis).set({ flown_at }).where(eq(analysis.id, older));
    await at("2026-01-01T00:00:00Z");
    await named("come from one that is not older");
    await at("2024-01-01T00:00:00Z");

    const [other] = await db
      .select()
      .from(plant)
      .where(sql`${plant.id} <> ${host.plant.plant_id}`);
    const move = (plant_id: number) =>
      db.update(analysis).set({ plant_id }).where(eq(analysis.id, older));
    await move(other!.id);
    await named("come from another plant");
    await move(host.plant.plant_id);

    const ofNewer = eq(carriedBasis.analysis_id, newer);
    const [basis] = await db.delete(carriedBasis).where(ofNewer).returning();
    await named("have no basis");
    await db.insert(carriedBasis).values(basis!);

    const own = and(
      eq(analysisColumn.analysis_id, newer),
      eq(analysisColumn.key_figure_id, measured.id),
    );
    const [column] = await db.delete(analysisColumn).where(own).returning();
    await named("stand beside no measured ones");
    await db.insert(analysisColumn).values(column!);
    expect(await found()).toEqual([]);
  });
});
