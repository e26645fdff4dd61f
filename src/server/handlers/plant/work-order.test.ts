// Work orders over HTTP on a real database: made of findings, assigned, done, undone, and seen by whom it concerns.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { ok, reasons, workOrderHost } from "../../../../tests/fixtures/work-order-host.ts";
import { api } from "../../../api/index.ts";
import type { FindingHistory } from "../../../domain/finding/finding-life.ts";
import type { WorkOrder, WorkOrderChange } from "../../../domain/work-order/work-order.ts";
import { auditEntry } from "../../store/schema/account.ts";

let host: Awaited<ReturnType<typeof workOrderHost>>;
beforeAll(async () => {
  host = await workOrderHost("hotspot");
});
beforeEach(() => host.clear());
afterAll(() => host.server.close());

describe("a work order", () => {
  it("is made of findings, gets the next number, and gives its findings to its crew in one step", async () => {
    const first = await host.create("viewer", [0, 1, 2], {
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
    ).toEqual(Array.from({ length: 3 }, () => ["assigned", "North", "2026-12-24", 1]));
    const second = await host.create("tenant", [3]);
    expect(second.order).toMatchObject({ number: 2, crew: null });
    expect(second.findings).toMatchObject([{ status: "open", work_order: 2 }]);
    expect((await host.list("viewer")).map(({ number }) => number)).toEqual([1, 2]);
  });

  it("that two make at once gets two numbers", async () => {
    const made = await Promise.all([0, 1, 2, 3, 4].map((at) => host.create("viewer", [at])));
    expect(made.map(({ order }) => order.number).toSorted()).toEqual([1, 2, 3, 4, 5]);
  });

  it("holds a finding alone: another one is refused with the number of the first, until that is over", async () => {
    const { order } = await host.create("viewer", [0, 1]);
    const refused = await host.askCreate("tenant", [2, 1]);
    expect([refused.status, reasons(refused.body)]).toEqual([
      409,
      [["finding_in_work_order", { name: host.plant.moduleId(1), code: "WO-1" }]],
    ]);
    // Nothing is half made.
    expect((await host.list("viewer")).length).toBe(1);
    expect((await host.lives("viewer")).length).toBe(2);
    const cancelled = await host.change("viewer", order, { set: { status: "cancelled" } });
    const other = await host.create("tenant", [1, 2]);
    expect(other.order.number).toBe(2);
    // The first cannot come back while the second holds its finding.
    const back = await host.askChange("viewer", cancelled.order, { set: { status: "open" } });
    expect([back.status, reasons(back.body)]).toEqual([
      409,
      [["finding_in_work_order", { name: host.plant.moduleId(1), code: "WO-2" }]],
    ]);
    const undone = await host.askUndo("viewer", cancelled.step_id);
    expect([undone.status, reasons(undone.body)[0]?.[0]]).toEqual([409, "finding_in_work_order"]);
    // The second lets it go: the first comes back.
    await host.change("viewer", other.order, { removed_ids: [other.order.finding_ids[0]!] });
    expect(ok(await host.askUndo("viewer", cancelled.step_id)).order.status).toBe("open");
  });

  it("of which two take the same finding at once gets it once", async () => {
    const answers = await Promise.all([
      host.askCreate("viewer", [0, 1, 2]),
      host.askCreate("tenant", [2, 1, 3]),
      host.askCreate("viewer", [3, 0]),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    const held = (await host.list("viewer")).flatMap(({ finding_ids }) => finding_ids);
    expect(new Set(held).size).toBe(held.length);
  });

  it("that two people change keeps the first change, and shows it to the second", async () => {
    const { order } = await host.create("viewer", [0]);
    await host.change("viewer", order, { set: { note: "Gate 2" } });
    const late = await host.askChange("tenant", order, { set: { note: "Gate 3" } });
    expect([late.status, reasons(late.body)]).toEqual([
      409,
      [["work_order_changed", { code: "WO-1" }]],
    ]);
    const { versions } = late.body as { versions: { current: WorkOrder; sent: WorkOrderChange } };
    expect(versions.current).toMatchObject({ note: "Gate 2", updated_by: "viewer Tester" });
    expect(versions.sent).toMatchObject({ revision: 1, set: { note: "Gate 3" } });
    const both = await Promise.all([
      host.askChange("viewer", { ...order, revision: 2 }, { set: { title: "A" } }),
      host.askChange("tenant", { ...order, revision: 2 }, { set: { title: "B" } }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("is assigned with its findings in one step, which is undone with them", async () => {
    const { order } = await host.create("viewer", [0, 1]);
    const assigned = await host.change("viewer", order, { set: { crew: "South" } });
    expect(assigned.findings.map(({ status, crew }) => [status, crew])).toEqual(
      Array.from({ length: 2 }, () => ["assigned", "South"]),
    );
    const [step] = await host.history("viewer", order);
    expect(step).toMatchObject({
      is_first: false,
      findings_changed: 2,
      user_name: "viewer Tester",
      changes: [{ field: "crew", old_value: null, new_value: "South" }],
    });
    // The part of the findings is undone with the order alone.
    const params = { id: host.plant.plant_id, life_id: order.finding_ids[0]! };
    const own = (await host.server.ask(api.findingLife.history, "viewer", { params }))
      .body as FindingHistory;
    expect(own.steps[0]).toMatchObject({ work_order: 1, count: 2 });
    const alone = await host.server.ask(api.findingLife.undo, "viewer", {
      params: { id: host.plant.plant_id, step_id: own.steps[0]!.id },
    });
    expect([alone.status, reasons(alone.body)]).toEqual([
      409,
      [["finding_step_of_work_order", { code: "WO-1" }]],
    ]);
    const undone = ok(await host.askUndo("tenant", assigned.step_id));
    expect(undone.order).toMatchObject({ crew: null, revision: 3 });
    expect(undone.findings.map(({ status, crew }) => [status, crew])).toEqual(
      Array.from({ length: 2 }, () => ["open", null]),
    );
    const again = await host.askUndo("tenant", assigned.step_id);
    expect(reasons(again.body)).toEqual([["work_order_step_undone", null]]);
  });

  it("is undone step by step: not below a later change of the same field", async () => {
    const { order } = await host.create("viewer", [0]);
    const first = await host.change("viewer", order, { set: { note: "Gate 2" } });
    const second = await host.change("tenant", first.order, { set: { note: "Gate 3" } });
    const other = await host.change("tenant", second.order, { set: { title: "South field" } });
    const below = await host.askUndo("viewer", first.step_id);
    expect(reasons(below.body)).toEqual([["work_order_changed_again", null]]);
    expect(ok(await host.askUndo("viewer", second.step_id)).order.note).toBe("Gate 2");
    expect(ok(await host.askUndo("viewer", first.step_id)).order).toMatchObject({
      note: "",
      title: "South field",
      revision: other.order.revision + 2,
    });
    const [made] = (await host.history("viewer", order)).filter(({ is_first }) => is_first);
    const begin = await host.askUndo("viewer", made!.id);
    expect(reasons(begin.body)).toEqual([["work_order_step_first", null]]);
  });

  it("whose finding was changed since is not undone over that change", async () => {
    const { order } = await host.create("viewer", [0]);
    const assigned = await host.change("viewer", order, { set: { crew: "South" } });
    const [life] = assigned.findings;
    const set = { crew: "East" };
    const body = { findings: [{ ...host.place(0), revision: life!.revision }], set };
    await host.server.ask(api.findingLife.change, "tenant", {
      params: { id: host.released },
      body,
    });
    const refused = await host.askUndo("viewer", assigned.step_id);
    expect(reasons(refused.body)).toEqual([["work_order_changed_again", null]]);
    expect((await host.lives("viewer"))[0]).toMatchObject({ crew: "East" });
  });

  it("is done with the findings that somebody names, and closed", async () => {
    const { order } = await host.create("viewer", [0, 1, 2]);
    const [first, second] = order.finding_ids;
    const early = await host.askChange("viewer", order, { done_ids: [first!] });
    expect(reasons(early.body)).toEqual([["work_order_not_finishing", null]]);
    const done = await host.change("viewer", order, {
      set: { status: "done" },
      done_ids: [first!, second!],
    });
    expect(done.findings.map(({ status }) => status)).toEqual(["done", "done", "open"]);
    const closed = await host.change("viewer", done.order, { set: { status: "closed" } });
    expect(closed.findings.map(({ work_order }) => work_order)).toEqual([null, null, null]);
    // What was not done can go into another order.
    expect((await host.create("viewer", [2])).order.number).toBe(2);
    const late = await host.askChange("viewer", closed.order, { set: { note: "Late" } });
    expect(reasons(late.body)).toEqual([["work_order_is_finished", null]]);
  });

  it("takes findings in and out, and gives new ones to its crew", async () => {
    const { order } = await host.create("viewer", [0], { crew: "North" });
    const added = ok(await host.askAdd("viewer", order, [0, 1, 2]));
    expect(added.order.finding_ids.length).toBe(3);
    expect(new Set(added.findings.map(({ crew }) => crew))).toEqual(new Set(["North"]));
    const removed = await host.change("viewer", added.order, {
      removed_ids: [added.order.finding_ids[1]!],
    });
    expect(removed.order.finding_ids.length).toBe(2);
    // It keeps its crew: that it has left the order does not mean that it stays without repair.
    expect(removed.findings.map(({ work_order, crew }) => [work_order, crew])).toEqual([
      [1, "North"],
      [null, "North"],
      [1, "North"],
    ]);
    const steps = await host.history("viewer", order);
    expect(steps.map(({ added: a, removed: r, is_first }) => [a, r, is_first])).toEqual([
      [0, 1, false],
      [2, 0, false],
      [1, 0, true],
    ]);
    // The addition is covered by the removal.
    const covered = await host.askUndo("viewer", added.step_id);
    expect(reasons(covered.body)).toEqual([["work_order_changed_again", null]]);
    expect(ok(await host.askUndo("viewer", removed.step_id)).order.finding_ids.length).toBe(3);
    const all = ok(await host.askUndo("viewer", added.step_id));
    expect(all.order.finding_ids.length).toBe(1);
    // What was not assigned before is not assigned any more.
    expect(all.findings.map(({ crew }) => crew).toSorted()).toEqual(["North", null, null]);
  });

  it("refuses what is finished, what is no finding, and a finding of another order", async () => {
    const set = { status: "dismissed", reason: "Dust" } as const;
    const body = { findings: [{ ...host.place(0), revision: 0 }], set };
    await host.server.ask(api.findingLife.change, "viewer", {
      params: { id: host.released },
      body,
    });
    expect(reasons((await host.askCreate("viewer", [0])).body)).toEqual([
      ["finding_is_finished", { name: host.plant.moduleId(0) }],
    ]);
    const unknown = { findings: [{ ...host.place(1), fault_type: 1 }] };
    expect(reasons((await host.askCreate("viewer", [], unknown)).body)[0]?.[0]).toBe(
      "finding_unknown",
    );
    const { order } = await host.create("viewer", [1]);
    const other = await host.create("viewer", [2]);
    const foreign = await host.askChange("viewer", order, { removed_ids: other.order.finding_ids });
    expect([foreign.status, reasons(foreign.body)[0]?.[0]]).toEqual([
      400,
      "work_order_without_finding",
    ]);
    const { id } = host.server.accounts.other_customer;
    const given = await host.askChange("viewer", order, { set: { assignee_id: id } });
    expect([given.status, reasons(given.body)[0]?.[0]]).toEqual([400, "finding_assignee_unknown"]);
  });

  it("of an analysis that is not released is staff's alone", async () => {
    const { order } = await host.create("analyst", [0], {}, host.draft);
    expect((await host.list("analyst")).map(({ id }) => id)).toEqual([order.id]);
    expect(await host.list("viewer")).toEqual([]);
    expect((await host.askChange("viewer", order, { set: { note: "Mine" } })).status).toBe(404);
    const own = await host.create("viewer", [1]);
    expect((await host.list("viewer")).map(({ id }) => id)).toEqual([own.order.id]);
  });

  it("leaves its changes in the audit trail", async () => {
    const { order } = await host.create("viewer", [0]);
    const { step_id } = await host.change("viewer", order, { set: { crew: "South" } });
    await host.askUndo("viewer", step_id);
    const entries = await host.server.database.owner.db
      .select({ action: auditEntry.action, detail: auditEntry.detail })
      .from(auditEntry)
      .where(eq(auditEntry.account_id, host.server.accounts.viewer.id))
      .orderBy(auditEntry.id);
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
