import { eq } from "drizzle-orm";
import * as OTPAuth from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { lastEntry, mailedCode } from "../../../../tests/fixtures/account.ts";
import {
  startTestServer,
  testPassword,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { Permission } from "../../../domain/account/permission.ts";
import { rolePermissions } from "../../../domain/account/role.ts";
import { readAccount } from "../../store/account/account.ts";
import { account, role } from "../../store/schema/account.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = undefined;
  server.mails.length = 0;
  await server.database.owner.pool.query("delete from rate_limit; delete from confirmation");
  await server.database.owner.db
    .update(account)
    .set({ auth_method: 0, totp_secret: null, totp_last_step: null, locale: "en" });
});

const outcome = ({ status, body }: { status: number; body: unknown }) => {
  const [problem] = (body as { problems?: { reason: string; field?: string }[] }).problems ?? [];
  return [status, problem && `${problem.field ?? ""}: ${problem.reason}`];
};
const me = async (as: AccountKey) => (await server.ask(api.session.me, as)).body;

describe("the own profile", () => {
  it("tells names, e-mail, role, customer, language and method", async () => {
    expect(await me("viewer")).toMatchObject({
      email: "viewer@example.com",
      role: "customer_user",
      customer_name: "Helios Energy",
      locale: "en",
      auth_method: 0,
      show_all_key_figures: false,
    });
  });

  it("stores the language", async () => {
    const ask = { body: { locale: "es" as const } };
    const { status, body } = await server.ask(api.profile.storePreferences, "viewer", ask);
    expect([status, body]).toEqual([200, expect.objectContaining({ locale: "es" })]);
    expect(await me("viewer")).toMatchObject({ locale: "es" });
    const other = { body: { locale: "fr" as never } };
    expect((await server.ask(api.profile.storePreferences, "viewer", other)).status).toBe(400);
  });

  it("shows all key figures only to staff who want it", async () => {
    const store = (as: AccountKey, show_all_key_figures: boolean) =>
      server.ask(api.profile.storePreferences, as, { body: { show_all_key_figures } });
    for (const wish of [true, false]) {
      expect((await store("analyst", wish)).status).toBe(200);
      expect(await me("analyst")).toMatchObject({ show_all_key_figures: wish });
    }
    expect(outcome(await store("viewer", true))).toEqual([
      403,
      "show_all_key_figures: show_all_for_staff",
    ]);
    expect(await me("viewer")).toMatchObject({ show_all_key_figures: false });
  });

  it("shows all key figures only to staff who may act for customers, also where it was chosen before", async () => {
    const shows = (show_all_key_figures: boolean) =>
      server.ask(api.profile.storePreferences, "analyst", { body: { show_all_key_figures } });
    const set = (permissions: readonly Permission[]) =>
      server.database.owner.db
        .update(role)
        .set({ permissions: [...permissions] })
        .where(eq(role.key, "admin"));
    await shows(true);
    expect(await me("analyst")).toMatchObject({ show_all_key_figures: true });
    await set(rolePermissions.admin.filter((name) => name !== "SWITCH_CUSTOMER"));
    expect(await me("analyst")).toMatchObject({ show_all_key_figures: false });
    expect((await shows(true)).status).toBe(403);
    await set(rolePermissions.admin);
    await shows(false);
  });

  it("takes nothing that is not the user's to choose (T09)", async () => {
    for (const extra of [
      { role_id: 1 },
      { customer_id: 1 },
      { is_admin: true },
      { email: "a@b" },
    ]) {
      const body = { ...extra } as never;
      expect((await server.ask(api.profile.storePreferences, "viewer", { body })).status).toBe(400);
    }
  });
});

