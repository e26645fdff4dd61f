// The files of work orders, whose texts are written one by one.
import { expect, it } from "vitest";
import { undecided, type FindingLife } from "../finding/finding-life.ts";
import { workOrdersCsv, workOrdersJson } from "./work-order-file.ts";
import { newWorkOrder } from "./work-order-change.ts";
import type { WorkOrder } from "./work-order.ts";

const life = (id: number): FindingLife => ({
  ...undecided,
  id,
  component_type: "module",
  dt_id: `M${id}`,
  row: id,
  fault_type: 10,
  assignee_name: null,
  severity: 2,
  analysis_id: 1,
  is_dangerous: false,
  returned: false,
  work_order: null,
  comments: 0,
  revision: 0,
  updated_by: null,
  updated_at: "2026-05-01T10:00:00Z",
});
const order = (number: number, finding_ids: number[]): WorkOrder => ({
  ...newWorkOrder,
  id: number,
  number,
  title: `Line\nof ${number}, "quoted"`,
  finding_ids,
  assignee_name: null,
  revision: 1,
  created_by: null,
  created_at: "2026-05-01T10:00:00Z",
  updated_by: null,
  updated_at: "2026-05-01T10:00:00Z",
});
const parts = (orders: WorkOrder[]) => ({
  orders,
  findings: new Map([1, 2, 3].map((id) => [id, life(id)])),
  locate: ({ id }: FindingLife) =>
    id === 3 ? null : { name: `Module ${id}`, place: ["A", "B"], lon: 1, lat: 2 },
  lossOf: () => null,
  measuredOf: () => ({ causes: [], size: null }),
  serialsOf: () => null,
});

it.each([
  ["without orders", []],
  ["with orders with and without findings", [order(1, [1, 2]), order(2, []), order(3, [3, 9])]],
])("as JSON %s is what one text would be", (_, orders) => {
  const text = [...workOrdersJson(parts(orders))].join("");
  const read = JSON.parse(text) as { orders: { findings: object[] }[] };
  expect(text).toBe(`${JSON.stringify(read, null, 2)}\n`);
  expect(read.orders.map(({ findings }) => findings.length)).toEqual(
    orders.length > 0 ? [2, 0, 1] : [],
  );
});

it("gives no text that grows with the number of findings", () => {
  const many = Array.from({ length: 1000 }, () => 1);
  for (const texts of [workOrdersJson, workOrdersCsv]) {
    const lengths = [...texts(parts([order(1, many)]))].map(({ length }) => length);
    expect(lengths.length).toBeGreaterThan(1000);
    expect(Math.max(...lengths)).toBeLessThan(2000);
  }
});
