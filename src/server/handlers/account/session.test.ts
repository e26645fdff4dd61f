import { limits } from "../../../domain/limits.ts";
import { eq } from "drizzle-orm";
import * as OTPAuth from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, testPassword, type TestServer } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { SessionAnswer } from "../../../domain/account/session.ts";
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

const basic = (email: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}`,
});
const login = (email: string, password = testPassword, headers = {}) =>
  server.ask(api.session.login, null, {}, { ...basic(email, password), ...headers });
const codeOf = (body: unknown) => (body as { code?: string }).code;
const reasonOf = (body: unknown) =>
  (body as { problems?: { reason: string }[] }).problems?.[0]?.reason;

async function beginByMail(headers = {}): Promise<{ key: string; code: string; text: string }> {
  const { body } = await login("viewer@example.com", testPassword, headers);
  const { confirmation_key, auth_method } = body as {
    confirmation_key: string;
    auth_method: number;
  };
  expect(auth_method).toBe(0);
  const text = server.mails.at(-1)?.text ?? "";
  return { key: confirmation_key, code: /\d{4} \d{4}/.exec(text)?.[0] ?? "", text };
}
const confirm = (key: string, security_code: string) =>
  server.ask(api.session.confirmEmailLogin, null, { params: { key }, body: { security_code } });

describe("signing in by e-mailed code", () => {
  it("creates a session whose token permits calls", async () => {
    const { key, code } = await beginByMail();
    const { status, body } = await confirm(key, code);
    const session = body as SessionAnswer;
    expect(status).toBe(200);
    expect(session).toMatchObject({
      is_admin: false,
      is_super_admin: false,
      customer: { name: "Helios Energy" },
    });
    expect(session.permissions).toContain("READ_ANALYSIS_RESULT");
    const headers = { authorization: `Bearer ${session.token}` };
    expect((await server.ask(api.session.me, null, {}, headers)).status).toBe(200);
  });

  it("answers the same for a wrong password and an unknown account", async () => {
    const wrong = await login("viewer@example.com", "wrong password");
    const unknown = await login("stranger@example.com", "wrong password");
    const outcome = ({ status, body }: typeof wrong) => [
      status,
      { ...(body as object), request_id: "" },
    ];
    expect(outcome(wrong)).toEqual(outcome(unknown));
    expect([wrong.status, codeOf(wrong.body)]).toEqual([401, "INVALID_CREDENTIALS"]);
  });

  it("has audit entries, also for failures, without the input", async () => {
    await login("viewer@example.com", "typed wrongly");
    await login("stranger@example.com", "typed wrongly");
    const { key, code } = await beginByMail();
    await confirm(key, code);
    const { rows } = await server.database.owner.pool.query<{ action: string; detail: unknown }>(
      "select account_id, action, detail from audit_entry order by id desc limit 3",
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "sign_in",
      "sign_in_failed",
      "sign_in_failed",
    ]);
    expect(rows.map(({ detail }) => detail)).toEqual([
      { factor: "email_login", address: "127.0.0.1" },
      { factor: "password", address: "127.0.0.1" },
      { factor: "password", address: "127.0.0.1" },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/typed wrongly|stranger/);
  });

  it("takes a code once", async () => {
    const { key, code } = await beginByMail();
    expect((await confirm(key, code)).status).toBe(200);
    const again = await confirm(key, code);
    expect([again.status, reasonOf(again.body)]).toEqual([401, "confirmation_over"]);
  });

  it("invalidates the code after five wrong tries", async () => {
    const { key, code } = await beginByMail();
    const wrong = code === "0000 0000" ? "11111111" : "00000000";
    for (let left = 4; left > 0; left -= 1) {
      const { body } = await confirm(key, wrong);
      expect(body).toMatchObject({ problems: [{ reason: "code_wrong", values: { count: left } }] });
    }
    expect(reasonOf((await confirm(key, wrong)).body)).toBe("confirmation_over");
    expect((await confirm(key, code)).status).toBe(401);
  });

  it("refuses a code of another sign-in, and one older than ten minutes", async () => {
    const one = await beginByMail();
    const two = await beginByMail();
    expect((await confirm(one.key, two.code)).status).toBe(401);
    server.clock.now = Date.now() + 10 * 60_000 + 1000;
    expect(reasonOf((await confirm(two.key, two.code)).body)).toBe("confirmation_over");
  });

  it("accepts one of many simultaneous confirmations", async () => {
    const { key, code } = await beginByMail();
    const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(key, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("sends a new code after a pause, and the earlier one becomes invalid", async () => {
    const { key, code } = await beginByMail();
    const resend = () => server.ask(api.session.confirmEmailLoginResend, null, { params: { key } });
    expect((await resend()).status).toBe(429);
    server.clock.now = Date.now() + 21_000;
    expect((await resend()).status).toBe(200);
    const fresh = /\d{4} \d{4}/.exec(server.mails.at(-1)?.text ?? "")?.[0] ?? "";
    if (fresh !== code) expect((await confirm(key, code)).status).toBe(401);
    expect((await confirm(key, fresh)).status).toBe(200);
  });

  it("uses the language of the reader, as text and as HTML", async () => {
    const { text } = await beginByMail({ "accept-language": "pt-BR,en;q=0.5" });
    const mail = server.mails.at(-1);
    expect(mail?.subject).toBe("Seu código de acesso");
    expect(text).toContain("válido por 10 minutos");
    expect(mail?.html).toContain("válido por 10 minutos");
    expect(text).not.toMatch(/\{\{|mail:/);
  });

  it("delays guesses by network address and reports the time to wait", async () => {
    for (let guess = 0; guess < 5; guess += 1) await login("viewer@example.com", "wrong");
    const { status, body, headers } = await login("viewer@example.com");
    expect([status, codeOf(body), reasonOf(body)]).toEqual([
      429,
      "TOO_MANY_REQUESTS",
      "wait_seconds",
    ]);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await login("other_customer@example.com")).status).toBe(200);
  });
});

describe("signing in by authenticator", () => {
  const secret = new OTPAuth.Secret({ size: 20 });
  const codeAt = (timestamp: number) => new OTPAuth.TOTP({ secret }).generate({ timestamp });
  async function begin(): Promise<string> {
    const { body } = await login("analyst@example.com");
    expect(body).toMatchObject({ auth_method: 1 });
    return (body as { confirmation_key: string }).confirmation_key;
  }
  const confirmTotp = (key: string, security_code: string) =>
    server.ask(api.session.confirmTotpLogin, null, { params: { key }, body: { security_code } });

  beforeAll(async () => {
    await server.database.owner.db
      .update(account)
      .set({ auth_method: 1, totp_secret: secret.base32 })
      .where(eq(account.id, server.accounts.analyst.id));
  });

  it("takes the code of now and answers staff without a customer", async () => {
    const answer = await confirmTotp(await begin(), codeAt(Date.now()));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ is_admin: true, customer: null });
  });

  it("refuses a code that was taken before, also in another sign-in", async () => {
    const at = Date.now() + 120_000;
    server.clock.now = at;
    expect((await confirmTotp(await begin(), codeAt(at))).status).toBe(200);
    expect((await confirmTotp(await begin(), codeAt(at))).status).toBe(401);
    expect((await confirmTotp(await begin(), codeAt(at - 30_000))).status).toBe(401);
  });

  it("does not take an authenticator's key for a mailed code or the other way round", async () => {
    const at = Date.now() + 300_000;
    server.clock.now = at;
    expect((await confirm(await begin(), codeAt(at))).status).toBe(401);
  });
});

describe("a session", () => {
  it("ends at once with logout", async () => {
    await server.signIn("viewer");
    expect((await server.ask(api.session.logout, "viewer")).status).toBe(200);
    const { status, body } = await server.ask(api.session.me, "viewer");
    expect([status, codeOf(body)]).toEqual([401, "INVALID_TOKEN"]);
  });

  it("ends after an idle hour and after twelve hours in any case", async () => {
    await server.signIn("viewer");
    const began = Date.now();
    server.clock.now = began + 61 * 60_000;
    // The page asks for several things at once: each answer says why.
    for (const _ of [1, 2]) {
      const { body } = await server.ask(api.session.me, "viewer");
      expect([codeOf(body), body]).toMatchObject([
        "TOKEN_EXPIRED",
        { problems: [{ reason: "session_idle", values: { minutes: 60 } }] },
      ]);
    }
    await server.signIn("viewer");
    for (let hours = 0.5; hours < 12; hours += 0.5) {
      server.clock.now = began + hours * 3600_000;
      expect((await server.ask(api.session.me, "viewer")).status).toBe(200);
    }
    server.clock.now = began + 12.1 * 3600_000;
    const { body } = await server.ask(api.session.me, "viewer");
    expect([codeOf(body), reasonOf(body)]).toEqual(["TOKEN_EXPIRED", "session_longest"]);
    expect(JSON.stringify(body)).toContain("A session lasts 12 hours at most.");
  });

  it("ends with the next request after the account is locked or deleted", async () => {
    const { db } = server.database.owner;
    for (const change of [{ locked: true }, { state: "UNKNOWN" as const }]) {
      await server.signIn("viewer");
      expect((await server.ask(api.session.me, "viewer")).status).toBe(200);
      await db.update(account).set(change).where(eq(account.id, server.accounts.viewer.id));
      expect((await server.ask(api.session.me, "viewer")).status).toBe(401);
      expect((await login("viewer@example.com")).status).toBe(401);
      await db
        .update(account)
        .set({ locked: false, state: "REGISTERED" })
        .where(eq(account.id, server.accounts.viewer.id));
    }
  });

  it("must reload its permissions after a change, and the new ones apply at once", async () => {
    await server.signIn("viewer");
    await server.database.owner.pool.query(
      "update account set permission_version = permission_version + 1 where id = $1",
      [server.accounts.viewer.id],
    );
    const asked = await server.ask(api.plant.list, "viewer");
    expect([asked.status, codeOf(asked.body)]).toEqual([409, "PERMISSION_RELOAD_REQUIRED"]);
    const reloaded = await server.ask(api.session.reloadPermissions, "viewer");
    expect(reloaded.body).toMatchObject({ is_admin: false });
    expect((await server.ask(api.plant.list, "viewer")).status).toBe(200);
  });

  it("stores the version of the app and its errors", async () => {
    const body = { used_webapp_version: "1.2.3" };
    expect((await server.ask(api.session.updateAppVersion, "viewer", { body })).status).toBe(200);
    const me = await server.ask(api.session.me, "viewer");
    expect(me.body).toMatchObject({ last_used_webapp_version: "1.2.3" });
    const error = { error_id: "a1", message: "boom", app_url: "/plants", timestamp: "now" };
    const sent = await server.ask(api.session.sendDiagnostics, "viewer", {
      body: { errors: [error] },
    });
    expect(sent.status).toBe(200);
    const { rows } = await server.database.owner.pool.query("select message from diagnostic");
    expect(rows).toEqual([{ message: "boom" }]);
  });

  it("takes so many error reports of an account in an hour, and no account pays for another", async () => {
    const errors = Array.from({ length: 50 }, (_, at) => ({
      error_id: `b${at}`,
      message: "again",
      app_url: "/plants",
      timestamp: "now",
    }));
    const send = (role: "viewer" | "analyst") =>
      server.ask(api.session.sendDiagnostics, role, { body: { errors } });
    for (let sent = 0; sent < limits.diagnosticsPerHour / 50; sent += 1)
      expect((await send("viewer")).status).toBe(200);
    const { status, body } = await send("viewer");
    expect([status, reasonOf(body)]).toEqual([429, "wait_seconds"]);
    expect((await send("analyst")).status).toBe(200);
  });

  it("signs only addresses of files that the viewer may read", async () => {
    for (const url of ["/api/auth/plants", "https://elsewhere.example/api", "/demo/mail", "x"]) {
      const { status, body } = await server.ask(api.session.generateUrlToken, "viewer", {
        body: { url },
      });
      expect([status, reasonOf(body)], url).toEqual([400, "url_not_ours"]);
    }
    const url = "/api/auth/plant/999999/field-geometry/file?format=geojson";
    const answer = await server.ask(api.session.generateUrlToken, "viewer", { body: { url } });
    expect(answer.status).toBe(404);
  });
});
