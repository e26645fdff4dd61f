import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { Customer, Recipient } from "../../../domain/provider/customer.ts";
import type { Permission } from "../../../domain/account/permission.ts";
import { account, auditEntry, customer, role } from "../../store/schema/account.ts";
import { drone, droneModel, purchaseOrder } from "../../store/schema/provider.ts";

let server: TestServer;
let own: number;
let foreign: number;
let provider: number;
beforeAll(async () => {
  server = await startTestServer();
  own = server.accounts.viewer.customer_id;
  foreign = server.accounts.other_customer.customer_id;
  provider = server.accounts.analyst.customer_id;
});
afterAll(() => server.close());

const db = () => server.database.owner.db;
const reasons = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { problems?: { reason: string }[] }).problems?.map(({ reason }) => reason),
];
const listed = async (as: "analyst" | "tenant") =>
  ((await server.ask(api.customer.list, as)).body as Customer[]).map(({ name }) => name);
let number = 0;
const created = async (fields: object = {}) => {
  number += 1;
  const body = { name: `Customer ${number}`, ...fields };
  const answer = await server.ask(api.customer.create, "analyst", { body });
  return answer.body as Customer;
};
const remove = (id: number) =>
  server.ask(api.customer.remove, "super_admin", { params: { id } }).then(reasons);

describe("customers", () => {
  it("are all visible to staff, and only the own one to others", async () => {
    expect(await listed("analyst")).toEqual([
      "Helios Energy",
      "Inspection Provider",
      "Other Power",
    ]);
    expect(await listed("tenant")).toEqual(["Helios Energy"]);
    for (const call of [api.customer.read, api.customer.recipients, api.customer.remove] as const) {
      const params = { id: foreign };
      const there = await server.ask(call, "tenant", { params });
      const missing = await server.ask(call, "tenant", { params: { id: 999_999 } });
      expect([there.status, missing.status]).toEqual([404, 404]);
    }
  });

  it("are created with what a person enters, and changed field by field", async () => {
    const made = await created({
      name: "  Pampa Norte ",
      address_1: "Avenida Balmaceda 210",
      address_4: "Chile",
      user_limit: 3,
    });
    expect(made).toMatchObject({
      name: "Pampa Norte",
      company_name: "",
      address_4: "Chile",
      user_limit: 3,
      plant_count: 0,
      white_labeling_version: null,
    });
    const { body } = await server.ask(api.customer.update, "analyst", {
      params: { id: made.id },
      body: { address_2: "Iquique" },
    });
    expect(body).toMatchObject({
      name: "Pampa Norte",
      address_1: "Avenida Balmaceda 210",
      address_2: "Iquique",
      user_limit: 3,
    });
    const unknown = { id: 1, white_label: null } as never;
    const refused = await server.ask(api.customer.update, "analyst", {
      params: { id: made.id },
      body: unknown,
    });
    expect(reasons(refused)).toEqual([400, ["field_unknown"]]);
  });

  it("cannot share a name", async () => {
    const { id } = await created();
    const body = { name: "Helios Energy" };
    const twice = await server.ask(api.customer.create, "analyst", { body });
    const renamed = await server.ask(api.customer.update, "analyst", { params: { id }, body });
    expect([twice, renamed].map(reasons)).toEqual([
      [409, ["customer_name_taken"]],
      [409, ["customer_name_taken"]],
    ]);
  });

  it("cannot be created while acting for one customer", async () => {
    const answer = await server.ask(api.customer.create, "tenant", { body: { name: "New" } });
    expect(reasons(answer)).toEqual([409, ["customer_acted_for"]]);
  });

  it("count their plants and the users who were not deleted", async () => {
    const { id } = await created();
    await storeHolding(server, id, "Counted");
    const [one] = await db().select().from(account).where(eq(account.email, "bare@example.com"));
    const user = (email: string, deleted_at: string | null) => ({
      customer_id: id,
      role_id: one?.role_id ?? 0,
      email,
      deleted_at,
    });
    await db()
      .insert(account)
      .values([user("kept@count.example", null), user("gone@count.example", "2026-01-01")]);
    const { body } = await server.ask(api.customer.read, "analyst", { params: { id } });
    expect(body).toMatchObject({ plant_count: 1, user_count: 1, staff_count: 0 });
  });

  it("accept only their own users as recipients of release mails", async () => {
    const params = { id: own };
    const { body } = await server.ask(api.customer.recipients, "analyst", { params });
    const ids = (body as Recipient[]).map(({ id }) => id);
    expect(ids).toContain(server.accounts.viewer.id);
    expect(ids).not.toContain(server.accounts.other_customer.id);
    const set = (release_mail_recipient_ids: number[]) =>
      server.ask(api.customer.update, "analyst", { params, body: { release_mail_recipient_ids } });
    const { viewer, tenant, other_customer } = server.accounts;
    expect((await set([tenant.id, viewer.id, viewer.id])).body).toMatchObject({
      release_mail_recipient_ids: [viewer.id, tenant.id].toSorted((a, b) => a - b),
    });
    expect(reasons(await set([other_customer.id]))).toEqual([400, ["recipient_unknown"]]);
    expect((await set([])).body).toMatchObject({ release_mail_recipient_ids: [] });
  });

  it("have an audit entry for every change", async () => {
    const { id } = await created();
    await server.ask(api.customer.update, "analyst", { params: { id }, body: { user_limit: 7 } });
    await remove(id);
    const notes = await db()
      .select()
      .from(auditEntry)
      .where(eq(auditEntry.customer_id, id))
      .orderBy(auditEntry.id);
    expect(notes.map(({ action }) => action)).toEqual([
      "create_customer",
      "update_customer",
      "remove_customer",
    ]);
    expect(notes[1]?.account_id).toBe(server.accounts.analyst.id);
  });
});

