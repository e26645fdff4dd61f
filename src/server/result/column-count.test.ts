// Every place that shows a count, compared with a recount from the CSV that the server hands out.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../tests/fixtures/http.ts";
import { addResultPlant, type ResultPlant } from "../../../tests/fixtures/result-plant.ts";
import { analysisResultApi as results } from "../../api/analysis/analysis-result.ts";
import { plantApi } from "../../api/plant/plant.ts";
import type { ColumnSummary } from "../../domain/column/column.ts";
import { keyFigureByKey, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import { plantData } from "../../domain/plant/plant-data.ts";
import type { PlantStatus } from "../../domain/plant/plant.ts";
import type { Twin } from "../../domain/component/component-index.ts";
import type { ValueChange } from "../../domain/analysis/analysis-result.ts";
import type { Services } from "../context.ts";
import { analysisColumn } from "../store/schema/plant.ts";
import { recountColumns, recountForTwin } from "../store/plant/column/column-recount.ts";
import { writeColumns } from "../store/plant/column/column.ts";
import { readComponents } from "../store/plant/plant-component.ts";
import { readTwin } from "../store/plant/twin.ts";

const heat = keyFigureByKey("delta_t_normalised")!;
const diode = keyFigureByKey("bypass_diode")!;

let server: TestServer;
let owner: Services;
let plant: ResultPlant;
let analysis_id: number;

beforeAll(async () => {
  server = await startTestServer();
  owner = { ...server.services, db: server.database.owner.db };
  plant = await addResultPlant(owner, server.accounts.viewer.customer_id, "Atacama");
  analysis_id = await plant.addAnalysis("spring", "2026-03-01");
  const directory = await (await readComponents(owner, plant.plant_id)).directory();
  const heats = new Float32Array(plant.modules).fill(NaN);
  const diodes = new Uint8Array(plant.modules);
  for (let i = 0; i < plant.modules; i++) {
    const { row } = directory.byDtId(plant.moduleId(i))!;
    // Module 7 was not measured; 3.99 K is shown as 4 K.
    heats[row] = i === 7 ? NaN : i === 8 ? 3.99 : i * 0.7;
    diodes[row] = i % 11 === 0 ? 1 : 0;
  }
  const columns = new Map<number, Float32Array | Uint8Array>([
    [heat.id, heats],
    [diode.id, diodes],
  ]);
  await writeColumns(owner, analysis_id, columns, { twin_version: 1 });
});
afterAll(() => server.close());

type Counted = { values: number[]; severities: number[] };

/** The rows of the CSV, judged here: how many limits a value has reached. */
async function recounted({ id, key, classes }: KeyFigure, limits: number[]): Promise<Counted> {
  const params = { analysis_id, key_figure_id: id };
  const { body } = await server.ask(results.read, "analyst", { params, query: { csv: "1" } });
  const [head = "", ...lines] = String(body)
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n");
  expect(head.split(",")).toEqual(["dt_id", "pcs", key]);
  const values = lines.flatMap((line) => {
    const text = line.split(",")[2]!;
    return text === "" ? [] : [Number(text)];
  });
  const severities = [0, 0, 0, 0];
  for (const value of values) {
    const known = classes.find((one) => one.value === value)?.severity;
    severities[known ?? limits.filter((limit) => value >= limit).length]! += 1;
  }
  return { values, severities };
}

async function summaries(): Promise<ColumnSummary[]> {
  const { body } = await server.ask(results.columns, "analyst", { params: { id: analysis_id } });
  return body as ColumnSummary[];
}

const bytesOf = (body: Uint8Array) => new Uint8Array(body).buffer;

/** What the browser's worker counts for legend, filters and statistics. */
async function counted(figure: KeyFigure, limits: number[]) {
  const twin = (await readTwin(owner.db, plant.plant_id)) as Twin;
  const data = plantData();
  const { brotliDecompressSync, gunzipSync } = await import("node:zlib");
  for (const { component_type, ...level } of twin.levels) {
    const read = async (hash: string) =>
      bytesOf(brotliDecompressSync(await owner.files.read(`twin/${hash.slice(0, 2)}/${hash}.br`)));
    data.level({
      type: component_type,
      geometry: await read(level.geometry),
      names: await read(level.names),
    });
  }
  const { hash } = (await summaries()).find((one) => one.key_figure_id === figure.id)!;
  const column = await owner.files.read(`column/${hash.slice(0, 2)}/${hash}.gz`);
  data.column({ hash, bytes: bytesOf(gunzipSync(column)) });
  const judged = { hash, key_figure_id: figure.id, limits };
  return data.statistics({ type: "module", scope: {}, columns: [judged] }).columns[0]!;
}

/** Compares the recount with every place. */
async function expectCounts(limits: number[]): Promise<Counted> {
  const { body: plants } = await server.ask(plantApi.listForTable, "analyst", {});
  const { worst_key_figures } = (plants as PlantStatus[]).find(({ id }) => id === plant.plant_id)!;
  for (const figure of [heat, diode]) {
    const { values, severities } = await recounted(figure, limits);
    const [, , poor = 0, act = 0] = severities;
    const summary = (await summaries()).find((one) => one.key_figure_id === figure.id)!;
    expect(summary).toMatchObject({ value_count: values.length });
    expect(summary.min).toBeCloseTo(Math.min(...values), 4);
    expect(summary.max).toBeCloseTo(Math.max(...values), 4);
    const sum = values.reduce((total, value) => total + value, 0);
    expect(summary.mean).toBeCloseTo(sum / values.length, 4);
    expect(summary.histogram.reduce((total, count) => total + count, 0)).toBe(values.length);
    const inBrowser = await counted(figure, limits);
    expect(inBrowser).toMatchObject({ count: values.length, severities });
    const worst = worst_key_figures.find(({ key_figure_id }) => key_figure_id === figure.id);
    expect(worst?.poor_count ?? 0).toBe(poor + act);
    expect(worst?.poor_share ?? 0).toBeCloseTo((poor + act) / values.length, 12);
  }
  return recounted(heat, limits);
}

async function setLimits(limits: number[]): Promise<void> {
  const params = { id: plant.plant_id };
  const body = { key_figure_id: heat.id, limits };
  const { status } = await server.ask(plantApi.updateLimits, "analyst", { params, body });
  expect(status).toBe(200);
}

test("counts are those of the CSV after limits, edits, twin updates and an upgrade", async () => {
  const first = await expectCounts([...heat.limits]);
  expect(first.values).toHaveLength(59);

  await setLimits([1, 2, 3]);
  const strict = await expectCounts([1, 2, 3]);
  expect(strict.severities).not.toEqual(first.severities);

  const params = { analysis_id, key_figure_id: heat.id };
  const edit = { dt_id: plant.moduleId(0), value: 150 };
  await server.ask(results.modifyValue, "analyst", { params, body: edit });
  expect((await expectCounts([1, 2, 3])).values).toContain(150);

  // The hottest ones go, with those of a whole tracker.
  await plant.removeModules([0, ...Array.from({ length: 22 }, (_, i) => 38 + i)]);
  const rest = await expectCounts([1, 2, 3]);
  expect(rest.values).toHaveLength(36);
  expect(rest.values).not.toContain(150);

  const { body } = await server.ask(results.changeHistory, "analyst", { params });
  const [{ id: change_id }] = body as [ValueChange];
  await server.ask(results.undo, "analyst", { params, body: { change_id } });
  await setLimits([]);
  const usual = await expectCounts([...heat.limits]);
  expect(usual.values).toHaveLength(36);

  // Rows of an earlier version do not say what they were counted for.
  const wrong = { severity_counts: [0, 0, 0, 99], counted_for: null };
  await owner.db.update(analysisColumn).set(wrong);
  await recountColumns(owner, plant.plant_id, await readTwin(owner.db, plant.plant_id));
  expect(await expectCounts([...heat.limits])).toEqual(usual);
});

test("a count that fails after a twin update is repeated, and at last said to be late", async () => {
  const twin = (await readTwin(owner.db, plant.plant_id)) as Twin;
  const errors: unknown[] = [];
  const log = { error: (error: unknown) => errors.push(error) } as unknown as Services["log"];
  let faults = 0;
  /** Files of which this many columns cannot be read. */
  const failing = (most: number): Services["files"] => {
    faults = 0;
    return {
      ...owner.files,
      read(key, ...rest) {
        if (key.startsWith("column/") && faults++ < most) throw new Error("no such object");
        return owner.files.read(key, ...rest);
      },
    };
  };
  const outdated = { severity_counts: [0, 0, 0, 99], counted_for: null };
  const counted = async () => {
    const rows = await owner.db.select().from(analysisColumn);
    return rows.every(({ counted_for }) => counted_for !== null);
  };

  await owner.db.update(analysisColumn).set(outdated);
  const never = { ...owner, files: failing(Infinity), log };
  expect(await recountForTwin(never, plant.plant_id, twin, [1, 1])).toBe(false);
  expect(errors).toHaveLength(3);
  expect(await counted()).toBe(false);

  const once = { ...owner, files: failing(1), log };
  expect(await recountForTwin(once, plant.plant_id, twin, [1, 1])).toBe(true);
  expect(errors).toHaveLength(4);
  expect(await counted()).toBe(true);
  await expectCounts([...heat.limits]);
});
