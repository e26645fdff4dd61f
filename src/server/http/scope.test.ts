import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { endpoint, type Scope, type ScopeNoun } from "../../api/endpoint.ts";
import type { Viewer } from "../context.ts";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { catalogueNouns, storeRecords, type Records } from "../../../tests/fixtures/records.ts";
import { account } from "../store/schema/account.ts";
import { blueprint, documentFile, drone } from "../store/schema/provider.ts";
import { allCustomers, viewerDatabase } from "../store/viewer-database.ts";
import { resolveScope } from "./scope.ts";

let server: TestServer;
let own: Records;
let foreign: Records;
let user: Viewer;
const staff = (changes: Partial<Viewer> = {}): Viewer => ({
  ...user,
  account_id: server.accounts.analyst.id,
  customer_id: null,
  plant_ids: null,
  is_admin: true,
  ...changes,
});

beforeAll(async () => {
  server = await startTestServer();
  const { viewer, other_customer } = server.accounts;
  own = await storeRecords(server, viewer.customer_id, "Own");
  foreign = await storeRecords(server, other_customer.customer_id, "Foreign");
  user = {
    account_id: viewer.id,
    name: "",
    email: viewer.email,
    customer_id: viewer.customer_id,
    is_admin: false,
    is_super_admin: false,
    own_customer_id: 0,
    permissions: new Set(),
    plant_ids: null,
    show_all_key_figures: false,
    locale: "en",
  };
});
afterAll(() => server.close());

/** Whether the viewer sees the object, through the database as the server binds it. */
async function sees(
  viewer: Viewer,
  ids: Partial<Record<ScopeNoun, number>>,
  db = viewerDatabase(server.services.db, viewer),
): Promise<boolean> {
  const scope = Object.fromEntries(Object.keys(ids).map((noun) => [noun, noun]));
  const declared = endpoint({
    method: "GET",
    path: "/x",
    summary: "x",
    permission: null,
    scope: scope as Scope,
    answer: z.unknown(),
  });
  try {
    await resolveScope(declared, ids, db, viewer);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    return false;
  }
}

/** All but what is looked up in another object. */
const nouns = () => Object.keys(own).filter((key) => !key.endsWith("_id")) as ScopeNoun[];
/** Of the provider, and hidden from customers. */
const isOfProvider = (noun: ScopeNoun) => noun === "analysis_server";
const isCatalogue = (noun: ScopeNoun) => (catalogueNouns as readonly ScopeNoun[]).includes(noun);

describe("the scope", () => {
  it("shows a customer the own objects and the catalogue, and nothing of another customer", async () => {
    for (const noun of nouns()) {
      expect(await sees(user, { [noun]: own[noun] }), noun).toBe(!isOfProvider(noun));
      expect(await sees(user, { [noun]: foreign[noun] }), noun).toBe(isCatalogue(noun));
      expect(await sees(user, { [noun]: 2_000_000_000 }), noun).toBe(false);
      expect(await sees(user, { [noun]: 3_000_000_000 }), noun).toBe(false);
    }
  });

  it("does so also where the database would show everything", async () => {
    const db = viewerDatabase(server.services.db, allCustomers);
    for (const noun of nouns()) {
      expect(await sees(user, { [noun]: foreign[noun] }, db), noun).toBe(isCatalogue(noun));
    }
  });

  it("shows staff everything, and of one customer only while they act for it", async () => {
    const acting = staff({ customer_id: user.customer_id });
    for (const noun of nouns()) {
      expect(await sees(staff(), { [noun]: own[noun] }), noun).toBe(true);
      expect(await sees(staff(), { [noun]: foreign[noun] }), noun).toBe(true);
      expect(await sees(acting, { [noun]: own[noun] }), noun).toBe(!isOfProvider(noun));
      expect(await sees(acting, { [noun]: foreign[noun] }), noun).toBe(isCatalogue(noun));
    }
  });

  it("hides the objects of plants that are not assigned to the user", async () => {
    const ofPlants = [
      "plant",
      "analysis",
      "task",
      "order",
      "blueprint",
      "custom_component_property",
    ] as const;
    for (const noun of ofPlants) {
      const id = { [noun]: own[noun] };
      expect(await sees({ ...user, plant_ids: [foreign.plant] }, id), noun).toBe(false);
      expect(await sees({ ...user, plant_ids: [own.plant] }, id), noun).toBe(true);
    }
  });

  it("hides deleted accounts, protected documents and the provider's own drones", async () => {
    const { db } = server.database.owner;
    const [deleted] = await db
      .insert(account)
      .values({
        customer_id: server.accounts.viewer.customer_id,
        role_id: 1,
        email: "deleted@example.com",
        deleted_at: "2026-01-01T00:00:00Z",
      })
      .returning({ id: account.id });
    expect(await sees(staff(), { user: deleted?.id ?? 0 })).toBe(false);

    await db
      .update(documentFile)
      .set({ is_protected: true })
      .where(eq(documentFile.id, own.document));
    expect(await sees(staff(), { document: own.document })).toBe(false);
    expect(await sees(user, { document: own.document })).toBe(false);
    expect(await sees(staff({ is_super_admin: true }), { document: own.document })).toBe(true);

    const [spare] = await db
      .insert(drone)
      .values({
        drone_model_id: own.drone_model,
        serial_number: "S",
        internal_identifier: "Provider-1",
      })
      .returning({ id: drone.id });
    const id = { drone: spare?.id ?? 0 };
    expect(await sees(staff(), id)).toBe(true);
    expect(await sees(staff({ customer_id: user.customer_id }), id)).toBe(false);
    expect(await sees(user, id)).toBe(false);
  });

  it("finds an object of a plant only in the path of that plant", async () => {
    const { db } = server.database.owner;
    expect(await sees(staff(), { plant: own.plant, blueprint: own.blueprint })).toBe(true);
    expect(await sees(staff(), { plant: foreign.plant, blueprint: own.blueprint })).toBe(false);
    expect(await sees(staff(), { plant: foreign.plant, analysis: own.analysis })).toBe(false);
    await db.delete(blueprint).where(eq(blueprint.id, own.blueprint));
    expect(await sees(staff(), { plant: own.plant, blueprint: own.blueprint })).toBe(false);
  });
});
