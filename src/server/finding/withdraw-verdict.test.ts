// A release that is withdrawn takes its verdicts back, and a corrected one judges again, over HTTP on a real database.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  HEALTHY,
  HOT,
  HOTTER,
  openFindingHost,
  type FindingHost,
} from "../../../tests/fixtures/finding-host.ts";
import { api } from "../../api/index.ts";
import type { FindingLife } from "../../domain/finding/finding-life.ts";
import type { RepairRate } from "../../domain/finding/repair-rate.ts";
import { findingEvidence, findingLife } from "../store/schema/finding-life.ts";

let host: FindingHost;
let day = 2100;
beforeAll(async () => {
  host = await openFindingHost("Withdrawn");
});
afterAll(() => host.server.close());

/** A day on which nothing was flown yet, after all repairs. */
const nextDay = () => `${(day += 1)}-01-01`;
const shownOf = (one: FindingLife | undefined) => [
  one?.status,
  one?.returned,
  one?.severity,
  one?.analysis_id,
];
const allShown = async (count: number) => {
  const lives = await host.list();
  return Array.from({ length: count }, (_, index) =>
    shownOf(lives.find(({ dt_id }) => dt_id === host.plant.moduleId(index))),
  );
};
const clear = () => host.server.database.owner.db.delete(findingLife);

/** Four findings of a released survey: two done, one dismissed, one assigned. */
async function decided(): Promise<number> {
  await clear();
  const first = await host.survey(`First ${day}`, nextDay(), [HOT, HOT, HOT, HOT]);
  await host.show(first, "released");
  for (const index of [0, 1]) await host.set(first, index, { crew: "North" }, { status: "done" });
  await host.set(first, 2, { status: "dismissed", reason: "Bird" });
  await host.set(first, 3, { crew: "North" });
  return first;
}

