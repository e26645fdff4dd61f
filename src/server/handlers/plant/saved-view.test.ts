import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { SavedView } from "../../../domain/plant/saved-view.ts";
import { auditEntry } from "../../store/schema/account.ts";
import { savedView } from "../../store/schema/provider.ts";

let server: TestServer;
let own: Holding;
let second: Holding;
beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  second = await storeHolding(server, server.accounts.viewer.customer_id, "Valle");
});
beforeEach(() => server.database.owner.db.delete(savedView));
afterAll(() => server.close());

const calls = api.savedView;
const query = "analysis=2&key_figure=4&filter=severity%7E4%7E3&panel=table";
const save = async (as: AccountKey, more: object = {}) => {
  const body = { name: "Hot tubes", query, ...more };
  return server.ask(calls.create, as, { params: { id: own.plant_id }, body });
};
const saved = async (as: AccountKey, more: object = {}) => {
  const { status, body } = await save(as, more);
  expect(status).toBe(200);
  return body as SavedView;
};
const names = async (as: AccountKey, id = own.plant_id) => {
  const { status, body } = await server.ask(calls.list, as, { params: { id } });
  return status === 200 ? (body as SavedView[]).map(({ name }) => name) : status;
};
const of = ({ id }: SavedView, plant_id = own.plant_id) => ({ id: plant_id, view_id: id });

describe("saved views", () => {
  it("are their author's alone until they are shared inside the customer", async () => {
    const view = await saved("viewer");
    expect(view).toMatchObject({ query, is_shared: false, plant_id: own.plant_id });
    expect(view.user_name).toBe("viewer Tester");
    expect(await names("viewer")).toEqual(["Hot tubes"]);
    expect(await names("tenant")).toEqual([]);
    expect(await names("analyst")).toEqual([]);
    const shared = await server.ask(calls.update, "viewer", {
      params: of(view),
      body: { is_shared: true, name: "All see this" },
    });
    expect(shared.body).toMatchObject({ name: "All see this", is_shared: true, query });
    expect(await names("tenant")).toEqual(["All see this"]);
    expect(await names("analyst")).toEqual(["All see this"]);
    expect(await names("other_customer")).toBe(404);
    expect(await names("viewer", second.plant_id)).toEqual([]);
  });

  it("are changed and deleted by their author or by staff", async () => {
    const view = await saved("viewer", { is_shared: true });
    const { status, body } = await server.ask(calls.remove, "tenant", { params: of(view) });
    expect(status).toBe(409);
    expect(body).toMatchObject({ problems: [{ reason: "view_not_own" }] });
    const renamed = await server.ask(calls.update, "analyst", {
      params: of(view),
      body: { name: "Checked" },
    });
    expect(renamed.body).toMatchObject({ name: "Checked", account_id: view.account_id });
    expect((await server.ask(calls.remove, "viewer", { params: of(view) })).status).toBe(200);
    expect(await names("viewer")).toEqual([]);
  });

  it("are missing for those who do not see them, and at another plant", async () => {
    const view = await saved("viewer");
    for (const as of ["tenant", "analyst", "other_customer"] as const) {
      const { status } = await server.ask(calls.remove, as, { params: of(view) });
      expect([as, status]).toEqual([as, 404]);
    }
    const elsewhere = { params: of(view, second.plant_id) };
    expect((await server.ask(calls.remove, "viewer", elsewhere)).status).toBe(404);
    expect(await names("viewer")).toEqual(["Hot tubes"]);
  });

  it("need a name of their own and an address that can be read", async () => {
    await saved("viewer");
    const reasons = async (as: AccountKey, more: object) => {
      const { status, body } = await save(as, more);
      const problems = (body as { problems?: { reason: string; field: string }[] }).problems ?? [];
      return [status, ...problems.map(({ reason, field }) => `${field}: ${reason}`)];
    };
    expect(await reasons("viewer", {})).toEqual([409, "name: view_name_taken"]);
    expect(await reasons("viewer", { name: "hot Tubes " })).toEqual([409, "name: view_name_taken"]);
    expect(await reasons("tenant", {})).toEqual([200]);
    expect(await reasons("viewer", { name: " " })).toEqual([400, "name: field_too_small"]);
    expect(await reasons("viewer", { name: "B", query: "at=1,2" })).toEqual([
      400,
      "query: view_unreadable",
    ]);
    expect(await reasons("viewer", { name: "B", query: "next=https://elsewhere" })).toEqual([
      400,
      "query: view_unreadable",
    ]);
  });

  it("leave a trace of who saved, changed and deleted them", async () => {
    const view = await saved("viewer");
    await server.ask(calls.update, "viewer", { params: of(view), body: { is_shared: true } });
    await server.ask(calls.remove, "viewer", { params: of(view) });
    const rows = await server.database.owner.db.select().from(auditEntry).orderBy(auditEntry.id);
    const traces = rows.filter(
      ({ detail }) => (detail as { saved_view_id?: number }).saved_view_id === view.id,
    );
    expect(traces.map(({ action }) => action)).toEqual([
      "create_saved_view",
      "update_saved_view",
      "delete_saved_view",
    ]);
    expect(traces[1]).toMatchObject({
      account_id: server.accounts.viewer.id,
      detail: { name: "Hot tubes", is_shared: true },
    });
  });

  it("stay with their customer when the plant moves", async () => {
    const plant = await storeHolding(server, server.accounts.viewer.customer_id, "Moving");
    const params = { id: plant.plant_id };
    const body = { name: "Ours", query, is_shared: true };
    await server.ask(calls.create, "viewer", { params, body });
    expect(await names("tenant", plant.plant_id)).toEqual(["Ours"]);
    const { customer_id } = server.accounts.other_customer;
    const moved = await server.ask(api.plant.update, "super_admin", {
      params,
      body: { customer_id },
    });
    expect(moved.status).toBe(200);
    expect(await names("other_customer", plant.plant_id)).toEqual([]);
  });
});
