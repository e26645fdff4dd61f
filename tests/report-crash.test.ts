// A report and kill -9: it is ready once and whole, or not ready, and it never waits for ever.
import { spawn, type ChildProcess } from "node:child_process";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { keyFigureByKey } from "../src/domain/key-figure/key-figure.ts";
import { reportSections, reportTask } from "../src/domain/report/report.ts";
import { writeColumns } from "../src/server/store/plant/column/column.ts";
import { insertReport } from "../src/server/store/plant/analysis/report.ts";
import { task } from "../src/server/store/schema/plant.ts";
import { report } from "../src/server/store/schema/report.ts";
import { openResultImport, type ResultImport } from "./fixtures/result-import.ts";
import { rounds } from "./fixtures/rounds.ts";

/** More before an issue ends, see fixtures/rounds.ts. */
const kills = rounds(1, 100);
/** A report of 60 modules takes about a second. */
const MOST_WAIT_MS = 2500;
let host: ResultImport;
let id: number;
let ends: ChildProcess | null = null;

beforeAll(async () => {
  host = await openResultImport();
  id = await host.plant.addAnalysis("killed", "2026-04-02", { visibility: "released" });
  const { modules } = host.plant;
  const classes = Uint8Array.from({ length: modules }, (_, row) => 1 + (row % 3));
  const faults = keyFigureByKey("class_of_abnormality")!;
  await writeColumns(host.owner, id, new Map([[faults.id, classes]]), { twin_version: 1 });
});
afterAll(async () => {
  ends?.kill("SIGKILL");
  await host.server.close();
});

async function startWorker(): Promise<ChildProcess> {
  const script = new URL("./fixtures/report-worker.ts", import.meta.url).pathname;
  const folder = `${host.owner.settings.data_dir}/objects`;
  const words = [script, host.server.database.ownerUrl, folder];
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((ready) => child.stdout.once("data", ready));
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((settle) => child.once("exit", settle));
  child.kill("SIGKILL");
  await gone;
}

async function addReport(): Promise<number> {
  const row = {
    plant_id: host.plant.plant_id,
    analysis_id: id,
    title: "Killed",
    locale: "en" as const,
    sections: [...reportSections],
  };
  const faults = keyFigureByKey("class_of_abnormality")!;
  const input = { key_figure_ids: [faults.id] };
  return host.owner.db.transaction((db) => insertReport(db, row, { name: reportTask, input }));
}

async function rowOf(report_id: number) {
  const [row] = await host.owner.db.select().from(report).where(eq(report.id, report_id));
  return row!;
}

async function isWhole(report_id: number): Promise<boolean> {
  const { object, bytes } = await rowOf(report_id);
  if (object === null) return false;
  const pdf = Buffer.from(await host.owner.files.read(object));
  expect(pdf.length).toBe(bytes);
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.subarray(-32).toString()).toContain("%%EOF");
  return true;
}

it(`survives kill -9, ${kills} times`, { timeout: patient(60 * 60_000) }, async () => {
  for (let round = 1; round <= kills; round += 1) {
    const report_id = await addReport();
    const { task_id } = await rowOf(report_id);
    expect(task_id).not.toBe(null);
    const child = await startWorker();
    await new Promise((wake) => setTimeout(wake, (MOST_WAIT_MS * (round - 0.5)) / kills));
    await kill(child);
    const cut = await rowOf(report_id);
    // Whole, or not at all.
    expect(await isWhole(report_id)).toBe(cut.state === "ready");
    ends = await startWorker();
    const stateOf = async () =>
      (await host.owner.db.select().from(task).where(eq(task.id, task_id!)))[0]?.state;
    await expect.poll(stateOf, { timeout: 120_000 }).toBe("SUCCESSFUL");
    await kill(ends);
    expect(await isWhole(report_id)).toBe(true);
    if (cut.state === "ready") expect((await rowOf(report_id)).object).toBe(cut.object);
  }
});
