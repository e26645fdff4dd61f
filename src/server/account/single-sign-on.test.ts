// Single sign-on over HTTP with a real sign-in service: who gets in, as whom, and what is asked.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addPending, mailedCode } from "../../../tests/fixtures/account.ts";
import type { TestServer } from "../../../tests/fixtures/http.ts";
import type { SignInService } from "../../../tests/fixtures/sign-in-service.ts";
import {
  browserKey,
  openSignOnScene,
  personOf as person,
  publicUrl,
  reasonOf,
  type SignOnScene,
} from "../../../tests/fixtures/sign-on-scene.ts";
import { api } from "../../api/index.ts";
import type { SignOnAnswer } from "../../domain/account/single-sign-on.ts";
import { account, auditEntry } from "../store/schema/account.ts";
import { accountIdentity } from "../store/schema/sign-in.ts";

let scene: SignOnScene;
let server: TestServer;
let service: SignInService;
beforeAll(async () => {
  scene = await openSignOnScene();
  ({ server, service } = scene);
});
afterAll(() => scene.close());

const db = () => server.database.owner.db;
const set: SignOnScene["set"] = (...given) => scene.set(...given);
const signIn: SignOnScene["signIn"] = (...given) => scene.signIn(...given);
beforeEach(async () => {
  await db().delete(accountIdentity);
  expect((await set()).status).toBe(200);
});
const entries = async (action: "sign_in" | "sign_in_failed" | "user_created" | "identity_linked") =>
  db().select().from(auditEntry).where(eq(auditEntry.action, action)).orderBy(auditEntry.id);

