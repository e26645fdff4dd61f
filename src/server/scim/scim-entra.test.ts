// User provisioning with the requests that Microsoft Entra ID documents.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openScimScene, type ScimScene } from "../../../tests/fixtures/scim-scene.ts";
import { personOf } from "../../../tests/fixtures/sign-on-scene.ts";
import { api } from "../../api/index.ts";
import { account, auditEntry, session } from "../store/schema/account.ts";

const core = "urn:ietf:params:scim:schemas:core:2.0";
const patchOp = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"];

let scene: ScimScene;
const ask: ScimScene["scim"] = (...given) => scene.scim(...given);
beforeAll(async () => {
  scene = await openScimScene();
  await scene.token();
});
afterAll(() => scene.close());

const db = () => scene.server.database.owner.db;
const rowOf = async (id: string) =>
  (
    await db()
      .select()
      .from(account)
      .where(eq(account.id, Number(id)))
  )[0];
const roleOf = async (id: string) => {
  const row = await rowOf(id);
  return [...scene.roles].find(([, role_id]) => role_id === row?.role_id)?.[0];
};
const actionsOf = async (id: string) =>
  (
    await db()
      .select({ action: auditEntry.action, detail: auditEntry.detail })
      .from(auditEntry)
      .where(sql`detail->>'user_id' = ${id} and detail->>'by' = 'provisioning'`)
      .orderBy(auditEntry.id)
  ).map(({ action }) => action);

