// What ends or narrows a session acts on the very next request, whichever way that comes.
import { request as plainRequest } from "node:http";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { issueToken } from "../../../tests/fixtures/proof.ts";
import { storeRecords, type Records } from "../../../tests/fixtures/records.ts";
import { api } from "../../api/index.ts";
import { permissionNames } from "../../domain/account/permission.ts";
import { botHeaders } from "../../domain/account/bot-header.ts";
import { account, accountPlant, role, session } from "../store/schema/account.ts";
import { blueprint } from "../store/schema/provider.ts";

let server: TestServer;
let own: Records;
let other: Records;
/** The customer's user may do everything, but sees assigned plants only. This file is signed for the session. */
let file_url: string;
const owner = () => server.database.owner.db;

beforeAll(async () => {
  server = await startTestServer();
  const { customer_id } = server.accounts.tenant;
  own = await storeRecords(server, customer_id, "Own");
  other = await storeRecords(server, customer_id, "Other");
});
afterAll(() => server.close());

afterEach(() => vi.restoreAllMocks());

beforeEach(async () => {
  const db = owner();
  const { tenant } = server.accounts;
  const { rows } = await db.execute<{ id: number }>(sql`select id from role where key = 'tenant'`);
  await db
    .update(role)
    .set({ permissions: permissionNames.filter((name) => name !== "READ_ALL_PLANT") })
    .where(eq(role.key, "tenant"));
  await db.delete(accountPlant);
  await db
    .update(account)
    .set({
      role_id: rows[0]?.id,
      state: "REGISTERED",
      email: tenant.email,
      locked: false,
      deleted_at: null,
    })
    .where(eq(account.id, tenant.id));
  await server.signIn("tenant");
  const { body } = await server.ask(api.blueprint.fileUrl, "tenant", {
    params: { id: own.blueprint },
  });
  file_url = (body as { url: string }).url;
});

const hash = "b".repeat(64);
type Outcome = { readonly status: number; readonly code: string | undefined };

async function outcome(response: Response): Promise<Outcome> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return { status: response.status, code: isJson ? (JSON.parse(text) as Outcome).code : undefined };
}

const bearer = () => ({ authorization: `Bearer ${server.accounts.tenant.token}` });

/** Every way a request comes, but for uploads. */
const channels: Record<string, () => Promise<Outcome>> = {
  api: async () =>
    outcome(await server.fetch(`/api/auth/plant/${own.plant}`, { headers: bearer() })),
  file: async () =>
    outcome(await server.fetch(`/api/auth/blueprint/${own.blueprint}/file`, { headers: bearer() })),
  // The browser revalidates immutable content by its hash, like a tile.
  tile: async () =>
    outcome(
      await server.fetch(`/api/auth/analysis-result/${own.analysis}/1/column/${hash}`, {
        headers: { ...bearer(), "if-none-match": `"${hash}"` },
      }),
    ),
  "url token": async () => outcome(await server.fetch(file_url, { bot: null })),
};
const before: Record<string, number> = { api: 200, file: 200, tile: 304, "url token": 200 };

/** What may happen to a session, done by somebody else or by its owner in another tab. */
const endings: Record<string, () => Promise<unknown>> = {
  logout: () => server.ask(api.session.logout, "tenant"),
  locking: () =>
    server.ask(api.user.unLock, "super_admin", {
      params: { id: server.accounts.tenant.id },
      body: { lock: true },
    }),
  deleting: () =>
    server.ask(api.user.remove, "super_admin", { params: { id: server.accounts.tenant.id } }),
  expiry: () =>
    owner()
      .update(session)
      .set({ created_at: sql`now() - interval '13 hours'` })
      .where(eq(session.account_id, server.accounts.tenant.id)),
};

const narrowings: Record<string, { do: () => Promise<unknown>; code: string }> = {
  "another role": {
    async do() {
      const { id } = server.accounts.tenant;
      const [bare] = await owner().select().from(role).where(eq(role.key, "bare"));
      await owner()
        .update(account)
        .set({
          role_id: bare?.id,
          permission_version: sql`${account.permission_version} + 1`,
        })
        .where(eq(account.id, id));
    },
    code: "PERMISSION_DENIED",
  },
  "other plants": {
    do: () =>
      server.ask(api.user.assignPlants, "super_admin", {
        params: { id: server.accounts.tenant.id },
        body: { plant_ids: [other.plant] },
      }),
    code: "RESOURCE_NOT_FOUND",
  },
  "a role's permissions": {
    do: () =>
      owner().transaction(async (db) => {
        await db
          .update(role)
          .set({ permissions: ["READ_TASK"] })
          .where(eq(role.key, "tenant"));
        await db
          .update(account)
          .set({ permission_version: sql`${account.permission_version} + 1` })
          .where(eq(account.id, server.accounts.tenant.id));
      }),
    code: "PERMISSION_DENIED",
  },
};

