import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { api } from "../../../api/index.ts";
import type { ProductPackage } from "../../../domain/provider/product-package.ts";
import { auditEntry } from "../../store/schema/account.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const reasons = (body: unknown) =>
  (body as { problems?: { reason: string; field?: string }[] }).problems?.map(
    ({ reason, field }) => [reason, field],
  );
const create = (name: string, key_figure_ids = [4, 1]) =>
  server.ask(api.productPackage.create, "analyst", { body: { name, key_figure_ids } });
async function orderWith(id: number, customer_id: number): Promise<void> {
  const answer = await server.ask(api.order.create, "analyst", {
    body: {
      customer_id,
      type: "subscription",
      start_date: "2026-01-01",
      order_product_packages: [{ product_package_id: id, quantity: 2 }],
    },
  });
  expect(answer.status).toBe(200);
}

describe("product packages", () => {
  it("are created, listed by name, changed and deleted, and noted", async () => {
    const created = await create("Survey B");
    expect(created.body).toMatchObject({
      name: "Survey B",
      description: "",
      key_figure_ids: [1, 4],
      order_count: 0,
    });
    await create("survey a");
    const { body } = await server.ask(api.productPackage.list, "analyst");
    expect((body as ProductPackage[]).map(({ name }) => name)).toEqual(["survey a", "Survey B"]);
    const params = { id: (created.body as ProductPackage).id };
    const changed = await server.ask(api.productPackage.update, "analyst", {
      params,
      body: { description: "Receivers only", key_figure_ids: [4, 4] },
    });
    expect(changed.body).toMatchObject({
      name: "Survey B",
      description: "Receivers only",
      key_figure_ids: [4],
    });
    const removed = await server.ask(api.productPackage.remove, "analyst", { params });
    expect(removed.body).toEqual({ done: true });
    expect((await server.ask(api.productPackage.read, "analyst", { params })).status).toBe(404);
    const written = await server.database.owner.db
      .select({ action: auditEntry.action })
      .from(auditEntry)
      .where(eq(auditEntry.account_id, server.accounts.analyst.id))
      .orderBy(auditEntry.id);
    expect(written.map(({ action }) => action)).toEqual([
      "create_product_package",
      "create_product_package",
      "update_product_package",
      "delete_product_package",
    ]);
  });

  it("have names of their own, whatever the case of letters", async () => {
    const { body } = await create("Full inspection");
    const second = await create(" FULL Inspection ");
    const taken = [["product_package_name_taken", "name"]];
    expect([second.status, reasons(second.body)]).toEqual([409, taken]);
    const same = await server.ask(api.productPackage.update, "analyst", {
      params: { id: (body as ProductPackage).id },
      body: { name: "Full Inspection" },
    });
    expect(same.body).toMatchObject({ name: "Full Inspection" });
  });

  it("have one winner where two take a name at once", async () => {
    const answers = await Promise.all([create("Race"), create("Race")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("hold key figures of the catalogue, at least one", async () => {
    const empty = await create("Empty", []);
    expect([empty.status, reasons(empty.body)]).toEqual([
      400,
      [["product_package_without_key_figures", "key_figure_ids"]],
    ]);
    const unknown = await create("Unknown", [1, 999]);
    expect([unknown.status, reasons(unknown.body)]).toEqual([
      400,
      [["product_package_key_figure_unknown", "key_figure_ids"]],
    ]);
  });

  it("are kept while orders contain them, and say how many", async () => {
    const { body } = await create("In use");
    const params = { id: (body as ProductPackage).id };
    await orderWith(params.id, server.accounts.viewer.customer_id);
    await orderWith(params.id, server.accounts.other_customer.customer_id);
    const removed = await server.ask(api.productPackage.remove, "analyst", { params });
    expect(removed.status).toBe(409);
    expect(removed.body).toMatchObject({
      problems: [{ reason: "product_package_has_orders", values: { count: 2 } }],
    });
  });

  it("are kept for orders of customers whom the viewer does not see, without telling how many", async () => {
    const { body } = await create("Elsewhere");
    const params = { id: (body as ProductPackage).id };
    await orderWith(params.id, server.accounts.other_customer.customer_id);
    const seen = await server.ask(api.productPackage.read, "tenant", { params });
    expect(seen.body).toMatchObject({ order_count: 0 });
    const removed = await server.ask(api.productPackage.remove, "tenant", { params });
    expect([removed.status, reasons(removed.body)]).toEqual([
      409,
      [["product_package_in_use", undefined]],
    ]);
  });

  it("are kept from those who lack the permission", async () => {
    const list = await server.ask(api.productPackage.list, "viewer");
    expect(list.status).toBe(403);
  });
});
