// The tables of the database, in an order in which foreign keys allow to fill them. Keys that can be deferred are
// checked at the end of a restore, so they demand no order.

import { escapeIdentifier, type ClientBase } from "pg";

export type Table = {
  readonly name: string;
  readonly columns: readonly string[];
};

/** Sign-ins and counters of failed ones end with the server; a restored session would be a way in. */
const leftOut = new Set(["session", "confirmation", "rate_limit"]);

export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows: columns } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      and not a.attisdropped and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    group by 1 order by 1`);
  const { rows: links } = await client.query<{ child: string; parent: string }>(`
    select distinct child.relname as child, parent.relname as parent
    from pg_constraint k join pg_class child on child.oid = k.conrelid
      join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and not k.condeferrable and k.connamespace = 'public'::regnamespace`);
  const tables = columns.filter(({ name }) => !leftOut.has(name));
  const parentsOf = (name: string) =>
    links.filter(({ child, parent }) => child === name && parent !== name).map((l) => l.parent);
  const ordered: Table[] = [];
  const isPlaced = (name: string) => ordered.some((table) => table.name === name);
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name }) =>
        !isPlaced(name) && parentsOf(name).every((one) => leftOut.has(one) || isPlaced(one)),
    );
    if (!next) throw new Error("tables refer to each other in a circle");
    ordered.push(next);
  }
  return ordered;
}

/** `public."analysis" ("id", "name")`, for a COPY. */
export function copyTarget({ name, columns }: Table): string {
  return `public.${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(", ")})`;
}
