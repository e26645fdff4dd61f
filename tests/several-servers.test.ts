// Two servers and separate workers on one PostgreSQL and one object store.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { patient } from "./fixtures/patience.ts";
import { botHeaders } from "../src/domain/account/bot-header.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../src/server/adapters/postgres.ts";
import { startS3StandIn, type S3StandIn } from "../src/server/adapters/s3-stand-in.fixture.ts";
import { hashPassword } from "../src/server/account/password.ts";
import { connect, type Connection } from "../src/server/store/database.ts";
import { account, customer, role } from "../src/server/store/schema/account.ts";
import { task } from "../src/server/store/schema/plant.ts";
import { addPlant, largeTwin } from "./fixtures/large-import.ts";
import { proofHeaders } from "./fixtures/proof.ts";
import {
  startedServer,
  startedWorker,
  startServer,
  type RunningServer,
} from "./fixtures/server.ts";

const password = "correct horse battery";
const folder = mkdtempSync(join(tmpdir(), "several-"));
chmodSync(folder, 0o711);
const dataDir = (name: string) => join(folder, name);

let postgres: EmbeddedPostgres;
let store: S3StandIn;
let owner: Connection;
let environment: Record<string, string>;
let a: RunningServer;
let b: RunningServer;
let plant_id = 0;
let user_id = 0;

/** The settings read an address only with a host. The one in the query counts. */
const withHost = (url: string) => url.replace("@/", "@localhost/");

beforeAll(async () => {
  postgres = await startEmbeddedPostgres(dataDir("outside"));
  store = await startS3StandIn();
  environment = {
    DATABASE_URL: withHost(postgres.appUrl),
    DATABASE_OWNER_URL: withHost(postgres.ownerUrl),
    OBJECT_STORE_URL: store.url,
    JOB_CONCURRENCY: "0",
  };
  a = await startedServer(dataDir("a"), environment);
  b = await startedServer(dataDir("b"), environment);
  owner = connect(postgres.ownerUrl, 2, { seesAll: true });
  const { db } = owner;
  const [provider] = await db.insert(customer).values({ name: "Provider" }).returning();
  const [rights] = await db.select().from(role).where(eq(role.key, "super_admin"));
  const customer_id = provider?.id ?? 0;
  const people = ["chief", "analyst"].map(async (name) => {
    const role_id = rights?.id ?? 0;
    const password_hash = await hashPassword(password);
    const email = `${name}@example.com`;
    return { customer_id, role_id, email, password_hash, state: "REGISTERED" as const };
  });
  const rows = await db
    .insert(account)
    .values(await Promise.all(people))
    .returning();
  user_id = rows[1]?.id ?? 0;
  plant_id = await addPlant(db, customer_id);
}, patient(120_000));

