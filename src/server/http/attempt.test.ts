// A change that is asked for twice under one ID is made once, also where another server answers the second time.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startTestServer, type AccountKey, type TestServer } from "../../../tests/fixtures/http.ts";
import { api } from "../../api/index.ts";
import { failure } from "../../domain/error.ts";
import { attemptHeader } from "../../domain/account/attempt-header.ts";
import { limits } from "../../domain/limits.ts";
import { keptAnswer } from "../store/schema/account.ts";
import { openAttempts } from "./attempt.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.database.owner.db.delete(keptAnswer));

const id = () => ({ [attemptHeader]: crypto.randomUUID() });
const { list, create } = api.webhook;
const make = (name: string, headers?: Record<string, string>, of: AccountKey = "super_admin") => {
  const { customer_id: own } = server.accounts.viewer;
  const body = { name, url: "https://hooks.example.com/in", events: ["survey.released"] };
  return server.ask(create, of, { params: { id: own }, body } as never, headers);
};
const count = async () => {
  const params = { id: server.accounts.viewer.customer_id };
  return ((await server.ask(list, "super_admin", { params })).body as unknown[]).length;
};
/** Stands for what is asked. */
const asks = Buffer.alloc(32);
const answer = (text: string) => ({ text: Buffer.from(text), leftOut: [] });

it("a second request gets the answer of the first, with its secret, and makes nothing", async () => {
  const headers = id();
  const first = await make("One", headers);
  expect([first.status, first.body]).toEqual([200, expect.anything()]);
  const second = await make("One", headers);
  expect(second.body).toEqual(first.body);
  expect(await count()).toBe(1);
  // The database does not have the secret.
  const { rows } = await server.database.owner.db.execute<{ text: string }>(
    sql`select encode(sealed, 'escape') as text from kept_answer`,
  );
  const { secret } = first.body as { secret: string };
  expect(secret.length).toBeGreaterThan(20);
  expect(rows[0]?.text).not.toContain(secret);
  await make("One", id());
  await make("One");
  // The ID of one session says nothing to another one.
  expect((await make("One", headers, "tenant")).status).toBe(200);
  expect(await count()).toBe(4);
});

it("an ID that was used for another change is refused, and that change is not made", async () => {
  const headers = id();
  expect((await make("First of the ID", headers)).status).toBe(200);
  const before = await count();
  const other = await make("Second of the ID", headers);
  expect([other.status, other.body]).toMatchObject([
    409,
    { problems: [{ reason: "attempt_reused" }] },
  ]);
  const params = { id: server.accounts.other_customer.customer_id };
  const body = {
    name: "First of the ID",
    url: "https://hooks.example.com/in",
    events: ["survey.released"],
  };
  const elsewhere = await server.ask(create, "super_admin", { params, body } as never, headers);
  expect(elsewhere.status).toBe(409);
  expect(await count()).toBe(before);
  // While the first one runs, and in another process, it is the same.
  const { db } = server.database.owner;
  const [one, two] = [openAttempts(db), openAttempts(db)];
  const attempt = { token: "token", id: crypto.randomUUID() };
  const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>();
  let isMade = false;
  const first = one.once(attempt, asks, async () => {
    isMade = true;
    await isLet;
    return answer("done");
  });
  await expect.poll(() => isMade).toBe(true);
  for (const attempts of [one, two]) {
    const second = attempts.once(attempt, Buffer.alloc(32, 1), async () => answer("second"));
    await expect(second).rejects.toMatchObject({ problems: [{ reason: "attempt_reused" }] });
  }
  letGo();
  expect(String((await first).text)).toBe("done");
});

it("another change is refused also where a program does not say how long it is, or nests it deeply", async () => {
  const { id: customer, ...headers } = { id: server.accounts.viewer.customer_id, ...id() };
  const send = (text: string) =>
    server.fetch(`/api${create.path.replace("{id}", String(customer))}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.accounts.super_admin.token}`,
        "content-type": "application/json",
        ...headers,
      },
      body: new Blob([text]).stream(),
      duplex: "half",
    } as RequestInit);
  const about = (name: string) =>
    JSON.stringify({ name, url: "https://hooks.example.com/in", events: ["survey.released"] });
  const deep = await send("[".repeat(30_000) + "]".repeat(30_000));
  expect([deep.status, await deep.json()]).toMatchObject([
    400,
    { problems: [{ reason: "body_depth" }] },
  ]);
  expect((await send(about("In pieces"))).status).toBe(200);
  const before = await count();
  const other = await send(about("In others"));
  expect([other.status, await other.json()]).toMatchObject([
    409,
    { problems: [{ reason: "attempt_reused" }] },
  ]);
  expect((await send(about("In pieces"))).status).toBe(200);
  expect(await count()).toBe(before);
});

it("a renewed token is answered again to the session that it has ended", async () => {
  const { token } = server.accounts.super_admin;
  const body = { customer_id: server.accounts.viewer.customer_id, show_all_key_figures: false };
  const headers = id();
  const first = await server.ask(api.customer.switch, "super_admin", { body }, headers);
  const renewed = (first.body as { token: string }).token;
  expect([first.status, renewed === token]).toEqual([200, false]);
  const second = await server.ask(api.customer.switch, "super_admin", { body }, headers);
  expect([second.status, (second.body as { token: string }).token]).toEqual([200, renewed]);
  // Nothing else opens with the old token, and not under the same ID.
  const another = {
    customer_id: server.accounts.other_customer.customer_id,
    show_all_key_figures: false,
  };
  expect(
    (await server.ask(api.customer.switch, "super_admin", { body: another }, headers)).status,
  ).toBe(409);
  const other = await server.ask(api.customer.switch, "super_admin", { body }, id());
  expect(other.status).toBe(401);
  await server.signIn("super_admin");
});

it("joins a change that runs, in this process and in another one", async () => {
  const { db } = server.database.owner;
  const [one, other] = [openAttempts(db), openAttempts(db)];
  const attempt = { token: "token", id: crypto.randomUUID() };
  let made = 0;
  const { promise: isLet, resolve: letGo } = Promise.withResolvers<void>();
  const make = async () => {
    made += 1;
    await isLet;
    return answer("done");
  };
  const asked = [
    one.once(attempt, asks, make),
    one.once(attempt, asks, make),
    other.once(attempt, asks, make),
  ];
  await expect.poll(() => made).toBe(1);
  letGo();
  expect((await Promise.all(asked)).map(({ text }) => String(text))).toEqual([
    "done",
    "done",
    "done",
  ]);
  expect(made).toBe(1);
});

it("makes again what failed, and says so of an answer for which there was no room", async () => {
  const attempts = openAttempts(server.database.owner.db);
  const attempt = { token: "token", id: crypto.randomUUID() };
  const fails = async () => {
    throw failure("CONFLICT", { reason: "upload_name_taken" });
  };
  await expect(attempts.once(attempt, asks, fails)).rejects.toMatchObject({ code: "CONFLICT" });
  const large = "x".repeat(limits.keptAnswerBytes + 1);
  expect((await attempts.once(attempt, asks, async () => answer(large))).text).toHaveLength(
    large.length,
  );
  await expect(attempts.once(attempt, asks, fails)).rejects.toMatchObject({
    problems: [{ reason: "attempt_done" }],
  });
});
