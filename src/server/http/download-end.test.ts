// A download that runs is cut when what permitted it ends. It outlasts its address, which is good for minutes.
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { storeRecords, type Records } from "../../../tests/fixtures/records.ts";
import { api } from "../../api/index.ts";
import { permissionNames } from "../../domain/account/permission.ts";
import { limits } from "../../domain/limits.ts";
import { account, role, session } from "../store/schema/account.ts";
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

/** Lets the next check happen, and waits until the session of the download has been found by it. */
async function checked() {
  await owner()
    .update(session)
    .set({ last_used_at: sql`now() - interval '5 minutes'` })
    .where(sessions());
  await vi.advanceTimersByTimeAsync(CHECK_MS);
  const used = sql<boolean>`${session.last_used_at} > now() - interval '4 minutes'`;
  const isTouched = async () =>
    (await owner().select({ used }).from(session).where(sessions())).some((one) => one.used);
  await expect.poll(isTouched).toBe(true);
}

const path = () => `/api/auth/blueprint/${own.blueprint}/file`;

describe("a download that runs", () => {
  it.each<[string, () => Promise<unknown>]>([
    ["the user signs out", () => server.ask(api.session.logout, "tenant")],
    [
      "the user is locked",
      () =>
        server.ask(api.user.unLock, "super_admin", {
          params: { id: server.accounts.tenant.id },
          body: { lock: true },
        }),
    ],
    [
      "the role loses the permission",
      () =>
        owner()
          .update(role)
          .set({ permissions: ["READ_TASK"] })
          .where(eq(role.key, "tenant")),
    ],
  ])("is cut when %s", async (_, happens) => {
    const { file, reader } = await begin(path(), bearer());
    await happens();
    await vi.advanceTimersByTimeAsync(CHECK_MS);
    // Neither the rest nor an end: the client sees that the file is not whole.
    await expect(reader.read()).rejects.toThrow();
    if (!file.destroyed) await once(file, "close");
  });

  it("goes on where nothing happens, also after its address has expired", async () => {
    const { body } = await server.ask(api.blueprint.fileUrl, "tenant", {
      params: { id: own.blueprint },
    });
    const { url } = body as { url: string };
    const { file, reader } = await begin(url, {});
    server.clock.now = Date.now() + limits.urlTokenMs + 60_000;
    expect((await server.fetch(url, { bot: null })).status).toBe(401);
    await checked();
    file.end("cd");
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe("cd");
    expect((await reader.read()).done).toBe(true);
  });
});
