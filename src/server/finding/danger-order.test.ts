// What becomes of a work order that a danger comes into, over HTTP on a real database.
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  HOT,
  HOTTER,
  openFindingHost,
  type FindingHost,
} from "../../../tests/fixtures/finding-host.ts";
import { ok } from "../../../tests/fixtures/work-order-host.ts";
import { api } from "../../api/index.ts";
import type {
  WorkOrder,
  WorkOrderForm,
  WorkOrderStep,
} from "../../domain/work-order/work-order.ts";

let host: FindingHost;
let survey = 0;
beforeAll(async () => {
  host = await openFindingHost("Danger");
  // Modules 0, 4, 8 and 10 are dangerous by their class, the others have a hotspot.
  const seen = Array.from({ length: 11 }, (_, at) => ([0, 4, 8, 10].includes(at) ? HOTTER : HOT));
  survey = await host.survey("First", "2026-01-10", seen);
  await host.show(survey, "released");
});
afterAll(() => host.server.close());

const made = async (indexes: readonly number[], more: Partial<WorkOrderForm> = {}) =>
  ok(
    await host.server.ask(api.workOrder.create, "viewer", {
      params: { id: survey },
      body: { title: "North", findings: indexes.map((at) => host.place(at)), ...more },
    }),
  ).order;
const create = (...indexes: number[]) => made(indexes, { priority: "normal" });
const add = async ({ id, revision }: WorkOrder, index: number) =>
  ok(
    await host.server.ask(api.workOrder.addFindings, "viewer", {
      params: { id: survey, work_order_id: id },
      body: { revision, findings: [host.place(index)] },
    }),
  );

it("becomes one of safety, says so in its history, and is normal again after an undo", async () => {
  const order = await create(1);
  const harmless = await add(order, 2);
  expect(harmless.order.priority).toBe("normal");
  const raised = await add(harmless.order, 0);
  expect(raised.order).toMatchObject({ priority: "safety", revision: 3 });
  const params = { id: host.plant.plant_id, work_order_id: order.id };
  const { body } = await host.server.ask(api.workOrder.history, "viewer", { params });
  const [newest] = body as WorkOrderStep[];
  expect(newest).toMatchObject({
    added: 1,
    changes: [{ field: "priority", old_value: "normal", new_value: "safety" }],
  });
  const undone = ok(
    await host.server.ask(api.workOrder.undo, "viewer", {
      params: { id: host.plant.plant_id, order_step_id: raised.step_id ?? 0 },
    }),
  );
  expect(undone.order).toMatchObject({ priority: "normal" });
  expect(undone.order.finding_ids).toHaveLength(2);
});

it("becomes one of safety by a finding of which something was decided before, too", async () => {
  await host.set(survey, 4, { crew: "South" });
  const order = await create(3);
  expect((await add(order, 4)).order.priority).toBe("safety");
});

it("is one of safety from the start where a danger is in it and no priority is stated", async () => {
  expect((await made([5, 6])).priority).toBe("normal");
  expect((await made([7, 8])).priority).toBe("safety");
  // Who states one has seen what is in it.
  expect((await made([9, 10], { priority: "normal" })).priority).toBe("normal");
});
