import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SerialRow } from "./serial-file.ts";
import { serialChanges, type NamedComponent, type SerialFacts } from "./serial-import.ts";

const module = (dt_id: string): NamedComponent => ({
  component_type: "module",
  dt_id,
  name: `${dt_id} pcs`,
});
/** Components A to E, "twin" names two of them, "T" is a tracker. */
const factsOf = (present: ReadonlyMap<string, string>): SerialFacts => ({
  componentOf: ({ component: name, within }) =>
    name === "twin"
      ? within.length > 0
        ? "apart"
        : "several"
      : name === "T"
        ? { ...module("T"), component_type: "tracker" }
        : /^[A-E]$/.test(name)
          ? module(name)
          : null,
  presentOf: (dt_id) => present.get(dt_id) ?? null,
  holderOf(key) {
    const found = [...present].find(([, serial]) => serial.toUpperCase() === key);
    return found ? module(found[0]) : null;
  },
});
const judge = (
  pairs: readonly (readonly [string, string])[],
  present = new Map<string, string>(),
) => {
  const rows = pairs.map(([component, serial], at): SerialRow => ({
    component,
    within: [],
    serial,
    line: at + 2,
  }));
  const work = serialChanges(rows, factsOf(present));
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
};

describe("an import of serial numbers", () => {
  it("says what changes, and what is so already", () => {
    const { changes, unchanged_count, problems } = judge(
      [
        ["A", "1"],
        ["B", "2"],
        ["C", "3"],
      ],
      new Map([
        ["A", "1"],
        ["B", "9"],
      ]),
    );
    expect(problems).toEqual([]);
    expect(unchanged_count).toBe(1);
    expect(changes.map(({ dt_id, old_value, new_value }) => [dt_id, old_value, new_value])).toEqual(
      [
        ["B", "9", "2"],
        ["C", null, "3"],
      ],
    );
  });

  it("names both components where a number would be that of two", () => {
    expect(
      judge([
        ["A", "7"],
        ["B", "7"],
      ]).problems,
    ).toEqual([
      {
        reason: "serial_twice",
        values: { value: "7", name: "B pcs", holder: "A pcs" },
        line: 3,
        field: "serial",
      },
    ]);
    expect(judge([["A", "x7"]], new Map([["E", "X7"]])).problems).toEqual([
      {
        reason: "serial_taken",
        values: { value: "x7", name: "A pcs", holder: "E pcs" },
        line: 2,
        field: "serial",
      },
    ]);
  });

  it("lets two components change their numbers", () => {
    const present = new Map([
      ["A", "1"],
      ["B", "2"],
    ]);
    expect(
      judge(
        [
          ["A", "2"],
          ["B", "1"],
        ],
        present,
      ).problems,
    ).toEqual([]);
  });

  it("refuses names of none, of several, and of what has no number", () => {
    const pairs = ["Z", "twin", "T"].map((name) => [name, name] as const);
    expect(judge(pairs).problems.map(({ reason }) => reason)).toEqual([
      "serial_component_unknown",
      "serial_component_unclear",
      "serial_component_type",
    ]);
    expect(
      judge([
        ["A", "1"],
        ["A", "2"],
      ]).problems[0]?.reason,
    ).toBe("serial_two");
    expect(
      judge([
        ["A", "1"],
        ["A", "1"],
      ]).problems,
    ).toEqual([]);
  });

  it("is taken exactly where each component then has one number, and each number one component", () => {
    const component = fc.constantFrom("A", "B", "C", "D", "E");
    const serial = fc.constantFrom("1", "2", "3", "4", "5", "6");
    const held = fc.uniqueArray(fc.tuple(component, serial), { selector: ([at]) => at });
    const file = fc.array(fc.tuple(component, serial), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(held, file, (before, pairs) => {
        const seen = new Set(before.map(([, number]) => number));
        fc.pre(seen.size === before.length);
        const { changes, problems } = judge(pairs, new Map(before));
        // The plain way: all rows are written, then everything is counted.
        const after = new Map<string, Set<string>>(
          before.map(([at, number]) => [at, new Set([number as string])]),
        );
        const written = new Map<string, Set<string>>();
        for (const [at, number] of pairs) {
          written.set(at, (written.get(at) ?? new Set()).add(number));
        }
        for (const [at, numbers] of written) after.set(at, numbers);
        const all = [...after.values()].flatMap((numbers) => [...numbers]);
        const isSound =
          [...after.values()].every(({ size }) => size === 1) && new Set(all).size === all.length;
        expect(problems.length === 0).toBe(isSound);
        if (!isSound) return;
        const applied = new Map<string, string>(before);
        for (const { dt_id, new_value } of changes) applied.set(dt_id, new_value);
        expect([...applied].toSorted()).toEqual(
          [...after].map(([at, numbers]) => [at, ...numbers]).toSorted(),
        );
      }),
    );
  });
});
