// A line of a file of states names a finding by its number and by its component: both must be of the same finding.
import { expect, test } from "vitest";
import { undecided } from "../finding/finding-life.ts";
import { finish } from "../steps.ts";
import type { KnownOrder } from "./known-order.ts";
import { noWords } from "./state-words.ts";
import { stateChanges } from "./work-order-import.ts";
import { readStates } from "./work-order-read.ts";

const finding = (id: number) => ({ ...undecided, id, dt_id: `M${id}`, serial: null, revision: 4 });
const order: KnownOrder = {
  id: 70,
  number: 1,
  title: "North",
  status: "open",
  revision: 3,
  priority: "normal",
  crew: null,
  due_on: null,
  note: "",
  assignee_id: null,
  assignee_name: null,
  findings: [finding(11), finding(12)],
};
const read = (text: string, own = order) => {
  const { entries, problems } = finish(readStates(new TextEncoder().encode(text)));
  expect(problems).toEqual([]);
  const found_on = new Map();
  const known = { orders: [own], people: [], words: noWords, today: "2026-11-20", found_on };
  return finish(stateChanges(entries, known));
};
const head = "order,finding_id,dt_id,finding_status";
const refused = { reason: "work_order_finding_component", field: "dt_id" };

test("the same component, or none, is taken", () => {
  const { changes, problems } = read(`${head}\nWO-1,11,M11,done\nWO-1,12,,done\n`);
  expect(problems).toEqual([]);
  expect(changes[0]?.findings.map(({ id }) => id)).toEqual([11, 12]);
});

test("another component is refused by its line, also where nothing would change, and nothing is taken", () => {
  const lines = ["WO-1,11,M12,done", "WO-1,11,,done", "WO-1,12,m12,"];
  const { changes, problems } = read([head, ...lines].join("\n"));
  expect(changes).toEqual([]);
  expect(problems).toEqual([
    { ...refused, values: { id: 11, name: "M11", value: "M12" }, line: 2 },
    { ...refused, values: { id: 12, name: "M12", value: "m12" }, line: 4 },
  ]);
});

test("it is refused by its path in JSON", () => {
  const findings = [{ finding_id: 11, dt_id: "M12", finding_status: "done" }];
  const { problems } = read(JSON.stringify([{ order: "WO-1", findings }]));
  const values = { id: 11, name: "M11", value: "M12" };
  expect(problems).toEqual([{ ...refused, values, field: "orders[0].findings[0].dt_id" }]);
});

const named = (...dt_ids: string[]): KnownOrder => ({
  ...order,
  crew: "1-2",
  findings: dt_ids.map((dt_id, at) => ({ ...finding(11 + at), dt_id, rma_claim: "00123" })),
});

test("a component whose ID a spreadsheet has changed is refused with the way out, and is no other component", () => {
  const known = named("0012", "12", "1-2", "1200000000000001");
  const lines = ["WO-1,11,12,done", "WO-1,13,2-Jan,done", "WO-1,14,1.2E+15,done"];
  const { changes, problems } = read([head, ...lines].join("\n"), known);
  expect(changes).toEqual([]);
  const said = (stored: string, value: string, line: number) => ({
    reason: "work_order_spreadsheet",
    values: { stored, value, name: "dt_id" },
    field: "dt_id",
    line,
  });
  expect(problems).toEqual([
    said("0012", "12", 2),
    said("1-2", "2-Jan", 3),
    said("1200000000000001", "1.2E+15", 4),
  ]);
  // The way out: without the ID, the number of the finding names it.
  const { changes: taken } = read(`${head}\nWO-1,11,,done\n`, known);
  expect(taken[0]?.findings.map(({ dt_id }) => dt_id)).toEqual(["0012"]);
});

test("other texts that a spreadsheet has changed are no new values", () => {
  const columns = "order,crew,finding_id,rma_claim";
  const { problems } = read(`${columns}\nWO-1,2-Jan,11,123\nWO-1,,12,1.2E+15\n`, named("a", "b"));
  expect(problems).toEqual([
    {
      reason: "work_order_spreadsheet",
      values: { stored: "1-2", value: "2-Jan", name: "crew" },
      field: "crew",
      line: 2,
    },
    {
      reason: "work_order_spreadsheet",
      values: { stored: "00123", value: "123", name: "rma_claim" },
      field: "rma_claim",
      line: 2,
    },
    {
      reason: "work_order_digits_lost",
      values: { value: "1.2E+15", name: "rma_claim" },
      field: "rma_claim",
      line: 3,
    },
  ]);
});

test("a claim that is stored in short comes back as it is, and no other one in short is taken", () => {
  const short = "1.23457E+14";
  const known = {
    ...order,
    findings: [{ ...finding(11), rma: "claimed" as const, rma_claim: short }],
  };
  const columns = "order,finding_id,rma_claim,finding_status";
  const { changes, problems } = read(`${columns}\nWO-1,11,${short},done\n`, known);
  expect(problems).toEqual([]);
  expect(changes[0]?.findings).toMatchObject([{ new_value: "done", rma_claim: short }]);
  expect(read(`${columns}\nWO-1,11,1.23458E+14,done\n`, known).problems).toMatchObject([
    { reason: "work_order_digits_lost", line: 2 },
  ]);
});
