import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { DroneModel } from "../../../domain/provider/drone-model.ts";
import type { Drone } from "../../../domain/provider/drone.ts";
import { readDroneModels, writeShippedModels } from "../../store/provider/drone-model.ts";

let server: TestServer;
let own: Holding;
const models = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  const { db } = server.database.owner;
  await writeShippedModels(db);
  for (const { abbreviation, id } of await readDroneModels(db)) models.set(abbreviation, id);
});
afterAll(() => server.close());

const reasons = (body: unknown) =>
  (body as { problems?: { reason: string; field?: string }[] }).problems?.map(
    ({ reason, field }) => [reason, field],
  );
let serials = 0;
const form = (internal_identifier: string, changes: object = {}) => ({
  internal_identifier,
  serial_number: `1581F5BK ${(serials += 1)}`,
  drone_model_id: models.get("M3T") ?? 0,
  ...changes,
});
const create = (as: AccountKey, ...about: Parameters<typeof form>) =>
  server.ask(api.drone.create, as, { body: form(...about) });
const stored = async (...about: Parameters<typeof form>) => {
  const answer = await create("analyst", ...about);
  expect(answer.status).toBe(200);
  return answer.body as Drone;
};

describe("drones", () => {
  it("are created with their model's name and support, changed, and deleted", async () => {
    const drone = await stored("Falcon-1");
    expect(drone).toMatchObject({
      model_name: "Mavic 3T",
      model_abbreviation: "M3T",
      supported: true,
      type: "portable",
      retired: false,
      customer_id: null,
      customer_name: null,
    });
    const params = { id: drone.id };
    const changed = await server.ask(api.drone.update, "analyst", {
      params,
      body: { retired: true, drone_model_id: models.get("M400") ?? 0 },
    });
    expect(changed.body).toMatchObject({
      internal_identifier: "Falcon-1",
      retired: true,
      supported: false,
    });
    const removed = await server.ask(api.drone.remove, "analyst", { params });
    expect(removed.body).toEqual({ done: true });
    expect((await server.ask(api.drone.read, "analyst", { params })).status).toBe(404);
  });

  it("T01 keep the internal identifier unique, case-sensitive and without spaces", async () => {
    await stored("Osprey");
    const again = await create("analyst", "Osprey");
    expect(again.status).toBe(409);
    expect(reasons(again.body)).toEqual([["internal_identifier_taken", "internal_identifier"]]);
    const other = await stored("osprey");
    for (const bad of [
      "Os prey",
      " Osprey",
      "Osprey ",
      "Os\tprey",
      "Os\u00a0prey",
      "Os\u200bprey",
    ]) {
      const refused = await create("analyst", bad);
      expect(reasons(refused.body), JSON.stringify(bad)).toEqual([
        ["internal_identifier_spaces", "internal_identifier"],
      ]);
    }
    const renamed = await server.ask(api.drone.update, "analyst", {
      params: { id: other.id },
      body: { internal_identifier: "Osprey" },
    });
    expect(renamed.status).toBe(409);
  });

  it("give an identifier that many ask for at once to exactly one", async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => create("analyst", "Peregrine")),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
  });

  it("give a serial number that many write at once to exactly one, in words", async () => {
    const taken = [["drones_serial_taken", "serial_number"]];
    // One that is asked after the first was stored is refused by the form, with the same words.
    const said = (answers: readonly { status: number; body: unknown }[]) =>
      answers.map(({ status, body }) => (status === 200 ? [] : reasons(body))).toSorted();
    const numbers = ["1ZN77", "1zn 77", "1ZN77", "1zn 77", "1ZN 77"];
    const all = await Promise.all(
      numbers.map((serial_number, at) => create("analyst", `Merlin-${at}`, { serial_number })),
    );
    expect(said(all)).toEqual([[], taken, taken, taken, taken]);
    const two = [await stored("Saker-1"), await stored("Saker-2")];
    const body = { serial_number: "1ZN 78" };
    const changed = await Promise.all(
      two.map(({ id }) => server.ask(api.drone.update, "analyst", { params: { id }, body })),
    );
    expect(said(changed)).toEqual([[], taken]);
    const { rows } = await server.database.owner.db.execute(sql`
      select 1 from drone where upper(replace(serial_number, ' ', '')) in ('1ZN77', '1ZN78')`);
    expect(rows).toHaveLength(2);
  });

  it("need a serial number unless they are generic", async () => {
    const refused = await create("analyst", "Kite", { serial_number: " " });
    expect(reasons(refused.body)).toEqual([["serial_number_missing", "serial_number"]]);
    const generic = await stored("Kite", { serial_number: "", generic: true });
    const changed = await server.ask(api.drone.update, "analyst", {
      params: { id: generic.id },
      body: { generic: false },
    });
    expect(reasons(changed.body)).toEqual([["serial_number_missing", "serial_number"]]);
  });

  it("have a serial number that no other drone has that is not retired", async () => {
    const first = await stored("Hobby-1", { serial_number: "1ZN 900" });
    const taken = { reason: "drones_serial_taken", field: "serial_number" };
    const values = { value: "1zn900", holder: "Hobby-1" };
    const again = await create("analyst", "Hobby-2", { serial_number: "1zn900" });
    expect([again.status, again.body]).toMatchObject([400, { problems: [{ ...taken, values }] }]);
    const update = (id: number, body: object) =>
      server.ask(api.drone.update, "analyst", { params: { id }, body });
    const other = await stored("Hobby-3");
    const changed = await update(other.id, { serial_number: "1zn900" });
    expect([changed.status, changed.body]).toMatchObject([400, { problems: [taken] }]);
    // Its own fields change as before, and a retired aircraft can be registered again.
    expect((await update(first.id, { generic: true, retired: true })).status).toBe(200);
    await stored("Hobby-2", { serial_number: "1zn900" });
    const back = await update(first.id, { retired: false });
    expect([back.status, back.body]).toMatchObject([400, { problems: [taken] }]);
  });

  it("refuse a model, a customer, a type or a field that there is not", async () => {
    const cases: [changes: object, reason: string, field: string][] = [
      [{ drone_model_id: 99_999 }, "drone_model_unknown", "drone_model_id"],
      [{ customer_id: 99_999 }, "customer_unknown", "customer_id"],
      [{ type: "balloon" }, "field_not_offered", "type"],
      [{ supported: true }, "field_unknown", "supported"],
    ];
    for (const [changes, reason, field] of cases) {
      const refused = await create("analyst", "Merlin", changes);
      expect(reasons(refused.body)).toEqual([[reason, field]]);
    }
  });

  it("belong to the customer that staff act for, and do not exist for others", async () => {
    const { viewer, other_customer } = server.accounts;
    const mine = await stored("Mine", { customer_id: viewer.customer_id });
    const theirs = await stored("Theirs", { customer_id: other_customer.customer_id });
    const list = await server.ask(api.drone.list, "tenant");
    expect((list.body as Drone[]).map(({ internal_identifier }) => internal_identifier)).toEqual([
      "Mine",
    ]);
    expect((list.body as Drone[])[0]?.customer_name).toBe("Helios Energy");
    const read = (id: number) => server.ask(api.drone.read, "tenant", { params: { id } });
    expect((await read(mine.id)).status).toBe(200);
    const foreign = await read(theirs.id);
    const missing = await read(99_999);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    for (const customer_id of [null, other_customer.customer_id]) {
      const refused = await create("tenant", "Stolen", { customer_id });
      expect(reasons(refused.body)).toEqual([["customer_unknown", "customer_id"]]);
      const moved = await server.ask(api.drone.update, "tenant", {
        params: { id: mine.id },
        body: { customer_id },
      });
      expect(reasons(moved.body)).toEqual([["customer_unknown", "customer_id"]]);
    }
    const made = await create("tenant", "Second", { customer_id: viewer.customer_id });
    expect(made.status).toBe(200);
  });

  it("are available while in service, supported, and the plant's customer's or the provider's", async () => {
    const { viewer, other_customer } = server.accounts;
    await stored("Ready", { customer_id: null });
    await stored("Retired", { retired: true });
    await stored("Unsupported", { drone_model_id: models.get("M400") });
    await stored("Customer", { customer_id: viewer.customer_id });
    await stored("Foreign", { customer_id: other_customer.customer_id });
    const answer = await server.ask(api.drone.listAvailable, "analyst", {
      params: { id: own.plant_id },
    });
    const names = (answer.body as Drone[]).map(({ internal_identifier }) => internal_identifier);
    expect(names).toEqual(expect.arrayContaining(["Ready", "Customer"]));
    for (const name of ["Retired", "Unsupported", "Foreign"]) expect(names).not.toContain(name);
  });

  it("are kept while something refers to them, and can be retired then", async () => {
    const drone = await stored("Flown");
    const params = { id: drone.id };
    const { db } = server.database.owner;
    await db.execute(sql`create table flight (drone_id integer references drone (id))`);
    await db.execute(sql`insert into flight values (${drone.id})`);
    const refused = await server.ask(api.drone.remove, "analyst", { params });
    expect([refused.status, reasons(refused.body)]).toEqual([409, [["drone_in_use", undefined]]]);
    const retired = await server.ask(api.drone.update, "analyst", {
      params,
      body: { retired: true },
    });
    expect(retired.body).toMatchObject({ retired: true });
    await db.execute(sql`drop table flight`);
  });
});

