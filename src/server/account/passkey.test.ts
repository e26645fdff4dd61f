// Passkeys over HTTP with a device written from the standard: added, used, and refused where anything is wrong.
import { generateKeyPairSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailedCode } from "../../../tests/fixtures/account.ts";
import { makeDevice, onlyPresent, type Lies } from "../../../tests/fixtures/authenticator.ts";
import {
  startTestServer,
  type AccountKey,
  type Answer,
  type TestServer,
} from "../../../tests/fixtures/http.ts";
import { api } from "../../api/index.ts";
import { mostPasskeys, passkeyPlace, type Passkey } from "../../domain/account/passkey.ts";
import { account, auditEntry, confirmation } from "../store/schema/account.ts";
import { passkey } from "../store/schema/sign-in.ts";

const PUBLIC_URL = "https://solar.example.com";
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(undefined, { PUBLIC_URL });
});
afterAll(() => server.close());
const db = () => server.database.owner.db;
beforeEach(async () => {
  await db().delete(passkey);
  // Codes of one session are limited.
  await db().delete(confirmation);
});

type Options = { options: Record<string, unknown> };
const reasonOf = ({ body }: Answer) =>
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason).join();

async function begin(as: AccountKey = "viewer") {
  expect((await server.ask(api.profile.requestSecurityCode, as)).status).toBe(200);
  const body = { security_code: mailedCode(server) };
  const answer = await server.ask(api.passkey.begin, as, { body });
  expect(answer.status).toBe(200);
  return (answer.body as Options).options;
}
async function add(lies: Lies = {}, as: AccountKey = "viewer") {
  const device = makeDevice(PUBLIC_URL);
  const credential = device.create(await begin(as), lies);
  const answer = await server.ask(api.passkey.add, as, { body: { name: "Phone", credential } });
  return { device, answer, credential };
}
async function signInWith(device: ReturnType<typeof makeDevice>, lies: Lies = {}) {
  const { body } = await server.ask(api.passkey.beginSignIn, null);
  const credential = device.get((body as Options).options, lies);
  const answer = await server.ask(api.passkey.signIn, null, { body: { credential } });
  return { answer, credential };
}