/** As Entra ID creates a user. */
const entraUser = (name: string, more: object = {}) => ({
  schemas: [`${core}:User`, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
  externalId: `object-${name}`,
  userName: `${name}@example.com`,
  active: true,
  emails: [{ primary: true, type: "work", value: `${name}@example.com` }],
  meta: { resourceType: "User" },
  name: { formatted: "Ada Diaz", familyName: "Diaz", givenName: "Ada" },
  roles: [],
  "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { department: "Field" },
  ...more,
});

const sessionsOf = (id: string) => db().$count(session, eq(session.account_id, Number(id)));

describe("Entra ID", () => {
  it("looks for a user, creates it, reads it and finds it by its name in any case", async () => {
    const none = await ask("GET", '/Users?filter=userName+eq+"entra@example.com"');
    expect([none.status, none.body.totalResults, none.body.Resources]).toEqual([200, 0, []]);
    const made = await ask("POST", "/Users", entraUser("entra"));
    expect(made.status).toBe(201);
    expect(made.headers.get("content-type")).toContain("application/scim+json");
    const { id } = made.body;
    expect(made.headers.get("location")).toBe(`http://solar.example.com/scim/v2/Users/${id}`);
    expect(made.body).toMatchObject({
      schemas: [`${core}:User`],
      externalId: "object-entra",
      userName: "entra@example.com",
      active: true,
      name: { givenName: "Ada", familyName: "Diaz" },
      emails: [{ value: "entra@example.com", type: "work", primary: true }],
      meta: { resourceType: "User" },
    });
    const found = await ask("GET", '/Users?filter=userName eq "ENTRA@example.com"');
    expect(found.body.Resources).toEqual([made.body]);
    const byId = await ask("GET", '/Users?filter=externalId eq "object-entra"');
    expect(byId.body.Resources).toEqual([made.body]);
    expect((await ask("GET", `/Users/${id}`)).body).toEqual(made.body);
    const twice = await ask("POST", "/Users", entraUser("entra"));
    expect([twice.status, twice.body.scimType]).toEqual([409, "uniqueness"]);
    expect(await rowOf(id)).toMatchObject({ state: "REGISTERED", password_hash: null });
    expect(await roleOf(id)).toBe("customer_user");
    expect(await actionsOf(id)).toEqual(["user_created"]);
  });

  it("creates users who see no plant where the customer wants to assign them", async () => {
    const default_role_id = scene.roles.get("customer_user") ?? null;
    await scene.set({ default_role_id, sees_all_plants: false });
    const { id } = (await ask("POST", "/Users", entraUser("assigned"))).body;
    const { rows } = await db().execute(sql`select detail->'plant_ids' as plants from audit_entry
      where action = 'user_created' and detail->>'user_id' = ${id}`);
    expect(rows).toEqual([{ plants: [] }]);
    const listed = await scene.server.ask(api.user.list, "super_admin");
    const found = (listed.body as { id: number; plant_ids: unknown }[]).find(
      (one) => one.id === Number(id),
    );
    expect(found?.plant_ids).toEqual([]);
    await scene.set({ default_role_id, sees_all_plants: true });
  });

  it("keeps the tokens of programs of a user whose address changes, and ends them with the user's access", async () => {
    const { id } = (await ask("POST", "/Users", entraUser("programs"))).body;
    const { pool } = scene.server.database.owner;
    await pool.query(
      `insert into access_token (account_id, name, token_hash, scopes, expires_at)
       values ($1, 'program', sha256('programs'), array['read'], now() + interval '1 day')`,
      [id],
    );
    const tokens = async () =>
      (await pool.query("select 1 from access_token where account_id = $1", [id])).rowCount;
    const patch = (path: string, value: unknown) =>
      ask("PATCH", `/Users/${id}`, {
        schemas: patchOp,
        Operations: [{ op: "Replace", path, value }],
      });
    const path = 'emails[type eq "work"].value';
    expect((await patch(path, "programs-renamed@example.com")).status).toBe(200);
    expect(await tokens()).toBe(1);
    expect((await patch("active", false)).status).toBe(200);
    expect(await tokens()).toBe(0);
  });

  it("changes several attributes in one PATCH, with capitals, and without a path", async () => {
    const { id } = (await ask("POST", "/Users", entraUser("several"))).body;
    const changed = await ask("PATCH", `/Users/${id}`, {
      schemas: patchOp,
      Operations: [
        { op: "Replace", path: 'emails[type eq "work"].value', value: "renamed@example.com" },
        { op: "Add", path: "name.familyName", value: "Castro" },
        { op: "Add", path: "nickName", value: "not kept" },
        { op: "Remove", path: "nickName" },
      ],
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      userName: "several@example.com",
      name: { familyName: "Castro", givenName: "Ada" },
      emails: [{ value: "renamed@example.com" }],
    });
    const whole = await ask("PATCH", `/Users/${id}`, {
      schemas: patchOp,
      Operations: [
        {
          op: "Add",
          value: { userName: "renamed@example.com", "name.givenName": "Eva", externalId: "new" },
        },
      ],
    });
    expect(whole.body).toMatchObject({
      userName: "renamed@example.com",
      name: { givenName: "Eva", familyName: "Castro" },
      externalId: "new",
    });
    expect(await actionsOf(id)).toEqual([
      "user_created",
      "user_names_changed",
      "user_address_changed",
      "user_names_changed",
    ]);
  });

  it.each([
    ["the text “False”", "False", "True"],
    ["the value", false, true],
  ])("ends all sessions at once with %s, and lets the user in again", async (name, off, on) => {
    const email = `leaver-${typeof off}`;
    const { id } = (await ask("POST", "/Users", entraUser(email))).body;
    const person = personOf(`${email}@example.com`);
    const signedIn = await scene.signIn(person);
    expect([name, await sessionsOf(id)]).toEqual([name, 1]);
    const set = (value: unknown) =>
      ask("PATCH", `/Users/${id}`, {
        schemas: patchOp,
        Operations: [{ op: "Replace", path: "active", value }],
      });
    const gone = await set(off);
    expect([gone.status, gone.body.active]).toEqual([200, false]);
    expect(await sessionsOf(id)).toBe(0);
    expect((await scene.meOf(signedIn))["code"]).toBe("INVALID_TOKEN");
    expect((await scene.signIn(person)).status).toBe(401);
    expect((await set(on)).body.active).toBe(true);
    expect((await scene.signIn(person)).status).toBe(200);
    expect(await actionsOf(id)).toEqual(["user_created", "user_locked", "user_unlocked"]);
  });

  it("gives roles by groups: adds and removes members as it writes them", async () => {
    await scene.set({
      default_role_id: scene.roles.get("customer_user") ?? null,
      roles: [{ value: "Administrators", role_id: scene.roles.get("customer_admin") ?? 0 }],
    });
    const { id } = (await ask("POST", "/Users", entraUser("admin"))).body;
    const group = await ask("POST", "/Groups", {
      schemas: [
        `${core}:Group`,
        "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group",
      ],
      externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
      displayName: "Administrators",
      members: [],
      meta: { resourceType: "Group" },
    });
    expect([group.status, group.body.displayName, group.body.members]).toEqual([
      201,
      "Administrators",
      [],
    ]);
    const path = `/Groups/${group.body.id}`;
    const patch = (...Operations: object[]) => ask("PATCH", path, { schemas: patchOp, Operations });
    const added = await patch({ op: "Add", path: "members", value: [{ $ref: null, value: id }] });
    expect([added.status, added.body]).toEqual([204, {}]);
    expect(await roleOf(id)).toBe("customer_admin");
    const found = await ask(
      "GET",
      '/Groups?excludedAttributes=members&filter=displayName eq "administrators"',
    );
    expect(found.body.Resources[0]).toMatchObject({ id: group.body.id });
    expect(found.body.Resources[0]).not.toHaveProperty("members");
    expect((await ask("GET", path)).body.members).toMatchObject([{ value: id }]);
    const isMember = await ask(
      "GET",
      `/Groups?filter=id eq "${group.body.id}" and members eq "${id}"`,
    );
    expect(isMember.body.totalResults).toBe(1);
    await patch({ op: "Remove", path: "members", value: [{ $ref: null, value: id }] });
    expect(await roleOf(id)).toBe("customer_user");
    expect((await patch({ op: "Replace", path: "displayName", value: "Others" })).status).toBe(204);
    expect((await ask("GET", path)).body.displayName).toBe("Others");
    expect((await ask("DELETE", path)).status).toBe(204);
    expect((await ask("GET", path)).status).toBe(404);
    expect(await actionsOf(id)).toEqual(["user_created", "user_role_changed", "user_role_changed"]);
  });

  it("follows the settings where a group that it has sent stands for another role since", async () => {
    const made = await ask("POST", "/Users", entraUser("mapped", { roles: [{ value: "x" }] }));
    const { id } = made.body;
    const members = [{ value: id }];
    const group = await ask("POST", "/Groups", { displayName: "Inspectors", members });
    expect(await roleOf(id)).toBe("customer_user");
    const map = (...roles: { value: string; role_id: number }[]) =>
      scene.set({ default_role_id: scene.roles.get("customer_user") ?? null, roles });
    const roleId = (key: string) => scene.roles.get(key) ?? 0;
    await map({ value: "Inspectors", role_id: roleId("bare") });
    expect(await roleOf(id)).toBe("bare");
    // In the order of the settings: the value of the user comes first.
    const both = { value: "Inspectors", role_id: roleId("bare") };
    await map({ value: "x", role_id: roleId("customer_admin") }, both);
    expect(await roleOf(id)).toBe("customer_admin");
    await map(both);
    expect(await roleOf(id)).toBe("bare");
    expect((await ask("DELETE", `/Groups/${group.body.id}`)).status).toBe(204);
    expect(await roleOf(id)).toBe("customer_user");
  });

  it("deletes a user, who stays in the product without access, and creates it again", async () => {
    const { id } = (await ask("POST", "/Users", entraUser("deleted"))).body;
    expect((await scene.signIn(personOf("deleted@example.com"))).status).toBe(200);
    expect((await ask("DELETE", `/Users/${id}`)).status).toBe(204);
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      const body = method === "PUT" || method === "PATCH" ? entraUser("deleted") : undefined;
      const Operations = [{ op: "Replace", path: "active", value: true }];
      const sent = method === "PATCH" ? { schemas: patchOp, Operations } : body;
      expect([method, (await ask(method, `/Users/${id}`, sent)).status]).toEqual([method, 404]);
    }
    expect(
      (await ask("GET", '/Users?filter=userName eq "deleted@example.com"')).body.totalResults,
    ).toBe(0);
    expect(await rowOf(id)).toMatchObject({ locked: true, deleted_at: null });
    expect(await sessionsOf(id)).toBe(0);
    const again = await ask("POST", "/Users", entraUser("deleted", { externalId: "second" }));
    expect([again.status, again.body.id, again.body.active]).toEqual([201, id, true]);
    expect(again.body.externalId).toBe("second");
  });
});
