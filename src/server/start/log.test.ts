import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { eq } from "drizzle-orm";
import * as OTPAuth from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallArgs, Endpoint } from "../../api/endpoint.ts";
import { api } from "../../api/index.ts";
import { startTestServer, testPassword, type TestServer } from "../../../tests/fixtures/http.ts";
import { storeRecords, type Records } from "../../../tests/fixtures/records.ts";
import { openLog, withoutSecrets } from "./log.ts";
import { account } from "../store/schema/account.ts";

let server: TestServer;
let records: Records;
let lines = "";
/** Everything that was typed, mailed or handed out and must never be written down. */
const secrets = new Set<string>();

beforeAll(async () => {
  const out = new Writable({
    write(chunk, _, done) {
      lines += String(chunk);
      done();
    },
  });
  server = await startTestServer(undefined, {}, openLog({ log_level: "trace" }, out));
  records = await storeRecords(server, server.accounts.viewer.customer_id, "Own");
});
afterAll(() => server.close());

/** Keeps what an answer holds that is secret. */
function keep(body: unknown): void {
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (/token|key|secret|url/.test(name) && typeof value === "string" && value.length > 15) {
      secrets.add(value.replace(/^.*url_token=/, ""));
    }
  }
}

async function ask<E extends Endpoint>(
  endpoint: E,
  as: "viewer" | "super_admin" | null,
  asked: Partial<CallArgs<E>> = {},
  headers: Record<string, string> = {},
) {
  const answer = await server.ask(endpoint, as, asked, headers);
  keep(answer.body);
  const sent = asked as { params?: { key?: string }; body?: Record<string, unknown> };
  if (sent.params?.key) secrets.add(sent.params.key);
  for (const value of Object.values(sent.body ?? {})) {
    if (typeof value === "string" && value.length >= 6) secrets.add(value);
  }
  return answer;
}

/** Lets every statement on the table fail while `work` runs. */
async function without(table: string, work: () => Promise<unknown>): Promise<void> {
  const { pool } = server.database.owner;
  await pool.query(`alter table ${table} rename to gone`);
  await work().finally(() => pool.query(`alter table gone rename to ${table}`));
}

function basic(email: string, password: string) {
  secrets.add(password);
  const packed = Buffer.from(`${email}:${password}`).toString("base64");
  secrets.add(packed);
  return { authorization: `Basic ${packed}` };
}

/** Key and code of a sign-in that was begun. */
async function begin(): Promise<{ key: string; code: string }> {
  const headers = basic("viewer@example.com", testPassword);
  const { body } = await ask(api.session.login, null, {}, headers);
  const code = /\d{4} \d{4}/.exec(server.mails.at(-1)?.text ?? "")?.[0] ?? "";
  secrets.add(code).add(code.replace(" ", ""));
  return { key: (body as { confirmation_key: string }).confirmation_key, code };
}

const confirm = (key: string, security_code: string) =>
  ask(api.session.confirmEmailLogin, null, { params: { key }, body: { security_code } });

