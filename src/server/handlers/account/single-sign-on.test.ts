// The settings of single sign-on over HTTP: who may change what, what stays secret, and what becomes of passwords.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPassword, type TestServer } from "../../../../tests/fixtures/http.ts";
import type { SignInService } from "../../../../tests/fixtures/sign-in-service.ts";
import {
  openSignOnScene,
  personOf as person,
  publicUrl,
  reasonOf,
  type SignOnScene,
} from "../../../../tests/fixtures/sign-on-scene.ts";
import { api } from "../../../api/index.ts";
import type { SingleSignOn } from "../../../domain/account/single-sign-on.ts";
import { auditEntry, role } from "../../store/schema/account.ts";
import { accountIdentity, singleSignOn } from "../../store/schema/sign-in.ts";

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

/** The customer's user, with these permissions. */
async function allow(permissions: string[]) {
  await db()
    .update(role)
    .set({ permissions: permissions as never })
    .where(eq(role.key, "tenant"));
  await server.signIn("tenant");
}

describe("the settings", () => {
  it("are those of the customers that the viewer may change", async () => {
    const idsOf = async (as: "analyst" | "tenant") => {
      const { body } = await server.ask(api.singleSignOn.list, as);
      return (body as SingleSignOn[]).map(({ customer_name }) => customer_name);
    };
    expect(await idsOf("analyst")).toEqual(["Helios Energy", "Inspection Provider", "Other Power"]);
    await allow(["UPDATE_OWN_CUSTOMER"]);
    expect(await idsOf("tenant")).toEqual(["Helios Energy"]);
    expect((await server.ask(api.singleSignOn.list, "viewer")).status).toBe(403);
    const answer = await server.ask(api.singleSignOn.list, "tenant");
    expect(answer.body).toMatchObject([
      { redirect_url: `${publicUrl}/single-sign-on`, domains: ["example.com"], linked_users: 0 },
    ]);
  });

  it("are changed by a customer's own administrator, without new domains and higher roles", async () => {
    await allow(["UPDATE_OWN_CUSTOMER", "READ_AVAILABLE_PLANT"]);
    expect((await set({ name: "Our login" }, "tenant")).body).toMatchObject({ name: "Our login" });
    const wider = await set({ domains: ["example.com", "other-power.example"] }, "tenant");
    expect([wider.status, reasonOf(wider)]).toEqual([409, "sso_domain_by_provider"]);
    const higher = scene.roles.get("customer_user") ?? null;
    expect(reasonOf(await set({ provisions: true, default_role_id: higher }, "tenant"))).toBe(
      "role_above_own",
    );
    const id = server.accounts.other_customer.customer_id;
    const foreign = await server.ask(api.singleSignOn.set, "tenant", {
      params: { id },
      body: scene.form(),
    });
    expect(foreign.status).toBe(404);
  });

  it.each([
    ["a domain that everyone can have", { domains: ["gmail.com"] }, "sso_domain_public"],
    ["no domain", { domains: [] }, "sso_domain_missing"],
    ["people without a role", { provisions: true }, "sso_role_missing"],
    ["a role that does not exist", { default_role_id: 99_999 }, "role_unknown"],
  ])("are refused with %s", async (_, more, reason) => {
    expect(reasonOf(await set(more))).toBe(reason);
  });

  it("never give a role of the provider's staff", async () => {
    for (const key of ["admin", "super_admin"]) {
      const role_id = scene.roles.get(key) ?? 0;
      expect(reasonOf(await set({ default_role_id: role_id }))).toBe("role_for_staff");
      const mapped = { role_claim: "groups", roles: [{ value: "all", role_id }] };
      expect(reasonOf(await set(mapped))).toBe("role_for_staff");
    }
  });

  it("take a domain from no other customer", async () => {
    const params = { id: server.accounts.other_customer.customer_id };
    const answer = await server.ask(api.singleSignOn.set, "analyst", {
      params,
      body: scene.form(),
    });
    expect([answer.status, reasonOf(answer)]).toEqual([409, "sso_domain_taken"]);
  });

  it("neither create staff nor bind them to a service", async () => {
    const params = { id: server.accounts.analyst.customer_id };
    const ask = async (more: object) =>
      reasonOf(
        await server.ask(api.singleSignOn.set, "analyst", {
          params,
          body: { ...scene.form(), domains: ["provider.example"], ...more },
        }),
      );
    expect(await ask({ provisions: true, default_role_id: scene.roles.get("bare") })).toBe(
      "sso_creates_no_staff",
    );
    expect(await ask({ is_forced: true })).toBe("sso_not_forced_on_staff");
  });

  it("leave their changes in the trail, and end with the service", async () => {
    await set({ name: "Renamed" });
    const entries = () =>
      db()
        .select()
        .from(auditEntry)
        .where(eq(auditEntry.customer_id, scene.customer_id))
        .orderBy(auditEntry.id);
    expect((await entries()).at(-1)).toMatchObject({
      action: "update_single_sign_on",
      detail: { name: "Renamed", secret_changed: true },
    });
    const params = { id: scene.customer_id };
    expect((await server.ask(api.singleSignOn.remove, "analyst", { params })).status).toBe(200);
    expect((await entries()).at(-1)).toMatchObject({ action: "remove_single_sign_on" });
    const body = { domain: "example.com", email: null, browser_key: "k".repeat(43) };
    const begun = await server.ask(api.singleSignOn.begin, null, { body });
    expect(reasonOf(begun)).toBe("sso_off");
  });

  it("test the service before it is used", async () => {
    const params = { id: scene.customer_id };
    const test = (issuer: string) =>
      server.ask(api.singleSignOn.test, "analyst", { params, body: { issuer } });
    expect((await test(service.issuer)).body).toMatchObject({ issuer: service.issuer, keys: 1 });
    expect(reasonOf(await test("https://127.0.0.1/"))).toBe("sso_address_refused");
    expect(reasonOf(await test("https://169.254.169.254/"))).toBe("sso_address_refused");
    expect(reasonOf(await test("ftp://login.example.com"))).toBe("sso_issuer_form");
  });

  it("are looked up by the domain alone", async () => {
    const ask = async (domain: string) =>
      (await server.ask(api.singleSignOn.lookUp, null, { body: { domain } })).body;
    const offer = { domain: "example.com", name: "Helios Login", is_forced: false };
    expect(await ask("EXAMPLE.com")).toEqual({ offer });
    expect(await ask("other.example")).toEqual({ offer: null });
    await set({ is_on: false });
    expect(await ask("example.com")).toEqual({ offer: null });
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
    // A service firm's user has no way through the service, and keeps the password.
    const rename = "update account set email = $1 where email = $2";
    const { pool } = server.database.owner;
    await pool.query(rename, ["viewer@firm.example", "viewer@example.com"]);
    const basic = Buffer.from(`viewer@firm.example:${testPassword}`).toString("base64");
    const firm = { authorization: `Basic ${basic}` };
    expect((await server.ask(api.session.login, null, {}, firm)).status).toBe(200);
    await pool.query(rename, ["viewer@example.com", "viewer@firm.example"]);
    expect((await login("viewer")).status).toBe(401);
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
    const trail = JSON.stringify(
      await db().select({ detail: auditEntry.detail }).from(auditEntry).orderBy(auditEntry.id),
    );
    expect(trail).not.toContain(service.client_secret);
    expect((await signIn(person("viewer@example.com"))).status).toBe(200);
    const removed = await set({ client_secret: "" });
    expect(removed.body).toMatchObject({ has_secret: false });
  });
});
