// The evaluation of an orthomosaic and kill -9: what is published once stays once, whole or not at all.
import { spawn, type ChildProcess } from "node:child_process";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import * as survey from "../src/server/analysis/survey.fixture.ts";
import { startEvaluation } from "../src/server/analysis/start-evaluation.ts";
import { listColumns } from "../src/server/store/plant/column/column.ts";
import { readEvaluationLog } from "../src/server/store/plant/analysis/evaluation.ts";
import { listImages } from "../src/server/store/plant/analysis/result-image.ts";
import { listFindings } from "../src/server/store/plant/analysis/finding.ts";
import { analysis, analysisHistory, plant, task } from "../src/server/store/schema/plant.ts";
import { openResultImport, type ResultImport } from "./fixtures/result-import.ts";
import { rounds } from "./fixtures/rounds.ts";

/** More before an issue ends, see fixtures/rounds.ts. */
const kills = rounds(1, 100);
const MOST_WAIT_MS = 5000;
let host: ResultImport;
let ends: ChildProcess | null = null;
beforeAll(async () => {
  host = await openResultImport();
  await host.owner.db.update(plant).set({ setup_phase: false });
});
afterAll(async () => {
  ends?.kill("SIGKILL");
  await host.server.close();
});

const folderOf = () => `${host.owner.settings.data_dir}/objects`;

async function startWorker(): Promise<ChildProcess> {
  const script = new URL("./fixtures/evaluation-worker.ts", import.meta.url).pathname;
  const words = [script, host.server.database.ownerUrl, folderOf()];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((ready) => child.stdout.once("data", ready));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((settle) => child.once("exit", settle));
  child.kill("SIGKILL");
  await gone;
}

/** What an evaluation leaves behind. */
async function leftBy(id: number) {
  const { db } = host.owner;
  const columns = await listColumns(db, [id]);
  const findings = await listFindings(db, id);
  return {
    columns: columns.map(({ key_figure_id, base_hash }) => `${key_figure_id} ${base_hash}`),
    findings: findings.map(({ dt_id, value, reasons }) => `${dt_id} ${value} ${reasons.join()}`),
    pictures: (await listImages(db, id)).map(({ file_name }) => file_name),
    log: await readEvaluationLog(db, id),
    published: await db.$count(
      analysisHistory,
      sql`${analysisHistory.analysis_id} = ${id} and ${analysisHistory.field} = 'results'`,
    ),
  };
}

async function addAnalysis(number: number): Promise<number> {
  const { db } = host.owner;
  const id = await host.plant.addAnalysis(`killed ${number}`, "2026-04-02");
  const files = [
    await survey.fileOf(host, "t.tif", await survey.rasterOf(host, 0, 40, 7, { over: 3.3 })),
    await survey.fileOf(host, "conditions.csv", "time,irradiance\n2026-04-02T10:00:00Z,800\n"),
  ];
  for (const { name, key, bytes, sha256 } of files) {
    await db.execute(sql`
      insert into analysis_file (analysis_id, file_name, name_key, object, bytes, sha256)
      values (${id}, ${name}, ${name}, ${key + number}, ${bytes}, ${sha256})`);
    await host.owner.files.put(key + number, await host.owner.files.read(key));
  }
  const temperature_rasters = [{ sha256: files[0]!.sha256, unit: "celsius" as const }];
  await db
    .update(analysis)
    .set({ state: "DATA_COMPLETE", temperature_rasters })
    .where(eq(analysis.id, id));
  return id;
}

/** State, and why the task failed: a failure shows its problems. */
const endOf = async (id: number) => {
  const [row] = await host.owner.db.select().from(task).where(eq(task.id, id));
  return { state: row?.state, error: row?.error, problems: row?.problems };
};

it(`survives kill -9, ${kills} times`, { timeout: patient(60 * 60_000) }, async () => {
  let whole: Awaited<ReturnType<typeof leftBy>> | null = null;
  for (let round = 0; round <= kills; round += 1) {
    const id = await addAnalysis(round);
    const task_id = await startEvaluation(host.owner.db, { analysis_id: id, account_id: null });
    if (round > 0) {
      const child = await startWorker();
      await new Promise((wake) => setTimeout(wake, (MOST_WAIT_MS * (round - 0.5)) / kills));
      await kill(child);
      const cut = await leftBy(id);
      // Whole, or not at all.
      if (cut.log === null)
        expect(cut).toEqual({ columns: [], findings: [], pictures: [], log: null, published: 0 });
      else expect(cut).toEqual(whole);
    }
    ends = await startWorker();
    await expect
      .poll(() => endOf(task_id!), { timeout: 120_000 })
      .toMatchObject({ state: expect.stringMatching(/SUCCESSFUL|FAILED/) });
    expect(await endOf(task_id!), `round ${round}`).toMatchObject({
      state: "SUCCESSFUL",
      error: null,
    });
    await kill(ends);
    const left = await leftBy(id);
    whole ??= left;
    expect(left, `round ${round}`).toEqual(whole);
    expect(left.published).toBe(1);
    expect(left.pictures).not.toEqual([]);
  }
});
