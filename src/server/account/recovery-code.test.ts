// Recovery codes over HTTP: made with password and app code, shown once, each taken once.
import * as OTPAuth from "otpauth";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, testPassword, type TestServer } from "../../../tests/fixtures/http.ts";
import { api } from "../../api/index.ts";
import type { RecoveryCodes } from "../../domain/account/recovery-code.ts";
import { account, auditEntry, recoveryCode } from "../store/schema/account.ts";

let server: TestServer;
const secret = new OTPAuth.Secret({ size: 20 });
const appCode = () => new OTPAuth.TOTP({ secret }).generate({ timestamp: server.clock.now! });
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  // Each test has a time step of its own: a code of the app works once.
  server.clock.now = (server.clock.now ?? Date.now()) + 60_000;
  await server.database.owner.db
    .update(account)
    .set({ auth_method: 1, totp_secret: secret.base32 })
    .where(eq(account.id, server.accounts.viewer.id));
});

const create = (password = testPassword, security_code = appCode()) =>
  server.ask(api.profile.createRecoveryCodes, "viewer", { body: { password, security_code } });
async function made(): Promise<string[]> {
  const { status, body } = await create();
  expect(status).toBe(200);
  return (body as { codes: string[] }).codes;
}
const left = async () => {
  const { body } = await server.ask(api.profile.recoveryCodes, "viewer");
  return (body as RecoveryCodes).left;
};
async function signIn(security_code: string) {
  const { email } = server.accounts.viewer;
  const credentials = Buffer.from(`${email}:${testPassword}`).toString("base64");
  const headers = { authorization: `Basic ${credentials}` };
  const { body } = await server.ask(api.session.login, null, {}, headers);
  const { confirmation_key: key } = body as { confirmation_key: string };
  const answer = await server.ask(api.session.confirmTotpLogin, null, {
    params: { key },
    body: { security_code },
  });
  return answer.status;
}
const reasonOf = (body: unknown) =>
  (body as { problems?: { reason: string; field?: string }[] }).problems?.map(
    ({ reason, field }) => `${field}: ${reason}`,
  );

describe("recovery codes", () => {
  it("are ten different ones, which the database does not hold", async () => {
    const codes = await made();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    const { rows } = await server.database.owner.pool.query<{ text: string }>(
      "select r::text || encode(hash, 'escape') as text from recovery_code r",
    );
    const stored = rows.map(({ text }) => text).join();
    for (const code of codes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll("-", ""));
    }
    expect(server.mails.at(-1)?.subject).toContain("recovery codes were created");
    expect(server.mails.at(-1)?.text).not.toContain(codes[0]!);
  });

  it("sign in once each, written as people write them, and the user gets a mail", async () => {
    const [first = "", second = ""] = await made();
    expect(await signIn(first)).toBe(200);
    expect(server.mails.at(-1)?.subject).toContain("recovery code was used");
    expect(await signIn(first)).toBe(401);
    expect(await signIn(second.toLowerCase().replaceAll("-", " "))).toBe(200);
    expect(await left()).toBe(8);
    const entries = await server.database.owner.db
      .select({ detail: auditEntry.detail })
      .from(auditEntry)
      .where(eq(auditEntry.action, "sign_in"))
      .orderBy(auditEntry.id);
    expect(entries.map(({ detail }) => detail?.["factor"])).toContain("recovery_code");
  });

  it("are taken once by requests at the same time", async () => {
    const [code = ""] = await made();
    const ends = await Promise.all([signIn(code), signIn(code), signIn(code)]);
    expect(ends.toSorted()).toEqual([200, 401, 401]);
  });

  it("end with new ones, and with a change of the app", async () => {
    const [former = ""] = await made();
    server.clock.now! += 60_000;
    const [fresh = ""] = await made();
    expect(await signIn(former)).toBe(401);
    const begun = await server.ask(api.profile.prepareChangeAuthMethod, "viewer", {
      body: { auth_method: 1, password: testPassword },
    });
    const { confirmation_key: key } = begun.body as { confirmation_key: string };
    const read = await server.ask(api.registration.readTotpSecret, null, { params: { key } });
    const next = OTPAuth.Secret.fromBase32((read.body as { secret: string }).secret);
    const new_security_code = new OTPAuth.TOTP({ secret: next }).generate({
      timestamp: server.clock.now!,
    });
    // Who has lost the app sets up another one with a recovery code.
    const body = { auth_method: 1 as const, security_code: fresh, new_security_code };
    const changed = await server.ask(api.profile.changeAuthMethod, "viewer", {
      params: { key },
      body,
    });
    expect(changed.status).toBe(200);
    expect(await left()).toBe(0);
  });

  it("need the password, a code of the app, and an app", async () => {
    const before = await server.database.owner.db.$count(recoveryCode);
    expect(reasonOf((await create("wrong")).body)).toEqual(["password: password_wrong"]);
    expect(reasonOf((await create(testPassword, "000000")).body)).toEqual([
      "security_code: totp_wrong",
    ]);
    await server.database.owner.db.update(account).set({ auth_method: 0 });
    expect((await create()).status).toBe(409);
    expect(await server.database.owner.db.$count(recoveryCode)).toBe(before);
  });

  it("of one user do not sign in another, and guesses are slowed down", async () => {
    const [code = ""] = await made();
    await server.database.owner.db.execute(
      `update recovery_code set account_id = ${server.accounts.analyst.id}`,
    );
    expect(await signIn(code)).toBe(401);
    const guesses: number[] = [];
    for (let at = 0; at < 12; at += 1) guesses.push(await signIn("0000-0000-0000-0000-0000-0000"));
    expect(guesses).not.toContain(200);
    expect(guesses).toContain(429);
  });
});
