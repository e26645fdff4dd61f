// Rates of repairs over HTTP, against a replay of random lives that counts while it makes them.
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { RepairRate } from "../../../domain/finding/repair-rate.ts";
import { findingLife, findingStep, findingStepChange } from "../../store/schema/finding-life.ts";

let server: TestServer;
let plant: ResultPlant;
let released: number;
let draft: number;
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Rated", 1);
  released = await plant.addAnalysis("Autumn", "2026-10-01", { visibility: "released" });
  draft = await plant.addAnalysis("Winter", "2026-11-01");
});
beforeEach(async () => {
  await server.database.owner.db.delete(findingLife);
  await server.database.owner.db.delete(findingStep);
});
afterAll(() => server.close());

const rates = async (as: AccountKey) => {
  const params = { id: plant.plant_id };
  const { status, body } = await server.ask(api.findingLife.rates, as, { params });
  expect(status).toBe(200);
  return body as RepairRate[];
};

type Change = { field: "status" | "crew"; old_value: string | null; new_value: string | null };
let minute = 0;
const nextTime = () => new Date(Date.UTC(2026, 9, 1) + (minute += 1) * 60_000).toISOString();

async function addStep(finding_id: number, kind: "person" | "survey", changes: Change[]) {
  const { db } = server.database.owner;
  const row = { plant_id: plant.plant_id, kind, created_at: nextTime() };
  const [step] = await db.insert(findingStep).values(row).returning({ id: findingStep.id });
  const { id: step_id } = step!;
  await db
    .insert(findingStepChange)
    .values(changes.map((one) => ({ step_id, finding_id, ...one })));
  return step_id;
}

/** A finding with the steps of its life, as "crew North", "done", "survey verified". */
async function live(dt_id: string, words: readonly string[], analysis_id = released) {
  const { db } = server.database.owner;
  const [life] = await db
    .insert(findingLife)
    .values({
      plant_id: plant.plant_id,
      component_type: "module",
      dt_id,
      fault_type: 6,
      analysis_id,
    })
    .returning({ id: findingLife.id });
  let status = "open";
  let crew: string | null = null;
  for (const word of words) {
    const [kind, value = ""] = word.split(" ");
    if (kind === "crew") {
      const next = value === "" ? null : value;
      await addStep(life!.id, "person", [{ field: "crew", old_value: crew, new_value: next }]);
      crew = next;
    } else {
      const next = kind === "survey" ? value : kind!;
      const by = kind === "survey" ? "survey" : "person";
      await addStep(life!.id, by, [{ field: "status", old_value: status, new_value: next }]);
      status = next;
    }
  }
  await db
    .update(findingLife)
    .set({ status: status as "open", crew })
    .where(eq(findingLife.id, life!.id));
  return life!.id;
}

const counts = (all: readonly RepairRate[]) =>
  all.map(({ crew, verified, returned, to_measure }) => [crew, verified, returned, to_measure]);

it("each repair counts once, for the crew that had the finding when it was done", async () => {
  // Verified; a crew that gets the finding afterwards has no part in it.
  await live("a", ["crew North", "done", "survey verified", "crew South"]);
  // Returned, and then repaired by others, which is not measured yet.
  await live("b", ["crew North", "done", "survey open", "crew South", "done"]);
  // Verified by one survey, and found again by the next one: the repair did not hold.
  await live("c", ["crew North", "done", "survey verified", "survey open"]);
  // Reopened before a survey, never done, and worse after it was dismissed: no repairs.
  await live("d", ["crew North", "done", "open"]);
  await live("e", ["crew North", "in_work"]);
  await live("f", ["crew North", "dismissed", "survey open"]);
  await live("g", ["done"]);
  expect(counts(await rates("viewer"))).toEqual([
    ["North", 1, 2, 0],
    ["South", 0, 0, 1],
    [null, 0, 0, 1],
  ]);
});

it("what was undone is no repair, and a crew that was undone later had it until then", async () => {
  const { db } = server.database.owner;
  const undo = async (finding_id: number, field: "status" | "crew") => {
    const steps = await db
      .select({ step_id: findingStepChange.step_id })
      .from(findingStepChange)
      .where(and(eq(findingStepChange.finding_id, finding_id), eq(findingStepChange.field, field)));
    const last = Math.max(...steps.map(({ step_id }) => step_id));
    await db.update(findingStep).set({ undone_at: nextTime() }).where(eq(findingStep.id, last));
  };
  const undone = await live("a", ["crew North", "done"]);
  await undo(undone, "status");
  await db.update(findingLife).set({ status: "assigned" }).where(eq(findingLife.id, undone));
  await undo(await live("b", ["crew North", "done", "survey verified"]), "crew");
  const early = await live("c", ["crew North", "crew South"]);
  await undo(early, "crew");
  await addStep(early, "person", [{ field: "status", old_value: "assigned", new_value: "done" }]);
  await db.update(findingLife).set({ status: "done" }).where(eq(findingLife.id, early));
  expect(counts(await rates("viewer"))).toEqual([["North", 1, 0, 1]]);
});

it("a customer's rates have nothing of findings that they do not see", async () => {
  await live("a", ["crew North", "done"], released);
  await live("b", ["crew North", "done"], draft);
  expect(counts(await rates("viewer"))).toEqual([["North", 0, 0, 1]]);
  expect(counts(await rates("analyst"))).toEqual([["North", 0, 0, 2]]);
  const params = { id: plant.plant_id };
  expect((await server.ask(api.findingLife.rates, "other_customer", { params })).status).toBe(404);
  expect((await server.ask(api.findingLife.rates, "bare", { params })).status).toBe(403);
});

it("random lives are counted as they are lived", async () => {
  let seed = 7;
  const random = (count: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % count;
  };
  const expected = new Map<string, [number, number, number]>();
  for (let finding = 0; finding < 60; finding += 1) {
    const words: string[] = [];
    let [status, crew] = ["open", ""];
    let repair: { crew: string; verdict: "verified" | "returned" | null } | null = null;
    const settle = (isLast: boolean) => {
      if (!repair) return;
      const cell = expected.get(repair.crew) ?? [0, 0, 0];
      if (repair.verdict === "verified") cell[0] += 1;
      if (repair.verdict === "returned") cell[1] += 1;
      if (repair.verdict === null && isLast && status === "done") cell[2] += 1;
      if (cell.some((count) => count > 0)) expected.set(repair.crew, cell);
    };
    for (let turn = 0; turn < 8; turn += 1) {
      const isMeasured = status === "done" || status === "verified";
      if (random(3) === 0) {
        crew = ["North", "South", ""][random(3)]!;
        words.push(`crew ${crew}`);
      } else if (isMeasured && random(2) === 0) {
        const isGood = status === "done" && random(2) === 0;
        status = isGood ? "verified" : "open";
        words.push(`survey ${status}`);
        if (repair) repair.verdict = isGood ? "verified" : "returned";
      } else if (status === "open") {
        settle(false);
        status = "done";
        repair = { crew, verdict: null };
        words.push("done");
      } else {
        status = "open";
        words.push("open");
      }
    }
    settle(true);
    await live(`r${finding}`, words);
  }
  const found = (await rates("viewer")).map(({ crew, verified, returned, to_measure }) => [
    crew ?? "",
    [verified, returned, to_measure],
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});
