// User provisioning with the requests that Okta documents.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openScimScene, type ScimScene } from "../../../tests/fixtures/scim-scene.ts";
import { api } from "../../api/index.ts";
import { account } from "../store/schema/account.ts";

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

/** As Okta creates a user. */
const oktaUser = (name: string, more: object = {}) => ({
  schemas: [`${core}:User`],
  userName: `${name}@example.com`,
  name: { givenName: "Bo", familyName: "Lima" },
  emails: [{ primary: true, value: `${name}@example.com`, type: "work" }],
  displayName: "Bo Lima",
  locale: "pt-BR",
  externalId: `okta-${name}`,
  groups: [],
  password: "1mz050nq",
  active: true,
  ...more,
});

describe("Okta", () => {
  it("tests the connection with two users, and pages through all of them", async () => {
    const first = await ask("GET", "/Users?startIndex=1&count=2");
    expect(first.body).toMatchObject({ startIndex: 1, itemsPerPage: 2 });
    const ids: string[] = [];
    for (let at = 1; at <= first.body.totalResults; at += 2) {
      const page = await ask("GET", `/Users?startIndex=${at}&count=2`);
      ids.push(...page.body.Resources.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(first.body.totalResults);
    const numbers = await ask("GET", "/Users?startIndex=-3&count=-1");
    expect([numbers.body.startIndex, numbers.body.Resources]).toEqual([1, []]);
  });

  it("creates a user without taking the password, replaces it by PUT, deactivates without a path", async () => {
    const made = await ask("POST", "/Users", oktaUser("okta"));
    const { id } = made.body;
    expect(await rowOf(id)).toMatchObject({ password_hash: null, locale: "pt" });
    expect(JSON.stringify(made.body)).not.toContain("1mz050nq");
    const put = await ask("PUT", `/Users/${id}`, {
      ...oktaUser("okta"),
      id,
      name: { givenName: "Beatriz", familyName: "Lima" },
      locale: "es-CL",
      meta: made.body.meta,
    });
    expect(put.body).toMatchObject({ name: { givenName: "Beatriz" }, preferredLanguage: "es" });
    const off = await ask("PATCH", `/Users/${id}`, {
      schemas: patchOp,
      Operations: [{ op: "replace", value: { active: false } }],
    });
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect((await rowOf(id))?.locked).toBe(true);
  });

  it("does not undo a lock by hand with the next profile that it sends", async () => {
    const { id } = (await ask("POST", "/Users", oktaUser("locked"))).body;
    const params = { id: Number(id) };
    const lock = (on: boolean) =>
      scene.server.ask(api.user.unLock, "analyst", { params, body: { lock: on } });
    expect((await lock(true)).status).toBe(200);
    const put = await ask("PUT", `/Users/${id}`, oktaUser("locked"));
    expect([put.status, put.body.detail]).toEqual([403, expect.stringContaining("administrator")]);
    // Nor by a deletion and a new creation.
    await ask("DELETE", `/Users/${id}`);
    expect((await ask("POST", "/Users", oktaUser("locked"))).status).toBe(403);
    expect((await rowOf(id))?.locked).toBe(true);
    await lock(false);
    expect((await ask("POST", "/Users", oktaUser("locked"))).status).toBe(201);
  });

  it("pushes groups: members by path, by replacement, and by PUT", async () => {
    const ids: string[] = [];
    for (const name of ["one", "two", "three"]) {
      ids.push((await ask("POST", "/Users", oktaUser(`push-${name}`))).body.id);
    }
    const [one = "", two = "", three = ""] = ids;
    const made = await ask("POST", "/Groups", {
      schemas: [`${core}:Group`],
      displayName: "Test SCIMv2",
      members: [{ value: one, display: "push-one@example.com" }],
    });
    expect(made.body.displayName, JSON.stringify(made.body)).toBe("Test SCIMv2");
    const path = `/Groups/${made.body.id}`;
    const patch = (...Operations: object[]) => ask("PATCH", path, { schemas: patchOp, Operations });
    const members = async () => (await ask("GET", path)).body.members.map(({ value }) => value);
    expect(await members()).toEqual([one]);
    await patch(
      { op: "remove", path: `members[value eq "${one}"]` },
      { op: "add", path: "members", value: [{ value: two, display: "push-two@example.com" }] },
    );
    expect(await members()).toEqual([two]);
    await patch({ op: "replace", path: "members", value: [{ value: one }, { value: three }] });
    expect(await members()).toEqual([one, three]);
    await patch({ op: "replace", value: { id: made.body.id, displayName: "Test SCIMv22" } });
    expect((await ask("GET", path)).body.displayName).toBe("Test SCIMv22");
    const put = await ask("PUT", path, {
      schemas: [`${core}:Group`],
      id: made.body.id,
      displayName: "Test SCIMv23",
      members: [{ value: two }],
    });
    expect([put.status, put.body.members.length]).toEqual([200, 1]);
    expect((await ask("GET", `/Users/${two}`)).body.groups).toMatchObject([
      { display: "Test SCIMv23" },
    ]);
    const unknown = await patch({ op: "add", path: "members", value: [{ value: "2000000000" }] });
    expect([unknown.status, unknown.body.scimType]).toEqual([400, "invalidValue"]);
  });
});
