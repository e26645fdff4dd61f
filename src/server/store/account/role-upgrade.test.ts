// A data folder of version 0.2.0, upgraded: schema, roles and permissions.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as runMigrations } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../../tests/fixtures/database.ts";
import { permissionNames } from "../../../domain/account/permission.ts";
import { rolePermissions, roleKeys } from "../../../domain/account/role.ts";
import { migrate } from "../migrate.ts";
import { account } from "../schema/account.ts";
import { createSession, hashOf, openSessions } from "./session.ts";
import { viewerOf } from "../../account/viewer.ts";
import { readRoles } from "./role.ts";
import { reconcileRoles } from "./role-upgrade.ts";

const schema = join(import.meta.dirname, "..", "schema");
/** The last migration of version 0.2.0. */
const lastOf_0_2_0 = "0002_provider";

let database: TestDatabase;
const owner = () => database.owner;
const stored = async () => {
  const { rows } = await owner().pool.query<{ key: string; permissions: string[] }>(
    "select key, permissions from role",
  );
  return new Map(rows.map(({ key, permissions }) => [key, permissions]));
};
const versions = async () => {
  const { rows } = await owner().pool.query<{ email: string; permission_version: number }>(
    "select email, permission_version from account order by id",
  );
  return Object.fromEntries(rows.map((row) => [row.email, row.permission_version]));
};

/** Empties the database and recreates the state of version 0.2.0. */
async function makeOldDatabase(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "old-schema-"));
  cpSync(schema, folder, { recursive: true });
  const path = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(path, "utf8")) as { entries: { tag: string }[] };
  const last = journal.entries.findIndex(({ tag }) => tag === lastOf_0_2_0);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }));
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    await client.query("drop schema public cascade; drop schema drizzle cascade");
    await client.query("create schema public");
    await runMigrations(drizzle({ client }), { migrationsFolder: folder });
    const without = (key: "customer_user" | "admin", ...names: string[]) =>
      rolePermissions[key].filter((name) => !names.includes(name));
    const roles: Record<string, string[]> = {
      customer_user: [...without("customer_user", "READ_TASK"), "REMOVED_LONG_AGO"],
      admin: without("admin", "READ_ORDER"),
      // As if an earlier version did not know this one yet.
      super_admin: permissionNames.filter((name) => name !== "READ_REPORT"),
      surveyor: ["READ_DRONE", "REMOVED_LONG_AGO"],
    };
    for (const [key, permissions] of Object.entries(roles)) {
      await client.query("insert into role (key, permissions) values ($1, $2)", [key, permissions]);
    }
    await client.query("insert into customer (name) values ('Provider')");
    for (const key of Object.keys(roles)) {
      await client.query(
        `insert into account (customer_id, role_id, email, state)
         select c.id, r.id, $1, 'REGISTERED' from customer c, role r where r.key = $1`,
        [key],
      );
    }
  } finally {
    await client.end();
    rmSync(folder, { recursive: true });
  }
}

beforeAll(async () => {
  database = await openTestDatabase();
  await makeOldDatabase();
  await migrate(database);
});
afterAll(() => database.close());

describe("a database of version 0.2.0", () => {
  it("keeps revoked permissions revoked and removes names that no longer exist", async () => {
    await reconcileRoles(owner().db);
    const roles = await stored();
    expect(roles.get("customer_user")).toEqual(
      permissionNames.filter(
        (name) => rolePermissions.customer_user.includes(name) && name !== "READ_TASK",
      ),
    );
    expect(roles.get("admin")).not.toContain("READ_ORDER");
    expect(roles.get("surveyor")).toEqual(["READ_DRONE"]);
    // Only users of a changed role reload their permissions.
    expect(await versions()).toEqual({ customer_user: 2, admin: 1, super_admin: 2, surveyor: 2 });
  });

  it("gives super admins all permissions, regardless of their row", async () => {
    await owner().pool.query("update role set permissions = '{}' where key = 'super_admin'");
    const [row] = (await owner().db.select().from(account)).filter(
      ({ email }) => email === "super_admin",
    );
    const token = await createSession(owner().db, row?.id ?? 0);
    const session = await openSessions(owner().db)(hashOf(token));
    expect(session && [...viewerOf(session, "en").permissions]).toEqual(permissionNames);
    const roles = await readRoles(owner().db);
    expect(roles.find(({ key }) => key === "super_admin")?.permissions).toEqual(permissionNames);
    await reconcileRoles(owner().db);
    expect((await stored()).get("super_admin")).toEqual(permissionNames);
  });

  it("gets a new permission once per role, even from two servers at a time", async () => {
    const names = [...permissionNames, "READ_WEATHER"];
    const newer = {
      names,
      roles: { ...rolePermissions, admin: [...rolePermissions.admin, "READ_WEATHER"] },
    };
    const before = await versions();
    await Promise.all([reconcileRoles(owner().db, newer), reconcileRoles(owner().db, newer)]);
    const roles = await stored();
    expect(roleKeys.filter((key) => roles.get(key)?.includes("READ_WEATHER"))).toEqual([
      "admin",
      "super_admin",
    ]);
    expect(roles.get("admin")).not.toContain("READ_ORDER");
    expect((await versions())["admin"]).toBe((before["admin"] ?? 0) + 1);
    expect((await versions())["customer_user"]).toBe(before["customer_user"]);

    // Once revoked, it stays revoked at the next start.
    await owner().pool.query(
      "update role set permissions = array_remove(permissions, 'READ_WEATHER') where key = 'admin'",
    );
    await reconcileRoles(owner().db, newer);
    expect((await stored()).get("admin")).not.toContain("READ_WEATHER");

    // The previous version does not know it.
    await reconcileRoles(owner().db);
    expect((await stored()).get("super_admin")).toEqual(permissionNames);

    // Upgraded once more, the permission is new again.
    await reconcileRoles(owner().db, newer);
    expect((await stored()).get("admin")).toContain("READ_WEATHER");
    await reconcileRoles(owner().db);
  });

  it("changes nothing at a start without news", async () => {
    const before = [await stored(), await versions()];
    await reconcileRoles(owner().db);
    expect([await stored(), await versions()]).toEqual(before);
  });
});

it("an empty database starts with the shipped roles", async () => {
  const empty = await openTestDatabase();
  try {
    await reconcileRoles(empty.owner.db);
    const roles = await readRoles(empty.owner.db);
    expect(roles.map(({ key, permissions }) => [key, permissions])).toEqual(
      roleKeys.map((key) => [key, rolePermissions[key]]),
    );
  } finally {
    await empty.close();
  }
});
