// Every list that the store answers has a LIMIT, or a bound that a person wrote down.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { boundedReads } from "./bounded-reads.ts";
import { readFaults, unlimitedReads } from "./read-rules.ts";

const root = join(import.meta.dirname, "..");
const texts = Object.fromEntries(
  globSync("src/server/store/**/*.ts", { cwd: root }).map((path) => [
    path.replaceAll("\\", "/"),
    readFileSync(join(root, path), "utf8"),
  ]),
);

it("every list of the store has a limit, or its bound is written down", () => {
  expect(Object.keys(texts).length).toBeGreaterThan(100);
  expect(readFaults(texts, boundedReads)).toEqual([]);
});

const of = (text: string) => ({ "src/server/store/plant/thing.ts": text });
const select = "  return db.select().from(thing).where(eq(thing.plant_id, id))";

it.each([
  ["a declared list", `export function all(db: Database): Promise<Thing[]> {\n${select};\n}\n`],
  [
    "a declared read-only map",
    `export async function all(db: Database): Promise<ReadonlyMap<number, Thing>> {\n${select};\n}\n`,
  ],
  ["a type that is found", `export function all(db: Database, id: number) {\n${select};\n}\n`],
  [
    "parameters on lines",
    `export async function all(\n  db: Database,\n  { id }: { readonly id: number },\n): Promise<readonly Thing[]> {\n${select};\n}\n`,
  ],
  [
    "SQL of its own",
    "export async function all(db: Database) {\n  const { rows } = await db.execute(sql`select 1`);\n  return rows;\n}\n",
  ],
])("%s without a limit is found", (_, text) => {
  expect(unlimitedReads(of(text))).toEqual(["plant/thing#all"]);
  expect(readFaults(of(text), new Map())).toHaveLength(1);
  expect(readFaults(of(text), new Map([["plant/thing#all", "few"]]))).toEqual([]);
});

it.each([
  ["a limit", `export function all(db: Database): Promise<Thing[]> {\n${select}.limit(10);\n}\n`],
  [
    "a limit in SQL",
    "export function all(db: Database): Promise<Thing[]> {\n  return db.execute(sql`select 1 limit ${MOST}`);\n}\n",
  ],
  [
    "one row",
    `export async function one(db: Database) {\n  const [row] = await db.select().from(thing);\n  return row;\n}\n`,
  ],
  [
    "nothing to answer",
    `export async function keep(db: Database): Promise<void> {\n${select};\n}\n`,
  ],
])("%s is let through", (_, text) => {
  expect(unlimitedReads(of(text))).toEqual([]);
});

it("a bound of what is gone is found", () => {
  expect(readFaults({}, new Map([["plant/thing#gone", "few"]]))).toHaveLength(1);
});

/** Reads of the audit trail in a test's text that leave the order of the entries to the database. */
const unorderedTrails = (text: string) =>
  text
    .split(".from(auditEntry)")
    .slice(1)
    .filter((rest) => !/^\s*(\.\w+\((?:[^;]|\n)*?)?\.orderBy\(/.test(rest.split(";")[0] ?? ""));

it("tests read the audit trail in the order of its entries", () => {
  const tests = globSync("{src,workers,tests}/**/*.{test,fixture}.ts", { cwd: root });
  const unordered = tests.filter(
    (path) => unorderedTrails(readFileSync(join(root, path), "utf8")).length > 0,
  );
  expect(unordered).toEqual(["tests/read-rules.test.ts"]); // The example below.
  expect(unorderedTrails("db.select().from(auditEntry).where(eq(a, 1));")).toHaveLength(1);
  expect(unorderedTrails("db.select().from(auditEntry).orderBy(auditEntry.id);")).toEqual([]);
});
