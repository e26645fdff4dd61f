// Whether the tables in TypeScript and the numbered migrations say the same.
import { isDeepStrictEqual } from "node:util";
import { generateDrizzleJson } from "drizzle-kit/api";

/** The last migration's snapshot as drizzle-kit writes it, as far as it is compared. */
export type Snapshot = Readonly<Record<string, unknown>>;
export type Journal = {
  readonly entries: readonly {
    readonly idx: number;
    readonly when: number;
    readonly tag: string;
  }[];
};

/** These number the snapshot and say nothing of the tables. */
const numbering = new Set(["id", "prevId"]);

/** Where the schema and the snapshot differ, such as `tables.public.plant.columns.elevation`. */
export function schemaFaults(schema: Readonly<Record<string, unknown>>, last: Snapshot): string[] {
  return differences(snapshotOf(schema), last, []).filter((path) => !numbering.has(path));
}

/** What `drizzle-kit generate` would write of these tables; without what JSON leaves out. */
export function snapshotOf(schema: Readonly<Record<string, unknown>>): Snapshot {
  return JSON.parse(JSON.stringify(generateDrizzleJson({ ...schema })));
}

/**
 * Every numbered migration has its statements, and the last one its snapshot. Numbers and times ascend together: a
 * database that has a later one is never given one of an earlier time.
 */
export function journalFaults({ entries }: Journal, files: readonly string[]): string[] {
  const snapshots = files.filter((name) => name.endsWith("_snapshot.json")).toSorted();
  const last = String(entries.at(-1)?.idx).padStart(4, "0");
  const wanted = [...entries.map(({ tag }) => `${tag}.sql`), `meta/${last}_snapshot.json`];
  const faults = wanted.filter((name) => !files.includes(name)).map((name) => `${name} is missing`);
  const newest = snapshots.at(-1);
  if (newest !== wanted.at(-1)) faults.push(`${newest} is in no migration of the journal`);
  for (const [at, { idx, when, tag }] of entries.entries()) {
    const before = entries[at - 1];
    if (Number(tag.slice(0, 4)) !== idx) faults.push(`${tag} is not number ${idx}`);
    if (before && (before.idx >= idx || before.when >= when))
      faults.push(`${tag} does not come after ${before.tag}`);
  }
  return faults;
}

function differences(one: unknown, other: unknown, path: readonly string[]): string[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (!isObject(one) || !isObject(other)) return [path.join(".")];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => differences(one[key], other[key], [...path, key]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
