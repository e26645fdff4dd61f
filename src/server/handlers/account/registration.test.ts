import { eq } from "drizzle-orm";
import * as OTPAuth from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPending, contextOf, lastEntry } from "../../../../tests/fixtures/account.ts";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import { sendInvitation } from "../../account/invitation.ts";
import { isPassword } from "../../account/password.ts";
import { readAccount } from "../../store/account/account.ts";
import { account } from "../../store/schema/account.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = undefined;
  await server.database.owner.pool.query("delete from rate_limit");
});

const reasonsOf = (body: unknown) =>
  ((body as { problems?: { reason: string; field?: string }[] }).problems ?? []).map(
    ({ reason, field }) => (field === undefined ? reason : `${field}: ${reason}`),
  );
const form = {
  first_name: " Inés ",
  last_name: "Quiroga",
  password: "three quiet herons",
  terms_accepted: true,
  auth_method: 0 as 0 | 1,
};
const read = (key: string) =>
  server.ask(api.registration.readInvitation, null, { params: { key } });
const register = (key: string, more: object = {}, headers = {}) =>
  server.ask(
    api.registration.register,
    null,
    { params: { key }, body: { ...form, ...more } },
    headers,
  );
const readSecret = (key: string) =>
  server.ask(api.registration.readTotpSecret, null, { params: { key } });
const verify = (key: string, security_code: string) =>
  server.ask(api.registration.verifyTotpSecret, null, { params: { key }, body: { security_code } });
