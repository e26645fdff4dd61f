// Observations over HTTP: created, filtered, changed, moved, counted, exported.
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestServer,
  type AccountKey,
  type TestServer,
} from "../../../../tests/fixtures/http.ts";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { measured } from "../../../../tests/fixtures/result-import.ts";
import { api } from "../../../api/index.ts";
import type { CallArgs, Endpoint } from "../../../api/endpoint.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import type { ObservationDate } from "../../../domain/observation/observation-date.ts";
import type { Observation } from "../../../domain/observation/observation.ts";
import type { CustomComponentProperty } from "../../../domain/plant/custom-component-property.ts";

const calls = api.observation;
const observed_at = "2026-03-04T23:30:00Z";
let server: TestServer;
let plant: ResultPlant;
let id: number;
let analysis_id: number;
const properties: Record<string, CustomComponentProperty> = {};

beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Atacama");
  id = plant.plant_id;
  analysis_id = await plant.addAnalysis("Spring", "2026-03-01", { visibility: "released" });
  const range = { min: 0, max: 10, label: "Low", colour: "#112233" };
  const given = {
    checkbox: {},
    true_false: {},
    text: {},
    number: { relation_type: "analysis" as const },
    number_range: { number_ranges: { unit: "mm", ranges: [range] } },
    options: { options: [{ label: "Cracked" }, { label: "Dirty" }] },
    color: {},
  };
  for (const [data_type, more] of Object.entries(given)) {
    const body = { component_type: "module", name: data_type, relation_type: "time", ...more };
    const made = await server.ask(api.customComponentProperty.create, "viewer", {
      params: { id },
      body: { ...body, data_type } as never,
    });
    properties[data_type] = made.body as CustomComponentProperty;
  }
});
afterAll(() => server.close());

const ask = <E extends Endpoint>(call: E, args: object, as: AccountKey = "viewer") =>
  server.ask(call, as, args as Partial<CallArgs<E>>);
const value = (type: string, given: unknown) => ({ ccp_id: properties[type]!.id, value: given });
const create = (at: number, body: object = {}, as: AccountKey = "viewer") =>
  ask(
    calls.create,
    { params: { id }, body: { dt_id: plant.moduleId(at), observed_at, ...body } },
    as,
  );
const made = async (at: number, body: object = {}) => {
  const { status, body: answer } = await create(at, body);
  expect([status, answer]).toEqual([200, answer]);
  return answer as Observation;
};
const list = async (query: Record<string, unknown> = {}) => {
  const texts = Object.entries(query).map(([name, one]) => [name, JSON.stringify(one)]);
  const { body } = await ask(calls.list, { params: { id }, query: Object.fromEntries(texts) });
  return (body as { observations: Observation[] }).observations;
};
const reasonOf = ({ body }: { body: unknown }) => {
  const [problem] = (body as ErrorAnswer).problems ?? [];
  return [problem?.reason, problem?.field];
};

