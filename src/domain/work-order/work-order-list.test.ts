// The list of work orders, by hand.
import { describe, expect, it, test } from "vitest";
import { undecided, type FindingLife } from "../finding/finding-life.ts";
import {
  isOrderOverdue,
  isStopToDo,
  nextStopToDo,
  noOrderFilter,
  orderStops,
  passesOrderFilter,
  sortedOrders,
  type WorkOrderFilter,
} from "./work-order-list.ts";
import { newWorkOrder } from "./work-order-change.ts";
import type { WorkOrder } from "./work-order.ts";

const TODAY = "2026-11-28";
const order = (number: number, more: Partial<WorkOrder> = {}): WorkOrder => ({
  ...newWorkOrder,
  id: number,
  number,
  title: `Order ${number}`,
  assignee_name: null,
  finding_ids: [],
  revision: 1,
  created_by: null,
  created_at: "2026-11-01T00:00:00Z",
  updated_by: null,
  updated_at: `2026-11-0${number}T00:00:00Z`,
  ...more,
});
const orders = [
  order(1, { status: "closed", due_on: "2026-11-01" }),
  order(2, { crew: "North", due_on: "2026-11-20" }),
  order(3, { assignee_id: 7, due_on: "2026-12-01", status: "in_work" }),
  order(4, { priority: "safety" }),
  order(5, { status: "done", due_on: "2026-11-02", crew: "North" }),
];

test.each<[Partial<WorkOrderFilter>, number[]]>([
  [{}, [1, 2, 3, 4, 5]],
  [{ status: "active" }, [2, 3, 4, 5]],
  [{ status: "closed" }, [1]],
  [{ assignee: { crew: "North" } }, [2, 5]],
  [{ assignee: { user: 7 } }, [3]],
  [{ assignee: "unassigned" }, [1, 4]],
  [{ due: "overdue" }, [2]],
  [{ due: "week" }, [3]],
  [{ due: "none" }, [4]],
  [{ status: "active", due: "week" }, [3]],
])("the filter %j lists %j", (more, numbers) => {
  const filter = { ...noOrderFilter, ...more };
  const listed = orders.filter((one) => passesOrderFilter(one, filter, TODAY));
  expect(listed.map(({ number }) => number)).toEqual(numbers);
});

test.each([
  ["first", [4, 1, 5, 2, 3]],
  ["due", [1, 5, 2, 3, 4]],
  ["status", [2, 4, 3, 5, 1]],
  ["number", [5, 4, 3, 2, 1]],
  ["changed", [5, 4, 3, 2, 1]],
] as const)("sorted by %s: %j", (by, numbers) => {
  expect(sortedOrders(orders, by).map(({ number }) => number)).toEqual(numbers);
});

test("what is done is not overdue", () => {
  expect(orders.filter((one) => isOrderOverdue(one, TODAY)).map(({ number }) => number)).toEqual([
    2,
  ]);
});

describe("the stops of an order", () => {
  const life = (
    id: number,
    dt_id: string,
    status: FindingLife["status"] = "open",
  ): FindingLife => ({
    ...undecided,
    id,
    component_type: "module",
    dt_id,
    row: id,
    fault_type: id,
    status,
    assignee_name: null,
    severity: 2,
    analysis_id: 1,
    is_dangerous: false,
    returned: false,
    work_order: 1,
    comments: 0,
    revision: 1,
    updated_by: null,
    updated_at: "2026-11-01T00:00:00Z",
  });

  it("are components, each with its findings", () => {
    const stops = orderStops([life(1, "a"), life(2, "b"), life(3, "a")]);
    expect(stops.map(({ dt_id, findings }) => [dt_id, findings.map(({ id }) => id)])).toEqual([
      ["a", [1, 3]],
      ["b", [2]],
    ]);
  });

  it("are gone through from one that is to do to the next, and round again", () => {
    const stops = orderStops([
      life(1, "a"),
      life(2, "b", "done"),
      life(3, "c", "in_work"),
      life(4, "d", "dismissed"),
    ]);
    expect(stops.map(isStopToDo)).toEqual([true, false, true, false]);
    expect([0, 1, 2, 3].map((at) => nextStopToDo(stops, at))).toEqual([2, 2, 0, 0]);
    expect(nextStopToDo(orderStops([life(1, "a")]), 0)).toBeNull();
  });
});
