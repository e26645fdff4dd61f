// Headline and ranking, compared with sums over the CSV that the server hands out.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { addResultPlant, type ResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { analysisResultApi as results } from "../../api/analysis/analysis-result.ts";
import { plantApi } from "../../api/plant/plant.ts";
import type { Permission } from "../../domain/account/permission.ts";
import { keyFigureByKey } from "../../domain/key-figure/key-figure.ts";
import type { Headline } from "../../domain/plant/headline.ts";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import type { Services } from "../context.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import { readAnalyses } from "../store/plant/analysis/analysis.ts";
import { writeColumns } from "../store/plant/column/column.ts";
import { findingLife } from "../store/schema/finding-life.ts";
import { analysis } from "../store/schema/plant.ts";

const heat = keyFigureByKey("delta_t_normalised")!;
const kinds = keyFigureByKey("class_of_abnormality")!;
const energy = keyFigureByKey("energy_loss")!;

let server: TestServer;
let owner: Services;
const plants: ResultPlant[] = [];
const spring: number[] = [];
const autumn: number[] = [];

/** Values of a made-up survey; module 3 was not measured. */
async function survey(plant: ResultPlant, analysis_id: number, worse: number): Promise<void> {
  const directory = await (await readComponents(owner, plant.plant_id)).directory();
  const heats = new Float32Array(plant.modules).fill(NaN);
  const classes = new Uint8Array(plant.modules).fill(255);
  const losses = new Float32Array(plant.modules).fill(NaN);
  for (let i = 0; i < plant.modules; i++) {
    const { row } = directory.byDtId(plant.moduleId(i))!;
    if (i === 3) continue;
    heats[row] = i * 0.5;
    classes[row] = i % 10 < worse ? 3 : i % 10 === 9 ? 4 : 1;
    losses[row] = (i % 10) * worse * 20 + 1;
  }
  const columns = new Map<number, Float32Array | Uint8Array>([
    [heat.id, heats],
    [kinds.id, classes],
    [energy.id, losses],
  ]);
  await writeColumns(owner, analysis_id, columns, { twin_version: 1 });
}

beforeAll(async () => {
  server = await startTestServer();
  owner = { ...server.services, db: server.database.owner.db };
  const { customer_id } = server.accounts.viewer;
  for (const [name, worse] of [
    ["Atacama", 2],
    ["Baquedano", 5],
  ] as const) {
    const plant = await addResultPlant(owner, customer_id, name);
    const shown = { visibility: "released" } as const;
    const first = await plant.addAnalysis("spring", "2026-03-01", shown);
    // Values of released analyses cannot be edited.
    const second = await plant.addAnalysis("autumn", "2026-09-01", worse === 5 ? shown : {});
    await survey(plant, first, 1);
    await survey(plant, second, worse);
    plants.push(plant);
    spring.push(first);
    autumn.push(second);
  }
});
afterAll(() => server.close());

/** The values of the CSV; empty cells are left out. */
async function csv(analysis_id: number, key_figure_id: number): Promise<number[]> {
  const params = { analysis_id, key_figure_id };
  const { body } = await server.ask(results.read, "analyst", { params, query: { csv: "1" } });
  const lines = String(body).trimEnd().split("\r\n").slice(1);
  return lines.map((line) => line.split(",")[2]!).flatMap((text) => (text ? [Number(text)] : []));
}

async function headline(id: number, as: "viewer" | "analyst" = "analyst"): Promise<Headline> {
  const { status, body } = await server.ask(results.headline, as, { params: { id } });
  expect(status).toBe(200);
  return body as Headline;
}