describe("observations", () => {
  it("hold a value of every data type, and are stored once however often they are sent", async () => {
    const option = properties["options"]!.options![1]!.id;
    const request = {
      analysis_id,
      file_ids: ["photo-1"],
      ccp_values: [
        value("checkbox", true),
        value("true_false", false),
        value("text", "by hand"),
        value("number", 4.5),
        value("number_range", 3),
        value("options", option),
        value("color", "#00ff00"),
      ],
      pi_values: [{ pi_id: measured.id, value: measured.range[0] + measured.step }],
    };
    const body = { external_id: "phone/1", notes: "A crack\nand dirt", request };
    const first = await made(0, body);
    expect(first).toMatchObject({
      plant_id: id,
      revision: 1,
      external_id: "phone/1",
      observed_at: "2026-03-04T23:30:00.000Z",
      fieldgeometry_component: { dt_id: "T0.M0", component_id: expect.any(Number) },
      created_by_user: "viewer Tester",
      analysis: { id: analysis_id, name: "Spring" },
      file_ids: ["photo-1"],
      files_map: {},
    });
    expect(first.column_values).toHaveLength(8);
    expect(await made(0, { ...body, notes: "other words" })).toEqual(first);
    expect(await list()).toEqual([first]);
    const { body: columns } = await ask(calls.columns, { params: { id } });
    expect(columns).toContainEqual(
      expect.objectContaining({ id: `ccp_${properties["text"]!.id}`, pi_column: null }),
    );
  });

  it("are refused with the column whose value cannot be", async () => {
    const refusal = async (request: object, at = 0) => reasonOf(await create(at, { request }));
    const column = (type: string) => `ccp_${properties[type]!.id}`;
    const wrong = { checkbox: 1, number_range: 11, options: "none", color: "red", text: "" };
    for (const [type, given] of Object.entries(wrong)) {
      const [, field] = await refusal({ ccp_values: [value(type, given)] });
      expect(field).toBe(column(type));
    }
    expect(await refusal({ ccp_values: [value("number", 1)] })).toEqual([
      "observation_analysis_missing",
      column("number"),
    ]);
    expect(await refusal({ analysis_id: 999_999 })).toContain("observation_analysis");
    const tooMuch = { pi_id: measured.id, value: measured.range[1] + 1000 };
    expect(await refusal({ pi_values: [tooMuch] })).toContain("value_out_of_range");
    const twice = [value("text", "a"), value("text", "b")];
    expect(await refusal({ ccp_values: twice })).toContain("observation_value_twice");
    const tracker = { dt_id: "T0", request: { ccp_values: [value("text", "a")] } };
    expect(reasonOf(await create(0, tracker))).toContain("observation_column_type");
    expect(reasonOf(await create(0, { dt_id: "T9.M9" }))).toEqual(["component_unknown", "dt_id"]);
    expect(await list()).toHaveLength(1);
  });

  it("answer a late edit with both versions, and give way to an overwrite alone", async () => {
    const { id: one, revision } = await made(1, { notes: "first" });
    const params = { id: one };
    const edit = (notes: string, base_revision: number, as: AccountKey = "viewer") =>
      ask(calls.update, { params, body: { observed_at, notes, base_revision } }, as);
    expect((await edit("second", revision, "analyst")).body).toMatchObject({ revision: 2 });
    const late = await edit("mine", revision);
    expect(late.status).toBe(409);
    const { versions } = late.body as ErrorAnswer;
    expect(versions?.current).toMatchObject({
      notes: "second",
      revision: 2,
      updated_by_user: "analyst Tester",
    });
    expect(versions?.sent).toMatchObject({ notes: "mine" });
    const body = { observed_at, notes: "mine" };
    expect((await ask(calls.overwrite, { params, body })).status).toBe(403);
    const over = await ask(calls.overwrite, { params, body }, "analyst");
    expect(over.body).toMatchObject({ notes: "mine", revision: 3 });
    const { rows } = await server.database.owner.pool.query(
      "select detail from audit_entry where action = 'overwrite_observation'",
    );
    expect(rows).toMatchObject([{ detail: { before: { notes: "second" }, revision: 2 } }]);
    const removeAs = (base_revision: string) =>
      ask(calls.remove, { params, query: { base_revision } });
    expect((await removeAs("2")).body).toMatchObject({ versions: { current: over.body } });
    expect((await removeAs("3")).status).toBe(200);
    expect((await ask(calls.read, { params })).status).toBe(404);
  });

  it("move to another component if their values fit there", async () => {
    const ccp_values = [value("text", "loose")];
    const { id: one } = await made(2, { request: { ccp_values } });
    const move = (dt_id: string, base_revision: number) =>
      ask(calls.move, { params: { id: one }, body: { dt_id, base_revision } });
    expect(reasonOf(await move("T1", 1))).toContain("observation_column_type");
    expect((await move("T2.M5", 1)).body).toMatchObject({
      revision: 2,
      fieldgeometry_component: { dt_id: "T2.M5", component_type: "module" },
    });
    expect((await move("T2.M6", 1)).status).toBe(409);
    const at = { params: { id, dt_id: "T2.M5" } };
    expect((await ask(calls.removeAt, at)).body).toEqual({ count: 1 });
    expect((await ask(calls.removeAt, at)).body).toEqual({ count: 0 });
  });

  it("are added to a whole selection, or to none of it", async () => {
    const dt_ids = Array.from({ length: 40 }, (_, at) => plant.moduleId(at + 20));
    const body = { dt_ids, observed_at: "2026-02-01T10:00:00Z", external_id: "lasso" };
    const bulk = (more: object = {}) =>
      ask(calls.bulkAdd, { params: { id }, body: { ...body, ...more } });
    const refused = await bulk({ dt_ids: [...dt_ids, "nowhere"] });
    expect(reasonOf(refused)).toEqual(["component_unknown", "dt_ids.40"]);
    expect(await list()).toHaveLength(1);
    expect((await bulk()).body).toEqual({ count: 40 });
    expect((await bulk()).body).toEqual({ count: 40 });
    expect(await list()).toHaveLength(41);
  });
  it("are listed by filters, components and columns", async () => {
    const idsOf = async (query: Record<string, unknown>) =>
      (await list(query)).map((one) => one.fieldgeometry_component.dt_id);
    const text = `ccp_${properties["text"]!.id}`;
    const from = "2026-03-01T00:00:00Z";
    expect(await idsOf({ filters: [{ kind: "date", from, to: null }] })).toEqual(["T0.M0"]);
    expect(await idsOf({ filters: [{ kind: "text", text: "CRACK" }] })).toEqual(["T0.M0"]);
    expect(
      await idsOf({ filters: [{ kind: "value", column_id: text, values: ["by hand"] }] }),
    ).toHaveLength(1);
    expect(
      await idsOf({ filters: [{ kind: "present", column_id: text, present: false }] }),
    ).toHaveLength(40);
    const low = { kind: "range", column_id: `ccp_${properties["number_range"]!.id}` };
    expect(await idsOf({ filters: [{ ...low, min: 3, max: null }] })).toEqual(["T0.M0"]);
    expect(await idsOf({ filters: [{ ...low, min: 3.1, max: null }] })).toEqual([]);
    expect(await idsOf({ filters: [{ kind: "analysis", analysis_ids: [analysis_id] }] })).toEqual([
      "T0.M0",
    ]);
    expect(await idsOf({ filters: [{ kind: "user", user_names: ["Nobody"] }] })).toEqual([]);
    const within = [{ component_type: "tracker", dt_id: "T1" }];
    expect(await idsOf({ component_filter: { within } })).toHaveLength(20);
    expect(await idsOf({ component_filter: { dt_ids: ["T1.M3", "T0.M0"] } })).toHaveLength(2);
    const [selected] = await list({ columns_selection: [text] });
    expect(selected?.column_values).toEqual([{ column_id: text, value: "by hand" }]);
    const query = { filters: "[" };
    expect((await ask(calls.list, { params: { id }, query })).status).toBe(400);
  });
  it("are counted by day of the viewer's time zone", async () => {
    server.clock.now = Date.parse("2026-03-06T12:00:00Z");
    const dates = async (query: object) =>
      (await ask(calls.dates, { params: { id }, query })).body as ObservationDate[];
    const all = await dates({});
    expect(all.map(({ date, count }) => [date, count])).toEqual([
      ["2026-03-04", 1],
      ["2026-02-01", 40],
    ]);
    expect(all[0]).toMatchObject({ component_count: 1, user_names: [{ count: 1 }] });
    expect(all[0]?.ccps).toHaveLength(7);
    expect(all[0]?.pis).toEqual([{ id: measured.id, count: 1 }]);
    const [berlin] = await dates({ range: "last_7_days", time_zone: "Europe/Berlin" });
    expect(berlin?.date).toBe("2026-03-05");
    expect(await dates({ range: "last_7_days" })).toHaveLength(1);
    expect(await dates({ range: "year_2025" })).toEqual([]);
    server.clock.now = undefined;
  });
  it("are exported as CSV, GeoJSON and XLSX, exactly those of the filter", async () => {
    const exported = async (format: string) => {
      const headers = { authorization: `Bearer ${server.accounts.viewer.token}` };
      const filters = JSON.stringify([{ kind: "text", text: "crack" }]);
      const query = new URLSearchParams({ format, filters });
      const path = `/api/auth/plant/${id}/observations/export?${query}`;
      const answer = await server.fetch(path, { headers });
      expect(answer.status).toBe(200);
      return new Uint8Array(await answer.arrayBuffer());
    };
    const csv = new TextDecoder().decode(await exported("csv")).split("\r\n");
    expect(csv[0]).toMatch(/^id,external_id,component_type,dt_id,pcs,lon,lat,observed_at/);
    expect(csv[1]).toContain("phone/1,module,T0.M0");
    expect(csv.join("\n")).toContain("Dirty");
    expect(csv).toHaveLength(3);
    const { features } = JSON.parse(new TextDecoder().decode(await exported("geojson")));
    expect(features).toHaveLength(1);
    expect(features[0]).toMatchObject({
      geometry: { type: "Polygon" },
      properties: { dt_id: "T0.M0", options: "Dirty", number_range: 3 },
    });
    const sheet = unzipSync(await exported("xlsx"))["xl/worksheets/sheet1.xml"]!;
    expect(strFromU8(sheet).match(/<row /g)).toHaveLength(2);
    expect(strFromU8(sheet)).toContain('<t xml:space="preserve">Dirty</t>');
  });
  it("are on the map by property and by key figure", async () => {
    const { byProperty, byIndicator } = api.observationVisual;
    const property_id = properties["number_range"]!.id;
    const { body } = await ask(byProperty, { params: { id, property_id } });
    expect(body).toMatchObject({
      features: [{ properties: { dt_id: "T0.M0", value: 3, label: "Low", colour: "#112233" } }],
    });
    const figure = await ask(byIndicator, { params: { id, key_figure_id: measured.id } });
    expect(figure.body).toMatchObject({
      features: [{ properties: { dt_id: "T0.M0", observation_count: 1, severity: 0 } }],
    });
  });
  it("lose the values of a deleted property", async () => {
    const { id: property } = properties["text"]!;
    await ask(api.customComponentProperty.remove, { params: { id: property } });
    const [one] = await list({ filters: [{ kind: "text", text: "crack" }] });
    expect(one?.column_values.map(({ column_id }) => column_id)).not.toContain(`ccp_${property}`);
    expect(one?.column_values).toHaveLength(7);
  });
});

describe("observations of another customer", () => {
  it("are missing for everybody else", async () => {
    const [one] = await list();
    const as = "other_customer";
    const params = { id: one!.id };
    expect((await ask(calls.list, { params: { id } }, as)).status).toBe(404);
    expect((await ask(calls.read, { params }, as)).status).toBe(404);
    expect((await ask(calls.remove, { params }, as)).status).toBe(404);
    expect((await create(0, {}, as)).status).toBe(404);
  });
});
