// What a sign-in does beside opening a session: hashes of passwords are renewed, unused sessions end.
import { createHash } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailedCode } from "../../../tests/fixtures/account.ts";
import { startTestServer, testPassword, type TestServer } from "../../../tests/fixtures/http.ts";
import { api } from "../../api/index.ts";
import { limits } from "../../domain/limits.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.owner.pool.query("delete from rate_limit");
});

function login(email: string, password = testPassword) {
  const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}`;
  return server.ask(api.session.login, null, {}, { authorization });
}

describe("a sign-in", () => {
  it("stores a password with today's cost that was stored with another", async () => {
    const { pool } = server.database.owner;
    const hashOf = async () => {
      const { rows } = await pool.query<{ password_hash: string }>(
        "select password_hash from account where email = 'viewer@example.com'",
      );
      return rows[0]?.password_hash ?? "";
    };
    const cheap = await hash(testPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await pool.query("update account set password_hash = $1 where email = 'viewer@example.com'", [
      cheap,
    ]);
    expect((await login("viewer@example.com", "typed wrongly")).status).toBe(401);
    expect(await hashOf()).toBe(cheap);
    expect((await login("viewer@example.com")).status).toBe(200);
    const renewed = await hashOf();
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login("viewer@example.com")).status).toBe(200);
    expect(await hashOf()).toBe(renewed);
  });

  it("ends the session that was used longest ago, where an account has too many", async () => {
    const { id } = server.accounts.tenant;
    const { pool } = server.database.owner;
    const tokens: string[] = [];
    for (let made = 0; made < limits.sessionsPerAccount; made += 1)
      tokens.push(await server.signIn("tenant"));
    await pool.query(
      "update session set last_used_at = now() - interval '5 minutes' where account_id = $1",
      [id],
    );
    const [unused = "", used = ""] = tokens;
    const status = async (token: string) =>
      (await server.ask(api.session.me, null, {}, { authorization: `Bearer ${token}` })).status;
    // Any call counts as a use; the sessions that end are the two that were made first and not used since.
    const sql =
      "update session set created_at = created_at - interval '1 minute' where token_hash = $1";
    await pool.query(sql, [createHash("sha256").update(unused).digest()]);
    expect(await status(used)).toBe(200);
    const { body } = await login("tenant@example.com");
    const { confirmation_key } = body as { confirmation_key: string };
    const asked = {
      params: { key: confirmation_key },
      body: { security_code: mailedCode(server) },
    };
    expect((await server.ask(api.session.confirmEmailLogin, null, asked)).status).toBe(200);
    const authorization = `Bearer ${unused}`;
    const ended = await server.ask(api.session.me, null, {}, { authorization });
    expect([ended.status, ended.body]).toMatchObject([
      401,
      { problems: [{ reason: "session_limit", values: { most: limits.sessionsPerAccount } }] },
    ]);
    expect(await status(used)).toBe(200);
    const { rows } = await pool.query<{ count: number }>(
      "select count(*)::int as count from session where account_id = $1",
      [id],
    );
    expect(rows[0]?.count).toBe(limits.sessionsPerAccount);
  });
});
