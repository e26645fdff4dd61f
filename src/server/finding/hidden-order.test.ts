// What a customer does not see is not said in refusals and lists either, over HTTP on a real database.
import { afterAll, beforeAll, expect, it } from "vitest";
import { HEALTHY, HOT, openFindingHost } from "../../../tests/fixtures/finding-host.ts";
import type { FindingHost } from "../../../tests/fixtures/finding-host.ts";
import type { AccountKey } from "../../../tests/fixtures/http.ts";
import { api } from "../../api/index.ts";
import type { Problem } from "../../domain/error.ts";
import type { FindingPeople } from "../../domain/finding/finding-life.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";

let host: FindingHost;
let [released, hidden] = [0, 0];
beforeAll(async () => {
  host = await openFindingHost("Hidden");
  released = await host.survey("Released", "2026-01-10", [HOT, HEALTHY, HOT]);
  hidden = await host.survey("Hidden", "2026-02-10", [HOT, HOT]);
  await host.show(released, "released");
});
afterAll(() => host.server.close());

const order = (as: AccountKey, survey: number, indexes: readonly number[], crew?: string) =>
  host.server.ask(api.workOrder.create, as, {
    params: { id: survey },
    body: {
      title: "Walk",
      findings: indexes.map((index) => host.place(index)),
      ...(crew === undefined ? {} : { crew }),
    },
  });
const crews = async (as: AccountKey) => {
  const params = { id: host.plant.plant_id };
  const { body } = await host.server.ask(api.findingLife.people, as, { params });
  return (body as FindingPeople).crews;
};

it("names no crew and no order that has a finding which is not seen", async () => {
  expect((await order("analyst", hidden, [0, 1], "Secret")).status).toBe(200);
  const { status, body } = await order("viewer", released, [0]);
  const { problems } = body as { problems: Problem[] };
  expect([status, problems.map(({ reason }) => reason)]).toEqual([
    409,
    ["finding_in_hidden_order"],
  ]);
  expect(JSON.stringify(problems)).not.toContain("WO-");
  const again = await order("analyst", released, [0]);
  expect((again.body as { problems: Problem[] }).problems[0]?.values).toMatchObject({
    code: "WO-1",
  });
  expect(await crews("analyst")).toEqual(["Secret"]);
});

it("names the crews of findings that are seen", async () => {
  await host.set(released, 2, { crew: "North" });
  expect(await crews("viewer")).toEqual(["North"]);
  expect(await crews("analyst")).toEqual(["North", "Secret"]);
});

/** The orders that the account reads, and the order that the finding of a module is in. */
async function seenOf(as: AccountKey, index: number) {
  const params = { id: host.plant.plant_id };
  const { body } = await host.server.ask(api.workOrder.list, as, { params });
  const orders = (body as WorkOrder[]).map(({ title }) => title);
  return { orders, work_order: (await host.find(index, as))?.work_order };
}

it("keeps an order from customers after the survey that it was made of is deleted", async () => {
  // All its findings are seen in the released survey, too: they alone do not hide it.
  const draft = await host.survey("Draft", "2026-02-20", [HEALTHY, HEALTHY, HOT]);
  expect((await order("analyst", draft, [2])).status).toBe(200);
  expect(await seenOf("viewer", 2)).toEqual({ orders: [], work_order: null });
  const removed = await host.server.ask(api.analysis.remove, "analyst", { params: { id: draft } });
  expect(removed.status).toBe(200);
  expect(await seenOf("viewer", 2)).toEqual({ orders: [], work_order: null });
  expect(await seenOf("analyst", 2)).toEqual({ orders: ["Walk", "Walk"], work_order: 2 });
});

it("says the number of a hidden order neither at its other findings nor in their history", async () => {
  // Module 0 is in both surveys, and in an order with module 1, which only the hidden one shows.
  const body = { findings: [{ ...host.place(0), revision: 0 }], set: { due_on: "2026-12-24" } };
  // The refused change tells the reader that others have decided something, and reads on.
  await host.server.ask(api.findingLife.change, "viewer", {
    params: { id: released },
    body,
  });
  await host.set(released, 0, { due_on: "2026-12-24" });
  expect((await host.find(0, "analyst"))?.work_order).toBe(1);
  expect((await host.find(0))?.work_order).toBeNull();
  const mine = (await host.steps(0, "analyst")).at(-1);
  const step = (await host.steps(0)).at(-1);
  expect([mine!.work_order, step!.work_order]).toEqual([1, "hidden"]);
  const params = { id: host.plant.plant_id, step_id: step!.id };
  const undone = await host.server.ask(api.findingLife.undo, "viewer", { params });
  expect(undone.status).toBe(404);
  expect(JSON.stringify(undone.body)).not.toContain("WO-");
});
