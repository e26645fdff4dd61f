// A fault that is changed by hand: the class and the fault type of the module follow, and a stated one stays.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { addResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { analysisResultApi as calls } from "../../api/analysis/analysis-result.ts";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import { writeColumns } from "../store/plant/column/column.ts";
import { readComponents } from "../store/plant/plant-component.ts";

let server: TestServer;
let analysis_id: number;

const figure = (key: string) => keyFigureByKey(key)!;
const typeOf = (key: string) => figure("fault_type").classes.find((one) => one.key === key)!.value;

beforeAll(async () => {
  server = await startTestServer();
  const owner = { ...server.services, db: server.database.owner.db };
  const plant = await addResultPlant(owner, server.accounts.viewer.customer_id, "Derived");
  analysis_id = await plant.addAnalysis("spring", "2026-03-01");
  const directory = await (await readComponents(owner, plant.plant_id)).directory();
  const row = (dt_id: string) => directory.byDtId(dt_id)!.row;
  const types = new Uint8Array(plant.modules).fill(typeOf("none"));
  // Stated: nothing of what is known of this module makes its type.
  types[row("T0.M7")] = typeOf("cell_damage");
  const columns = new Map<number, Float32Array | Uint8Array>([
    [figure("delta_t_normalised").id, new Float32Array(plant.modules)],
    [figure("bypass_diode").id, new Uint8Array(plant.modules)],
    [figure("class_of_abnormality").id, new Uint8Array(plant.modules).fill(1)],
    [figure("fault_type").id, types],
  ]);
  await writeColumns(owner, analysis_id, columns, { twin_version: 1 });
});
afterAll(() => server.close());

const edit = async (key: string, dt_id: string, value: number | null) => {
  const params = { analysis_id, key_figure_id: figure(key).id };
  const answer = await server.ask(calls.modifyValue, "analyst", { params, body: { dt_id, value } });
  expect(answer.status).toBe(200);
};

async function shown(dt_id: string) {
  const params = { id: analysis_id, component_type: "module" as const, dt_id };
  const answer = await server.ask(calls.component, "analyst", { params });
  const { values, changes } = answer.body as ComponentResult;
  const valueOf = (key: string) =>
    values.find(({ key_figure_id }) => key_figure_id === figure(key).id)?.value;
  return { classOf: valueOf("class_of_abnormality"), type: valueOf("fault_type"), changes };
}

test("a bypassed substring that is set by hand makes class and type, and undoing takes both back", async () => {
  await edit("bypass_diode", "T0.M3", 1);
  const set = await shown("T0.M3");
  // Poor is class 2.
  expect([set.classOf, set.type]).toEqual([2, typeOf("substring_bypassed")]);
  const own = set.changes.find(({ key_figure_id }) => key_figure_id === figure("bypass_diode").id)!;
  const params = { analysis_id, key_figure_id: own.key_figure_id };
  const undone = await server.ask(calls.undo, "analyst", { params, body: { change_id: own.id } });
  expect(undone.status).toBe(200);
  const back = await shown("T0.M3");
  expect([back.classOf, back.type]).toEqual([1, typeOf("none")]);
});

test("what was stated otherwise stays, and what a person sets is not derived", async () => {
  await edit("bypass_diode", "T0.M7", 1);
  expect((await shown("T0.M7")).type).toBe(typeOf("cell_damage"));
  await edit("fault_type", "T0.M8", typeOf("hotspot"));
  expect(await shown("T0.M8")).toMatchObject({ classOf: 1, type: typeOf("hotspot") });
  await edit("bypass_diode", "T0.M8", 1);
  expect(await shown("T0.M8")).toMatchObject({ classOf: 2, type: typeOf("hotspot") });
});
