// A change and its audit entry are one transaction: where the entry cannot be written, nothing is stored.
import { sql } from "drizzle-orm";
import words from "../locales/en/audit.json" with { type: "json" };
import orderWords from "../locales/en/work-order.json" with { type: "json" };
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyNth, isRelease } from "./fixtures/rounds.ts";
import { patient } from "./fixtures/patience.ts";
import type { Endpoint } from "../src/api/endpoint.ts";
import { api } from "../src/api/index.ts";
import { endpointList } from "../src/server/http/route.ts";
import { auditActions } from "../src/domain/account/audit.ts";
import { actionsTriedElsewhere } from "./fixtures/audit-action.ts";
import { rowsWithoutRule, type Row } from "./fixtures/audit-row.ts";
import { callsTriedElsewhere } from "./fixtures/changing-call.ts";
import { noteOutcome, outcomeFaults, silentCalls, type Entry } from "./fixtures/silent-call.ts";
import { askCases } from "./fixtures/ask-cases.ts";
import { requestOf } from "./fixtures/asked-request.ts";
import type { Asked, Case } from "./fixtures/ask-scene.ts";
import { mailedCode } from "./fixtures/account.ts";
import { startTestServer, testPassword, type TestServer } from "./fixtures/http.ts";

const calls = new Map(
  endpointList(api).map(([noun, name, endpoint]) => [`${noun}.${name}`, endpoint]),
);

const nameOf = new Map([...calls].map(([name, endpoint]) => [endpoint, name]));

/** Tables that a refused call may change: what slows guessing down, and single-use proofs. */
const ofTheServer = new Set([
  "audit_entry",
  "audit_seal",
  "audit_switch",
  "used_proof",
  "kept_answer",
  "rate_limit",
]);

