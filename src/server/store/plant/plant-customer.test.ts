import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import { accountPlant, auditEntry } from "../schema/account.ts";

let server: TestServer;
let moved: Holding;
let kept: Holding;
let from: number;
let to: number;

beforeAll(async () => {
  server = await startTestServer();
  from = server.accounts.viewer.customer_id;
  to = server.accounts.other_customer.customer_id;
  moved = await storeHolding(server, from, "Andasol");
  kept = await storeHolding(server, from, "Valle");
});
afterAll(() => server.close());

const namesFor = async (as: AccountKey) =>
  ((await server.ask(api.plant.list, as)).body as Plant[]).map(({ name }) => name);
const give = (as: AccountKey, customer_id: number, more: object = {}) =>
  server.ask(api.plant.update, as, {
    params: { id: moved.plant_id },
    body: { customer_id, ...more },
  });
const assign = async (as: AccountKey, ...plant_ids: number[]) => {
  const { db } = server.database.owner;
  const account_id = server.accounts[as].id;
  await db.delete(accountPlant).where(eq(accountPlant.account_id, account_id));
  if (plant_ids.length === 0) return;
  await db.insert(accountPlant).values(plant_ids.map((plant_id) => ({ account_id, plant_id })));
};
const assigned = async (as: AccountKey) =>
  (
    await server.database.owner.db
      .select({ id: accountPlant.plant_id })
      .from(accountPlant)
      .where(eq(accountPlant.account_id, server.accounts[as].id))
  ).map(({ id }) => id);

describe("a plant moved to another customer", () => {
  it("can only be moved by super admins once results were released", async () => {
    expect((await give("analyst", to)).status).toBe(409);
    // A customer's own user cannot choose another customer.
    expect((await give("tenant", to)).status).toBe(400);
    expect(await namesFor("viewer")).toEqual(["Andasol", "Valle"]);
  });

  it("disappears for its old users with their next request, and appears for the new ones", async () => {
    await assign("viewer", moved.plant_id, kept.plant_id);
    const params = { id: moved.plant_id };
    expect((await server.ask(api.plant.read, "viewer", { params })).status).toBe(200);
    const answer = await give("super_admin", to, { name: "Given" });
    expect(answer.body).toMatchObject({ customer_id: to, name: "Given" });
    expect((await server.ask(api.plant.read, "viewer", { params })).status).toBe(404);
    expect(
      (await server.ask(api.analysis.read, "viewer", { params: { id: moved.released_id } })).status,
    ).toBe(404);
    expect(await namesFor("viewer")).toEqual(["Valle"]);
    expect(await assigned("viewer")).toEqual([kept.plant_id]);
    expect(await namesFor("other_customer")).toEqual(["Given"]);
    const results = await server.ask(api.analysis.read, "other_customer", {
      params: { id: moved.released_id },
    });
    expect(results.status).toBe(200);
  });

  it("is audited with both customers and the users who lost it", async () => {
    const [entry] = await server.database.owner.db
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.action, "move_plant"), eq(auditEntry.customer_id, from)))
      .orderBy(auditEntry.id);
    expect(entry?.account_id).toBe(server.accounts.super_admin.id);
    expect(entry?.detail).toEqual({
      plant_id: moved.plant_id,
      from_customer_id: from,
      to_customer_id: to,
      account_ids: [server.accounts.viewer.id],
    });
  });

  it("leaves users without other plants with none, not with all of the customer's", async () => {
    await give("super_admin", from, { name: "Andasol" });
    await assign("viewer", moved.plant_id);
    expect(await namesFor("viewer")).toEqual(["Andasol"]);
    await give("super_admin", to);
    expect(await namesFor("viewer")).toEqual([]);
    await assign("viewer");
  });

  it("is not moved if the new customer has a plant with that name", async () => {
    await give("super_admin", from);
    await storeHolding(server, to, "Andasol");
    const refused = await give("super_admin", to);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ problems: [{ reason: "plant_name_taken" }] });
    expect(await namesFor("viewer")).toEqual(["Andasol", "Valle"]);
  });
});
