import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import {
  startTestServer,
  type AccountKey,
  type Answer,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { RoleOption, Seats, User } from "../../../domain/account/user.ts";
import { account, auditEntry, confirmation, role, session } from "../../store/schema/account.ts";
import { createSession } from "../../store/account/session.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const owner = () => server.database.owner.db;
const idOf = (key: AccountKey) => server.accounts[key].id;
const list = async (as: AccountKey) => (await server.ask(api.user.list, as)).body as User[];
const userSeen = async (as: AccountKey, id: number) =>
  (await list(as)).find((one) => one.id === id);
const reasons = ({ status, body }: Answer) => [
  status,
  ...((body as { problems?: { reason: string }[] }).problems ?? []).map(({ reason }) => reason),
];
const lock = (as: AccountKey, id: number, lock: boolean) =>
  server.ask(api.user.unLock, as, { params: { id }, body: { lock } });
const assign = (as: AccountKey, id: number, plant_ids: number[] | null) =>
  server.ask(api.user.assignPlants, as, { params: { id }, body: { plant_ids } });
const remove = (as: AccountKey, id: number) => server.ask(api.user.remove, as, { params: { id } });
const roleId = async (key: string) =>
  (await owner().select().from(role).where(eq(role.key, key)))[0]?.id ?? 0;

/** One more account, registered and with an open session. */
async function stored(key: string, role_id: number, customer_id: number): Promise<number> {
  const values = { customer_id, role_id, email: `${key}@example.com`, first_name: key };
  const [row] = await owner()
    .insert(account)
    .values({ ...values, state: "REGISTERED", password_hash: "hash", totp_secret: "secret" })
    .returning({ id: account.id });
  return row?.id ?? 0;
}

describe("users", () => {
  it("are the customer's own, and all for staff", async () => {
    const emails = async (as: AccountKey) => (await list(as)).map(({ email }) => email).toSorted();
    expect(await emails("tenant")).toEqual([
      "bare@example.com",
      "tenant@example.com",
      "viewer@example.com",
    ]);
    expect(await emails("analyst")).toHaveLength(6);
    expect((await server.ask(api.user.list, "viewer")).status).toBe(403);
  });

  it("tell the role, the customer, the state and the plants, and no secret", async () => {
    const one = await userSeen("analyst", idOf("viewer"));
    expect(one).toEqual({
      id: idOf("viewer"),
      first_name: "viewer",
      last_name: "Tester",
      email: "viewer@example.com",
      customer_id: server.accounts.viewer.customer_id,
      company: "Helios Energy",
      role_id: await roleId("customer_user"),
      role: "customer_user",
      state: "REGISTERED",
      locked: false,
      last_sign_in_at: null,
      invited_at: null,
      plant_ids: null,
      has_other_plants: false,
      has_higher_role: false,
    });
  });

  it("of the provider are listed as far as the viewer sees them", async () => {
    const staff = async (as: AccountKey) =>
      ((await server.ask(api.user.listProvider, as)).body as User[]).map(({ email }) => email);
    expect(await staff("analyst")).toEqual(["analyst@example.com", "super_admin@example.com"]);
    expect(await staff("tenant")).toEqual([]);
  });

  it("take seats, counted for each customer the viewer sees", async () => {
    const seats = async (as: AccountKey) =>
      (await server.ask(api.user.listSeats, as)).body as Seats[];
    expect(await seats("tenant")).toEqual([
      {
        customer_id: server.accounts.tenant.customer_id,
        name: "Helios Energy",
        total: 3,
        max: 10,
        is_provider: false,
      },
    ]);
    expect(
      (await seats("analyst")).map(({ name, total, is_provider }) => [name, total, is_provider]),
    ).toEqual([
      ["Helios Energy", 3, false],
      ["Inspection Provider", 2, true],
      ["Other Power", 1, false],
    ]);
  });

  it("can be given only the roles that may do no more than the giver", async () => {
    const roles = async (as: AccountKey) =>
      ((await server.ask(api.user.listRoles, as)).body as RoleOption[]).map(({ key }) => key);
    expect(await roles("super_admin")).toEqual([
      "customer_user",
      "customer_admin",
      "admin",
      "super_admin",
      "bare",
      "tenant",
    ]);
    expect(await roles("analyst")).toEqual(["customer_user", "customer_admin", "admin", "bare"]);
    // Customers' users never give the provider's roles, whatever they may do.
    expect(await roles("tenant")).toEqual(["customer_user", "customer_admin", "bare", "tenant"]);
  });

  it("of another customer answer like missing ones, and stay as they are", async () => {
    const id = idOf("other_customer");
    const missing = 2_000_000_000;
    for (const act of [
      (to: number) => lock("tenant", to, true),
      (to: number) => assign("tenant", to, []),
      (to: number) => remove("tenant", to),
    ]) {
      expect(reasons(await act(id))).toEqual(reasons(await act(missing)));
      expect((await act(id)).status).toBe(404);
    }
    expect(await userSeen("analyst", id)).toMatchObject({ locked: false, plant_ids: null });
  });
});

describe("locking", () => {
  it("ends the user's sessions at once, and unlocking lets sign in again", async () => {
    const id = idOf("viewer");
    expect((await server.ask(api.plant.list, "viewer")).status).toBe(200);
    expect((await lock("analyst", id, true)).body).toMatchObject({ id, locked: true });
    const refused = await server.ask(api.plant.list, "viewer");
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([
      401,
      "INVALID_TOKEN",
    ]);
    expect(await owner().$count(session, eq(session.account_id, id))).toBe(0);
    await lock("analyst", id, false);
    await server.signIn("viewer");
    expect((await server.ask(api.plant.list, "viewer")).status).toBe(200);
    expect(server.mails).toEqual([]);
  });

  it("is refused at oneself, and at super admins for all but super admins", async () => {
    expect(reasons(await lock("analyst", idOf("analyst"), true))).toEqual([409, "user_locks_self"]);
    expect(reasons(await lock("analyst", idOf("super_admin"), true))).toEqual([
      409,
      "user_is_super_admin",
    ]);
    expect(reasons(await remove("analyst", idOf("super_admin")))).toEqual([
      409,
      "user_is_super_admin",
    ]);
  });

  it("leaves one super admin who can sign in, whichever request is first", async () => {
    const { customer_id } = server.accounts.super_admin;
    const id = await stored("second-admin", await roleId("super_admin"), customer_id);
    const token = await createSession(owner(), id);
    const asSecond = (path: string, body: unknown) =>
      server.fetch(`/api${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const answers = await Promise.all([
      lock("super_admin", id, true),
      asSecond(`/auth/user/${idOf("super_admin")}/un-lock`, { lock: true }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    await owner().update(account).set({ locked: false });
    await owner().delete(session).where(eq(session.account_id, id));
    await server.signIn("super_admin");
    expect((await remove("super_admin", id)).status).toBe(200);
  });

  it("refuses fields it does not know, and changes nothing then", async () => {
    const id = idOf("viewer");
    const attack = await server.fetch(`/api/auth/user/${id}/un-lock`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.accounts.analyst.token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ lock: true, role_id: 1, permissions: ["READ_PERMISSION"] }),
    });
    expect(attack.status).toBe(400);
    expect(await userSeen("analyst", id)).toMatchObject({ locked: false, role: "customer_user" });
  });
});

describe("deleting", () => {
  it("forgets all but the name, frees the address and ends the sessions", async () => {
    const { customer_id } = server.accounts.viewer;
    const id = await stored("leaver", await roleId("customer_user"), customer_id);
    await createSession(owner(), id);
    await owner()
      .insert(confirmation)
      .values({
        key_hash: Buffer.from("leaver"),
        account_id: id,
        kind: "reset_password",
        expires_at: "2999-01-01",
      });
    expect((await remove("analyst", id)).body).toEqual({ done: true });
    const [row] = await owner().select().from(account).where(eq(account.id, id));
    expect(row).toMatchObject({
      first_name: "leaver",
      state: "UNKNOWN",
      password_hash: null,
      totp_secret: null,
    });
    expect(row?.email).not.toContain("@");
    expect(row?.deleted_at).not.toBeNull();
    expect(await owner().$count(session, eq(session.account_id, id))).toBe(0);
    expect(await owner().$count(confirmation, eq(confirmation.account_id, id))).toBe(0);
    expect(await userSeen("analyst", id)).toBeUndefined();
    expect((await remove("analyst", id)).status).toBe(404);
    // The address is free again.
    const again = await stored("leaver", await roleId("customer_user"), customer_id);
    expect((await remove("analyst", again)).status).toBe(200);
  });

  it("is refused at oneself", async () => {
    expect(reasons(await remove("analyst", idOf("analyst")))).toEqual([409, "user_deletes_self"]);
  });

  it("is written down with who did it to whom", async () => {
    const entries = await owner()
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.action, "user_deleted"))
      .orderBy(auditEntry.id);
    expect(entries.at(-1)).toMatchObject({
      account_id: idOf("analyst"),
      customer_id: server.accounts.viewer.customer_id,
    });
    expect(entries.at(-1)?.detail).toHaveProperty("user_id");
  });
});
