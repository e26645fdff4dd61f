// Work orders over HTTP on a real database: made of findings, assigned, done, undone, and seen by whom it concerns.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { FindingHistory, FindingLife } from "../../../domain/finding/finding-life.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import type {
  WorkOrder,
  WorkOrderChange,
  WorkOrderChanged,
  WorkOrderForm,
  WorkOrderStep,
} from "../../../domain/work-order/work-order.ts";
import { auditEntry } from "../../store/schema/account.ts";
import { findingLife } from "../../store/schema/finding-life.ts";
import { workOrder } from "../../store/schema/work-order.ts";
import { writeColumns } from "../../store/plant/column/column.ts";

const calls = api.workOrder;
const figure = keyFigureByKey("fault_type")!;
const HOTSPOT = figure.classes.find(({ key }) => key === "hotspot")!.value;

let server: TestServer;
let plant: ResultPlant;
let released: number;
let draft: number;
beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Working", 60);
  released = await plant.addAnalysis("Autumn", "2026-10-01", { visibility: "released" });
  draft = await plant.addAnalysis("Winter", "2026-11-01");
  const types = new Uint8Array(plant.modules).fill(HOTSPOT);
  for (const id of [released, draft]) {
    await writeColumns(services, id, new Map([[figure.id, types]]), { twin_version: 1 });
  }
});
beforeEach(async () => {
  await server.database.owner.db.delete(workOrder);
  await server.database.owner.db.delete(findingLife);
});
afterAll(() => server.close());

const place = (index: number) => ({
  component_type: "module" as const,
  dt_id: plant.moduleId(index),
  fault_type: HOTSPOT,
});
const reasons = (body: unknown) =>
  (body as { problems: { reason: string; values?: object }[] }).problems.map(
    ({ reason, values }) => [reason, values ?? null],
  );
type Asked = { readonly status: number; readonly body: unknown };
const ok = ({ status, body }: Asked) => {
  expect([status, status === 200 ? null : reasons(body)]).toEqual([200, null]);
  return body as WorkOrderChanged;
};
const askCreate = (
  as: AccountKey,
  indexes: readonly number[],
  more: Partial<WorkOrderForm> = {},
  id = released,
) =>
  server.ask(calls.create, as, {
    params: { id },
    body: { title: "North field", findings: indexes.map(place), ...more },
  });
const create = async (...args: Parameters<typeof askCreate>) => ok(await askCreate(...args));
const askChange = (as: AccountKey, order: WorkOrder, change: Partial<WorkOrderChange>) =>
  server.ask(calls.change, as, {
    params: { id: plant.plant_id, work_order_id: order.id },
    body: { revision: order.revision, set: {}, done_ids: [], removed_ids: [], ...change },
  });
const change = async (...args: Parameters<typeof askChange>) => ok(await askChange(...args));
const askAdd = (as: AccountKey, order: WorkOrder, indexes: readonly number[]) =>
  server.ask(calls.addFindings, as, {
    params: { id: released, work_order_id: order.id },
    body: { revision: order.revision, findings: indexes.map(place) },
  });
const askUndo = (as: AccountKey, step_id: number | null) =>
  server.ask(calls.undo, as, { params: { id: plant.plant_id, order_step_id: step_id ?? 0 } });
const list = async (as: AccountKey) =>
  (await server.ask(calls.list, as, { params: { id: plant.plant_id } })).body as WorkOrder[];
const lives = async (as: AccountKey) => {
  const asked = await server.ask(api.findingLife.list, as, { params: { id: plant.plant_id } });
  return asked.body as FindingLife[];
};
const history = async (as: AccountKey, { id }: WorkOrder) => {
  const params = { id: plant.plant_id, work_order_id: id };
  return (await server.ask(calls.history, as, { params })).body as WorkOrderStep[];
};

