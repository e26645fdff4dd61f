// Single sign-on over HTTP with a real sign-in service: who gets in, as whom, and what is asked.
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPending, mailedCode } from "../../../tests/fixtures/account.ts";
import { startTestServer, testPassword, type TestServer } from "../../../tests/fixtures/http.ts";
import {
  openSignInService,
  type Person,
  type SignInService,
} from "../../../tests/fixtures/sign-in-service.ts";
import { api } from "../../api/index.ts";
import type { SignOnAnswer, SingleSignOnForm } from "../../domain/account/single-sign-on.ts";
import { account, auditEntry, role } from "../store/schema/account.ts";
import { accountIdentity, singleSignOn } from "../store/schema/sign-in.ts";

let server: TestServer;
let service: SignInService;
let customer_id = 0;
let roles: ReadonlyMap<string, number>;
const PUBLIC_URL = "http://solar.example.com";

beforeAll(async () => {
  service = await openSignInService(`${PUBLIC_URL}/single-sign-on`);
  server = await startTestServer(undefined, { PUBLIC_URL, SINGLE_SIGN_ON_HOSTS: service.host });
  customer_id = server.accounts.viewer.customer_id;
  const rows = await server.database.owner.db.select().from(role);
  roles = new Map(rows.map(({ key, id }) => [key, id]));
});
afterAll(async () => {
  await server.close();
  await service.close();
});

const db = () => server.database.owner.db;
const form = (more: Partial<SingleSignOnForm> = {}): SingleSignOnForm => ({
  is_on: true,
  name: "Helios Login",
  issuer: service.issuer,
  client_id: service.client_id,
  client_secret: service.client_secret,
  domains: ["example.com"],
  role_claim: "",
  roles: [],
  default_role_id: null,
  provisions: false,
  is_forced: false,
  trusts_second_factor: true,
  second_factor_acr: [],
  ...more,
});
const set = (more: Partial<SingleSignOnForm> = {}) =>
  server.ask(api.singleSignOn.set, "analyst", { params: { id: customer_id }, body: form(more) });

beforeEach(async () => {
  await db().delete(accountIdentity);
  expect((await set()).status).toBe(200);
});

const browser = () => randomBytes(24).toString("base64url");
async function begin(browser_key: string, domain = "example.com", email: string | null = null) {
  const body = { domain, email, browser_key };
  const answer = await server.ask(api.singleSignOn.begin, null, { body });
  expect(answer.status).toBe(200);
  return (answer.body as { address: string }).address;
}
const finish = (query: string, browser_key: string) =>
  server.ask(api.singleSignOn.finish, null, { body: { query, browser_key } });
async function signIn(person: Person, methods: readonly string[] = ["mfa"]) {
  const key = browser();
  return finish(await service.signIn(await begin(key), person, methods), key);
}
const reasonOf = ({ body }: { body: unknown }) =>
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason).join();
const person = (email: string, more: Partial<Person> = {}): Person => ({
  sub: `sub of ${email}`,
  email,
  email_verified: true,
  given_name: "Ada",
  family_name: "Diaz",
  ...more,
});
const meOf = async ({ body }: { body: unknown }) => {
  const { session } = body as SignOnAnswer;
  const headers = { authorization: `Bearer ${session?.token}` };
  return (await server.ask(api.session.me, null, {}, headers)).body as Record<string, unknown>;
};
const entries = async (action: "sign_in" | "sign_in_failed" | "user_created" | "identity_linked") =>
  db().select().from(auditEntry).where(eq(auditEntry.action, action)).orderBy(auditEntry.id);

