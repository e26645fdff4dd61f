// First sign-ins with a service that meet each other, an invitation, a registration or a deletion.
import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import type { PoolClient } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPending } from "../../../tests/fixtures/account.ts";
import type { Answer } from "../../../tests/fixtures/http.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import {
  browserKey,
  openSignOnScene,
  personOf as person,
  reasonOf,
  type SignOnScene,
} from "../../../tests/fixtures/sign-on-scene.ts";
import type { Person } from "../../../tests/fixtures/sign-in-service.ts";
import { account, auditEntry } from "../store/schema/account.ts";
import { accountIdentity } from "../store/schema/sign-in.ts";

let scene: SignOnScene;
beforeAll(async () => {
  scene = await openSignOnScene();
});
afterAll(() => scene.close());
const owner = () => scene.server.database.owner;
beforeEach(async () => {
  await owner().db.delete(accountIdentity);
  const default_role_id = scene.roles.get("customer_user") ?? null;
  expect((await scene.set({ provisions: true, default_role_id })).status).toBe(200);
});

/** The person has signed in at the service; the answer finishes the sign-in here. */
async function atLastStep(who: Person): Promise<() => Promise<Answer>> {
  const key = browserKey();
  const query = await scene.service.signIn(await scene.begin(key), who, ["mfa"]);
  return () => scene.finish(query, key);
}

const rowsOf = (email: string) =>
  owner()
    .db.select()
    .from(account)
    .where(eq(sql`lower(${account.email})`, email));

/** Runs `ask` while the statements of `write` are not committed; they are once `ask` waits for them. */
async function during<T>(
  write: (client: PoolClient) => Promise<unknown>,
  ask: () => Promise<T>,
): Promise<T> {
  const { pool } = owner();
  const client = await pool.connect();
  try {
    await client.query("begin");
    await write(client);
    const answer = ask();
    const waiting = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    for (let waits = 0; ; waits += 1) {
      if ((await pool.query(waiting)).rowCount) break;
      if (waits > patient(2000) / 10)
        throw new Error("the sign-in did not wait for the other writer");
      await sleep(10);
    }
    await client.query("commit");
    return await answer;
  } finally {
    client.release();
  }
}