describe("a work order", () => {
  it("is made of findings, gets the next number, and gives its findings to its crew in one step", async () => {
    const first = await create("viewer", [0, 1, 2], {
      crew: "North",
      due_on: "2026-12-24",
      priority: "safety",
    });
    expect(first.order).toMatchObject({
      number: 1,
      title: "North field",
      status: "open",
      priority: "safety",
      crew: "North",
      due_on: "2026-12-24",
      note: "",
      start: null,
      revision: 1,
      created_by: "viewer Tester",
    });
    expect(first.findings.map(({ id }) => id)).toEqual(first.order.finding_ids);
    expect(
      first.findings.map(({ status, crew, due_on, work_order }) => [
        status,
        crew,
        due_on,
        work_order,
      ]),
    ).toEqual(Array(3).fill(["assigned", "North", "2026-12-24", 1]));
    const second = await create("tenant", [3]);
    expect(second.order).toMatchObject({ number: 2, crew: null });
    expect(second.findings).toMatchObject([{ status: "open", work_order: 2 }]);
    expect((await list("viewer")).map(({ number }) => number)).toEqual([1, 2]);
  });

  it("that two make at once gets two numbers", async () => {
    const made = await Promise.all([0, 1, 2, 3, 4].map((at) => create("viewer", [at])));
    expect(made.map(({ order }) => order.number).toSorted()).toEqual([1, 2, 3, 4, 5]);
  });

  it("holds a finding alone: another one is refused with the number of the first, until that is over", async () => {
    const { order } = await create("viewer", [0, 1]);
    const refused = await askCreate("tenant", [2, 1]);
    expect([refused.status, reasons(refused.body)]).toEqual([
      409,
      [["finding_in_work_order", { name: plant.moduleId(1), code: "WO-1" }]],
    ]);
    // Nothing is half made.
    expect((await list("viewer")).length).toBe(1);
    expect((await lives("viewer")).length).toBe(2);
    const cancelled = await change("viewer", order, { set: { status: "cancelled" } });
    const other = await create("tenant", [1, 2]);
    expect(other.order.number).toBe(2);
    // The first cannot come back while the second holds its finding.
    const back = await askChange("viewer", cancelled.order, { set: { status: "open" } });
    expect([back.status, reasons(back.body)]).toEqual([
      409,
      [["finding_in_work_order", { name: plant.moduleId(1), code: "WO-2" }]],
    ]);
    const undone = await askUndo("viewer", cancelled.step_id);
    expect([undone.status, reasons(undone.body)[0]?.[0]]).toEqual([409, "finding_in_work_order"]);
    // The second lets it go: the first comes back.
    await change("viewer", other.order, { removed_ids: [other.order.finding_ids[0]!] });
    expect(ok(await askUndo("viewer", cancelled.step_id)).order.status).toBe("open");
  });

  it("of which two take the same finding at once gets it once", async () => {
    const answers = await Promise.all([
      askCreate("viewer", [0, 1, 2]),
      askCreate("tenant", [2, 1, 3]),
      askCreate("viewer", [3, 0]),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    const held = (await list("viewer")).flatMap(({ finding_ids }) => finding_ids);
    expect(new Set(held).size).toBe(held.length);
  });

  it("that two people change keeps the first change, and shows it to the second", async () => {
    const { order } = await create("viewer", [0]);
    await change("viewer", order, { set: { note: "Gate 2" } });
    const late = await askChange("tenant", order, { set: { note: "Gate 3" } });
    expect([late.status, reasons(late.body)]).toEqual([
      409,
      [["work_order_changed", { code: "WO-1" }]],
    ]);
    const { versions } = late.body as { versions: { current: WorkOrder; sent: WorkOrderChange } };
    expect(versions.current).toMatchObject({ note: "Gate 2", updated_by: "viewer Tester" });
    expect(versions.sent).toMatchObject({ revision: 1, set: { note: "Gate 3" } });
    const both = await Promise.all([
      askChange("viewer", { ...order, revision: 2 }, { set: { title: "A" } }),
      askChange("tenant", { ...order, revision: 2 }, { set: { title: "B" } }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("is assigned with its findings in one step, which is undone with them", async () => {
    const { order } = await create("viewer", [0, 1]);
    const assigned = await change("viewer", order, { set: { crew: "South" } });
    expect(assigned.findings.map(({ status, crew }) => [status, crew])).toEqual(
      Array(2).fill(["assigned", "South"]),
    );
    const [step] = await history("viewer", order);
    expect(step).toMatchObject({
      is_first: false,
      findings_changed: 2,
      user_name: "viewer Tester",
      changes: [{ field: "crew", old_value: null, new_value: "South" }],
    });
    // The part of the findings is undone with the order alone.
    const params = { id: plant.plant_id, life_id: order.finding_ids[0]! };
    const own = (await server.ask(api.findingLife.history, "viewer", { params }))
      .body as FindingHistory;
    expect(own.steps[0]).toMatchObject({ work_order: 1, count: 2 });
    const alone = await server.ask(api.findingLife.undo, "viewer", {
      params: { id: plant.plant_id, step_id: own.steps[0]!.id },
    });
    expect([alone.status, reasons(alone.body)]).toEqual([
      409,
      [["finding_step_of_work_order", { code: "WO-1" }]],
    ]);
    const undone = ok(await askUndo("tenant", assigned.step_id));
    expect(undone.order).toMatchObject({ crew: null, revision: 3 });
    expect(undone.findings.map(({ status, crew }) => [status, crew])).toEqual(
      Array(2).fill(["open", null]),
    );
    const again = await askUndo("tenant", assigned.step_id);
    expect(reasons(again.body)).toEqual([["work_order_step_undone", null]]);
  });

  it("whose finding was changed since is not undone over that change", async () => {
    const { order } = await create("viewer", [0]);
    const assigned = await change("viewer", order, { set: { crew: "South" } });
    const [life] = assigned.findings;
    const set = { crew: "East" };
    const body = { findings: [{ ...place(0), revision: life!.revision }], set };
    await server.ask(api.findingLife.change, "tenant", { params: { id: released }, body });
    const refused = await askUndo("viewer", assigned.step_id);
    expect(reasons(refused.body)).toEqual([["work_order_changed_again", null]]);
    expect((await lives("viewer"))[0]).toMatchObject({ crew: "East" });
  });

  it("is done with the findings that somebody names, and closed", async () => {
    const { order } = await create("viewer", [0, 1, 2]);
    const [first, second] = order.finding_ids;
    const early = await askChange("viewer", order, { done_ids: [first!] });
    expect(reasons(early.body)).toEqual([["work_order_not_finishing", null]]);
    const done = await change("viewer", order, {
      set: { status: "done" },
      done_ids: [first!, second!],
    });
    expect(done.findings.map(({ status }) => status)).toEqual(["done", "done", "open"]);
    const closed = await change("viewer", done.order, { set: { status: "closed" } });
    expect(closed.findings.map(({ work_order }) => work_order)).toEqual([null, null, null]);
    // What was not done can go into another order.
    expect((await create("viewer", [2])).order.number).toBe(2);
    const late = await askChange("viewer", closed.order, { set: { note: "Late" } });
    expect(reasons(late.body)).toEqual([["work_order_is_finished", null]]);
  });

  it("takes findings in and out, and gives new ones to its crew", async () => {
    const { order } = await create("viewer", [0], { crew: "North" });
    const added = ok(await askAdd("viewer", order, [0, 1, 2]));
    expect(added.order.finding_ids.length).toBe(3);
    expect(new Set(added.findings.map(({ crew }) => crew))).toEqual(new Set(["North"]));
    const removed = await change("viewer", added.order, {
      removed_ids: [added.order.finding_ids[1]!],
    });
    expect(removed.order.finding_ids.length).toBe(2);
    // It keeps its crew: that it has left the order does not say that nobody repairs it.
    expect(removed.findings.map(({ work_order, crew }) => [work_order, crew])).toEqual([
      [1, "North"],
      [null, "North"],
      [1, "North"],
    ]);
    const steps = await history("viewer", order);
    expect(steps.map(({ added: a, removed: r, is_first }) => [a, r, is_first])).toEqual([
      [0, 1, false],
      [2, 0, false],
      [1, 0, true],
    ]);
    // The addition is covered by the removal.
    const covered = await askUndo("viewer", added.step_id);
    expect(reasons(covered.body)).toEqual([["work_order_changed_again", null]]);
    expect(ok(await askUndo("viewer", removed.step_id)).order.finding_ids.length).toBe(3);
    const all = ok(await askUndo("viewer", added.step_id));
    expect(all.order.finding_ids.length).toBe(1);
    // What was not assigned before is not assigned any more.
    expect(all.findings.map(({ crew }) => crew).toSorted()).toEqual(["North", null, null]);
  });

  it("refuses what is finished, what is no finding, and a finding of another order", async () => {
    const set = { status: "dismissed", reason: "Dust" } as const;
    const body = { findings: [{ ...place(0), revision: 0 }], set };
    await server.ask(api.findingLife.change, "viewer", { params: { id: released }, body });
    expect(reasons((await askCreate("viewer", [0])).body)).toEqual([
      ["finding_is_finished", { name: plant.moduleId(0) }],
    ]);
    const unknown = { findings: [{ ...place(1), fault_type: HOTSPOT + 1 }] };
    expect(reasons((await askCreate("viewer", [], unknown)).body)[0]?.[0]).toBe("finding_unknown");
    const { order } = await create("viewer", [1]);
    const other = await create("viewer", [2]);
    const foreign = await askChange("viewer", order, { removed_ids: other.order.finding_ids });
    expect([foreign.status, reasons(foreign.body)[0]?.[0]]).toEqual([
      400,
      "work_order_without_finding",
    ]);
    const { id } = server.accounts.other_customer;
    const given = await askChange("viewer", order, { set: { assignee_id: id } });
    expect([given.status, reasons(given.body)[0]?.[0]]).toEqual([400, "finding_assignee_unknown"]);
  });

  it("of an analysis that is not released is staff's alone", async () => {
    const { order } = await create("analyst", [0], {}, draft);
    expect((await list("analyst")).map(({ id }) => id)).toEqual([order.id]);
    expect(await list("viewer")).toEqual([]);
    expect((await askChange("viewer", order, { set: { note: "Mine" } })).status).toBe(404);
    const own = await create("viewer", [1]);
    expect((await list("viewer")).map(({ id }) => id)).toEqual([own.order.id]);
  });

  it("leaves its changes in the audit trail", async () => {
    const { order } = await create("viewer", [0]);
    const { step_id } = await change("viewer", order, { set: { crew: "South" } });
    await askUndo("viewer", step_id);
    const entries = await server.database.owner.db
      .select({ action: auditEntry.action, detail: auditEntry.detail })
      .from(auditEntry)
      .where(eq(auditEntry.account_id, server.accounts.viewer.id));
    const own = entries.filter(
      ({ detail }) => (detail as { order_id?: number } | null)?.order_id === order.id,
    );
    expect(own.map(({ action }) => action)).toEqual([
      "create_work_order",
      "update_work_order",
      "undo_work_order_step",
    ]);
  });
});