describe("a customer is kept", () => {
  const model = () =>
    db()
      .insert(droneModel)
      .values({ name: `M${number}`, abbreviation: "M", vendor: "V" })
      .returning();

  it("while it is the provider, to whom the staff belong", async () => {
    expect(await remove(provider)).toEqual([409, ["customer_is_provider"]]);
  });

  it("while it owns a plant, an order or a drone, or has users", async () => {
    const { id } = await created();
    expect(await remove(own)).toEqual([409, ["customer_has_users"]]);
    await storeHolding(server, id, "Kept");
    expect(await remove(id)).toEqual([409, ["customer_has_plants"]]);
    const second = await created();
    const [order] = await db()
      .insert(purchaseOrder)
      .values({ customer_id: second.id, type: "setup", start_date: "2026-01-01" })
      .returning();
    expect(await remove(second.id)).toEqual([409, ["customer_has_orders"]]);
    await db()
      .delete(purchaseOrder)
      .where(eq(purchaseOrder.id, order?.id ?? 0));
    const [made] = await model();
    await db()
      .insert(drone)
      .values({
        drone_model_id: made?.id ?? 0,
        serial_number: "1",
        internal_identifier: "D-1",
        customer_id: second.id,
      });
    expect(await remove(second.id)).toEqual([409, ["customer_has_drones"]]);
    await db().delete(drone);
    expect(await remove(second.id)).toEqual([200, undefined]);
    const gone = await server.ask(api.customer.read, "analyst", { params: { id: second.id } });
    expect(gone.status).toBe(404);
  });

  it("not because of deleted users", async () => {
    const { id } = await created();
    const [any] = await db().select().from(role);
    await db()
      .insert(account)
      .values({
        customer_id: id,
        role_id: any?.id ?? 0,
        email: "deleted@left.example",
        deleted_at: "2026-01-01",
      });
    expect(await remove(id)).toEqual([200, undefined]);
  });
});

describe("with UPDATE_OWN_CUSTOMER alone", () => {
  const bareRole = (permissions: Permission[]) =>
    db().update(role).set({ permissions }).where(eq(role.key, "bare"));
  beforeEach(() => bareRole(["UPDATE_OWN_CUSTOMER"]));
  afterAll(() => bareRole([]));
  const update = (id: number, body: object) =>
    server.ask(api.customer.update, "bare", { params: { id }, body });

  it("the address of the own customer can be changed, and nothing else of it", async () => {
    expect((await update(own, { address_3: "Second floor" })).body).toMatchObject({
      address_3: "Second floor",
    });
    for (const body of [
      { name: "Mine" },
      { company_name: "Mine" },
      { user_limit: 1000 },
      { release_mail_recipient_ids: [] },
      { address_1: "Somewhere", user_limit: 1000 },
    ]) {
      expect(reasons(await update(own, body))).toEqual([403, ["customer_field_not_own"]]);
    }
    const [row] = await db().select().from(customer).where(eq(customer.id, own));
    expect(row).toMatchObject({ name: "Helios Energy", user_limit: 10, address_1: "" });
  });

  it("no other customer exists, and none can be listed, created or deleted", async () => {
    expect((await update(foreign, { address_1: "x" })).status).toBe(404);
    const params = { id: own };
    const asked = [
      await server.ask(api.customer.list, "bare"),
      await server.ask(api.customer.create, "bare", { body: { name: "x" } }),
      await server.ask(api.customer.remove, "bare", { params }),
      await server.ask(api.customer.recipients, "bare", { params }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it("staff change the provider's customer only", async () => {
    const [staff] = await db().select().from(role).where(eq(role.key, "admin"));
    const permissions = staff?.permissions ?? [];
    const without = permissions.filter(
      (one) => !["READ_CUSTOMER", "UPDATE_CUSTOMER"].includes(one),
    );
    await db().update(role).set({ permissions: without }).where(eq(role.key, "admin"));
    const change = (id: number) =>
      server.ask(api.customer.update, "analyst", { params: { id }, body: { address_1: "x" } });
    try {
      expect((await change(provider)).status).toBe(200);
      expect((await change(own)).status).toBe(404);
    } finally {
      await db().update(role).set({ permissions }).where(eq(role.key, "admin"));
    }
  });
});
