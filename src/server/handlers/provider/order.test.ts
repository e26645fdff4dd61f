import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import { permissionNames } from "../../../domain/account/permission.ts";
import { utcDay } from "../../../domain/calendar-date.ts";
import type { Order, OrderForm } from "../../../domain/provider/order.ts";
import type { OrderProposal } from "../../../domain/provider/order-proposal.ts";
import { accountPlant, auditEntry, role } from "../../store/schema/account.ts";
import { plant } from "../../store/schema/plant.ts";
import { orderProductPackage, productPackage, purchaseOrder } from "../../store/schema/provider.ts";

let server: TestServer;
let own: Holding;
let second: Holding;
let foreign: Holding;
let packages: number[];
let mine: number;
let theirs: number;
beforeAll(async () => {
  server = await startTestServer();
  mine = server.accounts.tenant.customer_id;
  theirs = server.accounts.other_customer.customer_id;
  own = await storeHolding(server, mine, "Andasol");
  second = await storeHolding(server, mine, "Valle");
  foreign = await storeHolding(server, theirs, "Kaxu");
  const rows = await server.database.owner.db
    .insert(productPackage)
    .values([{ name: "Receivers" }, { name: "Mirrors" }, { name: "Modules" }])
    .returning();
  packages = rows.map(({ id }) => id);
});
afterAll(() => server.close());

const reasons = (body: unknown) =>
  (body as { problems?: { reason: string; field?: string }[] }).problems?.map(
    ({ reason, field }) => [reason, field],
  );
const quantities = (...given: [at: number, quantity: number][]) =>
  given.map(([at, quantity]) => ({ product_package_id: packages[at] ?? 0, quantity }));
const form = (changes: Partial<OrderForm> = {}) => ({
  customer_id: mine,
  plant_id: own.plant_id,
  type: "subscription" as const,
  start_date: "2026-01-01",
  end_date: "2026-12-31",
  order_product_packages: quantities([0, 2]),
  ...changes,
});
const create = (changes: Partial<OrderForm> = {}, as: AccountKey = "analyst") =>
  server.ask(api.order.create, as, { body: form(changes) });
async function created(changes: Partial<OrderForm> = {}): Promise<Order> {
  const answer = await create(changes);
  expect(answer.status).toBe(200);
  return answer.body as Order;
}
const clear = () => server.database.owner.db.delete(purchaseOrder);
const idsFor = async (as: AccountKey) =>
  ((await server.ask(api.order.list, as)).body as Order[]).map(({ id }) => id);