describe("the log at its most talkative", () => {
  it("holds no password, code, key or token of whatever is asked, also where it fails", async () => {
    await ask(api.session.login, null, {}, basic("viewer@example.com", "a wrong password"));
    const first = await begin();
    await confirm(first.key, "12345678");
    await confirm(first.key, first.code);
    const second = await begin();
    await without("confirmation", () => confirm(second.key, second.code));
    await without("session", () => confirm(second.key, second.code));
    await without("account", () =>
      ask(api.session.login, null, {}, basic("viewer@example.com", testPassword)),
    );

    const totp_secret = new OTPAuth.Secret({ size: 20 }).base32;
    secrets.add(totp_secret);
    const { db } = server.database.owner;
    await db
      .update(account)
      .set({ auth_method: 1, totp_secret })
      .where(eq(account.id, server.accounts.viewer.id));
    const third = await begin();
    const security_code = new OTPAuth.TOTP({ secret: totp_secret }).generate();
    const totp = () =>
      ask(api.session.confirmTotpLogin, null, {
        params: { key: third.key },
        body: { security_code },
      });
    await without("audit_entry", totp);

    const invited = await ask(api.user.invite, "super_admin", {
      body: {
        customer_id: server.accounts.viewer.customer_id,
        role_id: 1,
        first_name: "New",
        last_name: "Person",
        email: "new.person@example.com",
        plant_ids: null,
        locale: "en",
      },
    });
    expect(invited.body).toMatchObject({ confirmation_key: expect.any(String) });
    const { confirmation_key } = invited.body as { confirmation_key: string };
    const registered = await ask(api.registration.register, null, {
      params: { key: confirmation_key },
      body: {
        first_name: "New",
        last_name: "Person",
        password: "chosen by this user alone",
        terms_accepted: true,
        auth_method: 1,
      },
    });
    const { confirmation_key: key } = registered.body as { confirmation_key: string };
    const shown = await ask(api.registration.readTotpSecret, null, { params: { key } });
    const fresh = OTPAuth.Secret.fromBase32((shown.body as { secret: string }).secret);
    await without("account", () =>
      ask(api.registration.verifyTotpSecret, null, {
        params: { key },
        body: { security_code: new OTPAuth.TOTP({ secret: fresh }).generate() },
      }),
    );
    await ask(api.registration.readInvitation, null, { params: { key: confirmation_key } });
    await without("confirmation", () =>
      ask(api.registration.readInvitation, null, { params: { key: confirmation_key } }),
    );
    await without("confirmation", () =>
      ask(api.password.reset, null, {
        params: { key: randomBytes(32).toString("base64url") },
        body: { new_password: "another secret one", new_password_repeat: "another secret one" },
      }),
    );
    await ask(api.password.change, "viewer", {
      body: {
        password: testPassword,
        new_password: "the newest of them all",
        new_password_repeat: "the newest of them all",
      },
    });
    // Sent in a body like the others, but no secret.
    for (const known of ["new.person@example.com", "Person"]) secrets.delete(known);

    secrets.add(server.accounts.viewer.token).add(server.accounts.super_admin.token);
    const signed = await ask(api.blueprint.fileUrl, "super_admin", {
      params: { id: records.blueprint },
    });
    const { url } = signed.body as { url: string };
    await server.fetch(url, { bot: null });
    await without("blueprint", () => server.fetch(url, { bot: null }));
    await without("session", () => ask(api.session.me, "super_admin"));

    expect(lines.match(/a request failed/g)?.length).toBeGreaterThan(6);
    expect(secrets.size).toBeGreaterThan(20);
    expect([...secrets].filter((one) => lines.includes(one))).toEqual([]);
  });

  it("would hold them if errors were written down as they come", () => {
    const key = randomBytes(32).toString("base64url");
    const signed = randomBytes(72).toString("base64url");
    const error = Object.assign(new Error(`Failed query: select $1\nparams: ${key},12345678`), {
      params: [key, "12345678"],
    });
    let written = "";
    const log = openLog({ log_level: "info" }, { write: (line) => (written += line) });
    log.error({ err: error }, "it failed");
    log.info(`GET /api/confirm-email-login/${key}?url_token=${signed}`);
    log.info({ authorization: `Bearer ${key}`, other: { deep: signed } }, "headers");
    expect(written).toContain("it failed");
    expect(written).toContain("Failed query: select $1");
    expect(written).not.toContain(key);
    expect(written).not.toContain(signed);
    expect(written).not.toContain("12345678");
    for (const line of written.trim().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
  });

  it("keeps what a reader of the log needs", () => {
    const hash = "0123456789abcdef".repeat(4);
    const line = `{"reqId":"8b0c5a50-8d6c-4f6e-9c8e-0b2a53f8c1de","path":"/api/auth/analysis-result/1/2/column/${hash}"}`;
    expect(withoutSecrets(line)).toBe(line);
  });
});
