// An observation with which findings are done, over HTTP on a real database: the record of a repair in the field.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ok, reasons, workOrderHost } from "../../../../tests/fixtures/work-order-host.ts";
import type { AccountKey } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import { plantDate } from "../../../domain/plant/plant-time.ts";
import type { FindingHistory } from "../../../domain/finding/finding-life.ts";
import type { Observation } from "../../../domain/observation/observation.ts";

let host: Awaited<ReturnType<typeof workOrderHost>>;
beforeAll(async () => {
  host = await workOrderHost("hotspot");
});
beforeEach(() => host.clear());
afterAll(() => host.server.close());

let count = 0;
const fresh = () => `repair-${(count += 1)}`;

async function askRecord(
  as: AccountKey,
  module: number,
  finished_ids: number[],
  external_id = fresh(),
  observed_at = "2026-11-20T09:30:00Z",
) {
  const asked = await host.server.ask(api.observation.create, as, {
    params: host.params,
    body: {
      observed_at,
      notes: "Diode replaced",
      external_id,
      dt_id: host.plant.moduleId(module),
      finished_ids,
    },
  });
  return { status: asked.status, body: asked.body as Observation };
}
const record = async (...args: Parameters<typeof askRecord>) => {
  const { status, body } = await askRecord(...args);
  expect(status).toBe(200);
  return body;
};
const statusOf = async (id: number) =>
  (await host.lives("viewer")).find((one) => one.id === id)?.status;
const stepsOf = async (life_id: number) =>
  (
    (
      await host.server.ask(api.findingLife.history, "viewer", {
        params: { ...host.params, life_id },
      })
    ).body as FindingHistory
  ).steps;
const observations = async () => {
  const asked = await host.server.ask(api.observation.list, "viewer", { params: host.params });
  return (asked.body as { observations: Observation[] }).observations;
};

it("sets findings to done with it, once, however often it is sent", async () => {
  const { order } = await host.create("viewer", [0, 1]);
  const [first, second] = order.finding_ids;
  const external_id = fresh();
  const made = await record("viewer", 0, [first!], external_id);
  expect(made.finished_ids).toEqual([first]);
  expect([await statusOf(first!), await statusOf(second!)]).toEqual(["done", "open"]);
  const again = await record("viewer", 0, [first!], external_id);
  expect([again.id, again.finished_ids]).toEqual([made.id, [first]]);
  const steps = await stepsOf(first!);
  const toDone = steps.filter(({ changes }) => changes.some((one) => one.new_value === "done"));
  expect(toDone).toHaveLength(1);
  // The step can be undone like any other; the observation stays.
  const undone = await host.server.ask(api.findingLife.undo, "viewer", {
    params: { ...host.params, step_id: toDone[0]!.id },
  });
  expect([undone.status, await statusOf(first!)]).toEqual([200, "open"]);
  // What was undone meanwhile is not done by a late second sending.
  await record("viewer", 0, [first!], external_id);
  expect(await statusOf(first!)).toBe("open");
});

it("is stored also where a finding cannot be done any more, and names those that are", async () => {
  const { order } = await host.create("viewer", [2]);
  const [id] = order.finding_ids;
  const life = (await host.lives("viewer")).find((one) => one.id === id)!;
  const dismissed = await host.server.ask(api.findingLife.change, "viewer", {
    params: { id: host.released },
    body: {
      findings: [{ ...host.place(2), revision: life.revision }],
      set: { status: "dismissed", reason: "Bird" },
    },
  });
  expect(dismissed.status).toBe(200);
  const made = await record("viewer", 2, [id!, 987_654]);
  expect([made.notes, made.finished_ids]).toEqual(["Diode replaced", []]);
  expect(await statusOf(id!)).toBe("dismissed");
});

it("names a finding that was done already", async () => {
  const { order } = await host.create("viewer", [3]);
  const started = ok(await host.askChange("viewer", order, { set: { status: "in_work" } }));
  const done_ids = started.order.finding_ids;
  ok(await host.askChange("viewer", started.order, { set: { status: "done" }, done_ids }));
  expect((await record("viewer", 3, [...done_ids])).finished_ids).toEqual(done_ids);
});

it("is refused with a finding of another component, and nothing is stored", async () => {
  const { order } = await host.create("viewer", [4]);
  const before = (await observations()).length;
  const refused = await askRecord("viewer", 5, [order.finding_ids[0]!]);
  expect([refused.status, reasons(refused.body)]).toEqual([
    400,
    [["finding_of_other_component", { name: host.plant.moduleId(4) }]],
  ]);
  expect([(await observations()).length, await statusOf(order.finding_ids[0]!)]).toEqual([
    before,
    "open",
  ]);
});

it("changes no finding that its author does not see", async () => {
  const staff = ok(await host.askCreate("analyst", [6], {}, host.draft));
  const [id] = staff.order.finding_ids;
  expect((await record("viewer", 6, [id!])).finished_ids).toEqual([]);
  const life = (await host.lives("analyst")).find((one) => one.id === id);
  expect(life?.status).toBe("open");
});

it("has the day of its arrival where the clock of the device lies before the survey that found the fault", async () => {
  const { order } = await host.create("viewer", [6]);
  const [id] = order.finding_ids;
  await record("viewer", 6, [id!], fresh(), "2020-01-03T09:30:00Z");
  const life = (await host.lives("viewer")).find((one) => one.id === id)!;
  const today = plantDate("America/Santiago", new Date().toISOString());
  expect([life.status, life.done_on]).toEqual(["done", today]);
  const { body } = await host.server.ask(api.findingLife.history, "viewer", {
    params: { ...host.params, life_id: id! },
  });
  const messages = (body as FindingHistory).comments.map(({ message }) => message);
  expect(messages).toHaveLength(1);
  expect(messages[0]).toContain("showed 2020-01-03, before the first analysis of the plant");
});

it("is never refused for a required value that a crew was not asked for", async () => {
  const { customComponentProperty: calls } = api;
  const made = await host.server.ask(calls.create, "viewer", {
    params: host.params,
    body: {
      component_type: "module",
      name: "Torque",
      data_type: "number",
      relation_type: "time",
      is_required: true,
    },
  });
  const { id } = made.body as { id: number };
  const { order } = await host.create("viewer", [4]);
  const repaired = await askRecord("viewer", 4, [order.finding_ids[0]!]);
  const seen = await askRecord("viewer", 4, []);
  await host.server.ask(calls.remove, "viewer", { params: { id } });
  expect(repaired.status).toBe(200);
  expect(reasons(seen.body)).toEqual([["observation_value_missing", { name: "Torque" }]]);
});
