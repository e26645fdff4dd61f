import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { doublePrecision, integer, pgTable, text } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { journalFaults, schemaFaults, snapshotOf, type Journal } from "./migration-rules.ts";

const folder = join(import.meta.dirname, "..", "src", "server", "store", "schema");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
const readJson = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8"));
const journal: Journal = readJson("meta/_journal.json");

/** The tables of every file in the folder, as `drizzle-kit generate` reads them. */
const modules = await Promise.all(
  files
    .filter((name) => name.endsWith(".ts"))
    .map((name): Promise<Record<string, unknown>> => import(join(folder, name))),
);
const schema: Record<string, unknown> = Object.assign({}, ...modules);

describe("the migrations", () => {
  it("make the tables that the schema declares", () => {
    const last = files
      .filter((name) => name.endsWith("_snapshot.json"))
      .toSorted()
      .at(-1);
    const hint = "npx drizzle-kit generate --config src/server/store/drizzle.config.ts";
    expect(schemaFaults(schema, readJson(last ?? "")), `run: ${hint}`).toEqual([]);
  });

  it("are behind a schema that gained, lost or changed a column", () => {
    const mast = (name: string, more = {}) => ({
      mast: pgTable(name, { id: integer().primaryKey(), label: text(), ...more }),
    });
    const last = snapshotOf(mast("mast"));
    expect(schemaFaults(mast("mast"), last)).toEqual([]);
    expect(schemaFaults(mast("mast", { elevation: doublePrecision() }), last)).toEqual([
      "tables.public.mast.columns.elevation",
    ]);
    const longer = snapshotOf(mast("mast", { elevation: doublePrecision() }));
    expect(schemaFaults(mast("mast"), longer)).toEqual(["tables.public.mast.columns.elevation"]);
    expect(schemaFaults(mast("mast", { label: text().notNull() }), last)).toEqual([
      "tables.public.mast.columns.label.notNull",
    ]);
    expect(schemaFaults(mast("pole"), last)).toHaveLength(2);
  });

  it("are all there", () => {
    expect(journalFaults(journal, files)).toEqual([]);
    const two = { entries: [0, 1].map((idx) => ({ idx, when: idx, tag: `000${idx}_step` })) };
    const whole = ["0000_step.sql", "0001_step.sql", "meta/0001_snapshot.json"];
    expect(journalFaults(two, whole)).toEqual([]);
    for (const gone of whole) {
      expect(
        journalFaults(
          two,
          whole.filter((name) => name !== gone),
        ),
      ).not.toEqual([]);
    }
    expect(journalFaults(two, [...whole, "meta/0002_snapshot.json"])).not.toEqual([]);
    const [first, second] = two.entries;
    const early = { entries: [first!, { ...second!, when: -1 }] };
    expect(journalFaults(early, whole)).toEqual(["0001_step does not come after 0000_step"]);
    const other = { entries: [{ ...first!, tag: "0003_step" }, second!] };
    expect(journalFaults(other, ["0003_step.sql", ...whole])).toEqual([
      "0003_step is not number 0",
    ]);
  });
});
