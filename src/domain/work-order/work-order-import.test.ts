// States from files that are written by hand, and everything that is wrong in one, by line and column.
import { describe, expect, it, test } from "vitest";
import { undecided } from "../finding/finding-life.ts";
import { noWords, type StateWords } from "./state-words.ts";
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
const free = {
  priority: "normal" as const,
  crew: null,
  due_on: null,
  note: "",
  assignee_id: null,
  assignee_name: null,
};
const known: KnownOrder[] = [
  {
    ...free,
    id: 70,
    number: 1,
    title: "North",
    status: "open",
    revision: 3,
    findings: [finding(11), finding(12, { status: "dismissed", reason: "Dust" })],
  },
  {
    ...free,
    id: 71,
    number: 2,
    title: "South",
    status: "done",
    revision: 1,
    findings: [finding(21)],
  },
];

const people = [
  { id: 1, name: "Ann Bee" },
  { id: 2, name: "Cy Dee" },
  { id: 3, name: "Cy Dee" },
];
const read = (text: string | Uint8Array, words: StateWords = noWords, orders = known) => {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const { entries, problems, unread } = finish(readStates(bytes));
  return problems.length > 0
    ? { changes: [], unchanged: [], problems, unread }
    : {
        ...finish(
          stateChanges(entries, {
            orders,
            people,
            words,
            today: "2026-11-20",
            found_on: new Map(),
          }),
        ),
        unread,
      };
};
const short = (text: string | Uint8Array) =>
  read(text).changes.map(({ order, set, findings }) => [
    order.number,
    set.status ?? null,
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

describe("words of another system", () => {
  const text = [
    "order,status,finding_id,finding_status",
    "WO-1,Erledigt,11,Behoben",
    "WO-2,erledigt,21,behoben",
  ].join("\n");

  it("are each asked about once, and never guessed", () => {
    expect(read(text).problems.map(({ line, values }) => [line, values])).toEqual([
      [2, { value: "Erledigt", column: "status" }],
      [2, { value: "Behoben", column: "finding_status" }],
    ]);
    expect(read(text).changes).toEqual([]);
  });

  it("mean what a person has said, by column", () => {
    const words: StateWords = {
      status: { erledigt: "done" },
      finding_status: { behoben: "done" },
      priority: {},
    };
    const { changes, unchanged, problems } = read(text, words);
    expect(problems).toEqual([]);
    expect(changes.map(({ order, set, findings }) => [order.number, set, findings.length])).toEqual(
      [
        [1, { status: "done" }, 1],
        [2, {}, 1],
      ],
    );
    expect(unchanged).toEqual([]);
    // A word of one column says nothing of the other.
    expect(read(text, { ...words, finding_status: {} }).problems).toHaveLength(1);
  });

  it("that stay as they are change nothing", () => {
    const words: StateWords = {
      status: { erledigt: "keep" },
      finding_status: { behoben: "keep" },
      priority: {},
    };
    expect(read(text, words)).toMatchObject({
      changes: [],
      problems: [],
      unchanged: ["WO-1", "WO-2"],
    });
  });

  it("never reach what every object has", () => {
    expect(wrong("order,status\nWO-1,constructor\nWO-1,__proto__\n")).toHaveLength(2);
  });
});

describe("assignee, crew and note", () => {
  it("are taken where they are stated and differ", () => {
    const text = "order,assignee,crew,note\nWO-1,ann bee,North,\nWO-2,,,\n";
    const { changes, unchanged } = read(text);
    expect(changes.map(({ set, fields }) => [set, fields])).toEqual([
      [
        { assignee_id: 1, crew: "North" },
        [
          { field: "assignee", old_value: null, new_value: "Ann Bee" },
          { field: "crew", old_value: null, new_value: "North" },
        ],
      ],
    ]);
    expect(unchanged).toEqual(["WO-2"]);
  });

  it("that the order has already are no change", () => {
    const given = { assignee_id: 9, assignee_name: "Cy Dee", crew: "A", note: "x\ny" };
    const orders = [{ ...known[0]!, ...given }];
    const text = 'order,assignee,crew,note\nWO-1,Cy Dee,A,"x\r\ny"\n';
    expect(read(text, noWords, orders)).toMatchObject({ changes: [], unchanged: ["WO-1"] });
  });

  it("are refused where they are unknown, unclear, two, too long, or the order is finished", () => {
    const closed = [...known, { ...known[0]!, id: 72, number: 3, status: "closed" as const }];
    const text = [
      "order,assignee,crew,note",
      "WO-1,Nobody,A,",
      "WO-1,Cy Dee,B,",
      `WO-2,,${"x".repeat(101)},`,
      "WO-3,,,late",
    ].join("\n");
    const { problems } = read(text, noWords, closed);
    expect(problems.map(({ line, field, reason }) => [line, field, reason])).toEqual([
      [2, "assignee", "work_order_assignee_unknown"],
      [3, "assignee", "work_order_assignee_unclear"],
      [3, "crew", "work_order_value_twice"],
      [4, "crew", "work_order_value_invalid"],
      [5, "note", "work_order_is_finished"],
    ]);
  });
});
