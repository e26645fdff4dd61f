import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type AccountKey, type TestServer } from "../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../tests/fixtures/plants.ts";
import { api } from "../../api/index.ts";
import type { Customer } from "../../domain/provider/customer.ts";
import { rolePermissions } from "../../domain/account/role.ts";
import type { Me, SessionAnswer } from "../../domain/account/session.ts";
import type { SwitchChoices, SwitchForm } from "../../domain/account/switch-customer.ts";
import { auditEntry, session } from "../store/schema/account.ts";

let server: TestServer;
let own: number;
let foreign: number;
beforeAll(async () => {
  server = await startTestServer();
  own = server.accounts.viewer.customer_id;
  foreign = server.accounts.other_customer.customer_id;
  await storeHolding(server, own, "Andasol");
  await storeHolding(server, foreign, "Kaxu");
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.signIn("analyst");
  await server.signIn("super_admin");
});

const plants = async (as: AccountKey) =>
  ((await server.ask(api.plant.list, as)).body as { name: string }[]).map(({ name }) => name);

/** Switches and continues with the new token. */
async function act(as: AccountKey, form: Partial<SwitchForm>): Promise<SessionAnswer> {
  const body = { show_all_key_figures: false, ...form };
  const answer = await server.ask(api.customer.switch, as, { body });
  expect(answer.status).toBe(200);
  const made = answer.body as SessionAnswer;
  server.accounts[as].token = made.token;
  return made;
}

describe("acting for a customer", () => {
  it("shows what that customer owns, and everything again after switching back", async () => {
    expect(await plants("analyst")).toEqual(["Andasol", "Kaxu"]);
    const { customer, is_admin } = await act("analyst", { customer_id: own });
    expect([customer?.name, is_admin]).toEqual(["Helios Energy", true]);
    expect(await plants("analyst")).toEqual(["Andasol"]);
    const params = { id: foreign };
    expect((await server.ask(api.customer.read, "analyst", { params })).status).toBe(404);
    expect((await act("analyst", { customer_id: foreign })).customer?.name).toBe("Other Power");
    expect(await plants("analyst")).toEqual(["Kaxu"]);
    expect((await act("analyst", {})).customer).toBeNull();
    expect(await plants("analyst")).toEqual(["Andasol", "Kaxu"]);
  });

  it("gives a new token; the old one is invalid for calls and URL tokens", async () => {
    const old = server.accounts.analyst.token;
    const logo = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#123" } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append("logo", new Blob([logo as BlobPart]), "logo.png");
    const uploaded = await server.ask(api.customer.uploadLogo, "analyst", {
      params: { id: own },
      body: form,
    });
    const url = (uploaded.body as Customer).logo_url ?? "";
    const byUrl = () => server.fetch(url, { bot: null });
    expect((await byUrl()).status).toBe(200);
    const { token } = await act("analyst", { customer_id: own });
    expect(token).not.toBe(old);
    const stale = await server.ask(api.session.me, null, {}, { authorization: `Bearer ${old}` });
    expect([stale.status, (stale.body as { code: string }).code]).toEqual([401, "INVALID_TOKEN"]);
    expect((await byUrl()).status).toBe(401);
    expect((await server.ask(api.session.me, "analyst")).status).toBe(200);
  });

  it("does not make the session live longer", async () => {
    const { id } = server.accounts.analyst;
    const { db } = server.database.owner;
    const begun = async () =>
      (await db.select().from(session).where(eq(session.account_id, id))).map(
        ({ created_at }) => created_at,
      );
    await db.delete(session).where(eq(session.account_id, id));
    await server.signIn("analyst");
    const before = await begun();
    await act("analyst", { customer_id: own });
    expect(await begun()).toEqual(before);
  });

  it("done twice at once keeps a single session", async () => {
    const body = { customer_id: own, show_all_key_figures: false };
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.ask(api.customer.switch, "analyst", { body })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  it("keeps the choice of key figures", async () => {
    const shows = async () =>
      ((await server.ask(api.session.me, "analyst")).body as Me).show_all_key_figures;
    await act("analyst", { customer_id: own, show_all_key_figures: true });
    expect(await shows()).toBe(true);
    await act("analyst", { customer_id: own, show_all_key_figures: false });
    expect(await shows()).toBe(false);
  });

  it("is for staff: a customer's user with the permission is refused", async () => {
    for (const customer_id of [foreign, own, null]) {
      const body = { customer_id, show_all_key_figures: false };
      expect((await server.ask(api.customer.switch, "tenant", { body })).status).toBe(403);
    }
    expect((await server.ask(api.customer.switchChoices, "tenant")).status).toBe(403);
    expect((await server.ask(api.customer.switchChoices, "viewer")).status).toBe(403);
    expect(await plants("tenant")).toEqual(["Andasol"]);
  });

  it("refuses a customer that does not exist, and the session stays", async () => {
    const body = { customer_id: 999_999, show_all_key_figures: false };
    expect((await server.ask(api.customer.switch, "analyst", { body })).status).toBe(400);
    expect((await server.ask(api.session.me, "analyst")).status).toBe(200);
  });

  it("offers every customer, even while acting for one", async () => {
    await act("analyst", { customer_id: own });
    const { body } = await server.ask(api.customer.switchChoices, "analyst");
    expect(body).toMatchObject({ customer_id: own, hidden_admin: false, may_hide_admin: false });
    expect((body as SwitchChoices).customers.map(({ name }) => name)).toEqual([
      "Helios Energy",
      "Inspection Provider",
      "Other Power",
    ]);
  });

  it("is audited", async () => {
    await act("analyst", { customer_id: own });
    const { db } = server.database.owner;
    const rows = await db
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.action, "switch_customer"))
      .orderBy(auditEntry.id);
    expect(rows.at(-1)).toMatchObject({
      account_id: server.accounts.analyst.id,
      customer_id: own,
      detail: { from: null, to: own },
    });
  });
});

describe("hiding the super-admin view", () => {
  it("leaves the permissions of an admin, and can be undone", async () => {
    const hidden = await act("super_admin", { hidden_admin: true });
    expect(hidden).toMatchObject({ is_admin: true, is_super_admin: false, hidden_admin: true });
    expect(hidden.permissions.toSorted()).toEqual([...rolePermissions.admin].toSorted());
    const params = { id: own };
    expect((await server.ask(api.customer.remove, "super_admin", { params })).status).toBe(403);
    const { body } = await server.ask(api.customer.switchChoices, "super_admin");
    expect(body).toMatchObject({ hidden_admin: true, may_hide_admin: true });
    expect(await act("super_admin", { customer_id: own })).toMatchObject({ hidden_admin: true });
    const shown = await act("super_admin", { hidden_admin: false });
    expect(shown).toMatchObject({ is_super_admin: true, hidden_admin: false });
    expect(shown.permissions).toContain("DELETE_CUSTOMER");
  });

  it("is for super admins only", async () => {
    for (const hidden_admin of [true, false]) {
      const body = { hidden_admin, show_all_key_figures: false };
      expect((await server.ask(api.customer.switch, "analyst", { body })).status).toBe(403);
    }
  });
});
