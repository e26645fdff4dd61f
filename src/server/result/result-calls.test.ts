import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type AccountKey, type TestServer } from "../../../tests/fixtures/http.ts";
import { addResultPlant, type ResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { analysisResultApi as calls } from "../../api/analysis/analysis-result.ts";
import { resultFileApi } from "../../api/analysis/result-file.ts";
import type { PlantResult, ValueChange } from "../../domain/analysis/analysis-result.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { keyFigures } from "../../domain/key-figure/key-figure.ts";
import type { Services } from "../context.ts";
import { writeColumns } from "../store/plant/column/column.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import { analysis } from "../store/schema/plant.ts";

const ofModules = keyFigures.filter(({ component_type }) => component_type === "module");
const [measured, second] = ofModules.filter(({ kind, expert }) => kind === "f32" && !expert);
const expert = ofModules.find(({ kind, expert: isExpert }) => kind === "u8" && isExpert)!;

let server: TestServer;
let plant: ResultPlant;
let owner: Services;
let released: number;
let hidden: number;
/** Module i has the value i; module 59 has none. */
beforeAll(async () => {
  server = await startTestServer();
  owner = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(owner, server.accounts.viewer.customer_id, "Atacama");
  released = await plant.addAnalysis("spring", "2026-03-01", { visibility: "released" });
  hidden = await plant.addAnalysis("summer", "2026-06-01");
  const directory = await (await readComponents(owner, plant.plant_id)).directory();
  for (const id of [released, hidden]) {
    const values = new Float32Array(plant.modules).fill(NaN);
    for (let i = 0; i < 59; i++) values[directory.byDtId(plant.moduleId(i))!.row] = i;
    const classes = new Uint8Array(plant.modules).fill(expert.classes[0]!.value);
    const columns = new Map<number, Float32Array | Uint8Array>([
      [measured!.id, values],
      [second!.id, values],
      [expert.id, classes],
    ]);
    await writeColumns(owner, id, columns, { twin_version: 1 });
  }
});
afterAll(() => server.close());

const at = (analysis_id: number) => ({ analysis_id, key_figure_id: measured!.id });

describe("values of named components", () => {
  it("are those of the components, in JSON and CSV, with filters", async () => {
    const dt_ids = ["T0.M3", "T2.M18", "T2.M19", "missing"];
    const body = { dt_ids, limit: 100 };
    const json = await server.ask(calls.readMany, "viewer", { params: at(released), body });
    const { rows } = json.body as { rows: { dt_id: string; value: number | null }[] };
    expect(Object.fromEntries(rows.map(({ dt_id, value }) => [dt_id, value]))).toEqual({
      "T0.M3": 3,
      "T2.M18": 58,
      "T2.M19": null,
    });
    const filters = [
      { kind: "range", key_figure_id: measured!.id, min: 10, max: 12 },
    ] satisfies object[];
    const csv = await server.ask(calls.readMany, "viewer", {
      params: at(released),
      body: { filters: filters as never, csv: "1" },
    });
    const lines = String(csv.body).replace("\ufeff", "").trimEnd().split("\r\n");
    expect(lines[0]).toBe(`dt_id,pcs,${measured!.key}`);
    expect(lines.slice(1).toSorted()).toEqual(
      [10, 11, 12].map((i) => `T0.M${i},T0.M${i} pcs,${i}`),
    );
  });

  it("are not found for those who do not see the analysis, and compare with nothing hidden", async () => {
    const status = async (as: AccountKey, id: number, body = {}) =>
      (await server.ask(calls.readMany, as, { params: at(id), body })).status;
    expect(await status("viewer", released)).toBe(200);
    expect(await status("viewer", hidden)).toBe(404);
    expect(await status("other_customer", released)).toBe(404);
    expect(await status("viewer", released, { compare_analysis_id: hidden })).toBe(404);
    expect(await status("analyst", released, { compare_analysis_id: hidden })).toBe(200);
  });
});

describe("results of a plant", () => {
  const list = async (as: AccountKey, all_key_figures?: "0" | "1") => {
    const params = { id: plant.plant_id };
    const query = all_key_figures ? { all_key_figures } : {};
    return server.ask(calls.listOfPlant, as, { params, query });
  };
  const idsOf = (body: unknown) =>
    (body as PlantResult[]).map(({ name, key_figures }) => [name, key_figures.map(({ id }) => id)]);

  it("are those that the viewer sees, with their key figures and numbers", async () => {
    const { body } = await list("viewer");
    const shown = [measured!.id, second!.id].toSorted((a, b) => a - b);
    expect(idsOf(body)).toEqual([["spring", shown]]);
    const numbers = (body as PlantResult[])[0]!.key_figures.find(({ id }) => id === measured!.id);
    // 0 + 1 + … + 58 is 1711.
    expect(numbers).toMatchObject({ value_count: 59, min: 0, max: 58, key: measured!.key });
    expect(numbers?.mean).toBeCloseTo(1711 / 59, 3);
    expect(idsOf((await list("analyst")).body)).toEqual([
      ["summer", shown],
      ["spring", shown],
    ]);
    expect((await list("other_customer")).status).toBe(404);
  });

  it("have the key figures for experts where staff ask for all", async () => {
    const all = [measured!.id, second!.id, expert.id].toSorted((a, b) => a - b);
    expect(idsOf((await list("analyst", "1")).body)[1]).toEqual(["spring", all]);
    expect(await list("viewer", "1")).toMatchObject({
      status: 403,
      body: { problems: [{ reason: "show_all_for_staff" }] },
    });
  });
});

describe("the history of a result", () => {
  it("has the changes of all key figures that the viewer sees, newest first", async () => {
    for (const [key_figure_id, value] of [
      [measured!.id, 7],
      [second!.id, 8],
    ] as const) {
      const params = { analysis_id: hidden, key_figure_id };
      await server.ask(calls.modifyValue, "analyst", { params, body: { dt_id: "T0.M1", value } });
    }
    const params = { analysis_id: hidden };
    const { body } = await server.ask(calls.history, "analyst", { params });
    expect((body as ValueChange[]).map((one) => [one.key_figure_id, one.new_value])).toEqual([
      [second!.id, 8],
      [measured!.id, 7],
    ]);
    expect((await server.ask(calls.history, "viewer", { params })).status).toBe(404);
  });
});

describe("a result", () => {
  it("is released and locked, and never without values", async () => {
    const empty = await plant.addAnalysis("empty", "2026-07-01");
    const set = (id: number, visibility: "released" | "not_released") =>
      server.ask(calls.update, "analyst", { params: { analysis_id: id }, body: { visibility } });
    expect((await set(empty, "released")).status).toBe(409);
    const done = await set(hidden, "released");
    expect(done.body).toMatchObject({ visibility: "released", released_at: expect.any(String) });
    const stored = await owner.db.select().from(analysis).where(eq(analysis.id, hidden));
    expect(stored[0]?.visibility).toBe("released");
    expect(((await set(hidden, "not_released")).body as Analysis).released_at).toBeNull();
  });
});

describe("files of a result", () => {
  it("are listed, and each address answers", async () => {
    const params = { analysis_id: released };
    const { body } = await server.ask(resultFileApi.list, "viewer", { params });
    const files = body as { file_name: string; url: string }[];
    expect(files).toMatchObject([
      { file_name: "Atacama spring module.csv", kind: "values", dt_id: null },
    ]);
    const headers = { authorization: `Bearer ${server.accounts.viewer.token}` };
    const answer = await server.fetch(files[0]!.url, { headers });
    const lines = (await answer.text()).replace("\ufeff", "").trimEnd().split("\r\n");
    const keys = [measured!, second!].toSorted((a, b) => a.id - b.id).map(({ key }) => key);
    expect(lines[0]).toBe(["dt_id", "pcs", "lon", "lat", ...keys, "flown_at"].join());
    expect(lines).toHaveLength(61);
    const line = lines.find((one) => one.startsWith("T1.M5,"))!.split(",");
    // As the fixture draws it: module 5 of tracker 1, 0.9 by 1 hundred-thousandths of a degree.
    expect(Number(line[2])).toBeCloseTo(-70 + 5.45e-5, 7);
    expect(Number(line[3])).toBeCloseTo(-24 + 2.5e-5, 7);
    expect(line.slice(4)).toEqual(["25", "25", "2026-03-01T07:00:00.000-03:00"]);
  });

  it("are exported as GeoJSON, and are unknown to those who do not see the analysis", async () => {
    const query = { format: "geojson" } as const;
    const ask = (as: AccountKey, id: number) =>
      server.ask(resultFileApi.export, as, { params: { id }, query });
    const { body, headers } = await ask("viewer", released);
    expect(headers.get("content-disposition")).toContain("Atacama spring module.geojson");
    const { features } = (typeof body === "string" ? JSON.parse(body) : body) as {
      features: { properties: Record<string, unknown> }[];
    };
    expect(features).toHaveLength(60);
    const one = features.find(({ properties }) => properties["dt_id"] === "T2.M19");
    expect(one?.properties[measured!.key]).toBeNull();
    expect((await ask("viewer", hidden)).status).toBe(404);
    expect((await ask("other_customer", released)).status).toBe(404);
    const params = { analysis_id: released };
    expect((await server.ask(resultFileApi.list, "bare", { params })).status).toBe(403);
  });
});
