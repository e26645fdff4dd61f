// Access tokens over HTTP: made with a code, shown once, and good for the calls of their scopes with the rights of now.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sampleParams } from "../../../tests/contract-rules.ts";
import { accessTokenHost, tokenForm } from "../../../tests/fixtures/access-token-host.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { api } from "../../api/index.ts";
import {
  accessScopes,
  isAccessToken,
  mostAccessTokens,
} from "../../domain/account/access-token.ts";
import { account, confirmation, role } from "../store/schema/account.ts";
import { resetPassword } from "../store/account/profile.ts";
import { plant } from "../store/schema/plant.ts";
import { accessToken } from "../store/schema/sign-in.ts";
import { endpointList } from "./route.ts";

const day = 86_400_000;
const calls = api.accessToken;
let tokens: Awaited<ReturnType<typeof accessTokenHost>>;
beforeAll(async () => {
  tokens = await accessTokenHost();
});
afterAll(() => tokens.host.server.close());
beforeEach(() => tokens.clear());

describe("an access token", () => {
  it("is made with a security code and shown this once; its hash alone is stored", async () => {
    const { secret, ...token } = await tokens.make();
    expect(isAccessToken(secret)).toBe(true);
    // 32 random bytes.
    expect(Buffer.from(secret.slice(-43), "base64url")).toHaveLength(32);
    const { body } = await tokens.host.server.ask(calls.list, "viewer");
    expect(body).toEqual([token]);
    const { rows } = await tokens.db.execute(sql`select t::text as row from access_token t`);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(-20));
    expect((await tokens.actions()).at(-1)).toMatchObject({
      action: "access_token_made",
      detail: { name: "Maintenance", scopes: ["read_work_orders"] },
    });
    expect(JSON.stringify(await tokens.actions())).not.toContain(secret.slice(-20));
    expect(tokens.host.server.mails.at(-1)?.subject).toBe("An access token was created");
  });

  it("is refused without the right code, without scopes, for longer than a year, and beyond the limit", async () => {
    const tried = async (body: object) => {
      const { status } = await tokens.host.server.ask(calls.make, "viewer", {
        body: body as never,
      });
      return status;
    };
    expect(await tried({ ...tokenForm(), security_code: "00000000" })).toBe(401);
    expect(await tried({ ...tokenForm([]), security_code: "1" })).toBe(400);
    expect(await tried({ ...tokenForm(), scopes: ["all"], security_code: "1" })).toBe(400);
    expect(await tried({ ...tokenForm(), days: 366, security_code: "1" })).toBe(400);
    expect(await tried({ name: "x", scopes: ["read_plants"], security_code: "1" })).toBe(400);
    const { id } = tokens.host.server.accounts.viewer;
    for (let at = 0; at < mostAccessTokens; at += 1) {
      const row = { account_id: id, name: `${at}`, token_hash: Buffer.from(`${at}`) };
      await tokens.db
        .insert(accessToken)
        .values({ ...row, scopes: [], expires_at: "2100-01-01T00:00:00Z" });
    }
    expect(await tried({ ...tokenForm(), security_code: "1" })).toBe(409);
  });

  it(
    "makes the calls of its scopes, and no other call of the contract",
    async () => {
      const guarded = endpointList(api).filter(([, , { public: isPublic }]) => !isPublic);
      for (const scope of accessScopes) {
        await tokens.db.execute(sql`delete from rate_limit`);
        const { secret } = await tokens.make([scope]);
        const open: string[] = [];
        for (const [noun, name, endpoint] of guarded) {
          const path = endpoint.path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
            encodeURIComponent(String(sampleParams(endpoint)[parameter] ?? 1)),
          );
          const { method } = endpoint;
          const body = method === "POST" ? {} : undefined;
          let answer = await tokens.askWith(secret, { method, path }, { body });
          if (answer.status === 429) {
            await tokens.db.execute(sql`delete from rate_limit`);
            answer = await tokens.askWith(secret, { method, path }, { body });
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
    const { secret } = await tokens.make();
    const { code } = await tokens.askWith(secret, api.session.login, { body: {} });
    expect(code).toBe("INVALID_BOT_TOKEN");
  });

  it("has the rights of its user: theirs of now, and never more", async () => {
    await tokens.host.create("viewer", [0]);
    const { secret } = await tokens.make();
    expect((await tokens.ask(secret)).status).toBe(200);
    expect(JSON.parse((await tokens.ask(secret)).text)).toHaveLength(1);
    const foreign = await tokens.make(["read_work_orders"], "other_customer");
    expect((await tokens.ask(foreign.secret)).status).toBe(404);
    const { id } = tokens.host.server.accounts.viewer;
    const [before] = await tokens.db.select().from(account).where(eq(account.id, id));
    const [bare] = await tokens.db.select().from(role).where(eq(role.key, "bare"));
    await tokens.db.update(account).set({ role_id: bare!.id }).where(eq(account.id, id));
    const refused = await tokens.ask(secret);
    expect([refused.status, refused.code, refused.reasons]).toEqual([403, "PERMISSION_DENIED", []]);
    await tokens.db.update(account).set({ role_id: before!.role_id }).where(eq(account.id, id));
    expect((await tokens.ask(secret)).status).toBe(200);
  });

  it("of a super admin has the permissions of an admin, and sees the customer that its maker acted for", async () => {
    const { secret } = await tokens.make(["read_plants"], "super_admin");
    const [row] = await tokens.db.select().from(accessToken);
    expect(row).toMatchObject({ acting_customer_id: null });
    const list = { method: "GET", path: "/auth/plants" } as const;
    const all = JSON.parse((await tokens.askWith(secret, list)).text) as { customer_id: number }[];
    expect(all.length).toBeGreaterThan(0);
    const { customer_id } = tokens.host.server.accounts.other_customer;
    await tokens.db.update(accessToken).set({ acting_customer_id: customer_id });
    const own = JSON.parse((await tokens.askWith(secret, list)).text) as unknown[];
    expect(own).toEqual([]);
    // What admins may not do, a super admin's program may not do either.
    const isAdmin = eq(role.key, "admin");
    const [admin] = await tokens.db.select().from(role).where(isAdmin);
    const fewer = admin!.permissions.filter((name) => !/^READ_(AVAILABLE|ALL)_PLANT$/.test(name));
    await tokens.db.update(role).set({ permissions: fewer }).where(isAdmin);
    expect((await tokens.askWith(secret, list)).status).toBe(403);
    await tokens.db.update(role).set({ permissions: admin!.permissions }).where(isAdmin);
  });

  it("of a user of a customer stays with the customer where the user joins the staff", async () => {
    const { secret } = await tokens.make(["read_plants"]);
    const list = { method: "GET", path: "/auth/plants" } as const;
    const seen = async () => JSON.parse((await tokens.askWith(secret, list)).text) as unknown[];
    expect(await seen()).toHaveLength(1);
    const { accounts } = tokens.host.server;
    const isUser = eq(account.id, accounts.viewer.id);
    const [before] = await tokens.db.select().from(account).where(isUser);
    const [admin] = await tokens.db.select().from(role).where(eq(role.key, "admin"));
    await tokens.db.update(account).set({ role_id: admin!.id }).where(isUser);
    expect(await seen()).toHaveLength(1);
    await tokens.db.update(plant).set({ customer_id: accounts.other_customer.customer_id });
    expect(await seen()).toEqual([]);
    await tokens.db.update(plant).set({ customer_id: accounts.viewer.customer_id });
    await tokens.db.update(account).set({ role_id: before!.role_id }).where(isUser);
  });

  it("is over after its days, and at once when it is withdrawn", async () => {
    const first = await tokens.make();
    tokens.host.server.clock.now = Date.now() + 30 * day + 1000;
    expect(await tokens.ask(first.secret)).toMatchObject({ status: 401, code: "TOKEN_EXPIRED" });
    tokens.host.server.clock.now = undefined;
    expect((await tokens.ask(first.secret)).status).toBe(200);
    const params = { id: first.id };
    expect(
      (await tokens.host.server.ask(calls.withdraw, "other_customer", { params })).status,
    ).toBe(404);
    const { status, body } = await tokens.host.server.ask(calls.withdraw, "viewer", { params });
    expect([status, body]).toEqual([200, []]);
    expect(await tokens.ask(first.secret)).toMatchObject({ status: 401, code: "INVALID_TOKEN" });
    expect((await tokens.actions()).at(-1)).toMatchObject({ action: "access_token_withdrawn" });
  });

  it("of a locked user is dead, also after the lock is taken back", async () => {
    const { secret } = await tokens.make();
    const { id } = tokens.host.server.accounts.viewer;
    // Locked behind the product's back, the token is refused all the same.
    await tokens.db.update(account).set({ locked: true }).where(eq(account.id, id));
    expect((await tokens.ask(secret)).code).toBe("INVALID_TOKEN");
    await tokens.db.update(account).set({ locked: false }).where(eq(account.id, id));
    for (const lock of [true, false]) {
      const asked = { params: { id }, body: { lock } };
      expect((await tokens.host.server.ask(api.user.unLock, "super_admin", asked)).status).toBe(
        200,
      );
      expect((await tokens.ask(secret)).code).toBe("INVALID_TOKEN");
    }
    await tokens.host.server.signIn("viewer");
  });

  it("ends with a reset of the password", async () => {
    const { secret } = await tokens.make();
    const { id } = tokens.host.server.accounts.viewer;
    const key_hash = Buffer.from("reset");
    const expires_at = "2100-01-01T00:00:00Z";
    const row = { key_hash, account_id: id, kind: "reset_password" as const, expires_at };
    await tokens.db.insert(confirmation).values(row);
    await resetPassword(tokens.db, { key_hash, account_id: id }, "hash", new Date());
    expect((await tokens.ask(secret)).code).toBe("INVALID_TOKEN");
    await tokens.host.server.signIn("viewer");
  });
});
