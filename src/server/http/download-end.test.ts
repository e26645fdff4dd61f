// A download that runs is cut when what permitted it ends. It outlasts its address, which is good for minutes.
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { eq, sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestServer, testPassword, type TestServer } from "../../../tests/fixtures/http.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { storeRecords, type Records } from "../../../tests/fixtures/records.ts";
import { api } from "../../api/index.ts";
import { permissionNames } from "../../domain/account/permission.ts";
import { limits } from "../../domain/limits.ts";
import { sweepSessions } from "../store/account/session.ts";
import { account, endedSession, role, session } from "../store/schema/account.ts";
import { blueprint } from "../store/schema/provider.ts";

/** Interval of the checks. */
const CHECK_MS = 5000;
let server: TestServer;
let own: Records;
const owner = () => server.database.owner.db;

beforeAll(async () => {
  server = await startTestServer();
  own = await storeRecords(server, server.accounts.tenant.customer_id, "Own");
  await owner().update(blueprint).set({ bytes: 4 }).where(eq(blueprint.id, own.blueprint));
});
afterAll(() => server.close());
beforeEach(async () => {
  await owner()
    .update(role)
    .set({ permissions: [...permissionNames] })
    .where(eq(role.key, "tenant"));
  await owner()
    .update(account)
    .set({ locked: false })
    .where(eq(account.id, server.accounts.tenant.id));
  await server.signIn("tenant");
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  server.clock.now = undefined;
});

const bearer = () => ({ authorization: `Bearer ${server.accounts.tenant.token}` });
const sessions = () => eq(session.account_id, server.accounts.tenant.id);

/** Begins a download of four bytes and waits for the first two. */
async function begin(address: string, headers: Record<string, string>) {
  const file = new PassThrough();
  // The head is sent with the first bytes.
  file.write("ab");
  vi.spyOn(server.services.files, "stream").mockResolvedValue(file);
  const answer = await server.fetch(address, {
    headers,
    ...(headers["authorization"] === undefined && { bot: null }),
  });
  expect(answer.status).toBe(200);
  const reader = answer.body!.getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("ab");
  return { file, reader };
}

/** Lets a check happen from its beginning to its end: the next one begins only then. */
async function checked() {
  const asked = vi.spyOn(Client.prototype, "query");
  const lookups = () =>
    asked.mock.calls.filter(([query]) =>
      (query as { name?: string } | undefined)?.name?.endsWith("session_lookup"),
    ).length;
  const before = lookups();
  const next = async () => {
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    return lookups() - before;
  };
  // The session is looked for once in a check, or twice where it has ended.
  await expect.poll(next, { timeout: patient(5000) }).toBeGreaterThanOrEqual(4);
}

/** A check that began before is not the last one: the next begins after it. */
async function untilCut(reader: Awaited<ReturnType<typeof begin>>["reader"]) {
  let end = "open";
  reader.read().then(
    () => (end = "read"),
    () => (end = "cut"),
  );
  const next = async () => {
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    return end;
  };
  await expect.poll(next, { timeout: patient(5000) }).toBe("cut");
}

/** The rest of a file that `begin` began. */
async function wholeRest({ file, reader }: Awaited<ReturnType<typeof begin>>) {
  file.end("cd");
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("cd");
  expect((await reader.read()).done).toBe(true);
}

const age = (column: "last_used_at" | "created_at", minutes: number) =>
  owner()
    .update(session)
    .set({ [column]: sql`now() - make_interval(mins => ${minutes})` })
    .where(sessions());
const lock = () =>
  server.ask(api.user.unLock, "super_admin", {
    params: { id: server.accounts.tenant.id },
    body: { lock: true },
  });
const losePermission = () =>
  owner()
    .update(role)
    .set({ permissions: ["READ_TASK"] })
    .where(eq(role.key, "tenant"));
const sweep = () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const { session_idle_minutes: idle, session_absolute_minutes: absolute } =
    server.services.settings;
  return sweepSessions(owner(), { idle: ago(idle), absolute: ago(absolute), known: ago(60) });
};

const changePassword = async () => {
  await server.signIn("tenant");
  const fresh = "another horse battery";
  const body = { password: testPassword, new_password: fresh, new_password_repeat: fresh };
  expect((await server.ask(api.password.change, "tenant", { body })).status).toBe(200);
  // As before, for the next test.
  const back = { password: fresh, new_password: testPassword, new_password_repeat: testPassword };
  expect((await server.ask(api.password.change, "tenant", { body: back })).status).toBe(200);
};
const endOthers = async () => {
  await server.signIn("tenant");
  const body = { password: testPassword };
  expect((await server.ask(api.profile.endOtherSessions, "tenant", { body })).status).toBe(200);
};

const path = () => `/api/auth/blueprint/${own.blueprint}/file`;

describe("a download that runs", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["the user signs out", () => server.ask(api.session.logout, "tenant")],
    ["the user is locked", lock],
    ["the role loses the permission", losePermission],
  ])("is cut when %s", async (_, happens) => {
    const { file, reader } = await begin(path(), bearer());
    await happens();
    // Neither the rest nor an end: the client sees that the file is not whole.
    await untilCut(reader);
    if (!file.destroyed) await once(file, "close");
  });

  it("goes on where nothing happens, also after its address has expired", async () => {
    const { body } = await server.ask(api.blueprint.fileUrl, "tenant", {
      params: { id: own.blueprint },
    });
    const { url } = body as { url: string };
    const download = await begin(url, {});
    server.clock.now = Date.now() + limits.urlTokenMs + 60_000;
    expect((await server.fetch(url, { bot: null })).status).toBe(401);
    await checked();
    await wholeRest(download);
  });

  it("is no use of its session", async () => {
    const download = await begin(path(), bearer());
    await age("last_used_at", 5);
    await checked();
    const used = sql<boolean>`${session.last_used_at} > now() - interval '4 minutes'`;
    const rows = await owner().select({ used }).from(session).where(sessions());
    expect(rows.map((one) => one.used)).not.toContain(true);
    await wholeRest(download);
  });

  it.each([
    ["longest", "created_at", 13 * 60],
    ["idle", "last_used_at", 61],
  ] as const)("goes on where its session reaches its %s age", async (_, column, minutes) => {
    const download = await begin(path(), bearer());
    await age(column, minutes);
    await checked();
    await sweep();
    expect(await owner().select().from(session).where(sessions())).toEqual([]);
    await checked();
    // Nothing begins with that session any more.
    expect((await server.fetch(path(), { headers: bearer() })).status).toBe(401);
    // Why it ended is forgotten after some hours.
    await owner().delete(endedSession);
    await checked();
    await wholeRest(download);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["the user is locked", lock],
    ["the role loses the permission", losePermission],
    ["the user changes the password", changePassword],
    ["the user signs out everywhere else", endOthers],
  ])("is cut also after that when %s", async (_, happens) => {
    const { reader } = await begin(path(), bearer());
    await age("created_at", 13 * 60);
    await sweep();
    await checked();
    await happens();
    await untilCut(reader);
  });
});
