// What the interface offers, the server accepts; what it greys, the server refuses with the same reason.
// Every call that declares a rule is asked by every kind of viewer about objects on both sides of it.
import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { isRelease } from "./fixtures/rounds.ts";
import type { Endpoint } from "../src/api/endpoint.ts";
import { api } from "../src/api/index.ts";
import { refusalOf } from "../src/api/refusal.ts";
import type { ViewerFacts } from "../src/domain/account/viewer.ts";
import { endpointList } from "../src/server/http/route.ts";
import { account, role, session } from "../src/server/store/schema/account.ts";
import { createSession, hashOf } from "../src/server/store/account/session.ts";
import { askCases } from "./fixtures/ask-cases.ts";
import type { Asked, Asker, Case } from "./fixtures/ask-scene.ts";
import { evaluationTask, isFinal, launchedShape, taskStates } from "../src/domain/analysis/task.ts";
import { coverageTask } from "../src/domain/coverage/coverage.ts";
import { task } from "../src/server/store/schema/plant.ts";
import { startTestServer, type AccountKey, type TestServer } from "./fixtures/http.ts";

const calls = new Map(
  endpointList(api).map(([noun, name, endpoint]) => [`${noun}.${name}`, endpoint]),
);
const ruled = [...calls].filter(([, { refusal }]) => refusal !== undefined).map(([name]) => name);

let server: TestServer;
let cases: readonly Case[];

type Changes = Partial<typeof session.$inferInsert>;
type Viewer = Asker & {
  readonly name: string;
  readonly facts: ViewerFacts;
  readonly open: () => Promise<string>;
};
let viewers: Viewer[];

/** The viewer as a browser knows it: from what the server tells of the session. */
async function viewer(name: string, key: AccountKey, changes: Changes = {}): Promise<Viewer> {
  const { db } = server.database.owner;
  const { id, customer_id } = server.accounts[key];
  const open = async () => {
    const token = await createSession(db, id);
    const hash = hashOf(token);
    if (Object.keys(changes).length > 0) {
      await db.update(session).set(changes).where(eq(session.token_hash, hash));
    }
    return token;
  };
  const headers = { authorization: `Bearer ${await open()}` };
  const outcome = (await (
    await server.fetch("/api/auth/user/reload-permissions", { method: "POST", headers })
  ).json()) as { permissions: never[]; is_admin: boolean; is_super_admin: boolean };
  const me = (await (await server.fetch("/api/auth/user/me", { headers })).json()) as {
    role: string;
    sees_all_plants: boolean;
  };
  const acting = changes.acting_customer_id ?? null;
  return {
    name,
    account_id: id,
    role: me.role,
    is_staff: outcome.is_admin,
    isFree: outcome.is_admin && acting === null,
    open,
    facts: {
      account_id: id,
      customer_id: outcome.is_admin ? acting : customer_id,
      is_admin: outcome.is_admin,
      is_super_admin: outcome.is_super_admin,
      permissions: new Set(outcome.permissions),
      plant_ids: me.sees_all_plants ? null : [],
    },
  };
}

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.database.owner;
  const own_id = server.accounts.viewer.customer_id;
  viewers = [
    await viewer("customer user", "viewer"),
    await viewer("customer user with every permission", "tenant"),
    await viewer("customer user with UPDATE_OWN_CUSTOMER", "bare"),
    await viewer("admin", "analyst"),
    await viewer("admin acting for a customer", "analyst", { acting_customer_id: own_id }),
    await viewer("super admin", "super_admin"),
    await viewer("super admin hidden", "super_admin", { hidden_admin: true }),
  ];
  // Roles of the third viewer: the role of nothing, with what concerns the own customer.
  const [keeper] = await db
    .insert(role)
    .values({ key: "keeper", permissions: ["READ_CUSTOMER", "UPDATE_OWN_CUSTOMER"] })
    .returning();
  await db
    .update(account)
    .set({ role_id: keeper?.id ?? 0 })
    .where(eq(account.id, server.accounts.bare.id));
  viewers[2] = await viewer("customer user with UPDATE_OWN_CUSTOMER", "bare");
  cases = await askCases(server);
});
afterAll(() => server.close());

type Answer = { readonly status: number; readonly code: string; readonly reasons: string[] };

