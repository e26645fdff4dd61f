// Who gets in by SCIM, to what, and how much. These routes are no calls of the contract: a service has no session, no
// bot token and no proof, and its errors have the form of the protocol. So the matrix of rights has this list beside it.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPending } from "../../../tests/fixtures/account.ts";
import { askScim, openScimScene, type ScimScene } from "../../../tests/fixtures/scim-scene.ts";
import { api } from "../../api/index.ts";
import type { Provisioning } from "../../domain/account/provisioning.ts";
import { auditEntry } from "../store/schema/account.ts";
import { provisioningToken } from "../store/schema/sign-in.ts";
import { scimRoutes, type ScimRoute } from "./scim-route.ts";

const patchOp = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"];
const day = 24 * 3600_000;

let scene: ScimScene;
let token: string;
let other: string;
/** A user and a group of another customer, whose service has a token too. */
const foreign = { user: "", group: "" };
beforeAll(async () => {
  scene = await openScimScene();
  token = await scene.token();
  const { server } = scene;
  const id = server.accounts.other_customer.customer_id;
  const body = scene.form({
    domains: ["other.example"],
    default_role_id: scene.roles.get("bare") ?? 0,
  });
  await server.ask(api.singleSignOn.set, "super_admin", { params: { id }, body });
  const made = await server.ask(api.provisioning.issue, "super_admin", {
    params: { id },
    body: { days: 30 },
  });
  other = (made.body as { secret: string }).secret;
  const user = await scene.scim("POST", "/Users", { userName: "x@other.example" }, other);
  foreign.user = user.body.id;
  const members = [{ value: user.body.id }];
  const group = await scene.scim("POST", "/Groups", { displayName: "Theirs", members }, other);
  foreign.group = group.body.id;
});
afterAll(() => scene.close());

const bodyOf = ({ method, path }: ScimRoute) => {
  if (method === "GET" || method === "DELETE") return undefined;
  if (method === "PATCH") {
    const value = path.startsWith("/Users") ? { active: false } : { displayName: "Taken" };
    return { schemas: patchOp, Operations: [{ op: "replace", value }] };
  }
  return path.startsWith("/Users")
    ? { userName: "new@example.com", active: false }
    : { displayName: "Mine" };
};
const ask = (route: ScimRoute, id: string, as: string | null) =>
  scene.scim(route.method, route.path.replace(":id", id), bodyOf(route), as);
const everyRoute = (id: string, as: () => string | null | Promise<string>) =>
  Promise.all(
    scimRoutes.map(async (route) => {
      const { status } = await ask(route, id, await as());
      return [`${route.method} ${route.path}`, status];
    }),
  );
const refused = (status: number) =>
  scimRoutes.map(({ method, path }) => [`${method} ${path}`, status]);
const errorOf = async (method: string, path: string, body?: unknown) => {
  const { status, body: answer } = await scene.scim(method, path, body, token);
  return [status, answer.scimType];
};

