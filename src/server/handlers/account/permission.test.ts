import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import {
  startTestServer,
  type AccountKey,
  type Answer,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import { permissionNames, type Permission } from "../../../domain/account/permission.ts";
import type { Role } from "../../../domain/account/permission-matrix.ts";
import { rolePermissions } from "../../../domain/account/role.ts";
import { account, auditEntry, role, session } from "../../store/schema/account.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const owner = () => server.database.owner.db;
const matrix = async () =>
  (await server.ask(api.permission.readMatrix, "super_admin")).body as Role[];
const roleOf = async (key: string) => (await matrix()).find((one) => one.key === key) as Role;
const reasons = ({ status, body }: Answer) => [
  status,
  ...((body as { problems?: { reason: string }[] }).problems ?? []).map(({ reason }) => reason),
];
type Change = { granted?: Permission[]; revoked?: Permission[] };
const change = async (as: AccountKey, key: string, what: Change) => {
  const [row] = await owner().select().from(role).where(eq(role.key, key));
  const body = { changes: [{ role_id: row?.id ?? 0, ...what }] };
  return server.ask(api.permission.changeMatrix, as, { body });
};

describe("the permission matrix", () => {
  it("lists the permissions of each role, from the lowest to the highest", async () => {
    const roles = await matrix();
    expect(roles.map(({ key, user_count }) => [key, user_count]).slice(0, 4)).toEqual([
      ["customer_user", 2],
      ["customer_admin", 0],
      ["admin", 1],
      ["super_admin", 1],
    ]);
    expect(roles[0]?.permissions).toEqual(rolePermissions.customer_user);
    expect(roles[3]?.permissions).toEqual(permissionNames);
    expect((await server.ask(api.permission.readMatrix, "analyst")).status).toBe(403);
  });

  it("is changed by a super admin, and applies from the next request of every user", async () => {
    expect((await server.ask(api.plant.list, "viewer")).status).toBe(200);
    const without = await change("super_admin", "customer_user", {
      revoked: ["READ_AVAILABLE_PLANT"],
      granted: ["READ_USER"],
    });
    expect(without.status).toBe(200);
    for (const as of ["viewer", "other_customer"] as const) {
      const outcome = await server.ask(api.plant.list, as);
      expect((outcome.body as { code: string }).code).toBe("PERMISSION_RELOAD_REQUIRED");
      const fresh = await server.ask(api.session.reloadPermissions, as);
      expect((fresh.body as { permissions: string[] }).permissions).toContain("READ_USER");
      expect((await server.ask(api.plant.list, as)).status).toBe(403);
      expect((await server.ask(api.user.list, as)).status).toBe(200);
    }
    await change("super_admin", "customer_user", {
      granted: ["READ_AVAILABLE_PLANT"],
      revoked: ["READ_USER"],
    });
    expect((await roleOf("customer_user")).permissions.toSorted()).toEqual(
      rolePermissions.customer_user.toSorted(),
    );
  });

  it("has an audit entry", async () => {
    const [entry] = await owner()
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.action, "role_permissions_changed"))
      .orderBy(auditEntry.id);
    expect(entry).toMatchObject({
      account_id: server.accounts.super_admin.id,
      detail: {
        role: "customer_user",
        granted: ["READ_USER"],
        revoked: ["READ_AVAILABLE_PLANT"],
      },
    });
  });

  it("leaves super admins every permission", async () => {
    expect(
      reasons(await change("super_admin", "super_admin", { revoked: ["READ_PERMISSION"] })),
    ).toEqual([409, "super_admin_keeps_all"]);
    expect((await roleOf("super_admin")).permissions).toEqual(permissionNames);
  });

  it("gives customers' users nothing that reaches beyond one customer", async () => {
    for (const permission of ["SWITCH_CUSTOMER", "READ_PERMISSION"] as const) {
      expect(
        reasons(await change("super_admin", "customer_user", { granted: [permission] })),
      ).toEqual([409, "permission_for_staff"]);
    }
  });

  it("changes all or nothing", async () => {
    const before = await matrix();
    const [user, , , supers] = before;
    const body = {
      changes: [
        { role_id: user?.id ?? 0, granted: ["READ_USER" as const] },
        { role_id: supers?.id ?? 0, revoked: ["READ_USER" as const] },
      ],
    };
    expect((await server.ask(api.permission.changeMatrix, "super_admin", { body })).status).toBe(
      409,
    );
    expect(await matrix()).toEqual(before);
    const unknown = { changes: [{ role_id: 2_000_000_000, granted: [] }] };
    expect(
      reasons(await server.ask(api.permission.changeMatrix, "super_admin", { body: unknown })),
    ).toEqual([400, "role_unknown"]);
  });

  it("is read-only for admins whom it was opened to, and closed to a super admin who hides it", async () => {
    await change("super_admin", "admin", { granted: ["READ_PERMISSION"] });
    await server.ask(api.session.reloadPermissions, "analyst");
    expect((await server.ask(api.permission.readMatrix, "analyst")).status).toBe(200);
    expect((await change("analyst", "customer_user", { granted: ["READ_USER"] })).status).toBe(403);
    expect((await change("analyst", "admin", { granted: ["DELETE_CUSTOMER"] })).status).toBe(403);
    // A customer's user with every permission is no super admin.
    expect((await change("tenant", "tenant", { revoked: ["READ_USER"] })).status).toBe(403);
    const { id } = server.accounts.super_admin;
    await owner().update(session).set({ hidden_admin: true }).where(eq(session.account_id, id));
    expect((await change("super_admin", "admin", { granted: ["DELETE_CUSTOMER"] })).status).toBe(
      403,
    );
    await owner().update(session).set({ hidden_admin: false }).where(eq(session.account_id, id));
    await change("super_admin", "admin", { revoked: ["READ_PERMISSION"] });
  });

  it("refuses unknown permissions and fields", async () => {
    const [user] = await matrix();
    const role_id = user?.id ?? 0;
    for (const body of [
      { changes: [{ role_id, granted: ["EVERYTHING"] }] },
      { changes: [{ role_id, granted: [], key: "super_admin" }] },
      { changes: [{ role_id }], role: "super_admin" },
      { changes: [] },
    ]) {
      const answer = await server.ask(api.permission.changeMatrix, "super_admin", {
        body: body as never,
      });
      expect(answer.status).toBe(400);
    }
  });

  it("counts no deleted users", async () => {
    const { customer_id } = server.accounts.viewer;
    const role_id = (await roleOf("customer_user")).id;
    await owner().insert(account).values({
      customer_id,
      role_id,
      email: "deleted:0",
      state: "UNKNOWN",
      deleted_at: "2026-01-01T00:00:00Z",
    });
    expect((await roleOf("customer_user")).user_count).toBe(2);
  });
});