describe("first sign-ins at one moment", () => {
  it("make one account and one link for one person", async () => {
    const who = person("twice@example.com");
    const finishes = [];
    for (let at = 0; at < 4; at += 1) finishes.push(await atLastStep(who));
    const answers = await Promise.all(finishes.map((finish) => finish()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const ids = await Promise.all(answers.map(async (one) => (await scene.meOf(one))["id"]));
    expect(new Set(ids).size).toBe(1);
    expect(await rowsOf("twice@example.com")).toHaveLength(1);
    expect(await owner().db.$count(accountIdentity)).toBe(1);
    const made = await owner()
      .db.select()
      .from(auditEntry)
      .where(sql`action = 'user_created' and account_id = ${Number(ids[0])}`)
      .orderBy(auditEntry.id);
    expect(made).toHaveLength(1);
  });

  it("see that the last seat is given to somebody else", async () => {
    const { pool } = owner();
    const taken = `(select count(*) from account where customer_id = $1 and deleted_at is null)`;
    await pool.query(`update customer set user_limit = ${taken} + 1 where id = $1`, [
      scene.customer_id,
    ]);
    const give = async (client: PoolClient) => {
      await client.query("select 1 from customer where id = $1 for no key update", [
        scene.customer_id,
      ]);
      await client.query("insert into account (customer_id, role_id, email) values ($1, $2, $3)", [
        scene.customer_id,
        scene.roles.get("customer_user"),
        "seated@example.com",
      ]);
    };
    const answer = await during(give, await atLastStep(person("standing@example.com")));
    await pool.query("update customer set user_limit = 100 where id = $1", [scene.customer_id]);
    expect([answer.status, reasonOf(answer)]).toEqual([401, "sso_no_seat"]);
    expect(await rowsOf("standing@example.com")).toEqual([]);
  });

  it("give one address to one of two persons who claim it", async () => {
    const finishes = [
      await atLastStep(person("shared@example.com", { sub: "first" })),
      await atLastStep(person("shared@example.com", { sub: "second" })),
    ];
    const answers = await Promise.all(finishes.map((finish) => finish()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(answers.map(reasonOf).filter(Boolean)).toEqual(["sso_linked"]);
    expect(await rowsOf("shared@example.com")).toHaveLength(1);
  });

  it("see an invitation of another customer to the same address", async () => {
    const { customer_id } = scene.server.accounts.other_customer;
    const invite = (client: PoolClient) =>
      client.query("insert into account (customer_id, role_id, email) values ($1, $2, $3)", [
        customer_id,
        scene.roles.get("customer_user"),
        "moved@example.com",
      ]);
    const answer = await during(invite, await atLastStep(person("moved@example.com")));
    expect([answer.status, reasonOf(answer)]).toEqual([401, "sso_other_customer"]);
    const [row, ...more] = await rowsOf("moved@example.com");
    expect([row?.customer_id, row?.state, more]).toEqual([customer_id, "PENDING", []]);
  });

  it("see that another customer linked the same person, and make no second account", async () => {
    const { id } = scene.server.accounts.other_customer;
    const link = (client: PoolClient) =>
      client.query(
        `insert into account_identity (issuer, subject_hash, account_id)
          values ($1, sha256('one person'), $2)`,
        [scene.service.issuer, id],
      );
    const finish = await atLastStep(person("person@example.com", { sub: "one person" }));
    const answer = await during(link, finish);
    expect([answer.status, reasonOf(answer)]).toEqual([401, "sso_other_customer"]);
    expect(await rowsOf("person@example.com")).toEqual([]);
    const links = await owner().db.select().from(accountIdentity);
    expect(links.map(({ account_id }) => account_id)).toEqual([id]);
  });

  it("see that the invitation is accepted, and register the user once", async () => {
    const id = await addPending(scene.server, "viewer", "accepting@example.com");
    const accept = (client: PoolClient) =>
      client.query(
        `update account set state = 'REGISTERED', registered_at = now(), password_hash = 'kept',
          terms_accepted_at = now() where id = $1`,
        [id],
      );
    const answer = await during(accept, await atLastStep(person("accepting@example.com")));
    expect(answer.status).toBe(200);
    const [row] = await rowsOf("accepting@example.com");
    expect(row).toMatchObject({ id, state: "REGISTERED", password_hash: "kept" });
    // The one who accepted has written the entry; here there is none.
    const registered = await owner()
      .db.select()
      .from(auditEntry)
      .where(sql`action = 'user_registered' and account_id = ${id}`)
      .orderBy(auditEntry.id);
    expect(registered).toEqual([]);
  });

  it.each([
    ["linked", true, "sso_deleted"],
    ["found by its address", false, "sso_unknown"],
  ])("see that an account that is %s is deleted", async (_, isLinked, reason) => {
    const email = `leaver-${reason}@example.com`;
    const id = await addPending(scene.server, "viewer", email);
    if (isLinked) expect((await scene.signIn(person(email))).status).toBe(200);
    await scene.set();
    const remove = (client: PoolClient) =>
      client.query(
        `update account set email = 'deleted:' || id, state = 'UNKNOWN', deleted_at = now() where id = $1`,
        [id],
      );
    // Where people may be created, a deleted person who was linked is not.
    if (isLinked) await scene.set({ provisions: true, default_role_id: 1 });
    const answer = await during(remove, await atLastStep(person(email)));
    expect([answer.status, reasonOf(answer)]).toEqual([401, reason]);
    const [row] = await owner().db.select().from(account).where(eq(account.id, id));
    expect(row?.state).toBe("UNKNOWN");
  });
});
