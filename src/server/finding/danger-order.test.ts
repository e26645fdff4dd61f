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
import type { WorkOrder, WorkOrderStep } from "../../domain/work-order/work-order.ts";

let host: FindingHost;
let survey = 0;
beforeAll(async () => {
  host = await openFindingHost("Danger");
  // Modules 0 and 4 are dangerous by their class, the others have a hotspot.
  survey = await host.survey("First", "2026-01-10", [HOTTER, HOT, HOT, HOT, HOTTER]);
  await host.show(survey, "released");
});
afterAll(() => host.server.close());

const create = async (...indexes: number[]) =>
  ok(
    await host.server.ask(api.workOrder.create, "viewer", {
      params: { id: survey },
      body: { title: "North", priority: "normal", findings: indexes.map((at) => host.place(at)) },
    }),
  ).order;
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
