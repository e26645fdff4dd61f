// Every call that reads is asked where its lists are ten times as long as in the demo, and a thousand at least. The calls are
// the contract's. What it costs the others is compared with a bare server that sends the same bytes.
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { Endpoint } from "../src/api/endpoint.ts";
import { api } from "../src/api/index.ts";
import { endpointList } from "../src/server/http/route.ts";
import { startTestServer, type TestServer } from "./fixtures/http.ts";
import { fillTable } from "./fixtures/many-rows.ts";
import { patient } from "./fixtures/patience.ts";
import { isMutated, longestBlock } from "./fixtures/processor-time.ts";
import { storeRecords, type Records } from "./fixtures/records.ts";
import { MOST_P99_MS, p99, watchedUser } from "./fixtures/watched-user.ts";

/** Ten times the rows of the demo, as it was counted on 2026-11-29; other tables get the least. */
const rowsOf: Readonly<Record<string, number>> = {
  analysis_column: 4400,
  // A flight over a large plant has so many images.
  analysis_file: 50_000,
  result_image: 4600,
  known_permission: 0,
};
const LEAST_ROWS = 1000;
/** Milliseconds of processor time in one go that the product promises not to pass. */
const MOST_BLOCK_MS = 50;

/** Tables whose rows no copy can have: one of a kind by their rules, or kept by the server itself. */
const single = /^(audit_seal|role|secret|known_permission|session|confirmation|account_plant)$/;

let server: TestServer;
let records: Records;
const filled = new Map<string, number>();
beforeAll(async () => {
  server = await startTestServer(undefined, { BOT_PROTECTION_WORK: "2" });
  records = await storeRecords(server, server.accounts.viewer.customer_id, "Long");
  const { pool } = server.database.owner;
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
     where s.nspname = 'public' and relkind = 'r' order by relname`,
  );
  for (const { name } of rows) {
    if (!single.test(name))
      filled.set(name, await fillTable(pool, name, rowsOf[name] ?? LEAST_ROWS));
  }
  await pool.query("analyze");
}, patient(120_000));
afterAll(() => server.close());

const reading = endpointList(api).filter(
  ([, , { method, public: isPublic }]) => method === "GET" && !isPublic,
);

function pathOf({ path, scope }: Endpoint): string {
  const ids: Readonly<Record<string, number | string>> = {
    ...records,
    user_id: server.accounts.viewer.id,
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const object = Object.entries(scope ?? {}).find(([, param]) => param === name)?.[0];
    return String(ids[object ?? name] ?? ids[name] ?? 1);
  });
}

/** What required questions are answered with. */
const query: Readonly<Record<string, string>> = {
  format: "csv",
  period: "year",
  component_type: "module",
  file_name: "a.jpg",
};

async function read(endpoint: Endpoint) {
  const shape = endpoint.query instanceof z.ZodObject ? endpoint.query.shape : {};
  const asked = Object.fromEntries(Object.entries(query).filter(([name]) => name in shape));
  const search = new URLSearchParams(asked).toString();
  const path = `/api${pathOf(endpoint)}${search && `?${search}`}`;
  const { token } = server.accounts.super_admin;
  const answer = await server.fetch(path, { headers: { authorization: `Bearer ${token}` } });
  const bytes = await answer.arrayBuffer().catch(() => null);
  // An answer that broke off.
  if (bytes === null) return { status: 599, bytes: Buffer.alloc(0) };
  return { status: answer.status, bytes: Buffer.from(bytes) };
}

it.skipIf(isMutated)(
  "no list holds up the others, however long it is",
  async () => {
    // The tables that lists are read from have grown.
    const long = [...filled].filter(([, rows]) => rows >= LEAST_ROWS).map(([name]) => name);
    expect(long.length).toBeGreaterThan(25);
    for (const name of ["plant", "analysis", "observation", "audit_entry", "finding_life", "task"])
      expect([name, long.includes(name) || !filled.get(name)]).toEqual([name, true]);

    let same = Buffer.alloc(0);
    const bare = createServer((_, response) => response.end(same));
    await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
    const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
    const user = watchedUser(server);
    const late: string[] = [];
    const statuses = new Map<number, number>();
    const faults: string[] = [];
    const others: number[] = [];
    let longest = 0;
    try {
      for (const [noun, name, endpoint] of reading) {
        // The first answer also loads what all later ones use.
        await read(endpoint);
        await user.report();
        let answer = { status: 0, bytes: Buffer.alloc(0) };
        const block = await longestBlock(async () => (answer = await read(endpoint)));
        const report = await user.report();
        others.push(...report.spent);
        faults.push(...report.faults);
        same = answer.bytes;
        const base = await longestBlock(async () => (await fetch(bareUrl)).arrayBuffer());
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status >= 500) faults.push(`${noun}.${name}`);
        if (answer.status === 200) longest = Math.max(longest, answer.bytes.length);
        const row = `${noun}.${name}: ${block.toFixed(0)} ms, bare ${base.toFixed(0)} ms, ${answer.bytes.length} bytes, ${answer.status}`;
        const table = process.env["LIST_TABLE"];
        if (table) appendFileSync(table, `${row}\n`);
        if (block > Math.max(patient(MOST_BLOCK_MS), 5 * base)) late.push(row);
      }
    } finally {
      user.end();
      bare.close();
    }
    expect(late).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(reading.length / 2);
    expect(faults).toEqual([]);
    expect(longest).toBeGreaterThan(100_000);
    expect(others.length).toBeGreaterThan(reading.length / 2);
    expect(p99(others)).toBeLessThan(patient(MOST_P99_MS));
  },
  // A list after the other takes ten minutes on a machine that others use.
  patient(600_000),
);
