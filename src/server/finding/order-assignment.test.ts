// Two people at one order: what one of them gave a finding since, the other's change of the order leaves.
import { afterAll, beforeAll, expect, it } from "vitest";
import { HOT, openFindingHost, type FindingHost } from "../../../tests/fixtures/finding-host.ts";
import { api } from "../../api/index.ts";
import type { WorkOrderChanged, WorkOrderFields } from "../../domain/work-order/work-order.ts";

let host: FindingHost;
let survey = 0;
beforeAll(async () => {
  host = await openFindingHost("Two people");
  survey = await host.survey("First", "2026-01-10", [HOT, HOT, HOT]);
  await host.show(survey, "released");
});
afterAll(() => host.server.close());

const crews = () =>
  Promise.all(
    [0, 1, 2].map(async (index) => {
      const one = await host.find(index);
      return [one?.crew, one?.due_on];
    }),
  );

it("changes those that still have what the order had, and leaves the others", async () => {
  const findings = [0, 1, 2].map((index) => host.place(index));
  const body = { title: "Walk", findings, crew: "North", due_on: "2026-12-20" };
  const made = await host.server.ask(api.workOrder.create, "viewer", {
    params: { id: survey },
    body,
  });
  const { order } = made.body as WorkOrderChanged;
  // Somebody gives one of them to another crew, and takes another one from its crew, with a day of its own.
  await host.set(survey, 0, { crew: "East" });
  await host.set(survey, 1, { crew: null, due_on: "2026-12-01" });
  const change = async (revision: number, set: WorkOrderFields) => {
    const params = { id: host.plant.plant_id, work_order_id: order.id };
    const sent = { revision, set, done_ids: [], removed_ids: [] };
    const { status } = await host.server.ask(api.workOrder.change, "viewer", {
      params,
      body: sent,
    });
    expect(status).toBe(200);
  };
  await change(order.revision, { crew: "South", due_on: "2026-12-24" });
  expect(await crews()).toEqual([
    ["East", "2026-12-24"],
    ["South", "2026-12-01"],
    ["South", "2026-12-24"],
  ]);
});
