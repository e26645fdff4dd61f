// Every call that reads is asked by a customer's users while a survey of their plant is not released: no answer names it.
// The calls are the contract's, and the rows those of every table that belongs to a survey.
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { Endpoint } from "../src/api/endpoint.ts";
import { api } from "../src/api/index.ts";
import { endpointList } from "../src/server/http/route.ts";
import { analysis } from "../src/server/store/schema/plant.ts";
import { startTestServer, type AccountKey, type TestServer } from "./fixtures/http.ts";
import { patient } from "./fixtures/patience.ts";
import { storeRecords, type Records } from "./fixtures/records.ts";

const MARKER = "Zanzibar";

let server: TestServer;
let records: Records;
/** Tables with a row of the hidden survey. */
const copied: string[] = [];
beforeAll(async () => {
  server = await startTestServer(undefined, { BOT_PROTECTION_WORK: "2" });
  records = await storeRecords(server, server.accounts.viewer.customer_id, "Shown");
  const { db, pool } = server.database.owner;
  const survey = { plant_id: records.plant, name: MARKER, flown_at: "2026-11-01T10:00:00Z" };
  const [hidden] = await db
    .insert(analysis)
    .values({ ...survey, visibility: "not_released", state: "FINISHED" })
    .returning({ id: analysis.id });
  const { rows } = await pool.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(quote_ident(a.attname)) as columns
     from pg_class c join pg_namespace s on s.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where s.nspname = 'public' and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.attidentity = ''
       and coalesce((select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d
         where d.adrelid = c.oid and d.adnum = a.attnum), '') not like 'nextval%'
       and exists (select 1 from pg_attribute o where o.attrelid = c.oid and o.attname = 'analysis_id')
     group by 1 order by 1`,
  );
  for (const { table, columns } of rows) {
    const values = columns.map((name) => (name === "analysis_id" ? `${hidden!.id}` : name));
    const copy = `insert into "${table}" (${columns.join()}) select ${values.join()} from "${table}"
      where analysis_id = ${records.analysis} on conflict do nothing`;
    // Rows with a value that no other row may have.
    const made = await pool.query(copy).catch(() => null);
    if (made?.rowCount) copied.push(table);
  }
  // A step of staff that changed a finding of the shown survey in view of the hidden one.
  await pool.query(
    `insert into finding_step_change (step_id, finding_id, field, old_value, new_value)
     select id, ${records.life_id}, 'crew', null, 'North' from finding_step where analysis_id = ${hidden!.id}`,
  );
}, patient(60_000));
afterAll(() => server.close());

const reading = endpointList(api).filter(
  ([, , { method, public: isPublic }]) => method === "GET" && !isPublic,
);
/** What required questions are answered with. */
const query: Readonly<Record<string, string>> = {
  format: "csv",
  period: "year",
  component_type: "module",
  file_name: "a.jpg",
};

async function read({ path, scope, query: asked }: Endpoint, as: AccountKey): Promise<string> {
  const shape = asked instanceof z.ZodObject ? asked.shape : {};
  const search = new URLSearchParams(Object.entries(query).filter(([name]) => name in shape));
  const ids: Readonly<Record<string, number>> = { ...records };
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const object = Object.entries(scope ?? {}).find(([, param]) => param === name)?.[0];
    return String(ids[object ?? name] ?? ids[name] ?? 1);
  });
  const answer = await server.fetch(`/api${address}?${search.toString()}`, {
    headers: { authorization: `Bearer ${server.accounts[as].token}` },
  });
  return answer.text().catch(() => "");
}

const naming = async (as: AccountKey) => {
  const calls: string[] = [];
  for (const [noun, name, endpoint] of reading) {
    if ((await read(endpoint, as)).includes(MARKER)) calls.push(`${noun}.${name}`);
  }
  return calls;
};

it(
  "names no survey to a customer before it is released",
  async () => {
    expect(copied).toEqual(expect.arrayContaining(["finding_step", "report"]));
    expect(await naming("analyst")).toEqual(
      expect.arrayContaining(["analysis.list", "findingLife.history", "report.list"]),
    );
    expect(await naming("viewer")).toEqual([]);
    expect(await naming("tenant")).toEqual([]);
  },
  patient(60_000),
);