async function listed(): Promise<PlantStatus[]> {
  return (await server.ask(plantApi.listForTable, "analyst")).body as PlantStatus[];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test("findings and lost energy are those of the CSV, now and in the survey before", async () => {
  const answer = await headline(autumn[0]!);
  expect(answer.previous).toMatchObject({ analysis_id: spring[0], name: "spring" });
  for (const one of [answer, answer.previous!]) {
    const classes = await csv(one.analysis_id, kinds.id);
    const of = (value: number) => classes.filter((known) => known === value).length;
    const figure = one.figures.find(({ key_figure_id }) => key_figure_id === kinds.id)!;
    expect(figure).toMatchObject({
      severity_counts: [of(1), of(4), of(2), of(3)],
      value_count: 59,
      component_count: 60,
    });
    expect(figure.class_counts[3]).toBe(of(3));
    const losses = await csv(one.analysis_id, energy.id);
    expect(one.lost_energy!.mwh).toBeCloseTo(sum(losses) / 1000, 6);
    expect(one.lost_energy!.parts).toMatchObject([{ value_count: 59, component_count: 60 }]);
  }
});

test("a plant in the list has the dangerous components of its newest CSV, and what it is expected to give", async () => {
  for (const [at, plant] of plants.entries()) {
    const row = (await listed()).find(({ id }) => id === plant.plant_id)!;
    const classes = await csv(autumn[at]!, kinds.id);
    const safetyRelevant = classes.filter((value) => value === 3).length;
    expect(safetyRelevant).toBeGreaterThan(0);
    expect(row.safety).toEqual({ count: safetyRelevant, is_exact: true });
    // 2,000 hours at full power, without an age.
    expect(row.expected_mwh).toBeCloseTo(row.nominal_capacity * 2000, 6);
    expect(row.expected_assumed).toBe(true);
  }
});

test("a later survey of a part leaves what is known of the rest", async () => {
  const { db } = server.database.owner;
  const plant = plants[0]!;
  const rowOf = async () => (await listed()).find(({ id }) => id === plant.plant_id)!;
  const before = await rowOf();
  expect(before.oldest_result_at).toBe(before.last_survey_at);
  const id = await plant.addAnalysis("dust", "2026-09-20");
  const soiling = new Float32Array(plant.modules).fill(0.5);
  const columns = new Map([[keyFigureByKey("soiling")!.id, soiling]]);
  await writeColumns(owner, id, columns, { twin_version: 1 });
  const after = await rowOf();
  expect(after.last_survey_at).not.toBe(before.last_survey_at);
  expect(after.oldest_result_at).toBe(before.last_survey_at);
  expect(after.safety).toEqual(before.safety);
  expect(after.lost_energy?.parts[0]).toEqual(before.lost_energy?.parts[0]);
  const worst = ({ worst_key_figures }: PlantStatus) =>
    worst_key_figures.find(({ key_figure_id }) => key_figure_id === kinds.id);
  expect(worst(after)).toEqual(worst(before));

  // Of the dangers counted, those that are done; one that an older survey showed is not among them.
  expect(after.safety_handled).toBe(0);
  const broken = keyFigureByKey("fault_type")!.classes.find(({ key }) => key === "glass_broken")!;
  const life = { plant_id: plant.plant_id, component_type: "module", severity: 3 } as const;
  await db.insert(findingLife).values(
    [
      ["done", autumn[0]!, broken.value],
      ["dismissed", autumn[0]!, broken.value],
      ["open", autumn[0]!, broken.value],
      ["done", spring[0]!, broken.value],
      ["done", autumn[0]!, 14],
    ].map(([status, analysis_id, fault_type], at) => ({
      ...life,
      dt_id: plant.moduleId(at),
      status: status as "done",
      analysis_id: Number(analysis_id),
      fault_type: Number(fault_type),
    })),
  );
  expect((await rowOf()).safety_handled).toBe(2);
  // A customer sees the spring alone.
  const viewed = (await server.ask(plantApi.listForTable, "viewer")).body as PlantStatus[];
  expect(viewed.find((one) => one.id === plant.plant_id)?.safety_handled).toBe(1);
  await db.delete(findingLife).where(eq(findingLife.plant_id, plant.plant_id));
  await db.delete(analysis).where(eq(analysis.id, id));
});

test("the first survey has none before it, and a customer does not see an unreleased one", async () => {
  expect((await headline(spring[1]!)).previous).toBe(null);
  const plant = plants[1]!;
  const between = await plant.addAnalysis("in review", "2026-06-01");
  await survey(plant, between, 3);
  expect((await headline(autumn[1]!)).previous?.name).toBe("in review");
  expect((await headline(autumn[1]!, "viewer")).previous?.name).toBe("spring");
  const refused = await server.ask(results.headline, "viewer", { params: { id: between } });
  expect(refused.status).toBe(404);
});

test("components without a sure place are counted, for a customer too", async () => {
  const plant = plants[1]!;
  const id = await plant.addAnalysis("beside", "2026-10-01", { visibility: "released" });
  expect((await headline(id, "viewer")).withheld).toEqual([]);
  const validity = keyFigureByKey("module_inspection_validity")!;
  // 5 of another class are not inspected, 255 is no value.
  const values = new Uint8Array(plant.modules).fill(0);
  values.fill(3, 0, 17).fill(2, 17, 22).fill(4, 22, 31).fill(255, 31, 40).fill(5, 40, 44);
  await writeColumns(owner, id, new Map([[validity.id, values]]), { twin_version: 1 });
  const of = { key_figure_id: validity.id };
  for (const role of ["analyst", "viewer"] as const) {
    expect((await headline(id, role)).withheld).toEqual([
      { ...of, reason: "place_not_sure", class_value: 3, count: 17 },
      { ...of, reason: "not_plausible", class_value: 4, count: 9 },
      { ...of, reason: "like_ground", class_value: 5, count: 4 },
    ]);
  }
  await owner.db.delete(analysis).where(eq(analysis.id, id));
});

test("an analysis names the key figures that an import states, in the list of all plants too", async () => {
  const plant = plants[1]!;
  const id = await plant.addAnalysis("both", "2026-11-01", { visibility: "released" });
  const [hot, open] = ["hotspots", "open_string"].map((key) => keyFigureByKey(key));
  const values = () => new Uint8Array(plant.modules).fill(0);
  await writeColumns(owner, id, new Map([[hot!.id, values()]]), { twin_version: 1 });
  const measured = { twin_version: 1, is_evaluated: true };
  await writeColumns(owner, id, new Map([[open!.id, values()]]), measured);
  const staff = { customer_id: null, plant_ids: null, is_admin: true, is_super_admin: true };
  const permissions: ReadonlySet<Permission> = new Set(["READ_ALL_ANALYSIS_STATES"]);
  const viewer = { ...staff, permissions, show_all_key_figures: true };
  // One by one, and all of them: two statements.
  for (const narrow of [{ ids: [id] }, {}]) {
    const found = (await readAnalyses(owner.db, viewer, narrow)).find((one) => one.id === id);
    expect(found).toMatchObject({ stated_key_figure_ids: [hot!.id] });
    expect(found!.key_figure_ids).toEqual([hot!.id, open!.id].toSorted((a, b) => a - b));
  }
  await owner.db.delete(analysis).where(eq(analysis.id, id));
});

test("the list ranks by the energy of the newest survey, after an edit and an update of the twin too", async () => {
  const expectRanks = async () => {
    const sums: { id: number; mwh: number }[] = [];
    for (const [at, { plant_id }] of plants.entries()) {
      sums.push({ id: plant_id, mwh: sum(await csv(autumn[at]!, energy.id)) / 1000 });
    }
    const order = sums.toSorted((a, b) => b.mwh - a.mwh);
    const rows = await listed();
    for (const { id, mwh } of sums) {
      const row = rows.find((one) => one.id === id)!;
      expect(row.lost_energy!.mwh).toBeCloseTo(mwh, 6);
      expect(row.energy_rank).toBe(order.findIndex((one) => one.id === id) + 1);
      // The first of the two loses more than half.
      expect(row.needs_action).toBe(row.energy_rank === 1);
    }
    return order[0]!.id;
  };
  expect(await expectRanks()).toBe(plants[1]!.plant_id);

  const params = { analysis_id: autumn[0]!, key_figure_id: energy.id };
  for (const index of [0, 1, 2, 4, 5]) {
    const body = { dt_id: plants[0]!.moduleId(index), value: 4000 };
    expect((await server.ask(results.modifyValue, "analyst", { params, body })).status).toBe(200);
  }
  expect(await expectRanks()).toBe(plants[0]!.plant_id);

  await plants[0]!.removeModules([0, 1, 2, 4, 5]);
  expect(await expectRanks()).toBe(plants[1]!.plant_id);
});

test("is compared with the newest earlier survey that has its key figure, over one without it", async () => {
  const { customer_id } = server.accounts.viewer;
  const plant = await addResultPlant(owner, customer_id, "Calama");
  const shown = { visibility: "released" } as const;
  const first = await plant.addAnalysis("infrared", "2026-03-01", shown);
  const visible = await plant.addAnalysis("visible", "2026-06-01", shown);
  const last = await plant.addAnalysis("infrared again", "2026-09-01", shown);
  const twin = await plant.addAnalysis("infrared of the same moment", "2026-09-01", shown);
  for (const id of [first, last, twin]) await survey(plant, id, 1);
  const soiling = keyFigureByKey("soiling")!.id;
  const dust = new Map([[soiling, new Float32Array(plant.modules).fill(2)]]);
  await writeColumns(owner, visible, dust, { twin_version: 1 });
  expect((await headline(last)).previous?.name).toBe("infrared");
  expect((await headline(twin)).previous?.name).toBe("infrared again");
  // Of the other kind there is none: the newest one with results stands there, without the figure.
  const { previous } = await headline(visible);
  expect(previous).toMatchObject({ name: "infrared" });
});
