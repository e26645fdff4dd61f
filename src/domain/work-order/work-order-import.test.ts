// States from files that are written by hand, and everything that is wrong in one, by line and column.
import { describe, expect, it, test } from "vitest";
import { undecided } from "../finding/finding-life.ts";
import { readStates, stateChanges, type KnownOrder } from "./work-order-import.ts";

const finding = (id: number, more: object = {}) => ({ ...undecided, id, dt_id: `M${id}`, ...more });
const known: KnownOrder[] = [
  {
    id: 70,
    number: 1,
    title: "North",
    status: "open",
    revision: 3,
    findings: [finding(11), finding(12, { status: "dismissed", reason: "Dust" })],
  },
  { id: 71, number: 2, title: "South", status: "done", revision: 1, findings: [finding(21)] },
];

const read = (text: string | Uint8Array) => {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const { entries, problems } = readStates(bytes);
  return problems.length > 0 ? { changes: [], problems } : stateChanges(entries, known);
};
const short = (text: string | Uint8Array) =>
  read(text).changes.map(({ order, status, findings }) => [
    order.number,
    status ?? null,
    findings.map(({ id, old_value, new_value }) => `${id}: ${old_value} → ${new_value}`),
  ]);
const wrong = (text: string | Uint8Array) =>
  read(text).problems.map(({ reason, line, field }) => [reason, line ?? field ?? null, field]);

describe("CSV", () => {
  test.each([
    ["commas", "order,status\nWO-1,in_work\nWO-2,closed\n"],
    ["semicolons and a byte order mark", "\uFEFForder;status\r\nWO-1;in_work\r\nWO-2;closed\r\n"],
    [
      "tabs, other columns, another order, no last line break",
      "note\tStatus\tORDER\nx\tIN_WORK\two-1\n\tclosed\tWO-2",
    ],
    ["quotes and lines of separators", 'order,status\n"WO-1"," in_work "\n,\n"WO-2",closed\n,\n'],
  ])("with %s is read", (_, text) => {
    expect(short(text)).toEqual([
      [1, "in_work", []],
      [2, "closed", []],
    ]);
  });

  it("gives findings their status, and leaves alone what is empty or the same", () => {
    const text = [
      "order,status,finding_id,finding_status",
      "WO-1,open,11,done",
      "WO-1,,12,",
      "WO-2,done,21,open",
    ].join("\n");
    expect(short(text)).toEqual([[1, null, ["11: open → done"]]]);
  });

  it("may close what is open: the other system has seen that it is done", () => {
    expect(short("order,status\nWO-1,closed\n")).toEqual([[1, "closed", []]]);
  });

  it("names everything that is wrong, by line and column", () => {
    const text = [
      "order,status,revision,finding_id,finding_status",
      "WO-9,closed,,,",
      "7,closed,,,",
      "WO-1,finished,,,",
      "WO-1,done,2,,",
      "WO-2,open,,,",
      "WO-1,in_work,3,99,done",
      "WO-1,,,21,done",
      "WO-1,,,11,repaired",
      "WO-1,,,12,done",
      "WO-1,,,11,verified",
      "WO-1,,,,done",
      "WO-1,,,1e1,done",
    ].join("\n");
    expect(wrong(text).map(([reason, line, field]) => [line, field, reason])).toEqual([
      [2, "order", "work_order_unknown"],
      [3, "order", "work_order_unknown"],
      [4, "status", "work_order_status_unknown"],
      [5, "revision", "work_order_changed_since"],
      [6, "status", "work_order_from_done"],
      [7, "status", "work_order_status_twice"],
      [7, "finding_id", "work_order_finding_unknown"],
      [8, "finding_id", "work_order_finding_unknown"],
      [9, "finding_status", "work_order_status_unknown"],
      [10, "finding_status", "finding_from_dismissed"],
      [11, "finding_status", "finding_verified_by_survey"],
      [12, "finding_id", "work_order_finding_missing"],
      [13, "finding_id", "work_order_finding_unknown"],
    ]);
    // One fault is enough that nothing changes.
    expect(short(`${text}\nWO-2,closed,,,`)).toEqual([]);
  });

  it("that gives two statuses to one finding is refused", () => {
    const text = "order,finding_id,finding_status\nWO-1,11,done\nWO-1,11,in_work\n";
    expect(wrong(text)).toEqual([["work_order_finding_twice", 3, "finding_status"]]);
  });

  test.each([
    ["", "file_empty"],
    ["order,status\n", "file_empty"],
    ["number,status\n1,done\n", "work_order_file_column"],
    ["order,status,status\nWO-1,done,open\n", "work_order_file_column_twice"],
    ['order,status\n"WO-1,done\n', "csv_quote_not_closed"],
    ["{not json", "work_order_file_json"],
    ['{"items":[]}', "work_order_file_orders"],
  ])("%j is refused: %s", (text, reason) => {
    expect(wrong(text).map(([one]) => one)).toEqual([reason]);
  });

  it("that is no UTF-8 is refused", () => {
    const bytes = Uint8Array.of(...new TextEncoder().encode("order,title\nWO-1,"), 0xe9, 0x0a);
    expect(wrong(bytes)[0]?.[0]).toBe("not_utf8");
  });
});

describe("JSON", () => {
  const json = (value: unknown) => JSON.stringify(value);

  it("is a list of orders, or an object with that list", () => {
    const orders = [
      { order: "WO-1", status: "in_work", findings: [{ finding_id: 11, finding_status: "done" }] },
      { order: "WO-2", status: "closed", revision: 1, title: "Any" },
    ];
    const expected = [
      [1, "in_work", ["11: open → done"]],
      [2, "closed", []],
    ];
    expect(short(json(orders))).toEqual(expected);
    expect(short(` \n${json({ orders })}`)).toEqual(expected);
  });

  it("names what is wrong by its path", () => {
    const orders = [
      { order: "WO-1", status: ["done"] },
      { order: 2, status: "closed" },
      { order: "WO-2", findings: [{}, { finding_id: 11, finding_status: "done" }] },
      null,
    ];
    expect(read(json(orders)).problems.map(({ reason, field }) => [field, reason])).toEqual([
      ["orders[0].status", "work_order_status_unknown"],
      ["orders[1].order", "work_order_unknown"],
      ["orders[2].findings[1].finding_id", "work_order_finding_unknown"],
      ["orders[3].order", "work_order_unknown"],
    ]);
  });
});