describe.each(Object.entries(channels))("the very next request by %s", (channel, ask) => {
  it.each(Object.entries(endings))("is refused after %s", async (name, end) => {
    expect((await ask()).status).toBe(before[channel]);
    await end();
    const code = name === "expiry" ? "TOKEN_EXPIRED" : "INVALID_TOKEN";
    expect(await ask()).toEqual({ status: 401, code });
  });

  it.each(Object.entries(narrowings))("hears of %s, and is judged by it", async (_, change) => {
    expect((await ask()).status).toBe(before[channel]);
    await change.do();
    expect(await ask()).toEqual({ status: 409, code: "PERMISSION_RELOAD_REQUIRED" });
    const reloaded = await server.ask(api.session.reloadPermissions, "tenant");
    expect(reloaded.status).toBe(200);
    expect((await ask()).code).toBe(change.code);
  });
});

/** Resolves once the store has begun to take a file: before, its request may not have been let in. */
function storing(): Promise<void> {
  const { files } = server.services;
  const { put } = files;
  return new Promise((begun) => {
    vi.spyOn(files, "put").mockImplementation((...object) => {
      begun();
      return put(...object);
    });
  });
}

/** Sends half a file, lets something happen once it is under way, and sends the rest. */
async function upload(happens: () => Promise<unknown>): Promise<Outcome> {
  const { token } = await issueToken(server.url);
  const { port } = new URL(server.url);
  const { promise: answered, resolve, reject } = Promise.withResolvers<Outcome>();
  const begun = storing();
  const boundary = "edge";
  const sending = plainRequest(
    {
      port,
      host: "127.0.0.1",
      method: "POST",
      path: `/api/auth/plant/${own.plant}/blueprint/pdf`,
      headers: {
        ...bearer(),
        [botHeaders.token]: token,
        "content-type": `multipart/form-data; boundary=${boundary}`,
      },
    },
    (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (more: string) => (text += more));
      answer.on("end", () => {
        const { code } = JSON.parse(text) as { code?: string };
        resolve({ status: answer.statusCode ?? 0, code });
      });
    },
  );
  sending.on("error", reject);
  sending.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n`,
  );
  sending.write("x".repeat(100_000));
  await Promise.race([begun, answered]);
  await happens();
  sending.end(`%%EOF\n\r\n--${boundary}--\r\n`);
  return answered;
}

const stored = async () =>
  (await owner().select().from(blueprint).where(eq(blueprint.plant_id, own.plant))).length;
const objects = async () => {
  let count = 0;
  for await (const _ of server.services.files.list(`plant/${own.plant}/`)) count += 1;
  return count;
};

describe("an upload that is under way", () => {
  it("is kept where nothing happens", async () => {
    const was = [await stored(), await objects()];
    expect((await upload(async () => undefined)).status).toBe(200);
    expect([await stored(), await objects()]).toEqual(was.map((count) => count + 1));
  });

  it.each([
    ...Object.entries(endings).map(([name, end]) => {
      const code = name === "expiry" ? "TOKEN_EXPIRED" : "INVALID_TOKEN";
      return [name, end, code] as const;
    }),
    ...Object.entries(narrowings).map(
      ([name, { do: change, code }]) => [name, change, code] as const,
    ),
  ])("leaves nothing behind after %s", async (_, happens, code) => {
    const was = [await stored(), await objects()];
    expect((await upload(happens)).code).toBe(code);
    expect([await stored(), await objects()]).toEqual(was);
  });
});

describe("a sign-in that ends while its account is being locked", () => {
  it("opens no session, neither now nor after the unlocking", async () => {
    const { id } = server.accounts.tenant;
    const client = await server.database.owner.pool.connect();
    await client.query("begin");
    await client.query("update account set locked = true where id = $1", [id]);
    const opening = server.signIn("tenant");
    // The sign-in waits for the row that is being locked.
    const waits = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    const waiting = async () => (await owner().execute(waits)).rows.length;
    await expect.poll(waiting, { timeout: patient(20_000) }).toBe(1);
    await client.query("commit");
    client.release();
    await opening;
    expect(await channels["api"]?.()).toEqual({ status: 401, code: "INVALID_TOKEN" });
    await owner().update(account).set({ locked: false }).where(eq(account.id, id));
    expect(await channels["api"]?.()).toEqual({ status: 401, code: "INVALID_TOKEN" });
  });
});