async function ask(endpoint: Endpoint, token: string, asked: Asked): Promise<Answer> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(asked.params?.[name])),
  );
  const form = new FormData();
  for (const [name, value] of Object.entries(asked.form ?? {})) form.append(name, value);
  const response = await server.fetch(`/api${path}?${new URLSearchParams(asked.query ?? {})}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(asked.body !== undefined && { "content-type": "application/json" }),
      ...asked.headers,
    },
    ...(asked.form ? { body: form } : {}),
    ...(asked.bytes ? { body: asked.bytes as BodyInit } : {}),
    ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
  });
  const text = await response.text();
  const body = (text.startsWith("{") ? JSON.parse(text) : {}) as {
    code?: string;
    problems?: { reason: string }[];
  };
  const reasons = (body.problems ?? []).map(({ reason }) => reason);
  return { status: response.status, code: body.code ?? "", reasons };
}

/** Tasks that follow what a call does, and are not what it is for: none of them may be refused for others. */
const following = new Set(["read_analysis_files", coverageTask, evaluationTask]);

/** The database's time, as text. */
async function timeOfDatabase(): Promise<string> {
  const { rows } = await server.database.owner.db.execute<{ now: string }>(
    sql`select clock_timestamp()::text as now`,
  );
  return rows[0]!.now;
}

/**
 * The names of the tasks that calls have started since then, without those that only follow. What a call before has begun
 * may be stored later, and began before.
 */
async function startedTasks(since: string): Promise<string[]> {
  const rows = await server.database.owner.db
    .select({ name: task.name })
    .from(task)
    .where(sql`${task.created_at} >= ${since}::timestamptz`)
    .orderBy(task.id);
  return rows.map(({ name }) => name).filter((name) => !following.has(name));
}

/** No worker runs here: tasks of cases that were compared would use up what a customer may have unfinished. */
async function finishTasks(): Promise<void> {
  const { db } = server.database.owner;
  const unfinished = taskStates.filter((state) => !isFinal({ state }));
  await db.update(task).set({ state: "SUCCESSFUL" }).where(inArray(task.state, unfinished));
}

/** What the browser shows and what the server does, in one word each. */
async function compare(call: string, who: Viewer, asked: Asked) {
  const endpoint = calls.get(call);
  if (!endpoint) throw new RangeError(call);
  const refusal = refusalOf(endpoint, who.facts, asked.about as never);
  const answer = await ask(endpoint, await who.open(), asked);
  // What this viewer does not see is offered nowhere.
  const isUnseen = answer.status === 404 && answer.reasons.length === 0;
  const code =
    refusal?.reason === "permission_missing"
      ? "PERMISSION_DENIED"
      : (endpoint.refusalCode ?? "CONFLICT");
  return { refusal, answer, isUnseen, code };
}

/** Calls about the one own customer: what one viewer changes would be asked about by the next. */
const isShared = (call: string) =>
  /^(customer|singleSignOn|provisioning)\./.test(call) || call === "user.invite";

/** Each answer, and whether the calls themselves started a task. */
async function compareAll({ call, make }: Case, asking: readonly Viewer[]) {
  const together = async (viewers: readonly Viewer[]) => {
    const made = await Promise.all(viewers.map(make));
    const since = await timeOfDatabase();
    const found = await Promise.all(
      viewers.map(async (who, at) => ({ who, ...(await compare(call, who, made[at]!)) })),
    );
    return { found, started: await startedTasks(since) };
  };
  if (!isShared(call)) return together(asking);
  const alone: Awaited<ReturnType<typeof together>>[] = [];
  for (const who of asking) alone.push(await together([who]));
  return {
    found: alone.flatMap(({ found }) => found),
    started: alone.flatMap(({ started }) => started),
  };
}

describe("every call that declares a rule", () => {
  it("has objects on both sides of it", () => {
    expect(new Set(cases.map(({ call }) => call))).toEqual(new Set(ruled));
  });

  it(
    "accepts what is offered, and refuses with the same reason what is greyed",
    { timeout: patient(180_000) },
    async () => {
      const faults: string[] = [];
      const seen = new Map<string, Set<string>>();
      const reasons = new Map<string, Set<string>>();
      const accepted: { call: string; asked: string; answer: Answer }[] = [];
      let compared = 0;
      for (const [at, one] of cases.entries()) {
        const { startsTask, answer: shape } = calls.get(one.call)!;
        const able = viewers.filter((who) => one.isOffered?.(who) ?? true);
        // Every day the cases of a call are asked by one half of them, then by the other.
        const isWhole = isRelease || cases.filter(({ call }) => call === one.call).length < 3;
        const asking = able.filter((_, number) => isWhole || number % 2 === at % 2);
        const { found, started } = await compareAll(one, asking);
        await finishTasks();
        if (started.length > 0 && !startsTask && shape !== launchedShape)
          faults.push(`${one.call} starts ${started[0]}, and its contract does not say so`);
        for (const { who, refusal, answer, isUnseen, code } of found) {
          if (isUnseen && refusal?.reason !== "permission_missing") continue;
          compared += 1;
          const asked = `${one.call}, ${one.name}, as ${who.name}`;
          const outcome = `${answer.status} ${answer.code} ${answer.reasons.join()}`;
          const side = refusal ? refusal.reason : "offered";
          seen.set(one.call, (seen.get(one.call) ?? new Set()).add(side));
          if (refusal === null) {
            if (answer.status === 403 || answer.status >= 500) faults.push(`${asked}: ${outcome}`);
            accepted.push({ call: one.call, asked, answer });
            continue;
          }
          reasons.set(one.call, (reasons.get(one.call) ?? new Set()).add(refusal.reason));
          const isDenied = refusal.reason === "permission_missing" && answer.code === code;
          const isSame = answer.code === code && answer.reasons.includes(refusal.reason);
          if (!isDenied && !isSame)
            faults.push(`${asked}: ${outcome}, not ${code} ${refusal.reason}`);
        }
      }
      for (const { call, asked, answer } of accepted) {
        if (answer.reasons.some((reason) => reasons.get(call)?.has(reason))) {
          faults.push(`${asked}: refused for ${answer.reasons.join()}`);
        }
      }
      expect(faults).toEqual([]);
      const oneSided = ruled.filter((call) => (seen.get(call)?.size ?? 0) < 2);
      expect(oneSided).toEqual([]);
      expect(compared).toBeGreaterThan(isRelease ? 400 : 200);
    },
  );
});
