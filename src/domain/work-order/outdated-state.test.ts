// Lines of a file of states about findings that were changed here after the file was written.
import { describe, expect, it } from "vitest";
import { undecided } from "../finding/finding-life.ts";
import { noWords } from "./state-words.ts";
import type { KnownOrder } from "./known-order.ts";
import { stateChanges } from "./work-order-import.ts";
import { finish } from "../steps.ts";
import { readStates } from "./work-order-read.ts";

const finding = (id: number, more: object = {}) => ({
  ...undecided,
  id,
  dt_id: `M${id}`,
  serial: null,
  revision: 4,
  ...more,
});

describe("a finding that changed after the file was written", () => {
  const done = { status: "done", done_on: "2026-11-01" } as const;
  const orders: KnownOrder[] = [
    {
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
      findings: [finding(11, done), finding(12)],
    },
  ];
  const of = (text: string) => {
    const { entries } = finish(readStates(new TextEncoder().encode(text)));
    const known = { orders, people: [], words: noWords, today: "2026-11-20", found_on: new Map() };
    const { changes, problems } = finish(stateChanges(entries, known));
    return [
      changes.flatMap(({ findings }) => findings.map(({ id, new_value }) => `${id} ${new_value}`)),
      problems.map(({ reason, line, field }) => [reason, line, field]),
    ];
  };
  const head = "order,finding_id,finding_status,finding_revision\n";

  it("refuses the whole file where its line would change it, with the line", () => {
    expect(of(`${head}WO-1,12,open,4\nWO-1,11,open,3\n`)).toEqual([
      [],
      [["work_order_finding_changed_since", 3, "finding_revision"]],
    ]);
    expect(of(`${head}WO-1,12,open,4\nWO-1,11,open,4\n`)).toEqual([["11 open"], []]);
  });

  it("is left alone where the line says what it is now", () => {
    expect(of(`${head}WO-1,11,done,1\n`)).toEqual([[], []]);
  });

  it("is not reopened by a file without revisions, which may set others", () => {
    const short = "order,finding_id,finding_status\n";
    expect(of(`${short}WO-1,11,open\nWO-1,12,done\n`)).toEqual([
      [],
      [["work_order_finding_reopened", 2, "finding_status"]],
    ]);
    expect(of(`${short}WO-1,12,done\n`)).toEqual([["12 done"], []]);
  });

  it("is read from JSON too, where the revision is a number", () => {
    const findings = [{ finding_id: 11, finding_status: "open", finding_revision: 3 }];
    expect(of(JSON.stringify([{ order: "WO-1", findings }]))).toEqual([
      [],
      [["work_order_finding_changed_since", undefined, "orders[0].findings[0].finding_revision"]],
    ]);
  });
});