let server: TestServer;
let cases: readonly Case[];
let tables: string[];

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.database.owner;
  await db.execute(sql`create table audit_switch (off boolean)`);
  await db.execute(sql`create function refuse_entry() returns trigger security definer language plpgsql
    as $$ begin
      if exists (select from audit_switch) then raise exception 'the audit trail is broken'; end if;
      return new;
    end $$`);
  await db.execute(sql`create trigger refuse_entry before insert on audit_entry
    for each row execute function refuse_entry()`);
  const { rows } = await db.execute<{ name: string }>(sql`select table_name as name
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  tables = rows.map(({ name }) => name).filter((name) => !ofTheServer.has(name));
  cases = await askCases(server);
});
afterAll(() => server.close());

const entriesNow = async () => {
  const { rows } = await server.database.owner.db.execute<Entry>(
    sql`select action, customer_id from audit_entry order by id`,
  );
  return rows;
};
const breakAudit = (isBroken: boolean) =>
  server.database.owner.db.execute(
    isBroken ? sql`insert into audit_switch values (true)` : sql`delete from audit_switch`,
  );

/** Asks for a hash of all rows of a table. */
const hashQuery = (name: string) =>
  `select '${name}' as name, md5(coalesce(string_agg(
    (to_jsonb(t) - 'last_used_at' - 'tries')::text, ',' order by t::text), '')) as hash from "${name}" t`;

/** Everything that is stored, by table, without the time of a session's use and the count of tries. */
async function stored(): Promise<Record<string, string>> {
  const { rows } = await server.database.owner.db.execute<{ name: string; hash: string }>(
    sql.raw(tables.map(hashQuery).join(" union all ")),
  );
  const found = Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
  const keys: string[] = [];
  for await (const key of server.services.files.list("upload/")) keys.push(key);
  return { ...found, uploads: keys.join() };
}

type Outcome = {
  readonly status: number;
  readonly written: Entry[];
  readonly changed: string[];
};

/** Sends the call, as a signed-in super admin if there is a token, and sees what it stored. */
async function send(endpoint: Endpoint, asked: Asked, token: string | null): Promise<Outcome> {
  const [path, init] = requestOf(endpoint, asked);
  const headers = new Headers(init.headers);
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  const before = { entries: (await entriesNow()).length, stored: await stored() };
  const { status } = await server.fetch(path, { ...init, headers });
  const after = await stored();
  return {
    status,
    written: (await entriesNow()).slice(before.entries),
    changed: Object.keys(after).filter((name) => after[name] !== before.stored[name]),
  };
}

const seen = new Set<string>();
/** The calls of the rows below. */
const made = new Set<string>();
/** Sends the call with the audit trail working, then once more, with the trail broken. */
async function compare(
  endpoint: Endpoint,
  make: () => Promise<Asked>,
  open: () => Promise<string | null>,
  isNeeded = false,
): Promise<string | null> {
  const sound = await send(endpoint, await make(), await open());
  if (sound.status < 400) noteOutcome(nameOf.get(endpoint) ?? "", sound.changed, sound.written);
  if (sound.status >= 400 || sound.written.length === 0) {
    return isNeeded ? `${sound.status}, wrote no entry` : null;
  }
  for (const { action } of sound.written) seen.add(action);
  const asked = await make();
  const token = await open();
  await breakAudit(true);
  const broken = await send(endpoint, asked, token).finally(() => breakAudit(false));
  if (broken.status === 500 && broken.changed.length === 0) return null;
  return `${broken.status}, changed: ${broken.changed.join()}`;
}

async function compareAll(rows: readonly Row[]): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, endpoint, make, as] of rows) {
    made.add(nameOf.get(endpoint) ?? "");
    const fault = await compare(endpoint, make, as, true);
    if (fault) faults.push(`${name}: ${fault}`);
  }
  return faults;
}

const open = () => server.signIn("super_admin");

describe("a change whose audit entry cannot be written", { timeout: patient(180_000) }, () => {
  it("is not made, by any call that declares a rule", async () => {
    const faults: string[] = [];
    const account_id = server.accounts.super_admin.id;
    const asker = { account_id, role: "super_admin", is_staff: true, isFree: true };
    for (const one of everyNth(cases, 3)) {
      const endpoint = calls.get(one.call);
      if (!endpoint || endpoint.method === "GET" || one.isOffered?.(asker) === false) continue;
      // A download changes nothing: one that cannot be noted is logged and sent.
      if (endpoint.download) continue;
      const fault = await compare(endpoint, () => one.make(asker), open);
      if (fault) faults.push(`${one.call}, ${one.name}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  it("is not made, by signing in and out and by what a link does", async () => {
    const { session, password, profile } = api;
    const { email } = server.accounts.viewer;
    const credentials = Buffer.from(`${email}:${testPassword}`).toString("base64");
    const begin = async () => {
      const headers = { authorization: `Basic ${credentials}` };
      const answer = await server.fetch("/api/auth/login", { method: "POST", headers });
      const { confirmation_key } = (await answer.json()) as { confirmation_key: string };
      const security_code = mailedCode(server);
      return { params: { key: confirmation_key }, body: { security_code } };
    };
    const resetLink = async () => {
      const sent = server.mails.length;
      await server.fetch("/api/forgot-password", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email }),
      });
      await expect.poll(() => server.mails.length, { timeout: 5000 }).toBe(sent + 1);
      const key = /reset-password\/([\w-]+)/.exec(server.mails.at(-1)?.text ?? "")?.[1] ?? "";
      const body = { new_password: testPassword, new_password_repeat: testPassword };
      return { params: { key }, body };
    };
    const nothing = async () => ({});
    const ownPassword = async () => ({ body: { password: testPassword } });
    const noAccount = async () => null;
    const { id } = server.accounts.super_admin;
    const names = async () => ({ params: { id }, body: { first_name: "A", last_name: "B" } });
    const rows: readonly Row[] = [
      ["sign in", session.confirmEmailLogin, begin, noAccount],
      ["sign out", session.logout, nothing, open],
      ["end other sessions", profile.endOtherSessions, ownPassword, open],
      ["change names", profile.changeUserNames, names, open],
      ["reset the password", password.reset, resetLink, noAccount],
    ];
    expect(await compareAll(rows)).toEqual([]);
  });

  it("is not made, by calls without a rule", async () => {
    const rows = rowsWithoutRule(server, open);
    expect(await compareAll(rows)).toEqual([]);
  });

  it.runIf(isRelease)("was tried for nearly every action of the trail", () => {
    const untried = auditActions.filter((action) => !seen.has(action));
    expect(untried.filter((action) => !actionsTriedElsewhere.includes(action))).toEqual([]);
  });

  it("is of a call that is tried here, or the call has its reason", () => {
    const tried = new Set([...made, ...cases.map(({ call }) => call)]);
    const changing = [...calls].filter(([, { method }]) => method !== "GET").map(([name]) => name);
    const untried = changing.filter((name) => !tried.has(name) && !(name in silentCalls));
    expect(untried.filter((name) => !(name in callsTriedElsewhere))).toEqual([]);
    // A reason of a call that is tried, or is no more, explains nothing.
    expect(Object.keys(callsTriedElsewhere).filter((name) => !untried.includes(name))).toEqual([]);
  });

  it("each call that changes something writes an entry with a customer, or has its reason", () => {
    expect(outcomeFaults()).toEqual([]);
  });

  it("has words for every fact that an entry holds", async () => {
    const { rows } = await server.database.owner.db.execute<{ name: string }>(
      sql`select distinct jsonb_object_keys(detail) as name from audit_entry where detail is not null`,
    );
    const known = { ...words.fact, ...orderWords.field };
    expect(rows.map(({ name }) => name).filter((name) => !(name in known))).toEqual([]);
  });
});
