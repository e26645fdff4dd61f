import { eq } from "drizzle-orm";
import * as OTPAuth from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contextOf, mailedCode } from "../../../tests/fixtures/account.ts";
import { startTestServer, type AccountKey, type TestServer } from "../../../tests/fixtures/http.ts";
import { api } from "../../api/index.ts";
import { checkSecurityCode } from "./security-code.ts";
import { account } from "../store/schema/account.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = undefined;
  await server.database.owner.pool.query("delete from rate_limit; delete from confirmation");
});

const request = (as: AccountKey = "viewer") => server.ask(api.profile.requestSecurityCode, as);
const check = async (code: string, as: AccountKey = "viewer") =>
  checkSecurityCode(await contextOf(server, as), code);

describe("a security code by e-mail", () => {
  it("works once, with the space that the e-mail shows", async () => {
    expect(await request()).toMatchObject({ status: 200, body: { auth_method: 0 } });
    const code = mailedCode(server);
    expect(code).toMatch(/^\d{8}$/);
    await check(`${code.slice(0, 4)} ${code.slice(4)}`);
    await expect(check(code)).rejects.toMatchObject({
      code: "INVALID_CREDENTIALS",
      problems: [{ reason: "security_code_over", field: "security_code" }],
    });
  });

  it("works only in the session that requested it", async () => {
    await request();
    const code = mailedCode(server);
    const before = server.accounts.viewer.token;
    await server.signIn("viewer");
    await expect(check(code)).rejects.toThrow("security_code_over");
    server.accounts.viewer.token = before;
    await check(code);
  });

  it("ends after five wrong tries", async () => {
    await request();
    const code = mailedCode(server);
    const wrong = code === "00000000" ? "11111111" : "00000000";
    for (let left = 4; left > 0; left -= 1) {
      await expect(check(wrong)).rejects.toMatchObject({
        problems: [{ reason: "code_wrong", values: { count: left } }],
      });
    }
    await expect(check(wrong)).rejects.toThrow("security_code_over");
    await server.database.owner.pool.query("delete from rate_limit");
    await expect(check(code)).rejects.toThrow("security_code_over");
  });

  it("expires after ten minutes", async () => {
    await request();
    server.clock.now = Date.now() + 10 * 60_000 + 1000;
    await expect(check(mailedCode(server))).rejects.toThrow("security_code_over");
  });

  it("is sent again after a pause, ten times an hour, and ends the previous one", async () => {
    const began = Date.now();
    await request();
    const first = mailedCode(server);
    const soon = await request();
    expect(soon).toMatchObject({ status: 429, body: { problems: [{ reason: "resend_later" }] } });
    for (let sent = 1; sent < 10; sent += 1) {
      server.clock.now = began + sent * 21_000;
      expect((await request()).status).toBe(200);
    }
    if (mailedCode(server) !== first) {
      await expect(check(first)).rejects.toThrow("code_wrong");
    }
    server.clock.now = began + 10 * 21_000;
    expect((await request()).status).toBe(429);
    await check(mailedCode(server));
  });

  it("works once in many concurrent requests", async () => {
    await request();
    const code = mailedCode(server);
    const context = await contextOf(server, "viewer");
    const all = await Promise.allSettled([1, 2, 3, 4].map(() => checkSecurityCode(context, code)));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("makes guessing wait, even with new codes in between", async () => {
    const began = Date.now();
    let refused = "";
    for (let guess = 0; guess < 12 && refused === ""; guess += 1) {
      server.clock.now = began + guess * 21_000;
      await request();
      const wrong = mailedCode(server) === "00000000" ? "11111111" : "00000000";
      await check(wrong).catch((error: unknown) => {
        if ((error as { code: string }).code === "TOO_MANY_REQUESTS") refused = "waits";
      });
    }
    expect(refused).toBe("waits");
  });

  it("is audited when it is wrong, without the typed text", async () => {
    await request();
    await check("12121212").catch(() => undefined);
    const { rows } = await server.database.owner.pool.query(
      "select account_id, action, detail from audit_entry order by id desc limit 1",
    );
    const { id: account_id } = server.accounts.viewer;
    expect(rows).toEqual([{ account_id, action: "security_code_failed", detail: null }]);
  });
});

describe("a security code by authenticator app", () => {
  const secret = new OTPAuth.Secret({ size: 20 });
  const codeAt = (timestamp: number) => new OTPAuth.TOTP({ secret }).generate({ timestamp });
  beforeAll(async () => {
    await server.database.owner.db
      .update(account)
      .set({ auth_method: 1, totp_secret: secret.base32 })
      .where(eq(account.id, server.accounts.analyst.id));
  });

  it("comes from the app: no e-mail is sent", async () => {
    const mails = server.mails.length;
    expect(await request("analyst")).toMatchObject({ status: 200, body: { auth_method: 1 } });
    expect(server.mails).toHaveLength(mails);
    await check(codeAt(Date.now()), "analyst");
  });

  it("is refused when it was used already, or is wrong", async () => {
    const at = Date.now() + 120_000;
    server.clock.now = at;
    await check(codeAt(at), "analyst");
    for (const code of [codeAt(at), codeAt(at - 30_000), "000000", "12345678", ""]) {
      await expect(check(code, "analyst"), code).rejects.toThrow("totp_wrong");
    }
  });
});