describe("a passkey", () => {
  it("is made by a device that knows its user, for this site alone", async () => {
    const options = await begin();
    expect(options).toMatchObject({
      rp: { id: "solar.example.com" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      user: { name: "viewer@example.com" },
    });
    expect(String(options["challenge"])).toMatch(/^[\w-]{43}$/);
  });

  it("signs in without password and code, and is named, listed and removed", async () => {
    const { device, answer } = await add();
    expect(answer.body).toMatchObject([{ name: "Phone", last_used_at: null }]);
    expect(server.mails.at(-1)?.subject).toContain("passkey was added");
    const { answer: signedIn } = await signInWith(device);
    expect(signedIn.status).toBe(200);
    const { token } = signedIn.body as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const me = await server.ask(api.session.me, null, {}, headers);
    expect(me.body).toMatchObject({ email: "viewer@example.com" });
    const entries = await db()
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.action, "sign_in"))
      .orderBy(auditEntry.id);
    expect(entries.at(-1)?.detail).toMatchObject({ factor: "passkey" });
    const [row] = (await server.ask(api.passkey.list, "viewer")).body as Passkey[];
    expect(row?.last_used_at).not.toBeNull();
    const params = { id: row?.id ?? 0 };
    const renamed = await server.ask(api.passkey.rename, "viewer", {
      params,
      body: { name: "Key" },
    });
    expect(renamed.body).toMatchObject([{ name: "Key" }]);
    expect((await server.ask(api.passkey.remove, "tenant", { params })).status).toBe(404);
    expect((await server.ask(api.passkey.remove, "viewer", { params })).status).toBe(200);
    expect(server.mails.at(-1)?.subject).toContain("passkey was removed");
    expect(reasonOf((await signInWith(device)).answer)).toBe("passkey_unknown");
  });

  it.each<[string, Lies]>([
    ["another site", { origin: "https://evil.example.com" }],
    ["the same site without encryption", { origin: "http://solar.example.com" }],
    ["a subdomain", { origin: "https://a.solar.example.com" }],
    ["another name of the site", { rp_id: "example.com" }],
    ["the answer to another question", { type: "webauthn.create" }],
    ["a device that did not know its user", { flags: onlyPresent }],
    ["another key", { key: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey }],
    ["another user", { userHandle: Buffer.from("somebody else").toString("base64url") }],
  ])("is refused from %s", async (_, lies) => {
    const { device } = await add();
    const { answer } = await signInWith(device, lies);
    expect([answer.status, reasonOf(answer)]).toEqual([401, "passkey_invalid"]);
    expect((await signInWith(device)).answer.status).toBe(200);
  });

  it.each<[string, Lies]>([
    ["another site", { origin: "https://evil.example.com" }],
    ["a device that does not know its user", { flags: onlyPresent }],
    ["a challenge of its own", { challenge: "A".repeat(43) }],
  ])("is not stored from %s", async (_, lies) => {
    expect(reasonOf((await add(lies)).answer)).toBe("passkey_invalid");
    expect(await db().$count(passkey)).toBe(0);
  });

  it("signs a challenge that is valid once, for five minutes", async () => {
    const { device } = await add();
    const { answer, credential } = await signInWith(device);
    expect(answer.status).toBe(200);
    const again = await server.ask(api.passkey.signIn, null, { body: { credential } });
    expect(reasonOf(again)).toBe("passkey_over");
    const { body } = await server.ask(api.passkey.beginSignIn, null);
    const late = device.get((body as Options).options);
    server.clock.now = Date.now() + 5 * 60_000 + 1;
    const over = await server.ask(api.passkey.signIn, null, { body: { credential: late } });
    server.clock.now = undefined;
    expect(reasonOf(over)).toBe("passkey_over");
    const own = await signInWith(device, { challenge: "A".repeat(43) });
    expect(reasonOf(own.answer)).toBe("passkey_over");
  });

  it("is added by the user alone who began", async () => {
    const device = makeDevice(PUBLIC_URL);
    const credential = device.create(await begin("viewer"));
    const body = { name: "Stolen", credential };
    expect(reasonOf(await server.ask(api.passkey.add, "tenant", { body }))).toBe("passkey_invalid");
  });

  it("whose count goes back is a copy, and is refused", async () => {
    const { device } = await add();
    expect((await signInWith(device, { counter: 7 })).answer.status).toBe(200);
    expect(reasonOf((await signInWith(device, { counter: 7 })).answer)).toBe("passkey_invalid");
    expect(reasonOf((await signInWith(device, { counter: 3 })).answer)).toBe("passkey_invalid");
    expect((await signInWith(device, { counter: 8 })).answer.status).toBe(200);
  });

  it("of a device that does not count signs in again and again", async () => {
    const { device } = await add();
    expect((await signInWith(device, { counter: 0 })).answer.status).toBe(200);
    expect((await signInWith(device, { counter: 0 })).answer.status).toBe(200);
  });

  it("does not open a locked account", async () => {
    const { device } = await add();
    const { id } = server.accounts.viewer;
    await db().update(account).set({ locked: true }).where(eq(account.id, id));
    const { answer } = await signInWith(device);
    await db().update(account).set({ locked: false }).where(eq(account.id, id));
    expect(reasonOf(answer)).toBe("passkey_unknown");
  });

  it("needs a security code of the session", async () => {
    const body = { security_code: "00000000" };
    expect((await server.ask(api.passkey.begin, "viewer", { body })).status).toBe(401);
  });

  it("is one of a limited number", async () => {
    const { id: account_id } = server.accounts.viewer;
    const rows = Array.from({ length: mostPasskeys }, (_, at) => ({
      account_id,
      credential_id: Buffer.from([at]),
      public_key: Buffer.from([1]),
      counter: 0,
      transports: [],
      is_synced: false,
      name: `${at}`,
    }));
    await db().insert(passkey).values(rows);
    const body = { security_code: "00000000" };
    const answer = await server.ask(api.passkey.begin, "viewer", { body });
    expect([answer.status, reasonOf(answer)]).toEqual([409, "passkeys_full"]);
  });
});

describe("the place of passkeys", () => {
  it("is the public address, and localhost on this machine", () => {
    const place = (url: string) => passkeyPlace(url);
    expect(place("https://solar.example.com")).toEqual({
      rp_id: "solar.example.com",
      origin: "https://solar.example.com",
    });
    expect(place("http://127.0.0.1:8080")).toEqual({
      rp_id: "localhost",
      origin: "http://localhost:8080",
    });
    expect(place("https://192.0.2.1")).toBeNull();
    expect(place("https://[2001:db8::1]")).toBeNull();
  });
});
