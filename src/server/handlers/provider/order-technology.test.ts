// Orders of product packages, and the technology of the plant.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import { keyFiguresOf } from "../../../domain/key-figure/key-figure.ts";
import type { Order, OrderForm } from "../../../domain/provider/order.ts";
import { plant } from "../../store/schema/plant.ts";
import { orderProductPackage, productPackage } from "../../store/schema/provider.ts";

let server: TestServer;
let own: Holding;
type Ordered = { readonly product_package_id: number; readonly quantity: number };
let fitting: Ordered;
let other: Ordered;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.tenant.customer_id, "Andasol");
  const { db } = server.database.owner;
  const [row] = await db.select().from(plant).where(eq(plant.id, own.plant_id));
  const { technology } = row!;
  const others = technology === "photovoltaic" ? "parabolic_trough" : "photovoltaic";
  const figureOf = (one: typeof technology) => keyFiguresOf(one)[0]!.id;
  const made = await db
    .insert(productPackage)
    .values([
      { name: "Fitting", key_figure_ids: [figureOf(technology), figureOf(others)] },
      { name: "Of the other technology", key_figure_ids: [figureOf(others)] },
    ])
    .returning();
  [fitting, other] = made.map(({ id }) => ({ product_package_id: id, quantity: 1 })) as [
    Ordered,
    Ordered,
  ];
});
afterAll(() => server.close());

const create = (order_product_packages: readonly Ordered[], plant_id: number | null) =>
  server.ask(api.order.create, "analyst", {
    body: {
      customer_id: server.accounts.tenant.customer_id,
      plant_id,
      type: "subscription",
      start_date: "2026-01-01",
      end_date: "2026-12-31",
      order_product_packages: [...order_product_packages],
    },
  });
const change = (id: number, body: Partial<OrderForm>) =>
  server.ask(api.order.update, "analyst", { params: { id }, body });
const reasonsOf = (body: unknown) =>
  (body as { problems?: { reason: string; field: string }[] }).problems?.map(
    ({ reason, field }) => `${field}: ${reason}`,
  );
const REFUSED = ["order_product_packages: product_package_other_technology"];

it("a plant's order contains no package of the other technology, one for all plants may", async () => {
  const { status, body } = await create([fitting, other], own.plant_id);
  expect([status, reasonsOf(body)]).toEqual([400, REFUSED]);
  expect((await create([other], null)).status).toBe(200);
});

it("such a package is not added later, but one that an order has already stays", async () => {
  const { body } = await create([fitting], own.plant_id);
  const { id } = body as Order;
  const added = await change(id, { order_product_packages: [fitting, other] });
  expect([added.status, reasonsOf(added.body)]).toEqual([400, REFUSED]);
  // As an older version of the product took it.
  await server.database.owner.db.insert(orderProductPackage).values({ ...other, order_id: id });
  expect((await change(id, { note: "kept" })).status).toBe(200);
});
