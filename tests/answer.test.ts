import { readdirSync } from "node:fs";
import { join } from "node:path";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { api } from "../src/api/index.ts";
import { answerPlan } from "./answer-plan.ts";
import { answeredFields, answerFaults, columnsByTable } from "./answer-rules.ts";

const folder = join(import.meta.dirname, "..", "src", "server", "store", "schema");
const modules = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .map((name): Promise<Record<string, unknown>> => import(join(folder, name))),
);
const schema: Record<string, unknown> = Object.assign({}, ...modules);

describe("the answers", () => {
  it("have a field for every database column, or there is a reason", () => {
    expect(answerFaults(columnsByTable(schema), answeredFields(api), answerPlan)).toEqual([]);
  });

  it("lack a column that was added to its table alone", () => {
    const tower = { tower: pgTable("tower", { id: integer(), label: text(), load_kn: integer() }) };
    const nouns = {
      tower: { list: { answer: z.array(z.object({ id: z.number(), label: z.string() })) } },
    };
    const none = { shownBy: {}, inner: {}, unanswered: {} };
    const faults = (plan = {}) =>
      answerFaults(columnsByTable(tower), answeredFields(nouns), { ...none, ...plan });
    expect(faults()).toEqual([
      'tower.load_kn has no field in an answer of "tower": add it to its answer shape',
    ]);
    expect(faults({ unanswered: { "for engineers": { tower: "load_kn" } } })).toEqual([]);
    expect(faults({ inner: { tower: "a table of names" } })).toEqual([]);
    expect(faults({ shownBy: { tower: "mast" } })).toEqual([
      "tower is no noun: say in tests/answer-plan.ts which noun shows it, or why none",
    ]);
    // A reason that nothing needs is a fault too.
    const stale = { unanswered: { "for engineers": { tower: "load_kn label" } } };
    expect(faults(stale)).toEqual(["tower.label needs no reason in tests/answer-plan.ts"]);
    expect(faults({ ...stale, inner: { mast: "gone" } })).toHaveLength(2);
  });

  it("are read at any depth, where they may be absent, and in every case of several", () => {
    const deep = z.object({
      parts: z.array(z.object({ left: z.string().nullable() })).optional(),
      either: z.union([z.object({ one: z.number() }), z.object({ other: z.number() })]),
    });
    const fields = answeredFields({ fieldTower: { read: { answer: deep }, remove: {} } });
    expect([...fields.get("field_tower")!].toSorted()).toEqual([
      "either",
      "left",
      "one",
      "other",
      "parts",
    ]);
  });
});
