// A repair that people state after the release is judged by that survey at once, over HTTP on a real database.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { HEALTHY, HOT, openFindingHost } from "../../../tests/fixtures/finding-host.ts";
import type { FindingHost } from "../../../tests/fixtures/finding-host.ts";
import { api } from "../../api/index.ts";
import type { FindingsChanged } from "../../domain/finding/finding-life.ts";
import type { WorkOrderStep } from "../../domain/work-order/work-order.ts";
import { analysis } from "../store/schema/plant.ts";
import { findingLife } from "../store/schema/finding-life.ts";

let host: FindingHost;
let [first, second] = [0, 0];
beforeAll(async () => {
  host = await openFindingHost("Stated");
});
afterAll(() => host.server.close());

/** All modules but the second are healthy in the second survey, which is released before anybody states a repair. */
beforeEach(async () => {
  const { db } = host.server.database.owner;
  await db.delete(findingLife);
  await db.delete(analysis);
  const all = Array.from({ length: host.plant.modules }, () => HOT);
  first = await host.survey("First", "2026-01-10", all);
  second = await host.survey("Second", "2026-03-10", [HEALTHY, HOT]);
  await host.show(first, "released");
  await host.show(second, "released");
});

const done = { status: "done", done_on: "2026-02-01" } as const;
const shownOf = async (index: number) => {
  // Staff see it in a survey that is not released, too.
  const one = await host.find(index, "analyst");
  return [one?.status, one?.returned, one?.severity, one?.analysis_id];
};
const change = async (indexes: readonly number[], set: object) => {
  const findings = indexes.map((index) => ({ ...host.place(index), revision: 0 }));
  const asked = { params: { id: first }, body: { findings, set } };
  const { status, body } = await host.server.ask(api.findingLife.change, "viewer", asked);
  expect(status).toBe(200);
  return body as FindingsChanged;
};
const undo = (step_id: number | null) =>
  host.server.ask(api.findingLife.undo, "viewer", {
    params: { id: host.plant.plant_id, step_id: step_id ?? 0 },
  });

it("verifies what is healthy there and opens what is not, and one undo takes back both", async () => {
  const { step_id, findings } = await change([0, 1, 2], done);
  expect(findings.map(({ status }) => status)).toEqual(["verified", "open", "verified"]);
  expect(await shownOf(0)).toEqual(["verified", false, 0, second]);
  expect(await shownOf(1)).toEqual(["open", true, 2, second]);
  expect((await host.steps(0)).map(({ kind, changed_again }) => [kind, changed_again])).toEqual([
    ["survey", false],
    ["person", false],
  ]);
  expect((await undo(step_id)).status).toBe(200);
  expect((await shownOf(0)).slice(0, 2)).toEqual(["open", false]);
  expect((await shownOf(1)).slice(0, 2)).toEqual(["open", false]);
  expect((await host.find(0))?.done_on).toBeNull();
});

it("does not judge a repair of today by a survey of before", async () => {
  await change([0, 1], { status: "done" });
  expect((await shownOf(0))[0]).toBe("done");
  // The day is corrected: the survey was flown after it.
  await host.set(first, 0, { done_on: "2026-02-01" });
  expect((await shownOf(0))[0]).toBe("verified");
  expect((await shownOf(1))[0]).toBe("done");
});

it("takes the verdict back with the release, and gives it again with the next one", async () => {
  await change([0, 1], done);
  await host.show(second, "not_released");
  expect(await shownOf(0)).toEqual(["done", false, 2, first]);
  expect(await shownOf(1)).toEqual(["done", false, 2, first]);
  await host.show(second, "released");
  expect(await shownOf(0)).toEqual(["verified", false, 0, second]);
  expect(await shownOf(1)).toEqual(["open", true, 2, second]);
});

it("is judged where the survey itself is the one in which the finding was decided on", async () => {
  const findings = [{ ...host.place(1), revision: 0 }];
  const body = { findings, set: { crew: "North" } };
  await host.server.ask(api.findingLife.change, "viewer", { params: { id: second }, body });
  // The earlier survey may have shown it first, so that a repair between both is no mistake.
  await host.set(second, 1, done);
  expect(await shownOf(1)).toEqual(["open", true, 2, second]);
  // The release that is withdrawn and given again says it again.
  await host.show(second, "not_released");
  expect((await shownOf(1))[0]).toBe("done");
  await host.show(second, "released");
  expect(await shownOf(1)).toEqual(["open", true, 2, second]);
});

it("is judged where a file states it, and the undo of that step takes back both", async () => {
  const body = { title: "Strings", findings: [host.place(0), host.place(1)] };
  const made = await host.server.ask(api.workOrder.create, "viewer", {
    params: { id: first },
    body,
  });
  const { order } = made.body as { order: { id: number; finding_ids: number[] } };
  const lines = order.finding_ids.map((id) => `WO-1,${id},done,2026-02-01\n`);
  const file = new FormData();
  const text = `order,finding_id,finding_status,done_on\n${lines.join("")}`;
  file.append("file", new File([text], "states.csv"));
  const params = { id: host.plant.plant_id };
  const sent = await host.server.ask(api.workOrder.importStates, "viewer", {
    params,
    query: { apply: "yes" },
    body: file,
  });
  expect([sent.status, (await shownOf(0))[0], (await shownOf(1))[0]]).toEqual([
    200,
    "verified",
    "open",
  ]);
  const { body: history } = await host.server.ask(api.workOrder.history, "viewer", {
    params: { ...params, work_order_id: order.id },
  });
  const [step] = history as WorkOrderStep[];
  expect(step?.changed_again).toBe(false);
  const undone = await host.server.ask(api.workOrder.undo, "viewer", {
    params: { ...params, order_step_id: step!.id },
  });
  expect([undone.status, (await shownOf(0))[0]]).toEqual([200, "open"]);
});