it("takes back what it had judged, with the evidence, and judges again once it is corrected", async () => {
  const first = await decided();
  const before = await allShown(4);
  expect(before).toEqual([
    ["done", false, 2, first],
    ["done", false, 2, first],
    ["dismissed", false, 2, first],
    ["assigned", false, 2, first],
  ]);
  const doneOn = (await host.find(1))?.done_on;
  const second = await host.survey("Second", nextDay(), [HEALTHY, HOT, HOTTER, HEALTHY]);
  await host.show(second, "released");
  expect(await allShown(4)).toEqual([
    ["verified", false, 0, second],
    ["open", true, 2, second],
    ["open", true, 3, second],
    ["assigned", false, 0, second],
  ]);

  await host.show(second, "not_released");
  expect(await allShown(4)).toEqual(before);
  expect(await host.find(1)).toMatchObject({ done_on: doneOn, crew: "North" });
  expect(await host.find(2)).toMatchObject({ reason: "Bird" });
  const [step] = await host.steps(0);
  expect(step).toMatchObject({
    kind: "survey",
    analysis_name: null,
    undone_by: "analyst Tester",
    withdrawn_at: expect.any(String),
  });

  // It was the other way round.
  await host.write(second, [HOT, HEALTHY, HOT, HOT]);
  await host.show(second, "released");
  expect(await allShown(4)).toEqual([
    ["open", true, 2, second],
    ["verified", false, 0, second],
    ["dismissed", false, 2, second],
    ["assigned", false, 2, second],
  ]);
  expect((await host.steps(0)).map(({ undone_at }) => undone_at !== null)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

it("leaves what people changed since, whose history says so", async () => {
  const first = await decided();
  const second = await host.survey("Half kept", nextDay(), [HEALTHY, HOT, HOTTER, HOT]);
  await host.show(second, "released");
  // The verdict is not trusted; the other repair is done again.
  await host.set(second, 0, { status: "open" });
  await host.set(second, 1, { crew: "South" }, { status: "in_work" });
  await host.show(second, "invisible");
  expect(await allShown(4)).toEqual([
    ["assigned", false, 2, first].with(0, "open"),
    ["in_work", false, 2, first],
    ["dismissed", false, 2, first],
    ["assigned", false, 2, first],
  ]);
  const words = async (index: number) =>
    (await host.steps(index))
      .filter(({ kind }) => kind === "survey")
      .map(({ undone_at, withdrawn_at }) => [undone_at !== null, withdrawn_at !== null]);
  expect(await words(0)).toEqual([[false, true]]);
  expect(await words(1)).toEqual([[false, true]]);
  expect(await words(2)).toEqual([[true, true]]);
  const asked = { params: { id: host.plant.plant_id } };
  const { body } = await host.server.ask(api.findingLife.rates, "viewer", asked);
  const sum = (body as RepairRate[]).reduce((n, one) => n + one.verified + one.returned, 0);
  expect(sum).toBe(0);
});

it("leaves the verdict of a later survey, which goes back to the one before both", async () => {
  const first = await decided();
  const second = await host.survey("Between", nextDay(), [HEALTHY, HOT, HOT, HOT]);
  await host.show(second, "released");
  const third = await host.survey("Last", nextDay(), [HOT, HOT, HOT, HOT]);
  await host.show(third, "released");
  const judged = ["open", true, 2, third];
  expect((await allShown(2))[0]).toEqual(judged);
  await host.show(second, "not_released");
  expect((await allShown(2))[0]).toEqual(judged);
  await host.show(third, "not_released");
  const lives = await allShown(4);
  expect(lives.map(([, , , analysis_id]) => analysis_id)).toEqual([first, first, first, first]);
  // The second one had verified it, and is withdrawn: it is as people left it.
  expect(lives[0]).toEqual(["done", false, 2, first]);
});

it("compares what people dismissed in view of it with what they saw", async () => {
  await decided();
  const second = await host.survey("Worse", nextDay(), [HEALTHY, HOT, HOTTER, HOT]);
  await host.show(second, "released");
  await host.set(second, 2, { status: "dismissed", reason: "Bird again" });
  await host.show(second, "not_released");
  await host.show(second, "released");
  expect(await host.find(2)).toMatchObject({ status: "dismissed", reason: "Bird again" });
});

it("leaves its readers the work orders that they made of it", async () => {
  await decided();
  const second = await host.survey("Ordered", nextDay(), [HEALTHY, HOT, HOT, HOT]);
  const make = (who: "analyst" | "viewer", title: string, index: number) =>
    host.server.ask(api.workOrder.create, who, {
      params: { id: second },
      body: { title, findings: [host.place(index)] },
    });
  const params = { id: host.plant.plant_id };
  const orders = async () => (await host.server.ask(api.workOrder.list, "viewer", { params })).body;
  expect((await make("analyst", "Before the release", 3)).status).toBe(200);
  expect(await orders()).toEqual([]);
  await host.show(second, "released");
  expect((await make("viewer", "Again", 1)).status).toBe(200);
  await host.show(second, "not_released");
  expect(await orders()).toMatchObject([{ title: "Before the release" }, { title: "Again" }]);
});

it("takes back what a release of an older version had judged, which kept no evidence", async () => {
  const first = await decided();
  const before = await allShown(4);
  const second = await host.survey("Older version", nextDay(), [HEALTHY, HOT, HOT, HOT]);
  await host.show(second, "released");
  const { db } = host.server.database.owner;
  await db.delete(findingEvidence);
  const [file] = globSync(join(import.meta.dirname, "../store/schema/*_finding_evidence.sql"));
  const text = readFileSync(file!, "utf8");
  for (const statement of text.slice(text.indexOf("INSERT INTO")).split(";\n").filter(Boolean)) {
    await db.execute(sql.raw(statement));
  }
  await host.show(second, "not_released");
  const lives = await allShown(4);
  expect(lives.map(([status, , , analysis_id]) => [status, analysis_id])).toEqual([
    ["done", first],
    ["done", first],
    ["dismissed", first],
    ["assigned", first],
  ]);
  // Also the severities, which that version did not keep.
  expect(lives).toEqual(before);
});
