import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { flightArea } from "../../../../tests/fixtures/flight.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { Plant, PlantStatus } from "../../../domain/plant/plant.ts";
import { accountPlant } from "../../store/schema/account.ts";
import { plant } from "../../store/schema/plant.ts";
import { purchaseOrder } from "../../store/schema/provider.ts";

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

const namesFor = async (as: Parameters<TestServer["ask"]>[1]) =>
  ((await server.ask(api.plant.list, as)).body as Plant[]).map(({ name }) => name);
const reasons = (body: unknown) =>
  (body as { problems?: { reason: string; field?: string }[] }).problems?.map(
    ({ reason, field }) => [reason, field],
  );
const form = () => ({
  name: "Noor",
  technology: "photovoltaic" as const,
  nominal_capacity: 72,
  mounting_type: "tracked" as const,
  lon: -6.9,
  lat: 31,
  customer_id: server.accounts.viewer.customer_id,
});

describe("plants", () => {
  it("are the customer's own, and all for staff", async () => {
    expect(await namesFor("viewer")).toEqual(["Andasol", "Valle"]);
    expect(await namesFor("other_customer")).toEqual(["Kaxu"]);
    expect(await namesFor("analyst")).toEqual(["Andasol", "Kaxu", "Valle"]);
  });

  it("are only the assigned ones where any are assigned", async () => {
    const { db } = server.database.owner;
    await db
      .insert(accountPlant)
      .values({ account_id: server.accounts.viewer.id, plant_id: own.plant_id });
    expect(await namesFor("viewer")).toEqual(["Andasol"]);
    const params = { id: second.plant_id };
    expect((await server.ask(api.plant.read, "viewer", { params })).status).toBe(404);
    await db.delete(accountPlant);
    expect((await server.ask(api.plant.read, "viewer", { params })).status).toBe(200);
  });

  it("tell the newest survey that the viewer may see, with its worst key figures", async () => {
    const row = async (as: "viewer" | "analyst") =>
      ((await server.ask(api.plant.listForTable, as)).body as PlantStatus[]).find(
        ({ id }) => id === own.plant_id,
      );
    expect(await row("viewer")).toMatchObject({
      last_survey_at: "2026-01-01T10:00:00.000Z",
      analysis_count: 1,
      worst_key_figures: [{ key_figure_id: 1, poor_count: 20, poor_share: 0.2 }],
    });
    expect(await row("analyst")).toMatchObject({
      last_survey_at: "2026-03-01T10:00:00.000Z",
      analysis_count: 3,
      worst_key_figures: [{ key_figure_id: 1, poor_count: 22 }],
    });
  });

  it("are created, changed and deleted", async () => {
    const created = await server.ask(api.plant.create, "analyst", { body: form() });
    expect(created.status).toBe(200);
    const { id } = created.body as Plant;
    const changed = await server.ask(api.plant.update, "analyst", {
      params: { id },
      body: { name: "Noor III" },
    });
    expect(changed.body).toMatchObject({
      name: "Noor III",
      nominal_capacity: 72,
      setup_phase: true,
    });
    const removed = await server.ask(api.plant.remove, "analyst", { params: { id } });
    expect(removed.body).toEqual({ done: true });
    expect((await server.ask(api.plant.read, "analyst", { params: { id } })).status).toBe(404);
  });

  it("keep their technology once there are components or properties of it", async () => {
    const change = (id: number) =>
      server.ask(api.plant.update, "analyst", {
        params: { id },
        body: { technology: "parabolic_trough" },
      });
    const created = await server.ask(api.plant.create, "analyst", {
      body: { ...form(), name: "Changing" },
    });
    const { id } = created.body as Plant;
    const property = { component_type: "module", name: "x", data_type: "text" } as const;
    await server.ask(api.customComponentProperty.create, "analyst", {
      params: { id },
      body: { ...property, relation_type: "component" },
    });
    const refused = await change(id);
    expect([refused.status, reasons(refused.body)]).toEqual([
      409,
      [["plant_technology_fixed", "technology"]],
    ]);
    const [made] = (
      await server.ask(api.customComponentProperty.list, "analyst", { params: { id } })
    ).body as { id: number }[];
    await server.ask(api.customComponentProperty.remove, "analyst", { params: { id: made!.id } });
    expect((await change(id)).body).toMatchObject({ technology: "parabolic_trough" });
    await server.ask(api.plant.remove, "analyst", { params: { id } });
    const digitized = await server.ask(api.plant.update, "analyst", {
      params: { id: own.plant_id },
      body: { technology: "photovoltaic" },
    });
    expect(digitized.status).toBe(409);
  });

  it("keep the fields that an update leaves out", async () => {
    const created = await server.ask(api.plant.create, "analyst", {
      body: { ...form(), name: "Kept", setup_phase: false, module_inclination: 20 },
    });
    const { id } = created.body as Plant;
    const { body } = await server.ask(api.plant.update, "analyst", {
      params: { id },
      body: { nominal_capacity: 80 },
    });
    expect(body).toMatchObject({
      setup_phase: false,
      module_inclination: 20,
      nominal_capacity: 80,
    });
  });

  it("name the faulty field in the language asked for", async () => {
    const body = { ...form(), nominal_capacity: -1, colour: "red" } as never;
    const { status, body: answer } = await server.ask(
      api.plant.create,
      "analyst",
      { body },
      { "accept-language": "es" },
    );
    expect(status).toBe(400);
    expect(answer).toMatchObject({ code: "BAD_REQUEST", message: "La solicitud no es válida." });
    expect(reasons(answer)).toEqual([
      ["field_too_small", "nominal_capacity"],
      ["field_unknown", "colour"],
    ]);
    expect(answer).toMatchObject({
      problems: [{ message: "El valor debe ser como mínimo 0." }, {}],
    });
  });

  it("refuse a second plant of the same name and customer", async () => {
    const body = { ...form(), name: "Andasol" };
    const { status, body: answer } = await server.ask(api.plant.create, "analyst", { body });
    expect([status, reasons(answer)]).toEqual([409, [["plant_name_taken", "name"]]]);
  });

  it("cannot be made for a customer that does not exist or is another's", async () => {
    const other = server.accounts.other_customer.customer_id;
    for (const [as, customer_id] of [
      ["analyst", 999_999],
      ["tenant", other],
    ] as const) {
      const body = { ...form(), name: "Elsewhere", customer_id };
      const { status, body: answer } = await server.ask(api.plant.create, as, { body });
      expect([status, reasons(answer)]).toEqual([400, [["customer_unknown", "customer_id"]]]);
    }
  });

  it("are kept, with their customer, while they have analyses", async () => {
    const params = { id: own.plant_id };
    const removed = await server.ask(api.plant.remove, "analyst", { params });
    expect([removed.status, reasons(removed.body)]).toEqual([
      409,
      [["plant_has_analyses", undefined]],
    ]);
    const moved = await server.ask(api.plant.update, "analyst", {
      params,
      body: { customer_id: server.accounts.other_customer.customer_id },
    });
    expect([moved.status, reasons(moved.body)]).toEqual([
      409,
      [["plant_has_released", "customer_id"]],
    ]);
    const { body } = await server.ask(api.plant.belongings, "analyst", { params });
    expect(body).toMatchObject({ analysis_count: 3, released_count: 1, user_count: 0 });
  });

  it("are kept while they stand in an order", async () => {
    const created = await server.ask(api.plant.create, "analyst", {
      body: { ...form(), name: "Ordered" },
    });
    const { id } = created.body as Plant;
    const { db } = server.database.owner;
    const order = { type: "setup" as const, start_date: "2026-01-01", plant_id: id };
    // Of a former owner, too, whose order the viewer of the plant does not see.
    await db.insert(purchaseOrder).values({
      ...order,
      customer_id: server.accounts.other_customer.customer_id,
    });
    for (const as of ["analyst", "tenant"] as const) {
      const removed = await server.ask(api.plant.remove, as, { params: { id } });
      expect([removed.status, reasons(removed.body)], as).toEqual([
        409,
        [["plant_has_orders", undefined]],
      ]);
    }
    await db.delete(purchaseOrder);
    expect((await server.ask(api.plant.remove, "analyst", { params: { id } })).status).toBe(200);
  });

  it("take limits of their own and give them up again", async () => {
    const params = { id: own.plant_id };
    const set = (key_figure_id: number, limits: number[]) =>
      server.ask(api.plant.updateLimits, "analyst", { params, body: { key_figure_id, limits } });
    expect(reasons((await set(1, [1, 2, 3])).body)).toEqual([["limits_not_applicable", "limits"]]);
    expect(reasons((await set(9999, [1, 2, 3])).body)).toEqual([
      ["key_figure_unknown", "key_figure_id"],
    ]);
    const { body: none } = await server.ask(api.plant.readLimits, "viewer", { params });
    expect(none).toEqual([]);
    expect((await set(3, [60, 80, 100])).body).toEqual([
      { key_figure_id: 3, limits: [60, 80, 100] },
    ]);
    expect((await set(3, [])).body).toEqual([]);
  });

  it("of another customer stay unseen by row-level security where a query forgets", async () => {
    const { viewerDatabase } = await import("../../store/viewer-database.ts");
    const { plant } = await import("../../store/schema/plant.ts");
    const { customer_id } = server.accounts.viewer;
    const db = viewerDatabase(server.services.db, { customer_id });
    const rows = await db.select({ id: plant.id, customer_id: plant.customer_id }).from(plant);
    expect(new Set(rows.map((row) => row.customer_id))).toEqual(new Set([customer_id]));
    expect(rows.map(({ id }) => id)).not.toContain(foreign.plant_id);
  });
});

