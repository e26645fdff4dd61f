// Priority and due day from files that are written by hand, and what of an export is never taken.
import { describe, expect, it, test } from "vitest";
import { undecided } from "../finding/finding-life.ts";
import { finish } from "../steps.ts";
import { noWords, type StateWords } from "./state-words.ts";
import type { KnownOrder } from "./known-order.ts";
import { stateChanges } from "./work-order-import.ts";
import { readStates } from "./work-order-read.ts";

const order: KnownOrder = {
  id: 70,
  number: 1,
  title: "North",
  status: "open",
  revision: 3,
  priority: "normal",
  crew: null,
  due_on: "2026-12-24",
  note: "",
  assignee_id: null,
  assignee_name: null,
  findings: [{ ...undecided, id: 11, dt_id: "M11", serial: "S-1", revision: 4 }],
};

function read(text: string, words: StateWords = noWords, orders: readonly KnownOrder[] = [order]) {
  const { entries, unread } = finish(readStates(new TextEncoder().encode(text)));
  const facts = { orders, people: [], words, today: "2026-11-20", found_on: new Map() };
  return { ...finish(stateChanges(entries, facts)), unread };
}
const wrong = (text: string, orders = [order]) =>
  read(text, noWords, orders).problems.map(({ line, field, reason }) => [line, field, reason]);

describe("priority and due day", () => {
  const expected = {
    set: { priority: "safety", due_on: "2027-01-08" },
    fields: [
      { field: "priority", old_value: "normal", new_value: "safety" },
      { field: "due_on", old_value: "2026-12-24", new_value: "2027-01-08" },
    ],
  };

  it("are read from a table", () => {
    const text = "order,priority,due_on\nWO-1,Safety,2027-01-08\n";
    expect(read(text)).toMatchObject({ changes: [expected], problems: [], unread: [] });
  });

  it("are read from JSON", () => {
    const orders = [{ order: "WO-1", priority: "safety", due_on: "2027-01-08", findings: [] }];
    expect(read(JSON.stringify({ orders }))).toMatchObject({ changes: [expected], problems: [] });
  });

  it("that are empty or the same change nothing", () => {
    for (const line of ["WO-1,,", "WO-1,normal,2026-12-24"]) {
      expect(read(`order,priority,due_on\n${line}\n`)).toMatchObject({
        changes: [],
        unchanged: ["WO-1"],
        problems: [],
      });
    }
  });

  test.each(["24/12/2026", "12/24/26", "24.12.2026", "2026-12-24 00:00:00"])(
    "%s is the day of the export, as a spreadsheet writes it",
    (day) => {
      expect(read(`order,due_on\nWO-1,${day}\n`)).toMatchObject({
        changes: [],
        unchanged: ["WO-1"],
        problems: [],
      });
    },
  );

  it("that a spreadsheet wrote with two meanings is asked for, also where one is that of the export", () => {
    const early = [{ ...order, due_on: "2026-12-05" }];
    expect(wrong("order,due_on\nWO-1,05/12/2026\n", early)).toEqual([
      [2, "due_on", "work_order_day_invalid"],
    ]);
    const equal = [{ ...order, due_on: "2026-12-12" }];
    expect(wrong("order,due_on\nWO-1,12/12/2026\n", equal)).toEqual([]);
  });

  test.each(["25.12.2026", "24/11/2026", "2026-12-32", "2026-12-24T10:00:00Z", "46380", "soon"])(
    "%s is no due day",
    (day) => {
      expect(wrong(`order,due_on\nWO-1,${day}\n`)).toEqual([
        [2, "due_on", "work_order_day_invalid"],
      ]);
    },
  );

  it("in words of another system are asked about", () => {
    const text = "order,priority\nWO-1,Hoch\nWO-1,hoch\n";
    expect(wrong(text)).toEqual([[2, "priority", "work_order_priority_unknown"]]);
    const said = read(text, { ...noWords, priority: { hoch: "safety" } });
    expect(said).toMatchObject({ changes: [{ set: { priority: "safety" } }], problems: [] });
    const kept = read(text, { ...noWords, priority: { hoch: "keep" } });
    expect(kept).toMatchObject({ changes: [], unchanged: ["WO-1"], problems: [] });
  });

  it("that are two, or of a finished order, are refused", () => {
    expect(wrong("order,due_on\nWO-1,2027-01-08\nWO-1,2027-01-09\n")).toEqual([
      [3, "due_on", "work_order_value_twice"],
    ]);
    const closed = [{ ...order, status: "closed" as const }];
    expect(wrong("order,priority,due_on\nWO-1,safety,2027-01-08\n", closed)).toEqual([
      [2, "priority", "work_order_is_finished"],
      [2, "due_on", "work_order_is_finished"],
    ]);
    expect(wrong("order,priority,due_on\nWO-1,normal,2026-12-24\n", closed)).toEqual([]);
  });
});

describe("a title, a serial number and a day of replacement", () => {
  const head = "order,title,finding_id,serial,replaced_on";

  it("that say other things are named as not taken", () => {
    expect(read(`${head}\nWO-1,North field,11,S-2,2026-11-01\n`)).toMatchObject({
      changes: [],
      problems: [],
      others: ["title", "serial", "replaced_on"],
    });
  });

  it("that are as in the export, or empty, are no news", () => {
    const { others } = read(`${head}\nWO-1,North,11,S-1,\nWO-1,,,,\n`);
    expect(others).toEqual([]);
  });
});

it("names the columns that it does not read, but for those of an export", () => {
  expect(read("order,status,lat,Cost center,done_at\nWO-1,done,1,2,3\n").unread).toEqual([
    "Cost center",
    "done_at",
  ]);
  const json = JSON.stringify({
    orders: [{ order: "WO-1", cost: 1, findings: [{ severity: 1 }] }],
  });
  expect(read(json).unread).toEqual(["cost"]);
});
