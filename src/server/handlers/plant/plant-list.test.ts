import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { addResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import type { Endpoint } from "../../../api/endpoint.ts";
import { analysis } from "../../store/schema/plant.ts";

let server: TestServer;
let own: Holding;
let plant_id: number;
beforeAll(async () => {
  server = await startTestServer();
  const { viewer, other_customer } = server.accounts;
  own = await storeHolding(server, viewer.customer_id, "Andasol");
  await storeHolding(server, other_customer.customer_id, "Kaxu");
  const services = { ...server.services, db: server.database.owner.db };
  ({ plant_id } = await addResultPlant(services, viewer.customer_id, "Atacama"));
});
afterAll(() => server.close());

const rows = async (call: Endpoint, as: AccountKey, params?: object) => {
  const { status, body } = await server.ask(call, as, params ? { params } : {});
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as Record<string, unknown>[];
};

describe("lists to choose from", () => {
  it("have all plants for those who may read all, and none for others", async () => {
    const seen = await rows(api.plant.listAll, "analyst");
    expect(seen.map(({ name }) => name)).toEqual(["Andasol", "Atacama", "Kaxu"]);
    expect(Object.keys(seen[0] ?? {}).toSorted()).toEqual([
      "customer_id",
      "customer_name",
      "id",
      "name",
      "technology",
    ]);
    expect((await server.ask(api.plant.listAll, "viewer")).status).toBe(403);
    const tenants = await rows(api.plant.listAll, "tenant");
    expect(tenants.map(({ name }) => name)).not.toContain("Kaxu");
  });

  it("name analyses with plant and customer, of those that the viewer sees", async () => {
    const { customer_id } = server.accounts.viewer;
    const names = await rows(api.analysis.listNames, "viewer");
    expect(names).toMatchObject([
      { id: own.released_id, name: "Andasol released", plant_name: "Andasol", customer_id },
    ]);
    expect(await rows(api.analysis.listNames, "analyst")).toHaveLength(6);
  });

  it("have the analyses whose data are incomplete", async () => {
    expect(await rows(api.analysis.listIncomplete, "analyst")).toEqual([]);
    const set = (state: "UPLOADING" | "FINISHED") =>
      server.database.owner.db
        .update(analysis)
        .set({ state })
        .where(eq(analysis.id, own.unreleased_id));
    await set("UPLOADING");
    const open = await rows(api.analysis.listIncomplete, "analyst");
    expect(open.map(({ id }) => id)).toEqual([own.unreleased_id]);
    expect(await rows(api.analysis.listIncomplete, "viewer")).toEqual([]);
    await set("FINISHED");
  });
});

describe("how far plants are", () => {
  it("is their newest analysis, of those that the viewer sees", async () => {
    const newest = async (as: AccountKey) =>
      (await rows(api.plant.listProgress, as)).map(({ plant_name, newest_analysis }) => [
        plant_name,
        (newest_analysis as { name: string } | null)?.name ?? null,
      ]);
    expect(await newest("viewer")).toEqual([
      ["Andasol", "Andasol released"],
      ["Atacama", null],
    ]);
    expect(await newest("analyst")).toEqual([
      ["Andasol", "Andasol invisible"],
      ["Atacama", null],
      ["Kaxu", "Kaxu invisible"],
    ]);
  });
});

describe("subfields", () => {
  it("are the top of the twin, with children and bounds", async () => {
    const [group, ...others] = await rows(api.plant.subfields, "viewer", { id: plant_id });
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      component_type: "tracker_group",
      dt_id: "G0",
      pcs: "G0 pcs",
      child_count: 3,
    });
    // As the fixture draws it: 20 by 6 hundred-thousandths of a degree from 70° W, 24° S.
    const drawn = [-70, -24, -70 + 20e-5, -24 + 6e-5];
    const bounds = group?.["bounds"] as number[] | undefined;
    expect(bounds).toEqual(drawn.map((degrees) => expect.closeTo(degrees, 7)));
  });

  it("are none without a twin, and unknown to other customers", async () => {
    const other = await server.ask(api.plant.subfields, "other_customer", {
      params: { id: plant_id },
    });
    expect(other.status).toBe(404);
    expect(await rows(api.plant.subfields, "viewer", { id: own.plant_id })).toEqual([]);
  });
});
