// What a customer's user administrator who sees some plants can do: nothing that reaches the others.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { accessTokenOf, webhookOf } from "../../../../tests/fixtures/access-token-record.ts";
import { startTestServer, type Answer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { User } from "../../../domain/account/user.ts";
import { storeToken } from "../../store/account/provisioning.ts";
import { storeSignOn } from "../../store/account/single-sign-on.ts";
import { insertDelivery } from "../../store/provider/webhook.ts";
import { account, accountPlant, role } from "../../store/schema/account.ts";
import { accessToken, provisioningToken, singleSignOn } from "../../store/schema/sign-in.ts";
import { webhook, webhookDelivery } from "../../store/schema/webhook.ts";

let server: TestServer;
let seen: Holding;
let hidden: Holding;
const roles = new Map<string, number>();
beforeAll(async () => {
  server = await startTestServer();
  const { customer_id, id } = server.accounts.tenant;
  seen = await storeHolding(server, customer_id, "Andasol");
  hidden = await storeHolding(server, customer_id, "Valle");
  for (const row of await db().select().from(role)) roles.set(row.key, row.id);
  // The tenant administers the users of the own customer, as the built-in role allows it.
  await db()
    .update(account)
    .set({ role_id: roles.get("customer_admin") ?? 0 })
    .where(eq(account.id, id));
});
afterAll(() => server.close());

const db = () => server.database.owner.db;
const reasons = ({ status, body }: Answer): unknown[] => [
  status,
  ...((body as { problems?: { reason: string }[] }).problems ?? []).map(({ reason }) => reason),
];

/** Limits the administrator to these plants; null for all. */
async function limit(plant_ids: readonly number[] | null) {
  const { id } = server.accounts.tenant;
  await db().delete(accountPlant).where(eq(accountPlant.account_id, id));
  await givePlants(id, plant_ids);
  await server.signIn("tenant");
}

async function givePlants(account_id: number, plant_ids: readonly number[] | null) {
  if (plant_ids === null) return;
  // The store's mark of a user who sees none.
  const ids = plant_ids.length === 0 ? [0] : plant_ids;
  await db()
    .insert(accountPlant)
    .values(ids.map((plant_id) => ({ account_id, plant_id })));
}

let made = 0;
/** A user of the customer who reaches these plants. */
async function target(
  plant_ids: readonly number[] | null,
  more: Partial<typeof account.$inferInsert> = {},
): Promise<number> {
  const [row] = await db()
    .insert(account)
    .values({
      customer_id: server.accounts.tenant.customer_id,
      role_id: roles.get("customer_user") ?? 0,
      email: `target${(made += 1)}@example.com`,
      state: "REGISTERED",
      ...more,
    })
    .returning();
  const id = row?.id ?? 0;
  await givePlants(id, plant_ids);
  return id;
}

const stored = async (id: number) => {
  const [row] = await db().select().from(account).where(eq(account.id, id));
  const plants = await db().select().from(accountPlant).where(eq(accountPlant.account_id, id));
  return { row, plants: plants.map(({ plant_id }) => plant_id).toSorted((a, b) => a - b) };
};
const listed = async (id: number) =>
  ((await server.ask(api.user.list, "tenant")).body as User[]).find((user) => user.id === id);

/** Each call that changes a user, for one of these plants. The answers, and the user before and after. */
const changes = {
  async resend(plant_ids: readonly number[] | null) {
    const id = await target(plant_ids, { state: "PENDING" });
    return {
      id,
      answer: await server.ask(api.user.resendInvitation, "tenant", { params: { id } }),
    };
  },
  async role(plant_ids: readonly number[] | null) {
    const id = await target(plant_ids);
    const body = { role_id: roles.get("customer_admin") ?? 0, security_code: "12345678" };
    return {
      id,
      answer: await server.ask(api.user.changeRole, "tenant", { params: { id }, body }),
    };
  },
  async lock(plant_ids: readonly number[] | null) {
    const id = await target(plant_ids);
    const body = { lock: true };
    return { id, answer: await server.ask(api.user.unLock, "tenant", { params: { id }, body }) };
  },
  async unlock(plant_ids: readonly number[] | null) {
    const id = await target(plant_ids, { locked: true });
    const body = { lock: false };
    return { id, answer: await server.ask(api.user.unLock, "tenant", { params: { id }, body }) };
  },
  async remove(plant_ids: readonly number[] | null) {
    const id = await target(plant_ids);
    return { id, answer: await server.ask(api.user.remove, "tenant", { params: { id } }) };
  },
  async names(plant_ids: readonly number[] | null) {
    const id = await target(plant_ids);
    const body = { first_name: "Other", last_name: "Name" };
    const asked = { params: { id }, body };
    return { id, answer: await server.ask(api.profile.changeUserNames, "tenant", asked) };
  },
  async token(plant_ids: readonly number[] | null) {
    const id = await target(plant_ids);
    const params = { id, access_token_id: await accessTokenOf(db(), id) };
    return { id, answer: await server.ask(api.accessToken.withdrawOfUser, "tenant", { params }) };
  },
};
const above = [409, "user_above_own_plants"];

describe("a user who reaches plants that the administrator does not see", () => {
  beforeEach(() => limit([seen.plant_id]));

  for (const [name, change] of Object.entries(changes)) {
    it(`is not changed: ${name}`, async () => {
      const others = [null, [hidden.plant_id], [seen.plant_id, hidden.plant_id]];
      for (const plant_ids of others) {
        const { id, answer } = await change(plant_ids);
        expect(reasons(answer)).toEqual(above);
        expect(JSON.stringify(answer.body)).not.toContain("confirmation_key");
        expect(await stored(id)).toMatchObject({
          row: { deleted_at: null, locked: name === "unlock", first_name: "" },
          plants: plant_ids ?? [],
        });
        if (name === "token")
          expect(await db().$count(accessToken, eq(accessToken.account_id, id))).toBe(1);
      }
    });

    it(`is one thing, and a user who reaches none of them another: ${name}`, async () => {
      for (const plant_ids of [[], [seen.plant_id]]) {
        expect(reasons((await change(plant_ids)).answer)).not.toContain("user_above_own_plants");
      }
      await limit(null);
      for (const plant_ids of [null, [hidden.plant_id]]) {
        expect(reasons((await change(plant_ids)).answer)).not.toContain("user_above_own_plants");
      }
    });
  }

  it("keeps all plants, those of tomorrow too, and a list keeps what is not seen", async () => {
    const assign = (id: number, plant_ids: number[]) =>
      server.ask(api.user.assignPlants, "tenant", { params: { id }, body: { plant_ids } });
    const all = await target(null);
    expect(reasons(await assign(all, [seen.plant_id]))).toEqual(above);
    expect((await stored(all)).plants).toEqual([]);
    const some = await target([hidden.plant_id]);
    expect((await assign(some, [seen.plant_id])).status).toBe(200);
    expect((await stored(some)).plants).toEqual([seen.plant_id, hidden.plant_id]);
  });

  it("is marked in the list, without the plants", async () => {
    const both = await listed(await target([seen.plant_id, hidden.plant_id]));
    expect(both).toMatchObject({ plant_ids: [seen.plant_id], has_other_plants: true });
    expect(await listed(await target([seen.plant_id]))).toMatchObject({ has_other_plants: false });
    expect(await listed(await target(null))).toMatchObject({ has_other_plants: true });
    await limit(null);
    expect(await listed(await target(null))).toMatchObject({ has_other_plants: false });
  });

  it("is one whose role sees all plants, whatever is assigned", async () => {
    const [seer] = await db()
      .insert(role)
      .values({ key: "seer", permissions: ["READ_ALL_PLANT", "READ_AVAILABLE_PLANT"] })
      .returning();
    const id = await target([seen.plant_id], { role_id: seer?.id ?? 0 });
    const answer = await server.ask(api.user.remove, "tenant", { params: { id } });
    expect(reasons(answer)).toEqual(above);
  });
});

describe("the invitation of a user with a higher role", () => {
  it("is not sent again, because who opens its link becomes that user", async () => {
    await limit(null);
    const id = await target(null, { state: "PENDING", role_id: roles.get("tenant") ?? 0 });
    const answer = await server.ask(api.user.resendInvitation, "tenant", { params: { id } });
    expect(reasons(answer)).toEqual([409, "role_above_own"]);
    expect(await listed(id)).toMatchObject({ has_higher_role: true });
    const equal = await target(null, {
      state: "PENDING",
      role_id: roles.get("customer_admin") ?? 0,
    });
    const sent = await server.ask(api.user.resendInvitation, "tenant", { params: { id: equal } });
    expect(sent.status).toBe(200);
  });
});

describe("settings that reach all plants of the customer", () => {
  const form = {
    is_on: true,
    name: "Login",
    issuer: "https://login.example.com",
    client_id: "client",
    domains: [],
    role_claim: "",
    roles: [],
    default_role_id: null,
    provisions: false,
    is_forced: false,
    sees_all_plants: true,
    trusts_second_factor: false,
    second_factor_acr: [],
  };

  /** Every call that changes one, with what it changes. */
  async function change() {
    const { customer_id } = server.accounts.tenant;
    const params = { id: customer_id };
    await db().delete(singleSignOn);
    await db().delete(webhook);
    await storeSignOn(db(), customer_id, form, null);
    const now = new Date();
    const expires_at = new Date("2100-01-01T00:00:00Z");
    await storeToken(db(), customer_id, `scim_${(made += 1)}`, { now, expires_at });
    const webhook_id = await webhookOf(db(), customer_id);
    const sent = { data: { webhook_id }, at: now };
    const delivery_id = await insertDelivery(db(), webhook_id, "webhook.test", sent);
    const hook = { name: "Hook", url: "https://hooks.example.com/in", events: ["survey.released"] };
    const of = { params: { ...params, webhook_id } };
    const before = await settings();
    const answers: Answer[] = [];
    // One after the other, and what takes them away comes last.
    for (const ask of [
      () => server.ask(api.singleSignOn.test, "tenant", { params, body: { issuer: form.issuer } }),
      () =>
        server.ask(api.singleSignOn.set, "tenant", {
          params,
          body: { ...form, client_secret: null },
        } as never),
      () => server.ask(api.provisioning.issue, "tenant", { params, body: { days: 90 } }),
      () => server.ask(api.webhook.create, "tenant", { params, body: hook } as never),
      () =>
        server.ask(api.webhook.update, "tenant", {
          ...of,
          body: { ...hook, is_on: true },
        } as never),
      () => server.ask(api.webhook.renewSecret, "tenant", of),
      () => server.ask(api.webhook.test, "tenant", of),
      () => server.ask(api.webhook.redeliver, "tenant", { params: { ...of.params, delivery_id } }),
      () => server.ask(api.webhook.remove, "tenant", of),
      () => server.ask(api.provisioning.withdraw, "tenant", { params }),
      () => server.ask(api.singleSignOn.remove, "tenant", { params }),
    ])
      answers.push(await ask());
    return { answers: answers.map(reasons), before, after: await settings() };
  }

  const settings = async () => ({
    signOn: await db().select().from(singleSignOn),
    tokens: await db().select().from(provisioningToken),
    hooks: await db().select().from(webhook),
    deliveries: await db().select().from(webhookDelivery),
  });

  it("are as they were after one who sees some has tried", async () => {
    await limit([seen.plant_id]);
    const { answers, before, after } = await change();
    expect(answers).toEqual(answers.map(() => [409, "settings_above_own_plants"]));
    expect(answers).toHaveLength(11);
    expect(after).toEqual(before);
    expect([before.signOn, before.tokens, before.hooks, before.deliveries]).toMatchObject(
      Array.from({ length: 4 }, () => [{}]),
    );
    const me = await server.ask(api.session.me, "tenant");
    expect(me.body).toMatchObject({ sees_all_plants: false });
  });

  it("are changed by one who sees all", async () => {
    await limit(null);
    const { answers, after } = await change();
    expect(answers.filter(([, reason]) => reason === "settings_above_own_plants")).toEqual([]);
    expect(after).toMatchObject({ signOn: [], tokens: [], deliveries: [] });
  });
});