describe("the take-off position of the plant form", () => {
  const create = (more: object) =>
    server.ask(api.plant.create, "super_admin", { body: { ...form(), ...more } });
  const update = (id: number, body: object) =>
    server.ask(api.plant.update, "super_admin", { params: { id }, body });

  it("must be entered for a drone in a box", async () => {
    const boxed = { name: "Boxed", drone_in_a_box: true };
    const refused = await create(boxed);
    expect(refused.status).toBe(400);
    expect(reasons(refused.body)).toEqual([["plant_without_take_off", "take_off_position"]]);
    const { body } = await create({ ...boxed, take_off_position: [-6.9, 31] });
    expect(body).toMatchObject({
      take_off_position: [-6.9, 31],
      take_off_positions: [{ place: [-6.9, 31], elevation_m: null }],
    });
    const { id } = body as Plant;
    expect(reasons((await update(id, { take_off_position: null })).body)).toEqual([
      ["plant_without_take_off", "take_off_position"],
    ]);
    expect((await update(id, { name: "Boxed 2" })).body).toMatchObject({
      take_off_position: [-6.9, 31],
    });
  });

  it("is the first of those on the map, and lies where the map allows it", async () => {
    const { db } = server.database.owner;
    const { id } = (await create({ name: "Drawn" })).body as Plant;
    const { flight_area_version: _, ...areas } = flightArea;
    const second = { place: [-2.998, 37.0005] as [number, number], elevation_m: 600 };
    const take_off_positions = [...areas.take_off_positions, second];
    await db
      .update(plant)
      .set({ ...areas, take_off_positions })
      .where(eq(plant.id, id));
    const place = [-2.9995, 37.0003];
    const moved = (await update(id, { take_off_position: place })).body as Plant;
    expect(moved.take_off_positions).toEqual([{ place, elevation_m: null }, second]);
    expect(moved.flight_area_version).toBe(2);
    const far = await update(id, { take_off_position: [-2, 37] });
    expect(reasons(far.body)).toEqual([["take_off_far", "take_off_position"]]);
    const inside = await update(id, { take_off_position: [-2.9985, 37.0015] });
    expect(reasons(inside.body)).toEqual([["take_off_in_no_fly", "take_off_position"]]);
    expect(((await update(id, { name: "Drawn 2" })).body as Plant).flight_area_version).toBe(2);
  });
});