describe("orders", () => {
  it("are created, read, changed and deleted, and noted at their customer", async () => {
    const order = await created({ note: " By phone ", order_product_packages: quantities([0, 2]) });
    expect(order).toMatchObject({
      customer_name: "Helios Energy",
      plant_name: "Andasol",
      start_date: "2026-01-01",
      end_date: "2026-12-31",
      note: "By phone",
      order_product_packages: [
        { quantity: 2, product_package: { id: packages[0], name: "Receivers" } },
      ],
    });
    const params = { id: order.id };
    const changed = await server.ask(api.order.update, "analyst", {
      params,
      body: { end_date: null, plant_id: null },
    });
    expect(changed.body).toMatchObject({ end_date: null, plant_name: null, note: "By phone" });
    const removed = await server.ask(api.order.remove, "analyst", { params });
    expect(removed.body).toEqual({ done: true });
    expect((await server.ask(api.order.read, "analyst", { params })).status).toBe(404);
    const { db } = server.database.owner;
    expect(await db.$count(orderProductPackage)).toBe(0);
    const written = await db
      .select({ action: auditEntry.action, detail: auditEntry.detail })
      .from(auditEntry)
      .where(and(eq(auditEntry.customer_id, mine)))
      .orderBy(auditEntry.id);
    expect(written.map(({ action }) => action)).toEqual([
      "create_order",
      "update_order",
      "delete_order",
    ]);
    expect(written[1]?.detail).toMatchObject({ order_id: order.id, end_date: null });
  });

  it("keep the row of a package that stays when packages are replaced", async () => {
    const order = await created({ order_product_packages: quantities([0, 2], [1, 1]) });
    const { body } = await server.ask(api.order.update, "analyst", {
      params: { id: order.id },
      body: { order_product_packages: quantities([1, 5], [2, 3]) },
    });
    const after = (body as Order).order_product_packages;
    expect(after.map(({ quantity, product_package }) => [quantity, product_package.name])).toEqual([
      [5, "Mirrors"],
      [3, "Modules"],
    ]);
    expect(after[0]?.id).toBe(order.order_product_packages[1]?.id);
    await clear();
  });

  it("end on their first day or later, and setups do end", async () => {
    for (const [changes, reason] of [
      [{ end_date: "2025-12-31" }, "order_ends_before_start"],
      [{ type: "setup", end_date: null }, "order_setup_without_end"],
    ] as const) {
      const { status, body } = await create(changes);
      expect([status, reasons(body)]).toEqual([400, [[reason, "end_date"]]]);
    }
    const order = await created({ end_date: "2026-01-01" });
    const { status, body } = await server.ask(api.order.update, "analyst", {
      params: { id: order.id },
      body: { start_date: "2026-01-02" },
    });
    expect([status, reasons(body)]).toEqual([400, [["order_ends_before_start", "end_date"]]]);
    await clear();
  });

  it("refuse days that do not exist", async () => {
    const { status, body } = await create({ start_date: "2026-02-30" });
    expect([status, reasons(body)]).toEqual([400, [["date_wrong", "start_date"]]]);
  });

  it("contain packages that exist, each once, at least one", async () => {
    for (const [given, reason] of [
      [[], "order_without_packages"],
      [quantities([0, 1], [0, 2]), "order_package_twice"],
      [[{ product_package_id: 999_999, quantity: 1 }], "product_package_unknown"],
    ] as const) {
      const { status, body } = await create({ order_product_packages: [...given] });
      expect([status, reasons(body)]).toEqual([400, [[reason, "order_product_packages"]]]);
    }
    const none = await create({ order_product_packages: quantities([0, 0]) });
    expect(reasons(none.body)).toEqual([["field_too_small", "order_product_packages.0.quantity"]]);
  });

  it("are for a plant of their customer", async () => {
    const other = await create({ plant_id: foreign.plant_id });
    expect([other.status, reasons(other.body)]).toEqual([
      400,
      [["order_plant_of_other_customer", "plant_id"]],
    ]);
    const hidden = await create({ plant_id: foreign.plant_id }, "tenant");
    expect(reasons(hidden.body)).toEqual([["plant_unknown", "plant_id"]]);
    const order = await created();
    const moved = await server.ask(api.order.update, "analyst", {
      params: { id: order.id },
      body: { customer_id: theirs },
    });
    expect(reasons(moved.body)).toEqual([["order_plant_of_other_customer", "plant_id"]]);
    await clear();
  });

  it("are the customer's own, of assigned plants where any are, and all for staff", async () => {
    const one = await created();
    const two = await created({ plant_id: second.plant_id });
    const all = await created({ plant_id: null });
    const other = await created({ customer_id: theirs, plant_id: foreign.plant_id });
    expect(await idsFor("analyst")).toEqual([other.id, all.id, two.id, one.id]);
    expect(await idsFor("tenant")).toEqual([all.id, two.id, one.id]);
    const { db } = server.database.owner;
    const account_id = server.accounts.tenant.id;
    await db.insert(accountPlant).values({ account_id, plant_id: own.plant_id });
    const permissions = permissionNames.filter((name) => name !== "READ_ALL_PLANT");
    await db.update(role).set({ permissions }).where(eq(role.key, "tenant"));
    expect(await idsFor("tenant")).toEqual([all.id, one.id]);
    const params = { id: two.id };
    expect((await server.ask(api.order.read, "tenant", { params })).status).toBe(404);
    await db
      .update(role)
      .set({ permissions: [...permissionNames] })
      .where(eq(role.key, "tenant"));
    await db.delete(accountPlant);
    await clear();
  });

  it("cannot be made for, or given to, a customer whom the viewer does not act for", async () => {
    for (const customer_id of [theirs, 999_999]) {
      const { status, body } = await create({ customer_id, plant_id: null }, "tenant");
      expect([status, reasons(body)]).toEqual([400, [["customer_unknown", "customer_id"]]]);
    }
    const order = await created({ plant_id: null });
    const given = await server.ask(api.order.update, "tenant", {
      params: { id: order.id },
      body: { customer_id: theirs },
    });
    expect(reasons(given.body)).toEqual([["customer_unknown", "customer_id"]]);
    await clear();
  });
});

