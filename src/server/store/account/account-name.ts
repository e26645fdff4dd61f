// Author names. They include authors of other customers, whose accounts the viewer cannot read.
import { sql } from "drizzle-orm";
import type { Database } from "../../context.ts";

/** Names by account ID. Each is looked up once; in a query of rows PostgreSQL looks it up for every row. */
export async function readAccountNames(
  db: Database,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, string>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; name: string | null }>(
    sql`select id, account_name(id) as name from unnest(${sql.param(wanted)}::int[]) as id`,
  );
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}
