// Properties of the component itself over HTTP: entered without an analysis, kept by the component; and the
// workbook (XLSX) against the table (CSV), cell by cell.
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../../../../tests/fixtures/http.ts";
import { addResultPlant, type ResultPlant } from "../../../../tests/fixtures/result-plant.ts";
import { api } from "../../../api/index.ts";
import type { CallArgs, Endpoint } from "../../../api/endpoint.ts";
import type { ErrorAnswer } from "../../../domain/error-shape.ts";
import type { Observation } from "../../../domain/observation/observation.ts";
import type { CustomComponentProperty } from "../../../domain/plant/custom-component-property.ts";

let server: TestServer;
let plant: ResultPlant;
let analysis_id: number;
const properties = new Map<string, CustomComponentProperty>();

beforeAll(async () => {
  server = await startTestServer();
  const services = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(services, server.accounts.viewer.customer_id, "Atacama");
  analysis_id = await plant.addAnalysis("Spring", "2026-03-01", { visibility: "released" });
  const range = { min: 0, max: 10, label: "Low", colour: "#112233" };
  for (const [data_type, more] of Object.entries({
    checkbox: {},
    true_false: {},
    text: {},
    number: {},
    number_range: { number_ranges: { unit: "mm", ranges: [range] } },
    options: { options: [{ label: "Cracked" }, { label: "Dirty, wet" }] },
    color: {},
  })) {
    for (const relation_type of ["component", "analysis"] as const) {
      const name = `${data_type} of ${relation_type}`;
      const body = { component_type: "module", name, data_type, relation_type, ...more };
      const made = await ask(api.customComponentProperty.create, {
        params: { id: plant.plant_id },
        body,
      });
      properties.set(name, made.body as CustomComponentProperty);
    }
  }
});
afterAll(() => server.close());

const ask = <E extends Endpoint>(call: E, args: object) =>
  server.ask(call, "viewer", args as Partial<CallArgs<E>>);
const create = (at: number, ccp_values: object[], more: object = {}, notes = "") =>
  ask(api.observation.create, {
    params: { id: plant.plant_id },
    body: {
      dt_id: plant.moduleId(at),
      observed_at: `2026-03-04T10:00:${String(at).padStart(2, "0")}Z`,
      notes,
      request: { ccp_values, ...more },
    },
  });
const valueOf = (type: string, relation: string, value: unknown) => ({
  ccp_id: properties.get(`${type} of ${relation}`)!.id,
  value,
});
const given = () => ({
  checkbox: true,
  true_false: false,
  text: 'Serial "4711"; <b>',
  number: 12.5,
  number_range: 3,
  options: properties.get("options of component")!.options![1]!.id,
  color: "#8a3b12",
});

describe("a property of the component itself", () => {
  it("takes a value of each data type without an analysis; one of an analysis needs it", async () => {
    const entries = Object.entries(given());
    const own = entries.map(([type, value]) => valueOf(type, "component", value));
    const { status, body } = await create(0, own);
    expect(status).toBe(200);
    const stored = body as Observation;
    expect(stored.analysis).toBeNull();
    expect(stored.column_values.map(({ value }) => value)).toEqual(
      entries.map(([, value]) => value),
    );
    for (const [type, value] of entries) {
      const refused = await create(1, [
        valueOf(type, "analysis", type === "options" ? "1" : value),
      ]);
      expect(refused.status).toBe(400);
      const [problem] = (refused.body as ErrorAnswer).problems ?? [];
      expect(problem?.reason).toBe("observation_analysis_missing");
    }
  });

  it("is checked like every other value", async () => {
    for (const [type, wrong] of [
      ["checkbox", "yes"],
      ["number", "12"],
      ["options", "unknown"],
      ["color", "red"],
    ] as const) {
      const { status, body } = await create(2, [valueOf(type, "component", wrong)]);
      expect([type, status]).toEqual([type, 400]);
      const [problem] = (body as ErrorAnswer).problems ?? [];
      expect(problem?.field).toBe(`ccp_${properties.get(`${type} of component`)!.id}`);
    }
  });

  it("keeps the earlier values: a newer one, also for an analysis, is another observation", async () => {
    await create(3, [valueOf("number", "component", 1)]);
    await create(3, [valueOf("number", "component", 2)], { analysis_id });
    const component_filter = JSON.stringify({ dt_ids: [plant.moduleId(3)] });
    const params = { id: plant.plant_id };
    const { body } = await ask(api.observation.list, { params, query: { component_filter } });
    const { observations } = body as { observations: Observation[] };
    expect(observations.map(({ column_values: [one] }) => one?.value)).toEqual([2, 1]);
  });
});

/** Cells of a CSV with quotes, by a reader of its own. */
function csvCells(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[(at += 1)]!;
      else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === "," || sign === "\n") {
      rows.at(-1)!.push(cell);
      cell = "";
      if (sign === "\n") rows.push([]);
    } else if (sign !== "\r") cell += sign;
  }
  return rows.filter((row) => row.length > 0);
}

const plain = (xml: string) =>
  xml
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

describe("the workbook", () => {
  it("has the cells of the CSV table, at their places", async () => {
    await create(4, [valueOf("number", "component", 0.1)], {}, 'Two\nlines, a comma and "quotes"');
    const exported = async (format: string) => {
      const headers = { authorization: `Bearer ${server.accounts.viewer.token}` };
      const path = `/api/auth/plant/${plant.plant_id}/observations/export?format=${format}`;
      const answer = await server.fetch(path, { headers });
      expect(answer.status).toBe(200);
      return new Uint8Array(await answer.arrayBuffer());
    };
    const rows = csvCells(new TextDecoder().decode(await exported("csv")));
    const sheet = strFromU8(unzipSync(await exported("xlsx"))["xl/worksheets/sheet1.xml"]!);
    const cells = new Map(
      [...sheet.matchAll(/<c r="([A-Z]+\d+)"[^>]*>(?:<is><t[^>]*>|<v>)([^<]*)</g)].map(
        ([, place, text]) => [place!, plain(text!)],
      ),
    );
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const expected = rows.flatMap((row, at) =>
      row.flatMap((text, column) => (text === "" ? [] : [[`${letters[column]}${at + 1}`, text]])),
    );
    expect(rows).toHaveLength(5);
    expect(expected.length).toBeGreaterThan(50);
    expect([...cells]).toEqual(expected);
  });
});