afterAll(async () => {
  await Promise.all([a, b].map((server) => server?.end()));
  await owner?.close();
  await store?.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Signs in with password and mailed code. Gives the headers of a session. */
async function signIn(server: RunningServer, mails: string, name: string) {
  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method: "POST",
      headers: {
        ...headers,
        ...(await proofHeaders(server.url)),
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { confirmation_key: string; token: string };
  };
  const basic = Buffer.from(`${name}@example.com:${password}`).toString("base64");
  const { confirmation_key } = await post("/auth/login", { authorization: `Basic ${basic}` }, {});
  const newest = readdirSync(mails).toSorted().at(-1) ?? "";
  const text = readFileSync(join(mails, newest), "utf8");
  const security_code = (/\d{4} \d{4}/.exec(text)?.[0] ?? "").replace(" ", "");
  const { token } = await post(`/confirm-email-login/${confirmation_key}`, {}, { security_code });
  return { authorization: `Bearer ${token}` };
}

async function ask(
  server: RunningServer,
  path: string,
  headers: Record<string, string>,
  init: RequestInit = {},
): Promise<Response> {
  const bot = (await (await fetch(`${server.url}/api/bot-protection-token`)).json()) as {
    token: string;
  };
  const isText = typeof init.body === "string";
  return fetch(`${server.url}/api${path}`, {
    ...init,
    headers: {
      ...headers,
      [botHeaders.token]: bot.token,
      ...(isText && { "content-type": "application/json" }),
    },
  });
}

const statusOf = (server: RunningServer, headers: Record<string, string>) =>
  ask(server, "/auth/plants", headers).then(({ status }) => status);

describe("two servers on one database and one store", { timeout: patient(120_000) }, () => {
  it("share sessions: signed in at one, used at the other, ended at either", async () => {
    const session = await signIn(a, join(dataDir("a"), "mail"), "chief");
    expect([await statusOf(a, session), await statusOf(b, session)]).toEqual([200, 200]);
    expect((await ask(b, "/auth/logout", session, { method: "POST" })).status).toBe(200);
    expect([await statusOf(a, session), await statusOf(b, session)]).toEqual([401, 401]);
  });

  it("share locks: a user who is locked at one is refused by the other's next answer", async () => {
    const chief = await signIn(a, join(dataDir("a"), "mail"), "chief");
    const analyst = await signIn(b, join(dataDir("b"), "mail"), "analyst");
    expect(await statusOf(b, analyst)).toBe(200);
    const body = JSON.stringify({ lock: true });
    const path = `/auth/user/${user_id}/un-lock`;
    const locked = await ask(a, path, chief, { method: "POST", body });
    expect(locked.status).toBe(200);
    expect(await statusOf(b, analyst)).toBe(401);
  });

  it("share files: uploaded at one, read at the other", async () => {
    const session = await signIn(a, join(dataDir("a"), "mail"), "chief");
    const form = new FormData();
    form.append("title", "Manual");
    form.append("file", new Blob(["shared text"]), "manual.txt");
    const sent = await ask(a, "/auth/doc-files", session, { method: "POST", body: form });
    const { id } = (await sent.json()) as { id: number };
    const read = await ask(b, `/auth/doc-file/${id}/download`, session);
    expect(await read.text()).toBe("shared text");
  });

  it("share tasks: one that loses its worker is ended by another", async () => {
    const session = await signIn(b, join(dataDir("b"), "mail"), "chief");
    const first = await startedWorker(dataDir("w1"), { ...environment, JOB_CONCURRENCY: "1" });
    const path = `/auth/plant/${plant_id}/field-geometry/import`;
    const sent = await ask(a, path, session, { method: "POST", body: largeTwin(60_000) });
    const { task_id } = (await sent.json()) as { task_id: number };
    const state = async () => {
      const [row] = await owner.db.select().from(task).where(eq(task.id, task_id));
      return row?.state;
    };
    await expect.poll(state, { timeout: 30_000, interval: 20 }).toBe("RUNNING");
    await first.end("SIGKILL");
    expect(await state()).toBe("RUNNING");
    const second = await startedWorker(dataDir("w2"), { ...environment, JOB_CONCURRENCY: "1" });
    await expect.poll(state, { timeout: 60_000, interval: 200 }).toBe("SUCCESSFUL");
    await second.end();
    const twin = await ask(b, `/auth/plant/${plant_id}/field-geometry`, session);
    expect(twin.status).toBe(200);
  });

  it("answer 503 while their database is away, and go on when it is back", async () => {
    const session = await signIn(a, join(dataDir("a"), "mail"), "chief");
    await postgres.stop();
    const away = await Promise.all([a, b].map((server) => ask(server, "/auth/plants", session)));
    expect(away.map(({ status }) => status)).toEqual([503, 503]);
    expect(away.map(({ headers }) => headers.get("retry-after"))).not.toContain(null);
    postgres = await startEmbeddedPostgres(dataDir("outside"));
    for (const server of [a, b]) {
      const status = () => statusOf(server, session);
      await expect.poll(status, { timeout: 20_000, interval: 200 }).toBe(200);
    }
    const worker = await startedWorker(dataDir("w3"), { ...environment, JOB_CONCURRENCY: "1" });
    const path = `/auth/plant/${plant_id}/field-geometry/import`;
    const sent = await ask(b, path, session, { method: "POST", body: largeTwin(2000) });
    const { task_id } = (await sent.json()) as { task_id: number };
    await expect
      .poll(
        async () =>
          (await owner.db.select().from(task).where(eq(task.id, task_id))).map((row) => row.state),
        { timeout: 60_000, interval: 200 },
      )
      .toEqual(["SUCCESSFUL"]);
    await worker.end();
  });

  it("are refused with stores of their own", async () => {
    const { OBJECT_STORE_URL: _, ...rest } = environment;
    expect(await startServer(dataDir("c"), rest)).toMatchObject({
      code: 1,
      message: expect.stringMatching(
        /^The folder .*c does not hold the files of this database\. Set OBJECT_STORE_URL/,
      ),
    });
  });
});