describe("the names of users", () => {
  const change = (as: AccountKey, id: number, first_name = "Ana", more = {}) =>
    server.ask(api.profile.changeUserNames, as, {
      params: { id },
      body: { first_name, last_name: "Luna", ...more },
    });
  const idOf = (key: AccountKey) => server.accounts[key].id;

  it("are changed by users for themselves, without a permission", async () => {
    expect((await change("bare", idOf("bare"), "  Ana ")).status).toBe(200);
    expect(await me("bare")).toMatchObject({ first_name: "Ana", last_name: "Luna" });
  });

  it("are changed for others by permitted users of the same customer", async () => {
    expect((await change("tenant", idOf("viewer"))).status).toBe(200);
    expect((await change("analyst", idOf("other_customer"))).status).toBe(200);
    expect((await change("bare", idOf("viewer"))).status).toBe(403);
    expect((await change("bare", 2_000_000_000)).status).toBe(403);
    for (const id of [idOf("other_customer"), idOf("analyst"), 2_000_000_000, 3_000_000_000]) {
      expect((await change("tenant", id)).status).toBe(404);
    }
  });

  it("of super admins are changed by super admins alone", async () => {
    expect(outcome(await change("analyst", idOf("super_admin")))).toEqual([
      409,
      ": user_is_super_admin",
    ]);
    expect((await change("super_admin", idOf("super_admin"))).status).toBe(200);
  });

  it("are refused where they are empty, too long, not to be shown, or come with more", async () => {
    const id = idOf("bare");
    expect(outcome(await change("bare", id, " "))).toEqual([400, "first_name: name_missing"]);
    expect(outcome(await change("bare", id, "a\r\nb"))).toEqual([
      400,
      "first_name: name_with_control",
    ]);
    expect((await change("bare", id, "a".repeat(101))).status).toBe(400);
    expect((await change("bare", id, "Ana", { role_id: 1 })).status).toBe(400);
  });
});

