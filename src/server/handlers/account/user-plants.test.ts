import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { eq } from "drizzle-orm";
import {
  startTestServer,
  type AccountKey,
  type Answer,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { isEveryday } from "../../../../tests/fixtures/rounds.ts";
import { api } from "../../../api/index.ts";
import { permissionNames, type Permission } from "../../../domain/account/permission.ts";
import type { Plant } from "../../../domain/plant/plant.ts";
import type { User } from "../../../domain/account/user.ts";
import { account, accountPlant, role } from "../../store/schema/account.ts";

let server: TestServer;
let own: Holding;
let second: Holding;
let foreign: Holding;
beforeAll(async () => {
  server = await startTestServer();
  const { viewer, other_customer } = server.accounts;
  own = await storeHolding(server, viewer.customer_id, "Andasol");
  second = await storeHolding(server, viewer.customer_id, "Valle");
  foreign = await storeHolding(server, other_customer.customer_id, "Kaxu");
});
afterAll(() => server.close());

const owner = () => server.database.owner.db;
const idOf = (key: AccountKey) => server.accounts[key].id;
const list = async (as: AccountKey) => (await server.ask(api.user.list, as)).body as User[];
const userSeen = async (as: AccountKey, id: number) =>
  (await list(as)).find((one) => one.id === id);
const reasons = ({ status, body }: Answer) => [
  status,
  ...((body as { problems?: { reason: string }[] }).problems ?? []).map(({ reason }) => reason),
];
const assign = (as: AccountKey, id: number, plant_ids: number[] | null) =>
  server.ask(api.user.assignPlants, as, { params: { id }, body: { plant_ids } });
/** Gives the role these of all permissions; without a condition all. */
const hold = async (key: string, isHeld: (name: Permission) => boolean = () => true) => {
  const permissions = permissionNames.filter(isHeld);
  await owner().update(role).set({ permissions }).where(eq(role.key, key));
};
const roleId = async (key: string) =>
  (await owner().select().from(role).where(eq(role.key, key)))[0]?.id ?? 0;

describe("plants", () => {
  beforeEach(() => owner().delete(accountPlant));
  const plantsOf = async (as: AccountKey) => {
    // The browser reloads its permissions when the server asks for it.
    await server.ask(api.session.reloadPermissions, as);
    return ((await server.ask(api.plant.list, as)).body as Plant[]).map(({ name }) => name);
  };

  it("are all, none or the assigned ones, with the next request", async () => {
    const id = idOf("viewer");
    expect((await assign("analyst", id, [second.plant_id])).body).toMatchObject({
      plant_ids: [second.plant_id],
    });
    const outcome = await server.ask(api.plant.list, "viewer");
    expect((outcome.body as { code: string }).code).toBe("PERMISSION_RELOAD_REQUIRED");
    expect(await plantsOf("viewer")).toEqual(["Valle"]);
    expect((await assign("analyst", id, [])).body).toMatchObject({ plant_ids: [] });
    expect(await plantsOf("viewer")).toEqual([]);
    expect((await assign("analyst", id, null)).body).toMatchObject({ plant_ids: null });
    expect(await plantsOf("viewer")).toEqual(["Andasol", "Valle"]);
  });

  it("of another customer are as unknown as missing ones", async () => {
    const id = idOf("viewer");
    for (const plant_id of [foreign.plant_id, 2_000_000_000]) {
      expect(reasons(await assign("analyst", id, [plant_id]))).toEqual([400, "plant_unknown"]);
    }
    expect((await userSeen("analyst", id))?.plant_ids).toBeNull();
  });

  it("are not assigned to staff, who see all", async () => {
    expect(reasons(await assign("super_admin", idOf("analyst"), []))).toEqual([
      409,
      "plants_for_staff",
    ]);
  });

  it("that the assigning user does not see cannot be assigned, removed or found out", async () => {
    const id = idOf("viewer");
    await hold("tenant", (name) => name !== "READ_ALL_PLANT");
    await assign("analyst", idOf("tenant"), [own.plant_id]);
    await assign("analyst", id, [second.plant_id]);
    await server.ask(api.session.reloadPermissions, "tenant");
    expect((await userSeen("tenant", id))?.plant_ids).toEqual([]);
    expect(reasons(await assign("tenant", id, null))).toEqual([400, "plants_above_own"]);
    expect(reasons(await assign("tenant", id, [second.plant_id]))).toEqual([400, "plant_unknown"]);
    expect(reasons(await assign("tenant", idOf("tenant"), null))).toEqual([
      400,
      "plants_above_own",
    ]);
    expect((await assign("tenant", id, [own.plant_id])).body).toMatchObject({
      plant_ids: [own.plant_id],
    });
    expect((await userSeen("analyst", id))?.plant_ids).toEqual([own.plant_id, second.plant_id]);
    await owner().delete(accountPlant);
    await hold("tenant");
    await server.ask(api.session.reloadPermissions, "tenant");
  });

  it("are all of the customer with READ_ALL_PLANT, the assigned ones with READ_AVAILABLE_PLANT", async () => {
    const held = (...names: Permission[]) => hold("tenant", (name) => names.includes(name));
    const isFound = async (plant_id: number) =>
      (await server.ask(api.plant.read, "tenant", { params: { id: plant_id } })).status;
    await assign("analyst", idOf("tenant"), [own.plant_id]);
    await held("READ_ALL_PLANT", "READ_AVAILABLE_PLANT");
    expect(await plantsOf("tenant")).toEqual(["Andasol", "Valle"]);
    await held("READ_ALL_PLANT");
    expect(await plantsOf("tenant")).toEqual(["Andasol", "Valle"]);
    await held("READ_AVAILABLE_PLANT", "READ_ANALYSIS_RESULT");
    expect(await plantsOf("tenant")).toEqual(["Andasol"]);
    expect([await isFound(own.plant_id), await isFound(second.plant_id)]).toEqual([200, 404]);
    // Assigned to all, those of tomorrow too.
    await owner().delete(accountPlant);
    expect(await plantsOf("tenant")).toEqual(["Andasol", "Valle"]);
    await held("READ_ANALYSIS_RESULT");
    await server.ask(api.session.reloadPermissions, "tenant");
    expect([await isFound(own.plant_id), await isFound(second.plant_id)]).toEqual([404, 404]);
    await hold("tenant");
  });

  it("are decided by the same permissions for staff", async () => {
    const analyst = { plants: () => plantsOf("analyst") };
    expect(await analyst.plants()).toEqual(["Andasol", "Kaxu", "Valle"]);
    await owner()
      .insert(accountPlant)
      .values({ account_id: idOf("analyst"), plant_id: own.plant_id });
    expect(await analyst.plants()).toEqual(["Andasol", "Kaxu", "Valle"]);
    await hold("admin", (name) => name !== "READ_ALL_PLANT");
    expect(await analyst.plants()).toEqual(["Andasol"]);
    await hold("admin");
    await owner().delete(accountPlant);
  });
});

describe.skipIf(isEveryday)("a list of ten thousand users", () => {
  it("is answered within two seconds, each with some plants", async () => {
    const { customer_id } = server.accounts.other_customer;
    const role_id = await roleId("customer_user");
    for (let at = 0; at < 10_000; at += 1000) {
      const rows = Array.from({ length: 1000 }, (_, next) => ({
        customer_id,
        role_id,
        first_name: "Many",
        last_name: `Last ${at + next}`,
        email: `user${at + next}@example.com`,
        state: "REGISTERED" as const,
      }));
      const made = await owner().insert(account).values(rows).returning({ id: account.id });
      const plants = made.flatMap(({ id }) =>
        [1, 2, 3].map((plant_id) => ({ account_id: id, plant_id })),
      );
      await owner().insert(accountPlant).values(plants);
    }
    for (const [as, count] of [
      ["analyst", 10_006],
      ["tenant", 3],
    ] as const) {
      const began = performance.now();
      expect(await list(as)).toHaveLength(count);
      expect(performance.now() - began).toBeLessThan(patient(2000));
    }
    expect((await list("analyst")).find(({ last_name }) => last_name === "Last 7")).toMatchObject({
      plant_ids: [1, 2, 3],
    });
    await owner().delete(account).where(eq(account.first_name, "Many"));
  });
});