describe("single sign-on", () => {
  it("asks the service with PKCE, state, nonce and the exact redirect address", async () => {
    const address = new URL(await scene.begin(browserKey(), "viewer@example.com"));
    const sent = Object.fromEntries(address.searchParams);
    expect(address.origin).toBe(service.issuer);
    expect(sent).toMatchObject({
      response_type: "code",
      redirect_uri: `${publicUrl}/single-sign-on`,
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
    expect(await scene.meOf(first)).toMatchObject({ email: "viewer@example.com" });
    expect((first.body as SignOnAnswer).end_session_url).toContain(`${service.issuer}/session/end`);
    // Linked: the address at the service no longer matters.
    const again = await signIn(
      person("viewer@example.com", { email: "new@example.net", email_verified: false }),
    );
    expect(await scene.meOf(again)).toMatchObject({ email: "viewer@example.com" });
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
    ["an unknown address", { email: "unknown@example.com" }, "sso_unknown"],
  ])("refuses %s", async (_, more, reason) => {
    const answer = await signIn(person("viewer@example.com", { sub: reason, ...more }));
    expect([answer.status, reasonOf(answer)]).toEqual([401, reason]);
    expect((await entries("sign_in_failed")).at(-1)).toMatchObject({
      customer_id: scene.customer_id,
      detail: { factor: "single_sign_on", reason },
    });
  });

  it("does not give a linked user to a second person with the same address", async () => {
    expect((await signIn(person("viewer@example.com"))).status).toBe(200);
    const other = await signIn(person("viewer@example.com", { sub: "somebody else" }));
    expect(reasonOf(other)).toBe("sso_linked");
  });

  it("keeps locked and deleted users out, also where people may be created", async () => {
    await set({ provisions: true, default_role_id: scene.roles.get("customer_user") ?? null });
    const made = await signIn(person("leaver@example.com"));
    const id = Number((await scene.meOf(made))["id"]);
    await db().update(account).set({ locked: true }).where(eq(account.id, id));
    expect(reasonOf(await signIn(person("leaver@example.com")))).toBe("sso_locked");
    await db().update(account).set({ locked: false }).where(eq(account.id, id));
    const removed = await server.ask(api.user.remove, "analyst", { params: { id } });
    expect(removed.status).toBe(200);
    expect(reasonOf(await signIn(person("leaver@example.com")))).toBe("sso_deleted");
    // Invited again, the same person gets the new account.
    const again = await addPending(server, "viewer", "leaver@example.com");
    const back = await scene.meOf(await signIn(person("leaver@example.com")));
    expect(back["id"]).toBe(again);
  });

  it("creates people with the names and the language of the service, and their role", async () => {
    await set({
      provisions: true,
      role_claim: "groups",
      roles: [
        { value: "inspectors", role_id: scene.roles.get("bare") ?? 0 },
        { value: "all", role_id: scene.roles.get("customer_user") ?? 0 },
      ],
    });
    const ada = person("ada@example.com", { groups: ["all", "inspectors"], locale: "pt-BR" });
    const made = await scene.meOf(await signIn(ada));
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
    expect(await scene.meOf(await signIn({ ...ada, groups: ["all"] }))).toMatchObject({
      role: "customer_user",
    });
    expect(reasonOf(await signIn({ ...ada, groups: [] }))).toBe("sso_role_unknown");
    expect(reasonOf(await signIn(person("bo@example.com", { groups: ["x"] })))).toBe(
      "sso_role_unknown",
    );
  });

  it("creates people who see all plants, or none where the customer wants to assign them", async () => {
    const default_role_id = scene.roles.get("customer_user") ?? null;
    for (const sees_all_plants of [true, false]) {
      await set({ provisions: true, default_role_id, sees_all_plants });
      const made = await scene.meOf(await signIn(person(`sees-${sees_all_plants}@example.com`)));
      expect(made["sees_all_plants"]).toBe(sees_all_plants);
      expect((await entries("user_created")).at(-1)?.detail).toMatchObject({
        plant_ids: sees_all_plants ? null : [],
      });
    }
  });

  it("creates no user above the user limit", async () => {
    await set({ provisions: true, default_role_id: scene.roles.get("bare") ?? null });
    const { pool } = server.database.owner;
    await pool.query("update customer set user_limit = 0 where id = $1", [scene.customer_id]);
    expect(reasonOf(await signIn(person("late@example.com")))).toBe("sso_no_seat");
    await pool.query("update customer set user_limit = 100 where id = $1", [scene.customer_id]);
    expect((await signIn(person("late@example.com"))).status).toBe(200);
  });

  it("registers an invited user without a password", async () => {
    const id = await addPending(server, "viewer", "invited@example.com");
    const answer = await signIn(person("invited@example.com"));
    expect(await scene.meOf(answer)).toMatchObject({ id });
    const [row] = await db().select().from(account).where(eq(account.id, id));
    expect(row).toMatchObject({ state: "REGISTERED", password_hash: null });
  });

  it("takes an answer once, in the browser that began, and with the state of it", async () => {
    const key = browserKey();
    const query = await service.signIn(await scene.begin(key), person("viewer@example.com"), [
      "mfa",
    ]);
    expect(reasonOf(await scene.finish(query, browserKey()))).toBe("sso_over");
    const other = new URLSearchParams(query);
    other.set("state", browserKey());
    expect(reasonOf(await scene.finish(other.toString(), key))).toBe("sso_over");
    expect((await scene.finish(query, key)).status).toBe(200);
    expect(reasonOf(await scene.finish(query, key))).toBe("sso_over");
  });

  it("refuses a code of another sign-in, and one that was used", async () => {
    const mine = browserKey();
    const address = await scene.begin(mine);
    const stolen = new URLSearchParams(
      await service.signIn(await scene.begin(browserKey()), person("viewer@example.com"), ["mfa"]),
    );
    const state = new URL(address).searchParams.get("state") ?? "";
    // The verifier of PKCE does not fit: the service refuses the code.
    const injected = new URLSearchParams(stolen);
    injected.set("state", state);
    expect(reasonOf(await scene.finish(injected.toString(), mine))).toBe("sso_code_over");
  });

  it("ends after 15 minutes", async () => {
    const key = browserKey();
    const query = await service.signIn(await scene.begin(key), person("viewer@example.com"), [
      "mfa",
    ]);
    server.clock.now = Date.now() + 15 * 60_000 + 1;
    const late = await scene.finish(query, key);
    server.clock.now = undefined;
    expect(reasonOf(late)).toBe("sso_over");
  });

  it("says what to do where the service refuses the client or the person", async () => {
    await set({ client_secret: "not the secret" });
    expect(reasonOf(await signIn(person("viewer@example.com")))).toBe("sso_client_refused");
    await set();
    const key = browserKey();
    const state = new URL(await scene.begin(key)).searchParams.get("state") ?? "";
    const iss = encodeURIComponent(service.issuer);
    const cancelled = await scene.finish(`error=access_denied&state=${state}&iss=${iss}`, key);
    expect(reasonOf(cancelled)).toBe("sso_cancelled");
    expect(JSON.stringify(cancelled.body)).not.toContain("access_denied");
  });
});
