// Access tokens over HTTP: made with a code, shown once, and good for the calls of their scopes with the rights of now.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailedCode } from "../../../tests/fixtures/account.ts";
import type { AccountKey } from "../../../tests/fixtures/http.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { workOrderHost } from "../../../tests/fixtures/work-order-host.ts";
import { sampleParams } from "../../../tests/contract-rules.ts";
import { api } from "../../api/index.ts";
import type { Endpoint } from "../../api/endpoint.ts";
import {
  accessScopes,
  isAccessToken,
  mostAccessTokens,
  type AccessScope,
  type AccessToken,
  type IssuedAccessToken,
} from "../../domain/account/access-token.ts";
import type { WorkOrder } from "../../domain/work-order/work-order.ts";
import { account, auditEntry, confirmation, role } from "../store/schema/account.ts";
import { resetPassword } from "../store/account/profile.ts";
import { accessToken } from "../store/schema/sign-in.ts";
import { accessLimits } from "./access-caller.ts";
import { endpointList } from "./route.ts";

const day = 86_400_000;
const calls = api.accessToken;
let host: Awaited<ReturnType<typeof workOrderHost>>;
beforeAll(async () => {
  host = await workOrderHost("glass_broken", { TRUST_PROXY: "127.0.0.1" });
});
afterAll(() => host.server.close());
const db = () => host.server.database.owner.db;
beforeEach(async () => {
  host.server.clock.now = undefined;
  await host.clear();
  await db().delete(accessToken);
  await db().delete(auditEntry);
  await db().delete(confirmation);
  await db().execute(sql`delete from rate_limit`);
});

const form = (scopes: readonly AccessScope[] = ["read_work_orders"], days: 30 | 365 = 30) => ({
  name: "Maintenance",
  scopes: [...scopes],
  days,
});
async function make(
  scopes?: readonly AccessScope[],
  as: AccountKey = "viewer",
): Promise<IssuedAccessToken> {
  await db().delete(confirmation);
  expect((await host.server.ask(api.profile.requestSecurityCode, as)).status).toBe(200);
  const body = { ...form(scopes), security_code: mailedCode(host.server) };
  const answer = await host.server.ask(calls.make, as, { body });
  expect([answer.status, answer.body]).toMatchObject([200, {}]);
  return answer.body as IssuedAccessToken;
}

