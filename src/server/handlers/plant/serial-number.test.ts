// Serial numbers over HTTP on a real database: typed, searched, imported, kept as a history.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import type {
  SerialChange,
  SerialEntry,
  SerialFound,
  SerialImported,
} from "../../../domain/serial-number/serial-number.ts";
import { serialNumber } from "../../store/schema/serial-number.ts";

const calls = api.serialNumber;
let server: TestServer;
let plant: Awaited<ReturnType<typeof addResultPlant>>;
let foreign: typeof plant;

beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Own", 3);
  foreign = await addResultPlant(services, server.accounts.other_customer.customer_id, "Other", 3);
});
beforeEach(async () => {
  await server.database.owner.db.delete(serialNumber);
});
afterAll(() => server.close());

type Asked = { readonly status: number; readonly body: unknown };
const problems = ({ body }: Asked) =>
  (body as { problems: { reason: string; values?: object }[] }).problems.map(
    ({ reason, values }) => [reason, values ?? null],
  );
const component_type = "module" as const;
const change = (index: number, more: Partial<SerialChange>, as: AccountKey = "viewer") =>
  server.ask(calls.change, as, {
    params: { id: plant.plant_id },
    body: {
      component_type,
      dt_id: plant.moduleId(index),
      serial: null,
      before: null,
      source: "typed",
      ending: null,
      fitted_on: null,
      ...more,
    },
  });
const list = async (index: number, id = plant.plant_id) => {
  const query = { component_type, dt_id: plant.moduleId(index) };
  return (await server.ask(calls.list, "viewer", { params: { id }, query })).body as SerialEntry[];
};
const find = async (text: string) => {
  const asked = await server.ask(calls.find, "viewer", {
    params: { id: plant.plant_id },
    query: { text },
  });
  return asked.body as SerialFound[];
};
const send = (
  text: string | Uint8Array<ArrayBuffer>,
  query: { apply: "yes" | "no"; ending?: "corrected" | "replaced" },
) => {
  const body = new FormData();
  body.append("file", new File([text], "serials.csv"));
  return server.ask(calls.importFile, "viewer", { params: { id: plant.plant_id }, query, body });
};

it("may come in a table of Windows-1252, which is said", async () => {
  const text = `módulo;serial\n${plant.moduleId(9)};Z9001\n`;
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const { status, body } = await send(bytes, { apply: "no" });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    changed_count: 1,
    notes: [{ reason: "csv_encoding", file: "serials.csv" }],
  });
});

