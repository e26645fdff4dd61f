// The server is killed while an analysis changes its state or is released: the change is there as a whole, with
// its history, its audit entry and what follows from it, or not at all.
import { setTimeout as sleep } from "node:timers/promises";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { api } from "../src/api/index.ts";
import type { AnalysisState, Visibility } from "../src/domain/analysis/analysis.ts";
import type { ProgressEvent } from "../src/domain/analysis/progress.ts";
import type { Database } from "../src/server/context.ts";
import { auditEntry } from "../src/server/store/schema/account.ts";
import { analysisFile } from "../src/server/store/schema/analysis-file.ts";
import { analysis, analysisHistory, plant, task } from "../src/server/store/schema/plant.ts";
import { drone, droneModel } from "../src/server/store/schema/provider.ts";
import { startCrashingServer, type CrashingServer } from "./fixtures/crashing-server.ts";
import { addPlant } from "./fixtures/large-import.ts";
import { rounds } from "./fixtures/rounds.ts";

const kills = rounds(1, 100);

let server: CrashingServer;
let analysis_id = 0;

beforeAll(async () => {
  server = await startCrashingServer({ JOB_CONCURRENCY: "0" });
  analysis_id = await server.withDatabase(async (db) => {
    const plant_id = await addPlant(db, server.customer_id);
    // Its data are evaluated once they are complete.
    await db.update(plant).set({ setup_phase: false });
    const [model] = await db
      .insert(droneModel)
      .values({ name: "M30", abbreviation: "M", vendor: "DJI" })
      .returning();
    const [flown] = await db
      .insert(drone)
      .values({ drone_model_id: model!.id, serial_number: "1", internal_identifier: "D-1" })
      .returning();
    const [row] = await db
      .insert(analysis)
      .values({
        plant_id,
        name: "Survey",
        flown_at: "2026-11-01T10:00:00Z",
        state: "DATA_INCOMPLETE",
        drone_id: flown!.id,
      })
      .returning();
    const id = row!.id;
    const file = { file_name: "a.jpg", name_key: "a.jpg", object: "analysis-file/a", bytes: 1 };
    await db.insert(analysisFile).values({ ...file, analysis_id: id, sha256: "0" });
    await db.execute(sql`insert into analysis_column
      (analysis_id, key_figure_id, base_hash, summary, severity_counts, twin_version)
      values (${id}, 1, 'x', '{}', '{0,0,0,0}', 1)`);
    return id;
  });
});
afterAll(() => server.close());

type Stored = { readonly state: AnalysisState; readonly visibility: Visibility };

/** What is stored now, after it was compared with its history, the audit and the tasks. */
async function whole(): Promise<Stored> {
  return server.withDatabase(async (db) => {
    const [row] = await db.select().from(analysis).where(eq(analysis.id, analysis_id));
    for (const [field, first, last, action] of [
      ["state", "DATA_INCOMPLETE", row!.state, "progress_analysis"],
      ["visibility", "not_released", row!.visibility, "set_analysis_visibility"],
    ] as const) {
      const history = await db
        .select()
        .from(analysisHistory)
        .where(and(eq(analysisHistory.analysis_id, analysis_id), eq(analysisHistory.field, field)))
        .orderBy(asc(analysisHistory.id));
      // Each change begins where the one before ended, and the last one led to what is there.
      const ends = [first, ...history.map(({ new_value }) => new_value)];
      expect(history.map(({ old_value }) => old_value)).toEqual(ends.slice(0, -1));
      expect(ends.at(-1)).toBe(last);
      expect(await db.$count(auditEntry, eq(auditEntry.action, action))).toBe(history.length);
      if (field === "state") await expectEvaluation(db, ends);
    }
    return { state: row!.state, visibility: row!.visibility };
  });
}

/** Complete data have their evaluation, stored with them; until then there is none. */
async function expectEvaluation(db: Database, states: readonly (string | null)[]): Promise<void> {
  const isOpen = inArray(task.state, ["PENDING", "RUNNING"]);
  const count = await db.$count(task, isOpen);
  expect(count).toBe(states.includes("DATA_COMPLETE") ? 1 : 0);
}

type Change = {
  readonly ask: () => Promise<{ status: number; body: unknown }>;
  readonly after: Partial<Stored>;
};

/** Kills the server during each change, and looks what is there after it. */
async function crashThrough(changes: readonly Change[]): Promise<{ done: number; undone: number }> {
  const count = { done: 0, undone: 0 };
  let before = await whole();
  let at = 0;
  for (let round = 0; round < kills; round += 1) {
    const { ask, after } = changes[at % changes.length]!;
    const asked = ask().catch(() => null);
    await sleep(Math.random() * 25);
    await server.kill(round % 3 === 2);
    const answer = await asked;
    await server.restart();
    const now = await whole();
    const isDone = JSON.stringify(now) !== JSON.stringify(before);
    // What was acknowledged is there; what is there is the whole change.
    if (answer?.status === 200) expect(isDone).toBe(true);
    if (isDone) expect(now).toEqual({ ...before, ...after });
    count[isDone ? "done" : "undone"] += 1;
    if (!isDone) expect((await ask()).status).toBe(200);
    before = await whole();
    expect(before).toMatchObject(after);
    at += 1;
  }
  return count;
}

describe(`kill -9, ${kills} times each`, { timeout: patient(60 * 60_000) }, () => {
  it("during a change of the state leaves the old state or the new one, with all that follows", async () => {
    const step = (event: ProgressEvent, state: AnalysisState): Change => ({
      ask: () =>
        server.ask(api.analysis.progress, { params: { id: analysis_id }, body: { event } }),
      after: { state },
    });
    const count = await crashThrough([
      step("data_completed", "DATA_COMPLETE"),
      step("data_verified", "DATA_COMPLETE_VERIFIED"),
      step("data_reopened", "DATA_INCOMPLETE"),
    ]);
    expect(count.done + count.undone).toBe(kills);
  });

  it("during a release leaves it released or not, never half", async () => {
    const show = (visibility: "released" | "not_released"): Change => ({
      ask: () =>
        server.ask(api.analysis.setVisibility, {
          params: { id: analysis_id },
          body: { visibility },
        }),
      after: { visibility },
    });
    const count = await crashThrough([show("released"), show("not_released")]);
    expect(count.done + count.undone).toBe(kills);
  });
});