describe("drone models", () => {
  const list = async () => (await server.ask(api.droneModel.list, "analyst")).body as DroneModel[];
  const body = { name: "Albatross 2", abbreviation: "A2", vendor: "Example" };

  it("are shipped once, and what staff edited stays", async () => {
    const { db } = server.database.owner;
    const shipped = await list();
    expect(shipped).toHaveLength(17);
    const advanced = shipped.find(({ abbreviation }) => abbreviation === "M2EA");
    expect(advanced).toMatchObject({ app_series: "sdk4", supported: true, flight_time: 31 });
    const id = advanced?.id ?? 0;
    await server.ask(api.droneModel.update, "analyst", {
      params: { id },
      body: { name: "Mavic 2 EA", flight_time: 25, supported: false },
    });
    await writeShippedModels(db);
    const after = await list();
    expect(after).toHaveLength(17);
    expect(after.find((one) => one.id === id)).toMatchObject({
      name: "Mavic 2 EA",
      flight_time: 25,
      supported: false,
    });
  });

  it("that staff added are created, changed and deleted; names are unique", async () => {
    const made = await server.ask(api.droneModel.create, "analyst", { body });
    expect(made.body).toMatchObject({ ...body, key: null, flight_time: null, supported: true });
    const params = { id: (made.body as DroneModel).id };
    const again = await server.ask(api.droneModel.create, "analyst", { body });
    expect([again.status, reasons(again.body)]).toEqual([
      409,
      [["drone_model_name_taken", "name"]],
    ]);
    const forged = await server.ask(api.droneModel.update, "analyst", {
      params,
      body: { key: "mine" } as object,
    });
    expect(reasons(forged.body)).toEqual([["field_unknown", "key"]]);
    const removed = await server.ask(api.droneModel.remove, "analyst", { params });
    expect(removed.body).toEqual({ done: true });
  });

  it("are kept while drones use them, seen or not, and where they are shipped", async () => {
    const made = await server.ask(api.droneModel.create, "analyst", { body });
    const { id } = made.body as DroneModel;
    const { other_customer } = server.accounts;
    await stored("Used", { drone_model_id: id, customer_id: other_customer.customer_id });
    const remove = (as: AccountKey, of: number) =>
      server.ask(api.droneModel.remove, as, { params: { id: of } });
    const refused = await remove("analyst", id);
    expect([refused.status, reasons(refused.body)]).toEqual([
      409,
      [["drone_model_in_use", undefined]],
    ]);
    expect(reasons((await remove("tenant", id)).body)).toEqual([["drone_model_kept", undefined]]);
    const shipped = await remove("analyst", models.get("M350") ?? 0);
    expect(reasons(shipped.body)).toEqual([["drone_model_shipped", undefined]]);
  });

  it("are available while they are supported", async () => {
    const answer = await server.ask(api.droneModel.listAvailable, "analyst");
    const names = (answer.body as DroneModel[]).map(({ abbreviation }) => abbreviation);
    expect(names).toContain("M30T");
    expect(names).not.toContain("M400");
  });
});
