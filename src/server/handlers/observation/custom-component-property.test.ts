import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type Answer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { storeHolding, type Holding } from "../../../../tests/fixtures/plants.ts";
import { api } from "../../../api/index.ts";
import type { CustomComponentProperty } from "../../../domain/plant/custom-component-property.ts";

let server: TestServer;
let own: Holding;
let foreign: Holding;
const calls = api.customComponentProperty;

beforeAll(async () => {
  server = await startTestServer();
  own = await storeHolding(server, server.accounts.viewer.customer_id, "Andasol");
  foreign = await storeHolding(server, server.accounts.other_customer.customer_id, "Kaxu");
});
afterAll(() => server.close());

const form = (name: string, more: object = {}) => ({
  component_type: "sca" as const,
  name,
  data_type: "text" as const,
  relation_type: "component" as const,
  ...more,
});
const create = (body: ReturnType<typeof form>, as: "viewer" | "analyst" = "viewer") =>
  server.ask(calls.create, as, { params: { id: own.plant_id }, body });
const made = async (body: ReturnType<typeof form>) =>
  (await create(body)).body as CustomComponentProperty;
const list = async () =>
  (await server.ask(calls.list, "viewer", { params: { id: own.plant_id } }))
    .body as CustomComponentProperty[];
const reasonOf = ({ status, body }: Answer) => {
  const [first] = (body as { problems?: { reason: string; field?: string }[] }).problems ?? [];
  return [status, first?.reason, first?.field];
};
const update = (id: number, body: object) =>
  server.ask(calls.update, "viewer", { params: { id }, body });

describe("custom component properties", () => {
  it("are created with the permission, and their options keep their IDs", async () => {
    const options = [{ label: " Bent " }, { label: "Cracked" }];
    const damage = await made(form("Damage", { data_type: "options", options }));
    expect(damage).toMatchObject({ plant_id: own.plant_id, position: 0, number_ranges: null });
    expect(damage.options?.map(({ label }) => label)).toEqual(["Bent", "Cracked"]);
    const [bent, cracked] = damage.options ?? [];
    const { body } = await update(damage.id, {
      options: [{ ...cracked, label: "Broken" }, { label: "New" }, { id: "made up", label: "X" }],
    });
    const after = (body as CustomComponentProperty).options ?? [];
    expect(after[0]).toEqual({ id: cracked?.id, label: "Broken" });
    expect(after.map(({ id }) => id)).not.toContain("made up");
    expect(after.map(({ id }) => id)).not.toContain(bent?.id);
    expect(new Set(after.map(({ id }) => id)).size).toBe(3);
    await server.ask(calls.remove, "viewer", { params: { id: damage.id } });
  });

  it("have a name of their own per plant and component type", async () => {
    const first = await made(form("Paint"));
    expect(reasonOf(await create(form("paint ")))).toEqual([409, "property_name_taken", "name"]);
    const beside = await made(form("Paint", { component_type: "loop" }));
    const second = await made(form("Primer"));
    expect(reasonOf(await update(second.id, { name: "PAINT" }))).toEqual([
      409,
      "property_name_taken",
      "name",
    ]);
    expect((await update(first.id, { name: "PAINT" })).status).toBe(200);
    for (const { id } of [first, beside, second]) {
      await server.ask(calls.remove, "viewer", { params: { id } });
    }
  });

  it("with the same name are created once by simultaneous requests", async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(form("Wanted"))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const [row] = (await list()).filter(({ name }) => name === "Wanted");
    await server.ask(calls.remove, "viewer", { params: { id: row!.id } });
  });

  it("are refused with field and reason if they are invalid", async () => {
    const ranges = (...pairs: [number, number][]) => ({
      unit: "mm",
      ranges: pairs.map(([min, max], at) => ({ min, max, label: `R${at}`, colour: "#336699" })),
    });
    const refusals: [object, unknown[]][] = [
      [{ component_type: "module" }, [400, "twin_type_of_other_technology", "component_type"]],
      [{ data_type: "date" }, [400, "field_not_offered", "data_type"]],
      [{ data_type: "options" }, [400, "options_missing", "options"]],
      [{ options: [{ label: "a" }] }, [400, "property_without_options", "options"]],
      [
        { data_type: "number_range", number_ranges: ranges([0, 5], [3, 9]) },
        [400, "ranges_overlap", "number_ranges.ranges.1.min"],
      ],
      [{ name: "  " }, [400, "field_too_small", "name"]],
      [{ secret: 1 }, [400, "field_unknown", "secret"]],
    ];
    for (const [more, expected] of refusals) {
      expect(reasonOf(await create(form("Bad", more))), JSON.stringify(more)).toEqual(expected);
    }
    expect(await list()).toEqual([]);
  });

  it("cannot change data type, relation or component type", async () => {
    const property = await made(form("Fixed"));
    for (const change of [{ data_type: "number" }, { relation_type: "time" }, { position: 4 }]) {
      expect(reasonOf(await update(property.id, change))[1]).toBe("field_unknown");
    }
    await server.ask(calls.remove, "viewer", { params: { id: property.id } });
  });

  it("keep the stored order; an outdated order is refused", async () => {
    const [a, b, c] = [await made(form("A")), await made(form("B")), await made(form("C"))];
    const loop = await made(form("L", { component_type: "loop" }));
    const order = (ids: number[]) =>
      server.ask(calls.order, "viewer", {
        params: { id: own.plant_id },
        body: { component_type: "sca", ids },
      });
    await order([c.id, a.id, b.id]);
    expect((await list()).map(({ name }) => name)).toEqual(["L", "C", "A", "B"]);
    for (const ids of [
      [a.id, b.id],
      [a.id, a.id, b.id],
      [a.id, b.id, loop.id],
    ]) {
      expect(reasonOf(await order(ids))).toEqual([409, "order_stale", "ids"]);
    }
    const d = await made(form("D"));
    expect((await list()).map(({ name }) => name)).toEqual(["L", "C", "A", "B", "D"]);
    for (const { id } of [a, b, c, d, loop]) {
      expect((await server.ask(calls.remove, "viewer", { params: { id } })).body).toEqual({
        done: true,
      });
    }
    expect(await list()).toEqual([]);
  });

  it("of another customer count as missing in every call", async () => {
    const theirs = await server.ask(calls.create, "analyst", {
      params: { id: foreign.plant_id },
      body: form("Theirs"),
    });
    const { id } = theirs.body as CustomComponentProperty;
    for (const known of [id, 2_000_000_000]) {
      const params = { id: known };
      expect((await update(known, { name: "Mine" })).status).toBe(404);
      expect((await server.ask(calls.remove, "viewer", { params })).status).toBe(404);
    }
    const kept = await server.ask(calls.list, "other_customer", {
      params: { id: foreign.plant_id },
    });
    expect(kept.body).toMatchObject([{ id, name: "Theirs" }]);
  });
});