describe("the serial number of a module", () => {
  it("is typed or scanned, and another one keeps the former in the history", async () => {
    expect((await change(0, { serial: "JK 001", fitted_on: "2024-03-01" })).status).toBe(200);
    const [first] = await list(0);
    expect(first).toMatchObject({
      serial: "JK 001",
      source: "typed",
      fitted_on: "2024-03-01",
      ended_at: null,
      end: null,
    });
    const more = { before: "JK 001", source: "scanned", ending: "replaced" } as const;
    const answer = await change(0, { serial: "JK 777", ...more, fitted_on: "2026-11-02" });
    expect(answer.status).toBe(200);
    const [now, before] = answer.body as SerialEntry[];
    expect(now).toMatchObject({ serial: "JK 777", source: "scanned", ended_at: null });
    expect(before).toMatchObject({ serial: "JK 001", end: "replaced" });
    expect(before?.ended_by).not.toBeNull();
    expect((await change(0, { before: "JK 777" })).status).toBe(200);
    expect((await list(0)).map(({ end }) => end)).toEqual(["removed", "replaced"]);
  });

  it("is that of one module of the plant; both are named where it would be two", async () => {
    await change(0, { serial: "JK001" });
    const refused = await change(1, { serial: "jk 001" });
    expect(refused.status).toBe(409);
    const [name, holder] = [1, 0].map((index) => `${plant.moduleId(index)} pcs`);
    expect(problems(refused)).toEqual([["serial_taken", { value: "jk 001", name, holder }]]);
    expect(await list(1)).toEqual([]);
  });

  it("of two people who change it at once is that of the first", async () => {
    const answers = await Promise.all(["A1B", "A2B", "A3B"].map((serial) => change(2, { serial })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const same = await Promise.all([3, 4, 5].map((index) => change(index, { serial: "SAME" })));
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  it("is neither seen nor changed by another customer, and not by who may not", async () => {
    expect((await change(0, { serial: "JK001" }, "other_customer")).status).toBe(404);
    const query = { component_type, dt_id: foreign.moduleId(0) };
    const asked = await server.ask(calls.list, "viewer", {
      params: { id: foreign.plant_id },
      query,
    });
    expect(asked.status).toBe(404);
    expect((await change(0, { component_type: "tracker", serial: "X123" })).status).toBe(400);
  });
});

describe("a search", () => {
  it("finds modules by a part of their present or former number", async () => {
    await change(0, { serial: "JK-555-1" });
    await change(0, { serial: "QX-900", before: "JK-555-1", ending: "replaced" });
    await change(1, { serial: "JK-555-2" });
    expect(await find("k-55 5")).toEqual([
      expect.objectContaining({
        serial: "JK-555-2",
        is_present: true,
        dt_id: plant.moduleId(1),
        pcs: `${plant.moduleId(1)} pcs`,
        row: 1,
      }),
      expect.objectContaining({ serial: "JK-555-1", is_present: false, row: 0 }),
    ]);
    expect(await find("%%%")).toEqual([]);
  });
});

describe("a table of serial numbers", () => {
  const id = (index: number) => plant.moduleId(index);
  it("is shown before it is taken, by ID or by the plant's own name", async () => {
    const text = `component,serial\n${id(0)},S-1\n${id(1)} pcs,S-2\n${id(2)},\n`;
    const preview = await send(text, { apply: "no" });
    expect(preview.body).toMatchObject({
      is_applied: false,
      changed_count: 2,
      differing_count: 0,
      empty_count: 1,
    });
    expect(await list(0)).toEqual([]);
    expect((await send(text, { apply: "yes" })).body).toMatchObject({ is_applied: true });
    expect((await list(1)).map(({ serial, source }) => [serial, source])).toEqual([
      ["S-2", "import"],
    ]);
    expect((await send(text, { apply: "yes" })).body).toMatchObject({
      changed_count: 0,
      unchanged_count: 2,
    });
  });

  it("asks what became of other numbers, and swaps two", async () => {
    await change(0, { serial: "S-1" });
    await change(1, { serial: "S-2" });
    const text = `dt_id;serial\n${id(0)};S-2\n${id(1)};S-1\n`;
    expect((await send(text, { apply: "no" })).body).toMatchObject({ differing_count: 2 });
    const unasked = await send(text, { apply: "yes" });
    expect(problems(unasked)).toEqual([["serial_ending_missing", null]]);
    const done = await send(text, { apply: "yes", ending: "corrected" });
    expect((done.body as SerialImported).changes).toEqual([
      { dt_id: id(0), name: `${id(0)} pcs`, old_value: "S-1", new_value: "S-2" },
      { dt_id: id(1), name: `${id(1)} pcs`, old_value: "S-2", new_value: "S-1" },
    ]);
    expect((await list(0)).map(({ serial, end }) => [serial, end])).toEqual([
      ["S-2", null],
      ["S-1", "corrected"],
    ]);
  });

  it("is refused whole, with both names and the line", async () => {
    await change(5, { serial: "S-9" });
    const text = `dt_id,serial\n${id(0)},S-1\n${id(1)},S-9\n${id(2)},S-1\nnone,S-4\n`;
    const refused = await send(text, { apply: "yes" });
    expect(refused.status).toBe(422);
    const names = [0, 1, 2, 5].map((index) => `${id(index)} pcs`);
    expect(problems(refused)).toEqual([
      ["serial_twice", { value: "S-1", name: names[2], holder: names[0] }],
      ["serial_component_unknown", { value: "none" }],
      ["serial_taken", { value: "S-9", name: names[1], holder: names[3] }],
    ]);
    expect(await list(0)).toEqual([]);
  });
});
