// What can be made of a work order, by hand.
import { describe, expect, it, test } from "vitest";
import type { Permission } from "../account/permission.ts";
import { undecided } from "../finding/finding-life.ts";
import {
  addFindingsRefusal,
  changedOrder,
  createOrderRefusal,
  newWorkOrder,
  orderDifferences,
  takeInRefusal,
  undoOrderStepRefusal,
  valueFromText,
  workOrderChangeRefusal,
} from "./work-order-change.ts";
import { workOrderCode, workOrderNumber } from "./work-order-code.ts";
import { isHolding, nextStatuses, workOrderStatuses } from "./work-order-status.ts";

const may = (...held: Permission[]) => ({ permissions: new Set(held) });
const all = may("UPDATE_WORK_ORDER", "ASSIGN_FINDING", "UPDATE_FINDING");
const order = { ...newWorkOrder, title: "North field" };
const refusal = (
  viewer: typeof all,
  before: Partial<typeof order>,
  set: Parameters<typeof changedOrder>[1],
  { done = [], removed = 0 }: { done?: (typeof undecided)[]; removed?: number } = {},
) =>
  workOrderChangeRefusal(viewer, { before: { ...order, ...before }, set, done, removed })?.reason ??
  null;

describe("the status", () => {
  test("follows the table", () => {
    const table = Object.fromEntries(workOrderStatuses.map((one) => [one, nextStatuses(one)]));
    expect(table).toEqual({
      open: ["in_work", "done", "cancelled"],
      in_work: ["open", "done", "cancelled"],
      done: ["in_work", "closed"],
      closed: ["done"],
      cancelled: ["open"],
    });
  });

  test.each([
    ["open", "closed", "work_order_from_open"],
    ["in_work", "closed", "work_order_from_in_work"],
    ["done", "open", "work_order_from_done"],
    ["done", "cancelled", "work_order_from_done"],
    ["closed", "open", "work_order_from_closed"],
    ["cancelled", "done", "work_order_from_cancelled"],
    ["open", "open", null],
    ["done", "closed", null],
  ] as const)("from %s to %s: %s", (from, to, reason) => {
    expect(refusal(all, { status: from }, { status: to })).toBe(reason);
  });

  test("holds findings until the order is closed or cancelled", () => {
    expect(workOrderStatuses.filter(isHolding)).toEqual(["open", "in_work", "done"]);
  });
});

describe("a change", () => {
  it("keeps what it does not name, and null empties", () => {
    const before = { ...order, crew: "North", due_on: "2026-12-01" };
    expect(changedOrder(before, { crew: null })).toEqual({ ...before, crew: null });
    expect(orderDifferences(before, changedOrder(before, { crew: null, note: "Gate 2" }))).toEqual([
      { field: "crew", old_value: "North", new_value: null },
      { field: "note", old_value: null, new_value: "Gate 2" },
    ]);
  });

  it("comes back from the text of the history", () => {
    const before = { ...order, assignee_id: 7, start: [-70.5, -24.25] as [number, number] };
    const now = { ...order, crew: "North", note: "Gate", status: "in_work" as const };
    const back = orderDifferences(before, now).reduce(
      (state, { field, old_value }) => changedOrder(state, valueFromText(field, old_value)),
      now as typeof order,
    );
    expect(back).toEqual(before);
  });

  it("needs the permission of findings for what it does to them", () => {
    const plain = may("UPDATE_WORK_ORDER");
    expect(refusal(plain, {}, { title: "South" })).toBeNull();
    expect(refusal(plain, {}, { crew: "North" })).toBe("permission_missing");
    expect(refusal(plain, {}, { due_on: null })).toBe("permission_missing");
    const done = { done: [undecided] };
    expect(refusal(plain, {}, { status: "done" }, done)).toBe("permission_missing");
    expect(refusal(all, {}, { status: "done" }, done)).toBeNull();
    expect(createOrderRefusal(plain, { title: "A", crew: null })).toBeNull();
    expect(createOrderRefusal(plain, { title: "A", crew: "North" })?.reason).toBe(
      "permission_missing",
    );
  });

  it("sets findings to done only where the order is done or closed", () => {
    const done = { done: [undecided] };
    expect(refusal(all, {}, { title: "South" }, done)).toBe("work_order_not_finishing");
    expect(refusal(all, { status: "done" }, { status: "closed" }, done)).toBeNull();
    const dismissed = { ...undecided, status: "dismissed" as const, reason: "Dust" };
    expect(refusal(all, {}, { status: "done" }, { done: [dismissed] })).toBe(
      "finding_from_dismissed",
    );
  });

  it("of a finished order is refused, but for its reopening", () => {
    expect(refusal(all, { status: "closed" }, { note: "Late" })).toBe("work_order_is_finished");
    expect(refusal(all, { status: "closed" }, {}, { removed: 1 })).toBe("work_order_is_finished");
    expect(refusal(all, { status: "closed" }, { status: "done" })).toBeNull();
    expect(addFindingsRefusal(all, { ...order, status: "done" })?.reason).toBe(
      "work_order_is_finished",
    );
    expect(addFindingsRefusal(may(), order)).toBeNull();
    expect(addFindingsRefusal(may(), { ...order, crew: "North" })?.reason).toBe(
      "permission_missing",
    );
  });
});

describe("a finding", () => {
  it("in another order is refused with its code, and a finished one too", () => {
    const at = { name: "M1", status: "open" as const, number: null, isGone: false };
    expect(takeInRefusal(at)).toBeNull();
    expect(takeInRefusal({ ...at, number: 12 })).toMatchObject({
      reason: "finding_in_work_order",
      values: { name: "M1", code: "WO-12" },
    });
    expect(takeInRefusal({ ...at, status: "dismissed" })?.reason).toBe("finding_is_finished");
  });

  it("in an order that the viewer does not see is refused without its number", () => {
    const at = { name: "M1", status: "open" as const, number: "hidden" as const, isGone: false };
    expect(takeInRefusal(at)).toEqual({
      reason: "finding_in_hidden_order",
      field: "findings",
      values: { name: "M1" },
    });
  });

  it("whose component the twin has no more is refused", () => {
    const at = { name: "M1", status: "open" as const, number: null, isGone: true };
    expect(takeInRefusal(at)?.reason).toBe("finding_component_gone");
  });
});

test.each([
  [{}, null],
  [{ undone_at: "2026-01-01" }, "work_order_step_undone"],
  [{ is_first: true }, "work_order_step_first"],
  [{ changed_again: true }, "work_order_changed_again"],
] as const)("undoing a step with %j: %s", (more, reason) => {
  const step = { undone_at: null, is_first: false, changed_again: false, findings_changed: 1 };
  expect(undoOrderStepRefusal(all, { ...step, ...more })?.reason ?? null).toBe(reason);
  expect(undoOrderStepRefusal(may(), { ...step, ...more })?.reason).toBe("permission_missing");
});

test("a code is read as it is written, and no other text is one", () => {
  expect(workOrderNumber(workOrderCode(12))).toBe(12);
  expect(["wo-7", " WO-7 "].map(workOrderNumber)).toEqual([7, 7]);
  expect(["7", "WO-0", "WO-07", "WO-1.5", "WO-", "XWO-7"].map(workOrderNumber)).toEqual(
    Array<null>(6).fill(null),
  );
});