describe("changing the way to sign in", () => {
  const prepare = (auth_method: 0 | 1, password = testPassword) =>
    server.ask(api.profile.prepareChangeAuthMethod, "viewer", { body: { auth_method, password } });
  const end = (key: string, auth_method: 0 | 1, security_code: string, new_security_code: string) =>
    server.ask(api.profile.changeAuthMethod, "viewer", {
      params: { key },
      body: { auth_method, security_code, new_security_code },
    });
  const codeOf = (secret: string, timestamp = server.clock.now ?? Date.now()) =>
    new OTPAuth.TOTP({ secret }).generate({ timestamp });
  const keyIn = (body: unknown) => (body as { confirmation_key: string }).confirmation_key;
  const secretOf = async (key: string) =>
    (
      (await server.ask(api.registration.readTotpSecret, null, { params: { key } })).body as {
        secret: string;
      }
    ).secret;
  const row = () => readAccount(server.database.owner.db, server.accounts.viewer.id);
  async function useApp(): Promise<string> {
    const secret = new OTPAuth.Secret({ size: 20 }).base32;
    await server.database.owner.db
      .update(account)
      .set({ auth_method: 1, totp_secret: secret })
      .where(eq(account.id, server.accounts.viewer.id));
    return secret;
  }

  it("goes from mail to an app with a code of both", async () => {
    const other = await server.signIn("viewer");
    await server.signIn("viewer");
    const begun = await prepare(1);
    expect([begun.status, (begun.body as { auth_method: number }).auth_method]).toEqual([200, 0]);
    const key = keyIn(begun.body);
    const mailed = mailedCode(server);
    const secret = await secretOf(key);
    expect((await end(key, 1, mailed, codeOf(secret))).status).toBe(200);
    expect(await row()).toMatchObject({ auth_method: 1, totp_secret: secret });
    expect(server.mails.at(-1)?.text).toContain("a code from your authenticator app");
    expect((await server.ask(api.session.me, "viewer")).status).toBe(200);
    const headers = { authorization: `Bearer ${other}` };
    expect((await server.ask(api.session.me, null, {}, headers)).status).toBe(401);
    expect((await end(key, 1, mailed, codeOf(secret))).status).toBe(404);
  });

  it("goes from an app to mail, and from one app to another", async () => {
    const former = await useApp();
    const key = keyIn((await prepare(0)).body);
    expect((await end(key, 0, codeOf(former), mailedCode(server))).status).toBe(200);
    expect(await row()).toMatchObject({ auth_method: 0, totp_secret: null });
    const second = await useApp();
    server.clock.now = Date.now() + 120_000;
    const change = keyIn((await prepare(1)).body);
    const fresh = await secretOf(change);
    expect((await end(change, 1, codeOf(second), codeOf(fresh))).status).toBe(200);
    expect(await row()).toMatchObject({ auth_method: 1, totp_secret: fresh });
  });

  it("says which of the codes is wrong, and takes neither", async () => {
    const former = await useApp();
    const key = keyIn((await prepare(0)).body);
    const mailed = mailedCode(server);
    const wrong = mailed === "00000000" ? "11111111" : "00000000";
    expect(outcome(await end(key, 0, codeOf(former), wrong))).toEqual([
      401,
      "new_security_code: code_wrong",
    ]);
    expect(outcome(await end(key, 0, "000000", mailed))).toEqual([
      401,
      "security_code: totp_wrong",
    ]);
    expect(await row()).toMatchObject({ auth_method: 1, totp_secret: former });
    expect((await end(key, 0, codeOf(former), mailed)).status).toBe(200);
  });

  it("does not take a code of the app twice", async () => {
    const former = await useApp();
    const code = codeOf(former);
    await server.database.owner.pool.query("update account set totp_last_step = $1 where id = $2", [
      Math.floor(Date.now() / 30_000),
      server.accounts.viewer.id,
    ]);
    const key = keyIn((await prepare(0)).body);
    expect(outcome(await end(key, 0, code, mailedCode(server)))).toEqual([
      401,
      "security_code: totp_wrong",
    ]);
  });

  it("is burnt after five tries", async () => {
    const key = keyIn((await prepare(1)).body);
    const mailed = mailedCode(server);
    const secret = await secretOf(key);
    for (let tries = 0; tries < 5; tries += 1) {
      await server.database.owner.pool.query("delete from rate_limit");
      await end(key, 1, mailed, "000000");
    }
    const detail = { step: "change_auth_method", field: "new_security_code" };
    expect(await lastEntry(server)).toEqual({ action: "security_code_failed", detail });
    await server.database.owner.pool.query("delete from rate_limit");
    expect(outcome(await end(key, 1, mailed, codeOf(secret)))).toEqual([
      404,
      ": auth_method_change_over",
    ]);
  });

  it("belongs to the session that began it, and to the method it was begun for", async () => {
    const key = keyIn((await prepare(1)).body);
    const mailed = mailedCode(server);
    const secret = await secretOf(key);
    const before = server.accounts.viewer.token;
    await server.signIn("viewer");
    expect((await end(key, 1, mailed, codeOf(secret))).status).toBe(404);
    server.accounts.viewer.token = before;
    expect((await end(key, 0, mailed, mailed)).status).toBe(404);
    const stranger = {
      params: { key },
      body: { auth_method: 1 as const, security_code: mailed, new_security_code: codeOf(secret) },
    };
    expect((await server.ask(api.profile.changeAuthMethod, "tenant", stranger)).status).toBe(404);
    expect((await end(key, 1, mailed, codeOf(secret))).status).toBe(200);
  });

  it("is not begun without the password, twice at once, or where nothing would change", async () => {
    expect(outcome(await prepare(1, "wrong"))).toEqual([401, "password: password_wrong"]);
    expect(outcome(await prepare(0))).toEqual([409, "auth_method: auth_method_unchanged"]);
    expect((await prepare(1)).status).toBe(200);
    expect(outcome(await prepare(1))).toEqual([429, ": resend_later"]);
    expect(await row()).toMatchObject({ auth_method: 0 });
  });

  it("cannot be ended as a registration", async () => {
    const key = keyIn((await prepare(1)).body);
    const security_code = codeOf(await secretOf(key));
    const ask = { params: { key }, body: { security_code } };
    expect((await server.ask(api.registration.verifyTotpSecret, null, ask)).status).toBe(404);
  });
});