/** As a program asks: with the token alone. */
async function askWith(
  secret: string,
  { method, path }: Pick<Endpoint, "method" | "path">,
  { body, from = "10.1.1.1" }: { body?: unknown; from?: string } = {},
) {
  const answer = await host.server.fetch(`/api${path}`, {
    method,
    bot: null,
    headers: {
      authorization: `Bearer ${secret}`,
      "x-forwarded-for": from,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const { code = "", problems = [] } = (text.startsWith("{") ? JSON.parse(text) : {}) as {
    code?: string;
    problems?: { reason: string }[];
  };
  return { status: answer.status, text, code, reasons: problems.map(({ reason }) => reason) };
}
const orders = () => ({
  ...api.workOrder.list,
  path: api.workOrder.list.path.replace("{id}", String(host.plant.plant_id)),
});
const ask = (secret: string, from?: string) =>
  askWith(secret, orders(), from === undefined ? {} : { from });
const actions = async () =>
  (await db().select().from(auditEntry).orderBy(auditEntry.id)).map(({ action, detail }) => ({
    action,
    detail,
  }));

describe("an access token", () => {
  it("is made with a security code and shown this once; its hash alone is stored", async () => {
    const { secret, ...token } = await make();
    expect(isAccessToken(secret)).toBe(true);
    // 32 random bytes.
    expect(Buffer.from(secret.slice(-43), "base64url")).toHaveLength(32);
    const { body } = await host.server.ask(calls.list, "viewer");
    expect(body).toEqual([token]);
    const { rows } = await db().execute(sql`select t::text as row from access_token t`);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(-20));
    expect((await actions()).at(-1)).toMatchObject({
      action: "access_token_made",
      detail: { name: "Maintenance", scopes: ["read_work_orders"] },
    });
    expect(JSON.stringify(await actions())).not.toContain(secret.slice(-20));
    expect(host.server.mails.at(-1)?.subject).toBe("An access token was created");
  });

  it("is refused without the right code, without scopes, for longer than a year, and beyond the limit", async () => {
    const tried = async (body: object) => {
      const { status } = await host.server.ask(calls.make, "viewer", { body: body as never });
      return status;
    };
    expect(await tried({ ...form(), security_code: "00000000" })).toBe(401);
    expect(await tried({ ...form([]), security_code: "1" })).toBe(400);
    expect(await tried({ ...form(), scopes: ["all"], security_code: "1" })).toBe(400);
    expect(await tried({ ...form(), days: 366, security_code: "1" })).toBe(400);
    expect(await tried({ name: "x", scopes: ["read_plants"], security_code: "1" })).toBe(400);
    const { id } = host.server.accounts.viewer;
    for (let at = 0; at < mostAccessTokens; at += 1) {
      const row = { account_id: id, name: `${at}`, token_hash: Buffer.from(`${at}`) };
      await db()
        .insert(accessToken)
        .values({ ...row, scopes: [], expires_at: "2100-01-01T00:00:00Z" });
    }
    expect(await tried({ ...form(), security_code: "1" })).toBe(409);
  });

  it(
    "makes the calls of its scopes, and no other call of the contract",
    async () => {
      const guarded = endpointList(api).filter(([, , { public: isPublic }]) => !isPublic);
      for (const scope of accessScopes) {
        await db().execute(sql`delete from rate_limit`);
        const { secret } = await make([scope]);
        const open: string[] = [];
        for (const [noun, name, endpoint] of guarded) {
          const path = endpoint.path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
            encodeURIComponent(String(sampleParams(endpoint)[parameter] ?? 1)),
          );
          const { method } = endpoint;
          const body = method === "POST" ? {} : undefined;
          let answer = await askWith(secret, { method, path }, { body });
          if (answer.status === 429) {
            await db().execute(sql`delete from rate_limit`);
            answer = await askWith(secret, { method, path }, { body });
          }
          const isRefused =
            method === "HEAD"
              ? answer.status === 403
              : answer.reasons.includes("access_token_scope");
          if (!isRefused) open.push(`${noun}.${name}`);
        }
        const own = guarded.filter(([, , { access }]) => access === scope);
        expect(open).toEqual(own.map(([noun, name]) => `${noun}.${name}`));
      }
    },
    patient(120_000),
  );

  it("opens no public call, and stands in for no proof", async () => {
    const { secret } = await make();
    const { code } = await askWith(secret, api.session.login, { body: {} });
    expect(code).toBe("INVALID_BOT_TOKEN");
  });

  it("has the rights of its user: theirs of now, and never more", async () => {
    await host.create("viewer", [0]);
    const { secret } = await make();
    expect((await ask(secret)).status).toBe(200);
    expect(JSON.parse((await ask(secret)).text)).toHaveLength(1);
    const foreign = await make(["read_work_orders"], "other_customer");
    expect((await ask(foreign.secret)).status).toBe(404);
    const { id } = host.server.accounts.viewer;
    const [before] = await db().select().from(account).where(eq(account.id, id));
    const [bare] = await db().select().from(role).where(eq(role.key, "bare"));
    await db().update(account).set({ role_id: bare!.id }).where(eq(account.id, id));
    const refused = await ask(secret);
    expect([refused.status, refused.code, refused.reasons]).toEqual([403, "PERMISSION_DENIED", []]);
    await db().update(account).set({ role_id: before!.role_id }).where(eq(account.id, id));
    expect((await ask(secret)).status).toBe(200);
  });

  it("of a super admin has the permissions of an admin, and sees the customer that its maker acted for", async () => {
    const { secret } = await make(["read_plants"], "super_admin");
    const [row] = await db().select().from(accessToken);
    expect(row).toMatchObject({ acting_customer_id: null });
    const list = { method: "GET", path: "/auth/plants" } as const;
    const all = JSON.parse((await askWith(secret, list)).text) as { customer_id: number }[];
    expect(all.length).toBeGreaterThan(0);
    const { customer_id } = host.server.accounts.other_customer;
    await db().update(accessToken).set({ acting_customer_id: customer_id });
    const own = JSON.parse((await askWith(secret, list)).text) as unknown[];
    expect(own).toEqual([]);
  });

  it("is over after its days, and at once when it is withdrawn", async () => {
    const first = await make();
    host.server.clock.now = Date.now() + 30 * day + 1000;
    expect(await ask(first.secret)).toMatchObject({ status: 401, code: "TOKEN_EXPIRED" });
    host.server.clock.now = undefined;
    expect((await ask(first.secret)).status).toBe(200);
    const params = { id: first.id };
    expect((await host.server.ask(calls.withdraw, "other_customer", { params })).status).toBe(404);
    const { status, body } = await host.server.ask(calls.withdraw, "viewer", { params });
    expect([status, body]).toEqual([200, []]);
    expect(await ask(first.secret)).toMatchObject({ status: 401, code: "INVALID_TOKEN" });
    expect((await actions()).at(-1)).toMatchObject({ action: "access_token_withdrawn" });
  });

  it("of a locked user is dead, also after the lock is taken back", async () => {
    const { secret } = await make();
    const { id } = host.server.accounts.viewer;
    // Locked behind the product's back, the token is refused all the same.
    await db().update(account).set({ locked: true }).where(eq(account.id, id));
    expect((await ask(secret)).code).toBe("INVALID_TOKEN");
    await db().update(account).set({ locked: false }).where(eq(account.id, id));
    for (const lock of [true, false]) {
      const asked = { params: { id }, body: { lock } };
      expect((await host.server.ask(api.user.unLock, "super_admin", asked)).status).toBe(200);
      expect((await ask(secret)).code).toBe("INVALID_TOKEN");
    }
    await host.server.signIn("viewer");
  });

  it("ends with a reset of the password", async () => {
    const { secret } = await make();
    const { id } = host.server.accounts.viewer;
    const key_hash = Buffer.from("reset");
    const expires_at = "2100-01-01T00:00:00Z";
    const row = { key_hash, account_id: id, kind: "reset_password" as const, expires_at };
    await db().insert(confirmation).values(row);
    await resetPassword(db(), { key_hash, account_id: id }, "hash", new Date());
    expect((await ask(secret)).code).toBe("INVALID_TOKEN");
    await host.server.signIn("viewer");
  });

  it(
    "is refused beyond its calls of a minute, and wrong ones beyond those of a network",
    async () => {
      const { secret } = await make();
      const statuses: number[] = [];
      for (let at = 0; at <= accessLimits.requestsPerMinute; at += 1) {
        statuses.push((await ask(secret)).status);
      }
      expect(statuses.indexOf(429)).toBe(accessLimits.requestsPerMinute);
      const wrong = `${secret.slice(0, -2)}zz`;
      const tried: number[] = [];
      for (let at = 0; at <= accessLimits.wrongTokens; at += 1) {
        tried.push((await ask(wrong, "10.9.9.9")).status);
      }
      expect(tried.indexOf(429)).toBe(accessLimits.wrongTokens);
      // A right one of the same network is not refused for them.
      const other = await make();
      expect((await ask(other.secret, "10.9.9.9")).status).toBe(200);
    },
    patient(30_000),
  );

  it("notes each network that it is used from once, and what is changed with it", async () => {
    const { order } = await host.create("viewer", [0]);
    const { secret, id } = await make(["read_work_orders", "write_work_orders"]);
    await db().delete(auditEntry);
    for (const from of ["10.1.1.1", "10.1.1.1", "10.1.1.2", "10.1.1.1"]) await ask(secret, from);
    expect(await actions()).toMatchObject([
      { action: "access_token_new_address", detail: { access_token_id: id, address: "10.1.1.1" } },
      { action: "access_token_new_address", detail: { address: "10.1.1.2" } },
    ]);
    const change = {
      ...api.workOrder.change,
      path: `/auth/plant/${host.plant.plant_id}/work-order/${order.id}/change`,
    };
    const body = {
      revision: order.revision,
      set: { status: "in_work" },
      done_ids: [],
      removed_ids: [],
    };
    expect((await askWith(secret, change, { body })).status).toBe(200);
    expect((await actions()).at(-1)).toMatchObject({
      action: "update_work_order",
      detail: { access_token_id: id },
    });
    const [changed] = JSON.parse((await ask(secret)).text) as WorkOrder[];
    expect(changed).toMatchObject({ status: "in_work" });
    const { body: listed } = await host.server.ask(calls.list, "viewer");
    expect((listed as AccessToken[])[0]!.last_used_at).not.toBeNull();
  });

  it("is listed and withdrawn by who manages users of the customer, and by no other", async () => {
    const { secret, id } = await make();
    const user_id = host.server.accounts.viewer.id;
    const listed = await host.server.ask(calls.listOfUser, "super_admin", {
      params: { id: user_id },
    });
    expect(listed.body).toMatchObject([{ id, name: "Maintenance" }]);
    expect(JSON.stringify(listed.body)).not.toContain(secret.slice(-20));
    const params = { id: user_id, access_token_id: id };
    const asked = async (as: AccountKey) =>
      (await host.server.ask(calls.withdrawOfUser, as, { params })).status;
    expect(await asked("bare")).toBe(403);
    expect([403, 404]).toContain(await asked("other_customer"));
    expect((await ask(secret)).status).toBe(200);
    expect(await asked("super_admin")).toBe(200);
    expect((await ask(secret)).status).toBe(401);
  });
});