describe("the running packages of a customer", () => {
  const running = async (cur_date: string, customer_id = mine, as: AccountKey = "analyst") =>
    server.ask(api.order.runningPackages, as, { query: { cur_date, customer_id } });

  it("are those of the orders that contain the day", async () => {
    const order = await created({ order_product_packages: quantities([0, 2], [1, 4]) });
    await created({ start_date: "2026-07-01", order_product_packages: quantities([2, 1]) });
    await created({ start_date: "2027-01-01", end_date: null });
    await created({ customer_id: theirs, plant_id: null });
    const { status, body } = await running("2026-06-30");
    expect([status, body]).toEqual([
      200,
      [
        {
          id: order.order_product_packages[1]?.id,
          quantity: 4,
          product_package: { name: "Mirrors" },
        },
        {
          id: order.order_product_packages[0]?.id,
          quantity: 2,
          product_package: { name: "Receivers" },
        },
      ],
    ]);
    const counts = async (day: string) => ((await running(day)).body as unknown[]).length;
    expect(await counts("2025-12-31")).toBe(0);
    expect(await counts("2026-01-01")).toBe(2);
    expect(await counts("2026-12-31")).toBe(3);
    expect(await counts("2027-01-01")).toBe(1);
  });
  it("of another customer are not found, as those of a missing one", async () => {
    const [there, missing] = [
      await running("2026-06-30", theirs, "tenant"),
      await running("2026-06-30", 999_999, "tenant"),
    ];
    expect([there.status, missing.status]).toEqual([404, 404]);
    expect((await running("2026-06-30", theirs)).body).toHaveLength(1);
    await clear();
  });
  it("are asked for with a day and a customer", async () => {
    const nothing = await server.ask(api.order.runningPackages, "analyst");
    expect(nothing.status).toBe(400);
    expect((await running("21.11.2026")).status).toBe(400);
  });
});

describe("proposals", () => {
  const proposed = async (as: AccountKey, cur_date: string) =>
    (await server.ask(api.order.proposals, as, { query: { cur_date } })).body as OrderProposal[];
  it("follow from orders and plants on the day of the caller", async () => {
    const { db } = server.database.owner;
    await db.update(plant).set({ setup_phase: true });
    await db.update(plant).set({ setup_phase: false }).where(eq(plant.id, own.plant_id));
    const order = await created();
    const reasonsFor = async (as: AccountKey, day = "2026-11-21") =>
      (await proposed(as, day)).map(({ cause, plant_name }) => [cause, plant_name]);
    expect(await reasonsFor("tenant")).toEqual([
      ["subscription_ends", "Andasol"],
      ["plant_in_setup", "Valle"],
      ["plant_unordered", "Valle"],
    ]);
    expect(await reasonsFor("tenant", "2026-06-01")).toEqual([
      ["plant_in_setup", "Valle"],
      ["plant_unordered", "Valle"],
    ]);
    expect(await reasonsFor("analyst")).toContainEqual(["plant_unordered", "Kaxu"]);
    expect((await proposed("tenant", "2026-11-21"))[0]).toMatchObject({
      order_id: order.id,
      start_date: "2027-01-01",
      end_date: "2027-12-31",
    });
  });
  it("are those of today where no day is sent", async () => {
    const { body } = await server.ask(api.order.proposals, "tenant");
    expect(body).toEqual(await proposed("tenant", utcDay(server.services.now())));
  });
  it("go once they are followed", async () => {
    const [renewal] = await proposed("analyst", "2026-11-21");
    expect(renewal?.cause).toBe("subscription_ends");
    const { start_date, end_date, order_product_packages = [] } = renewal ?? {};
    await created({
      start_date: start_date ?? "",
      end_date: end_date ?? null,
      order_product_packages: order_product_packages.map(({ quantity, product_package }) => ({
        quantity,
        product_package_id: product_package.id,
      })),
    });
    const left = await proposed("analyst", "2026-11-21");
    expect(left.map(({ key }) => key)).not.toContain(renewal?.key);
  });
});
