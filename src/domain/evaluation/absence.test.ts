// Missing and open modules over ground of any temperature: never is the wrong one said to be sure.
import { describe, expect, it } from "vitest";
import { valueAt } from "../column/column.ts";
import { withAbnormality } from "./abnormality.ts";
import { mostOpenK } from "./absence.ts";
import { noConditions } from "./condition-record.ts";
import { evaluationSettings } from "./evaluation-settings.ts";
import { moduleLossColumns } from "./loss-columns.ts";
import { moduleSurvey } from "./module/module-survey.ts";
import { surveyRaster } from "./raster-survey.ts";
import {
  GROUND,
  renderScene,
  sceneGeometry,
  type SceneOptions,
  type GappedState,
} from "./scene.fixture.ts";

const MODULE_C = 45;
const missing = [7, 60, 130, 219];
const open = [25, 90, 155, 200];

const state: GappedState = (row) => {
  if (missing.includes(row)) return GROUND;
  return open.includes(row) ? 4.5 : 0;
};

async function evaluate(over_k: number, options: SceneOptions, scene = state) {
  const mean = (value: number) => ({ mean: value, deviation: 0, count: 1 });
  const values = { irradiance: mean(900), wind: mean(2) };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, evaluationSettings);
  const { raster, toPixel } = renderScene(scene, {
    module: MODULE_C,
    ground: MODULE_C + over_k,
    blur: 0.6,
    ...options,
  });
  await surveyRaster(raster, sceneGeometry, toPixel, evaluationSettings, survey.visit);
  const columns = survey.columns();
  const of = (key: string, rows: readonly number[]) => rows.map((row) => columns[key]![row]);
  return { columns, of };
}

const wiring = { modules_per_string: null, strings_per_tracker: null };

const healthy = Array.from({ length: sceneGeometry.count }, (_, row) => row).filter(
  (row) => !missing.includes(row) && !open.includes(row),
);

describe.each([-17, -6, 0, 5, 20])("over rough ground %f K warmer than the modules", (over_k) => {
  it("tells missing modules from open ones, and calls no other one missing", async () => {
    const { of } = await evaluate(over_k, { rough: 0.6, uneven: 0.8, noise: 0.1, seed: 3 });
    expect(of("module_missing", missing)).toEqual([1, 1, 1, 1]);
    expect(of("module_offline", open)).toEqual([1, 1, 1, 1]);
    expect(new Set(of("module_missing", [...open, ...healthy]))).toEqual(new Set([0]));
    expect(new Set(of("module_offline", healthy))).toEqual(new Set([0]));
  });
});

it("says open or missing where ground as even as the modules is as warm as an open one", async () => {
  const { of } = await evaluate(4.5, {});
  expect(of("module_missing", missing)).toEqual([2, 2, 2, 2]);
  expect(of("module_missing", open)).toEqual([2, 2, 2, 2]);
  expect(new Set(of("module_offline", [...missing, ...open]))).toEqual(new Set([255]));
  expect(new Set(of("module_missing", healthy))).toEqual(new Set([0]));
});

it("calls even ground missing where it is warmer than an open module can be", async () => {
  const { of } = await evaluate(14, {});
  expect(of("module_missing", missing)).toEqual([1, 1, 1, 1]);
  expect(of("module_offline", open)).toEqual([1, 1, 1, 1]);
});

it("says nothing of what looks as the modules and as the ground, but that", async () => {
  const { columns, of } = await evaluate(0, {});
  expect(of("module_inspection_validity", missing)).toEqual([5, 5, 5, 5]);
  // No value, no class and no loss: it is in no count of healthy modules.
  const judged = withAbnormality(columns);
  const losses = moduleLossColumns(sceneGeometry, columns, wiring, 500);
  for (const [key, column] of Object.entries({ ...judged, ...losses })) {
    if (key === "module_temperature" || key === "module_inspection_validity") continue;
    const values = missing.map((row) => valueAt(column, row));
    expect(
      values.every((one) => Number.isNaN(one)),
      key,
    ).toBe(true);
  }
  expect(Object.keys(losses)).toContain("power_loss");
  expect(of("module_inspection_validity", open)).toEqual([0, 0, 0, 0]);
});

it("takes what has a hot cell for a module, also where it is as warm as the ground", async () => {
  const hot = 33;
  const { of } = await evaluate(0, { fine: 3 }, (row, u, v) =>
    row === hot && Math.floor(u * 13) === 5 && Math.floor(v * 6) === 2 ? 20 : 0,
  );
  expect(of("hotspots", [hot])).toEqual([3]);
  expect(of("module_missing", [hot, hot + 20])).toEqual([0, 255]);
});

it("keeps an open string that lies over ground as warm as it", async () => {
  const { of } = await evaluate(4.5, {}, (row) => (row >= 45 && row < 60 ? 4.5 : 0));
  const string = Array.from({ length: 15 }, (_, at) => 45 + at);
  expect(new Set(of("open_string", string))).toEqual(new Set([1]));
});

it("bounds how warm an open module can be by the wind", () => {
  // A quarter of 1000 W/m² over 2 (5.7 + 3.8 v) + 12 W/m²K, and a fifth more.
  expect(mostOpenK(2)).toBeCloseTo((1.2 * 250) / 38.6, 6);
  expect(mostOpenK(null)).toBeCloseTo((1.2 * 250) / 23.4, 6);
});

it("tells healthy modules by how even they are over uneven ground of their temperature and roughness", async () => {
  const { columns, of } = await evaluate(0, { uneven: 3, noise: 0.3, seed: 5 });
  // A missing one is never sure and without a finding.
  const classes = withAbnormality(columns)["class_of_abnormality"]!;
  expect(missing.map((row) => classes[row])).not.toContain(1);
  const sure = healthy.filter((row) => columns["module_inspection_validity"]![row] === 0);
  // This ground is smooth: where it is even by chance, nothing can be said.
  expect(sure.length / healthy.length).toBeGreaterThan(0.7);
  expect(new Set(of("module_missing", sure))).toEqual(new Set([0]));
});