describe("access by SCIM", () => {
  it("is refused on every route without a token, with a wrong one, and with a session", async () => {
    expect(await everyRoute("1", () => null)).toEqual(refused(401));
    expect(await everyRoute("1", () => scene.server.accounts.super_admin.token)).toEqual(
      refused(401),
    );
    expect(await everyRoute("1", () => `scim_${"a".repeat(43)}`)).toEqual(refused(401));
    const { pool } = scene.server.database.owner;
    await pool.query("delete from rate_limit where key like 'scim_wrong%'");
    const answer = await scene.scim("GET", "/Users", undefined, null);
    expect(answer.headers.get("www-authenticate")).toContain("Bearer");
    expect(answer.body).toMatchObject({ schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"] });
  });

  it("does not let a token make calls of the product", async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await scene.server.ask(api.user.list, null, {}, headers);
    expect(answer.status).toBeGreaterThanOrEqual(401);
  });

  it("ends with the day of the token, its replacement, its withdrawal and the service", async () => {
    const works = async (as: string) =>
      (await scene.scim("GET", "/Users?count=0", undefined, as)).status;
    const { server, customer_id } = scene;
    const params = { id: customer_id };
    expect(await works(token)).toBe(200);
    server.clock.now = Date.now() + 91 * day;
    expect(await works(token)).toBe(401);
    server.clock.now = undefined;
    const second = await scene.token();
    expect([await works(token), await works(second)]).toEqual([401, 200]);
    await server.ask(api.provisioning.withdraw, "analyst", { params });
    expect(await works(second)).toBe(401);
    const third = await scene.token();
    await server.ask(api.singleSignOn.remove, "analyst", { params });
    expect(await works(third)).toBe(401);
    token = await scene.token();
  });

  it("finds nothing of another customer on any route", async () => {
    const of = (names: string) =>
      Promise.all(
        scimRoutes
          .filter((route) => route.names === names)
          .map(async (route) => (await ask(route, foreign[names as "user"], token)).status),
      );
    expect(new Set(await of("user"))).toEqual(new Set([404]));
    expect(new Set(await of("group"))).toEqual(new Set([404]));
    const users = await scene.scim("GET", "/Users?count=200", undefined, token);
    const names = users.body.Resources.map(({ userName }) => userName);
    expect(names).not.toContain("x@other.example");
    expect(names).toContain("viewer@example.com");
    expect((await scene.scim("GET", "/Groups", undefined, token)).body.totalResults).toBe(0);
    const members = [{ value: foreign.user }];
    expect(await errorOf("POST", "/Groups", { displayName: "Mixed", members })).toEqual([
      400,
      "invalidValue",
    ]);
    // What was asked for was not done on the way to the refusal.
    const theirs = await scene.scim("GET", `/Users/${foreign.user}`, undefined, other);
    expect(theirs.body).toMatchObject({ active: true, groups: [{ display: "Theirs" }] });
  });

  it("takes no address of a foreign domain or of another customer's user", async () => {
    const create = (body: object) => errorOf("POST", "/Users", body);
    expect(await create({ userName: "a@evil.example" })).toEqual([400, "invalidValue"]);
    expect(await create({ userName: "a@evil-example.com" })).toEqual([400, "invalidValue"]);
    const emails = [{ value: "b@other.example", primary: true }];
    expect(await create({ userName: "b@example.com", emails })).toEqual([400, "invalidValue"]);
    expect(await create({ userName: "super_admin@example.com" })).toEqual([409, "uniqueness"]);
    expect(await create({ userName: "other_customer@example.com" })).toEqual([409, "uniqueness"]);
    const made = await scene.scim("POST", "/Users", { userName: "mover@example.com" }, token);
    const move = { ...patchBody("userName", "other_customer@example.com") };
    expect(await errorOf("PATCH", `/Users/${made.body.id}`, move)).toEqual([409, "uniqueness"]);
  });

  it("never reaches staff: a customer with staff has no token, and a role of staff is not given", async () => {
    const { server, customer_id } = scene;
    const id = server.accounts.super_admin.customer_id;
    const issued = await server.ask(api.provisioning.issue, "super_admin", {
      params: { id },
      body: { days: 30 },
    });
    expect(issued.status).toBe(409);
    // A member of staff who ends up at the customer stops provisioning.
    const { db, pool } = server.database.owner;
    const staff = await addPending(server, "viewer", "staff@example.com", {
      role_id: scene.roles.get("admin") ?? 0,
    });
    expect((await scene.scim("GET", "/Users", undefined, token)).status).toBe(403);
    await pool.query("delete from account where id = $1", [staff]);
    await db.execute(sql`update single_sign_on set default_role_id = ${scene.roles.get("admin")}
      where customer_id = ${customer_id}`);
    expect(await errorOf("POST", "/Users", { userName: "chief@example.com" })).toEqual([
      400,
      "invalidValue",
    ]);
    token = await scene.token();
  });

  it("keeps to the seats of the customer, also with several creations at one moment", async () => {
    const { pool } = scene.server.database.owner;
    const taken = "(select count(*) from account where customer_id = $1 and deleted_at is null)";
    await pool.query(`update customer set user_limit = ${taken} + 1 where id = $1`, [
      scene.customer_id,
    ]);
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((name) =>
        scene.scim("POST", "/Users", { userName: `seat-${name}@example.com` }, token),
      ),
    );
    await pool.query("update customer set user_limit = 100 where id = $1", [scene.customer_id]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403]);
    const refusal = answers.find(({ status }) => status === 403)?.body.detail;
    expect(refusal).toContain("no seat");
  });

  it("gives one of two creations at one moment, and one seat", async () => {
    const create = () => scene.scim("POST", "/Users", { userName: "race@example.com" }, token);
    const answers = await Promise.all([create(), create(), create()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });
});

const patchBody = (path: string, value: unknown) => ({
  schemas: patchOp,
  Operations: [{ op: "replace", path, value }],
});

describe("the token", () => {
  it("is stored as a hash, answered once, and shows its last use; the trail names it", async () => {
    const { server, customer_id } = scene;
    const { db } = server.database.owner;
    const [row] = await db
      .select()
      .from(provisioningToken)
      .where(eq(provisioningToken.customer_id, customer_id));
    expect(row?.token_hash).toHaveLength(32);
    const params = { id: customer_id };
    const read = await server.ask(api.provisioning.read, "analyst", { params });
    const state = read.body as Provisioning;
    expect(JSON.stringify(state)).not.toContain(token);
    expect(state.base_url).toBe("http://solar.example.com/scim/v2");
    expect(Date.now() - Date.parse(state.token?.last_used_at ?? "")).toBeLessThan(2 * 60_000);
    const [entry] = await db
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.action, "provisioning_token_created"))
      .orderBy(auditEntry.id);
    expect(entry).toMatchObject({ customer_id, account_id: server.accounts.analyst.id });
    expect(JSON.stringify(entry)).not.toContain("scim_");
  });

  it("is not the business of the customer's plain users, nor of other customers' administrators", async () => {
    const { server, customer_id } = scene;
    const ask = (as: "viewer" | "tenant" | "other_customer", id: number) =>
      server.ask(api.provisioning.read, as, { params: { id } });
    expect((await ask("viewer", customer_id)).status).toBe(403);
    const elsewhere = server.accounts.other_customer.customer_id;
    expect((await ask("tenant", elsewhere)).status).toBe(404);
    const none = await askScim(server, "GET", "/ServiceProviderConfig", undefined, token);
    expect(none.body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    const schemas = await askScim(server, "GET", "/Schemas", undefined, token);
    expect(schemas.body.Resources.map(({ name }) => name)).toEqual(["User", "Group"]);
    const one = await askScim(
      server,
      "GET",
      `/Schemas/${schemas.body.Resources[0]?.id}`,
      undefined,
      token,
    );
    expect(one.body.attributes[0]).toMatchObject({ name: "userName", required: true });
    const types = await askScim(server, "GET", "/ResourceTypes/User", undefined, token);
    expect(types.body).toMatchObject({ endpoint: "/Users" });
  });
});
