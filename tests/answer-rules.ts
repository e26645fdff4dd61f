// Whether each database column has its field in the answers of its noun.
import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";

/** A noun of the API: its endpoints by name. */
export type Nouns = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** What a table is for, besides answers. */
export type AnswerPlan = {
  /** The noun whose answers show a table that is not called like it. */
  readonly shownBy: Readonly<Record<string, string>>;
  /** Tables that no answer shows, with the reason. */
  readonly inner: Readonly<Record<string, string>>;
  /** By reason and table: columns that no answer shows, with spaces between them. */
  readonly unanswered: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Every field of the answers of each noun, at any depth; nouns as tables are called. */
export function answeredFields(nouns: Nouns): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(nouns).map(([noun, endpoints]) => {
      const fields = Object.values(endpoints).flatMap((endpoint) =>
        "answer" in endpoint ? fieldsOf(endpoint.answer) : [],
      );
      return [snakeCase(noun), new Set(fields)];
    }),
  );
}

function fieldsOf(answer: unknown): string[] {
  if (!(answer instanceof z.ZodType)) return [];
  const fields: string[] = [];
  const visit = (one: unknown): void => {
    if (typeof one !== "object" || one === null) return;
    for (const [key, value] of Object.entries(one)) {
      if (key === "properties") fields.push(...Object.keys(value));
      visit(value);
    }
  };
  visit(z.toJSONSchema(answer, { unrepresentable: "any", io: "output" }));
  return fields;
}

/** The columns of each table, by the table's name in the database. */
export function columnsByTable(
  schema: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, readonly string[]> {
  const tables = Object.values(schema).filter((one) => is(one, PgTable));
  return new Map(tables.map((one) => [getTableName(one), Object.keys(getTableColumns(one))]));
}

/** Columns without a field and without a reason, and reasons without a column, each with what to do. */
export function answerFaults(
  tables: ReadonlyMap<string, readonly string[]>,
  answered: ReadonlyMap<string, ReadonlySet<string>>,
  { shownBy, inner, unanswered }: AnswerPlan,
): string[] {
  const faults: string[] = [];
  const excused = new Set(
    Object.values(unanswered)
      .flatMap((one) => Object.entries(one))
      .flatMap(([table, columns]) => columns.split(" ").map((column) => `${table}.${column}`)),
  );
  const missing = new Set<string>();
  for (const [table, columns] of tables) {
    if (table in inner) continue;
    const noun = shownBy[table] ?? table;
    const fields = answered.get(noun);
    if (!fields) {
      faults.push(
        `${table} is no noun: say in tests/answer-plan.ts which noun shows it, or why none`,
      );
      continue;
    }
    for (const column of columns) {
      if (fields.has(column)) continue;
      const path = `${table}.${column}`;
      missing.add(path);
      if (excused.has(path)) continue;
      faults.push(`${path} has no field in an answer of "${noun}": add it to its answer shape`);
    }
  }
  const stale = [
    ...[...excused].filter((path) => !missing.has(path)),
    ...[...Object.keys(inner), ...Object.keys(shownBy)].filter((table) => !tables.has(table)),
  ];
  return [...faults, ...stale.map((name) => `${name} needs no reason in tests/answer-plan.ts`)];
}