const login = (email: string, password: string) =>
  server.ask(
    api.session.login,
    null,
    {},
    { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}` },
  );
const rowOf = (id: number) => readAccount(server.database.owner.db, id);

let count = 0;
async function invite(more = {}): Promise<{ id: number; key: string; email: string }> {
  count += 1;
  const email = `invited-${count}@example.com`;
  const id = await addPending(server, "viewer", email, more);
  return { id, email, key: await sendInvitation(await contextOf(server, "analyst"), id) };
}

describe("registering from an invitation", () => {
  it("tells the invited user whom the invitation is for", async () => {
    const { key, id, email } = await invite({ first_name: "Inés" });
    const { status, body } = await read(key);
    expect([status, body]).toEqual([
      200,
      {
        email,
        first_name: "Inés",
        last_name: "",
        customer_name: "Helios Energy",
        brand: null,
        locale: (await rowOf(id))?.locale,
      },
    ]);
  });

  it("ends in an account that signs in with a code by mail, in the language it registered in", async () => {
    const { key, id, email } = await invite();
    const answer = await register(key, {}, { "accept-language": "pt" });
    expect([answer.status, answer.body]).toEqual([200, { auth_method: 0, confirmation_key: null }]);
    const row = await rowOf(id);
    expect(row).toMatchObject({ first_name: "Inés", last_name: "Quiroga", locale: "pt" });
    expect(row).toMatchObject({ state: "REGISTERED", auth_method: 0, totp_secret: null });
    expect(row?.terms_accepted_at).not.toBeNull();
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login(email, form.password)).body).toMatchObject({ auth_method: 0 });
  });

  it("needs the terms of service accepted, names and a password that is not refused", async () => {
    const { key, id } = await invite();
    const refused = async (more: object) => reasonsOf((await register(key, more)).body);
    expect(await refused({ terms_accepted: false })).toEqual([
      "terms_accepted: terms_not_accepted",
    ]);
    expect(await refused({ first_name: " ", last_name: "a\u202eb" })).toEqual([
      "first_name: name_missing",
      "last_name: name_with_control",
    ]);
    expect(await refused({ password: "short" })).toEqual(["password: password_short"]);
    expect(await refused({ password: "Football2024!" })).toEqual(["password: password_common"]);
    expect(await refused({ password: "Helios-Energy-1" })).toEqual(["password: password_of_name"]);
    expect(await refused({ password: "quiroga2026" })).toEqual(["password: password_of_name"]);
    expect((await rowOf(id))?.state).toBe("PENDING");
    expect((await read(key)).status).toBe(200);
  });

  it("gives no other customer, role or state, whatever is sent along (T09, T12)", async () => {
    const { key, id } = await invite();
    const before = await rowOf(id);
    for (const extra of [
      { customer_id: server.accounts.other_customer.customer_id },
      { role_id: 3 },
      { permissions: ["DELETE_CUSTOMER"] },
      { isAdmin: true },
      { state: "REGISTERED" },
      { email: "other@example.com" },
    ]) {
      const { status, body } = await register(key, extra);
      expect([status, reasonsOf(body)[0]]).toEqual([
        400,
        `${Object.keys(extra)[0]}: field_unknown`,
      ]);
    }
    expect((await register(key)).status).toBe(200);
    const { customer_id, role_id, email } = (await rowOf(id)) ?? {};
    expect({ customer_id, role_id, email }).toEqual({
      customer_id: before?.customer_id,
      role_id: before?.role_id,
      email: before?.email,
    });
  });

  it("goes through once, also of many at once", async () => {
    const { key } = await invite();
    const all = await Promise.all([1, 2, 3, 4].map(() => register(key)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    for (const again of [await register(key), await read(key)]) {
      expect([again.status, reasonsOf(again.body)]).toEqual([404, ["invitation_over"]]);
    }
  });

  it("answers keys that are used, void, too old, locked, deleted, foreign or made up alike", async () => {
    const made = await invite();
    const key = async (change: Partial<typeof account.$inferInsert>) => {
      const one = await invite();
      await server.database.owner.db.update(account).set(change).where(eq(account.id, one.id));
      return one.key;
    };
    const late = await invite();
    const used = await invite();
    await register(used.key);
    const { body } = await login("analyst@example.com", "correct horse battery");
    const keys = [
      used.key,
      await key({ locked: true }),
      await key({ deleted_at: new Date().toISOString() }),
      (body as { confirmation_key: string }).confirmation_key,
      "a".repeat(43),
      `${made.key.slice(0, -1)}${made.key.endsWith("A") ? "E" : "A"}`,
    ];
    const answers = await Promise.all(keys.flatMap((one) => [read(one), register(one)]));
    server.clock.now = Date.now() + 7 * 24 * 3600_000 + 1000;
    answers.push(await read(late.key), await register(late.key));
    const plain = answers.map(({ status, body: text }) =>
      JSON.stringify([status, { ...(text as object), request_id: "" }]),
    );
    expect(new Set(plain).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });
});

describe("registering with an authenticator app", () => {
  const codeOf = (secret: string, timestamp = Date.now()) =>
    new OTPAuth.TOTP({ secret }).generate({ timestamp });
  async function begin() {
    const invited = await invite();
    const { body } = await register(invited.key, { auth_method: 1 });
    const { confirmation_key } = body as { confirmation_key: string };
    const { secret } = (await readSecret(confirmation_key)).body as { secret: string };
    return { ...invited, confirmation_key, secret };
  }

  it("shows the secret as a QR code's address and registers with the first code", async () => {
    const { id, email, confirmation_key, secret } = await begin();
    expect((await rowOf(id))?.state).toBe("PENDING");
    const { otpauth_uri } = (await readSecret(confirmation_key)).body as { otpauth_uri: string };
    const uri = OTPAuth.URI.parse(otpauth_uri);
    expect([uri.issuer, uri.label, uri.secret.base32]).toEqual(["Heliograph", email, secret]);
    expect((await verify(confirmation_key, codeOf(secret))).status).toBe(200);
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: "REGISTERED", auth_method: 1, totp_secret: secret });
    expect((await login(email, form.password)).body).toMatchObject({ auth_method: 1 });
  });

  it("refuses that first code at the sign-in after it", async () => {
    const { email, confirmation_key, secret } = await begin();
    const code = codeOf(secret);
    await verify(confirmation_key, code);
    const { body } = await login(email, form.password);
    const { confirmation_key: key } = body as { confirmation_key: string };
    const sign = { params: { key }, body: { security_code: code } };
    expect((await server.ask(api.session.confirmTotpLogin, null, sign)).status).toBe(401);
  });

  it("is burnt after five wrong codes, while the invitation stays open", async () => {
    const { key, confirmation_key, secret } = await begin();
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await verify(confirmation_key, "000000")).status).toBe(401);
    }
    const late = await verify(confirmation_key, codeOf(secret));
    expect([late.status, reasonsOf(late.body)]).toEqual([404, ["totp_setup_over"]]);
    expect((await read(key)).status).toBe(200);
    const detail = { step: "register", address: "127.0.0.1" };
    expect(await lastEntry(server)).toEqual({ action: "security_code_failed", detail });
  });

  it("creates a new secret when started again, and the old one is void", async () => {
    const { key, confirmation_key, secret } = await begin();
    const again = (await register(key, { auth_method: 1 })).body as { confirmation_key: string };
    const fresh = (await readSecret(again.confirmation_key)).body as { secret: string };
    expect(fresh.secret).not.toBe(secret);
    expect((await verify(confirmation_key, codeOf(secret))).status).toBe(404);
  });

  it("can be dropped and done with codes by mail instead", async () => {
    const { key, id, confirmation_key, secret } = await begin();
    const drop = { params: { key: confirmation_key } };
    expect((await server.ask(api.registration.dropTotpSecret, null, drop)).status).toBe(200);
    expect((await readSecret(confirmation_key)).status).toBe(404);
    expect((await verify(confirmation_key, codeOf(secret))).status).toBe(404);
    expect((await register(key)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ auth_method: 0, totp_secret: null });
  });

  it("does not register once the invitation was used, was sent again or has expired", async () => {
    const one = await begin();
    await register(one.key);
    expect((await verify(one.confirmation_key, codeOf(one.secret))).status).toBe(404);
    expect(await rowOf(one.id)).toMatchObject({ auth_method: 0 });
    const two = await begin();
    server.clock.now = Date.now() + 61_000;
    await sendInvitation(await contextOf(server, "analyst"), two.id);
    expect((await verify(two.confirmation_key, codeOf(two.secret))).status).toBe(404);
    server.clock.now = undefined;
    const three = await begin();
    await server.database.owner.db
      .update(account)
      .set({ locked: true })
      .where(eq(account.id, three.id));
    expect((await verify(three.confirmation_key, codeOf(three.secret))).status).toBe(404);
    expect((await rowOf(three.id))?.state).toBe("PENDING");
  });
});

describe("a stored password", () => {
  it("is the same however a keyboard writes its accents", async () => {
    const { key, id } = await invite();
    await register(key, { password: "u\u0301ltimo tren de noche" });
    const hash = (await rowOf(id))?.password_hash ?? null;
    expect(await isPassword(hash, "último tren de noche")).toBe(true);
    expect(await isPassword(hash, "ultimo tren de noche")).toBe(false);
  });
});