describe("single sign-on", () => {
  it("asks the service with PKCE, state, nonce and the exact redirect address", async () => {
    const address = new URL(await begin(browser(), "example.com", "viewer@example.com"));
    const sent = Object.fromEntries(address.searchParams);
    expect(address.origin).toBe(service.issuer);
    expect(sent).toMatchObject({
      response_type: "code",
      redirect_uri: `${PUBLIC_URL}/single-sign-on`,
      scope: "openid email profile",
      code_challenge_method: "S256",
      login_hint: "viewer@example.com",
    });
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(sent[name]).toMatch(/^[\w-]{43}$/);
    }
    expect(JSON.stringify(sent)).not.toContain(service.client_secret);
  });

  it("signs a user in whose address the service has verified, and links the person once", async () => {
    const first = await signIn(person("viewer@example.com"));
    expect(first.status).toBe(200);
    expect(await meOf(first)).toMatchObject({ email: "viewer@example.com" });
    expect((first.body as SignOnAnswer).end_session_url).toContain(`${service.issuer}/session/end`);
    // Linked: the address at the service no longer matters.
    const again = await signIn(
      person("viewer@example.com", { email: "new@example.net", email_verified: false }),
    );
    expect(await meOf(again)).toMatchObject({ email: "viewer@example.com" });
    expect(await entries("identity_linked")).toHaveLength(1);
    expect((await entries("sign_in")).at(-1)?.detail).toMatchObject({ factor: "single_sign_on" });
  });

  it("asks for the product's own second factor where the service asked for none, or none counts", async () => {
    const answer = await signIn(person("viewer@example.com"), ["pwd"]);
    const { session, second_factor } = answer.body as SignOnAnswer;
    expect(session).toBeNull();
    const confirmed = await server.ask(api.session.confirmEmailLogin, null, {
      params: { key: second_factor?.confirmation_key ?? "" },
      body: { security_code: mailedCode(server) },
    });
    expect(confirmed.status).toBe(200);
    await set({ trusts_second_factor: false });
    const untrusted = await signIn(person("viewer@example.com"), ["mfa"]);
    expect((untrusted.body as SignOnAnswer).session).toBeNull();
  });

  it.each([
    ["an address that is not verified", { email_verified: false }, "sso_email_unverified"],
    ["an address without a word about it", { email_verified: undefined }, "sso_email_unverified"],
    ["an address of a foreign domain", { email: "viewer@example.org" }, "sso_domain_foreign"],
    ["a domain that only ends alike", { email: "viewer@evil-example.com" }, "sso_domain_foreign"],
    ["no address", { email: undefined }, "sso_email_missing"],
    ["a user of another customer", { email: "other_customer@example.com" }, "sso_other_customer"],
    [
      "a member of the provider's staff",
      { email: "super_admin@example.com" },
      "sso_other_customer",
    ],
    ["an unknown address", { email: "nobody@example.com" }, "sso_unknown"],
  ])("refuses %s", async (_, more, reason) => {
    const answer = await signIn(person("viewer@example.com", { sub: reason, ...more }));
    expect([answer.status, reasonOf(answer)]).toEqual([401, reason]);
    expect((await entries("sign_in_failed")).at(-1)).toMatchObject({
      customer_id,
      detail: { factor: "single_sign_on", reason },
    });
  });

  it("does not give a linked user to a second person with the same address", async () => {
    expect((await signIn(person("viewer@example.com"))).status).toBe(200);
    const other = await signIn(person("viewer@example.com", { sub: "somebody else" }));
    expect(reasonOf(other)).toBe("sso_linked");
  });

  it("keeps locked and deleted users out, also where people may be created", async () => {
    await set({ provisions: true, default_role_id: roles.get("customer_user") ?? null });
    const made = await signIn(person("leaver@example.com"));
    const id = Number((await meOf(made))["id"]);
    await db().update(account).set({ locked: true }).where(eq(account.id, id));
    expect(reasonOf(await signIn(person("leaver@example.com")))).toBe("sso_locked");
    await db().update(account).set({ locked: false }).where(eq(account.id, id));
    const removed = await server.ask(api.user.remove, "analyst", { params: { id } });
    expect(removed.status).toBe(200);
    expect(reasonOf(await signIn(person("leaver@example.com")))).toBe("sso_deleted");
    // Invited again, the same person gets the new account.
    const again = await addPending(server, "viewer", "leaver@example.com");
    const back = await meOf(await signIn(person("leaver@example.com")));
    expect(back["id"]).toBe(again);
  });

  it("creates people with the names and the language of the service, and their role", async () => {
    await set({
      provisions: true,
      role_claim: "groups",
      roles: [
        { value: "inspectors", role_id: roles.get("bare") ?? 0 },
        { value: "all", role_id: roles.get("customer_user") ?? 0 },
      ],
    });
    const ada = person("ada@example.com", { groups: ["all", "inspectors"], locale: "pt-BR" });
    const made = await meOf(await signIn(ada));
    expect(made).toMatchObject({
      first_name: "Ada",
      last_name: "Diaz",
      locale: "pt",
      role: "bare",
    });
    expect((await entries("user_created")).at(-1)).toMatchObject({
      account_id: made["id"],
      detail: { by: "single_sign_on", role: "bare" },
    });
    // The role follows the groups.
    expect(await meOf(await signIn({ ...ada, groups: ["all"] }))).toMatchObject({
      role: "customer_user",
    });
    expect(reasonOf(await signIn({ ...ada, groups: [] }))).toBe("sso_role_unknown");
    expect(reasonOf(await signIn(person("bo@example.com", { groups: ["x"] })))).toBe(
      "sso_role_unknown",
    );
  });

  it("creates nobody above the user limit", async () => {
    await set({ provisions: true, default_role_id: roles.get("bare") ?? null });
    const { pool } = server.database.owner;
    await pool.query("update customer set user_limit = 0 where id = $1", [customer_id]);
    expect(reasonOf(await signIn(person("late@example.com")))).toBe("sso_no_seat");
    await pool.query("update customer set user_limit = 100 where id = $1", [customer_id]);
    expect((await signIn(person("late@example.com"))).status).toBe(200);
  });

  it("registers an invited user without a password", async () => {
    const id = await addPending(server, "viewer", "invited@example.com");
    const answer = await signIn(person("invited@example.com"));
    expect(await meOf(answer)).toMatchObject({ id });
    const [row] = await db().select().from(account).where(eq(account.id, id));
    expect(row).toMatchObject({ state: "REGISTERED", password_hash: null });
  });

  it("takes an answer once, in the browser that began, and with the state of it", async () => {
    const key = browser();
    const query = await service.signIn(await begin(key), person("viewer@example.com"), ["mfa"]);
    expect(reasonOf(await finish(query, browser()))).toBe("sso_over");
    const other = new URLSearchParams(query);
    other.set("state", browser());
    expect(reasonOf(await finish(other.toString(), key))).toBe("sso_over");
    expect((await finish(query, key)).status).toBe(200);
    expect(reasonOf(await finish(query, key))).toBe("sso_over");
  });

  it("refuses a code of another sign-in, and one that was used", async () => {
    const mine = browser();
    const address = await begin(mine);
    const stolen = new URLSearchParams(
      await service.signIn(await begin(browser()), person("viewer@example.com"), ["mfa"]),
    );
    const state = new URL(address).searchParams.get("state") ?? "";
    // The verifier of PKCE does not fit: the service refuses the code.
    const injected = new URLSearchParams(stolen);
    injected.set("state", state);
    expect(reasonOf(await finish(injected.toString(), mine))).toBe("sso_code_over");
  });

  it("ends after 15 minutes", async () => {
    const key = browser();
    const query = await service.signIn(await begin(key), person("viewer@example.com"), ["mfa"]);
    server.clock.now = Date.now() + 15 * 60_000 + 1;
    const late = await finish(query, key);
    server.clock.now = undefined;
    expect(reasonOf(late)).toBe("sso_over");
  });

  it("says what to do where the service refuses the client or the person", async () => {
    await set({ client_secret: "not the secret" });
    expect(reasonOf(await signIn(person("viewer@example.com")))).toBe("sso_client_refused");
    await set();
    const key = browser();
    const state = new URL(await begin(key)).searchParams.get("state") ?? "";
    const iss = encodeURIComponent(service.issuer);
    const cancelled = await finish(`error=access_denied&state=${state}&iss=${iss}`, key);
    expect(reasonOf(cancelled)).toBe("sso_cancelled");
    expect(JSON.stringify(cancelled.body)).not.toContain("access_denied");
  });
});

describe("passwords beside single sign-on", () => {
  const login = (name: string, password = testPassword) => {
    const authorization = `Basic ${Buffer.from(`${name}@example.com:${password}`).toString("base64")}`;
    return server.ask(api.session.login, null, {}, { authorization });
  };

  it("are refused where the customer wants that, with the service to use; staff keep theirs", async () => {
    expect(reasonOf(await set({ is_forced: true }))).toBe("sso_forced_untried");
    expect((await signIn(person("viewer@example.com"))).status).toBe(200);
    expect((await login("viewer")).status).toBe(200);
    expect((await set({ is_forced: true })).status).toBe(200);
    const answer = await login("viewer");
    expect([answer.status, reasonOf(answer)]).toEqual([401, "sso_only"]);
    expect(JSON.stringify(answer.body)).toContain("Helios Login");
    // The same for a wrong password and for an address without an account.
    expect(reasonOf(await login("viewer", "wrong password"))).toBe("sso_only");
    expect(reasonOf(await login("no_such_user", "wrong password"))).toBe("sso_only");
    await server.database.owner.pool.query("delete from rate_limit");
    expect((await login("super_admin")).status).toBe(200);
    expect((await login("other_customer")).status).toBe(200);
    expect((await set({ is_on: false, is_forced: false })).status).toBe(200);
    expect((await login("viewer")).status).toBe(200);
  });
});

describe("the client secret", () => {
  it("is stored encrypted, kept without a new one, and never answered", async () => {
    const answer = await set({ client_secret: null });
    expect(answer.body).toMatchObject({ has_secret: true });
    expect(JSON.stringify(answer.body)).not.toContain(service.client_secret);
    const list = await server.ask(api.singleSignOn.list, "analyst");
    expect(JSON.stringify(list.body)).not.toContain(service.client_secret);
    const [row] = await db().select().from(singleSignOn);
    expect(row?.client_secret?.toString("latin1")).not.toContain(service.client_secret);
    const trail = JSON.stringify(await db().select({ detail: auditEntry.detail }).from(auditEntry));
    expect(trail).not.toContain(service.client_secret);
    expect((await signIn(person("viewer@example.com"))).status).toBe(200);
    const removed = await set({ client_secret: "" });
    expect(removed.body).toMatchObject({ has_secret: false });
  });
});
