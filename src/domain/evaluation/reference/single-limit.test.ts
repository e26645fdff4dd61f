// Surveys in weak light and with noisy cameras, whose modules are healthy but for the ones that are stated.
import { expect, it } from "vitest";
import { noConditions } from "../condition-record.ts";
import { WARM_NOT_SURE } from "../component-survey.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { moduleSurvey } from "../module/module-survey.ts";
import { surveyRaster } from "../raster-survey.ts";
import {
  normalNumbers,
  renderScene,
  sceneGeometry,
  type SceneOptions,
  type SceneState,
} from "../scene.fixture.ts";
import { sharpness } from "../spot/least-hotspot.ts";
import { weakestFaults } from "../weakest-fault.ts";

async function evaluate(state: SceneState, irradiance: number, options: SceneOptions) {
  const values = { irradiance: { mean: irradiance, deviation: 0, count: 1 } };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
  const sharp = sharpness(settings, sceneGeometry);
  const { raster, toPixel } = renderScene(state, options);
  await surveyRaster(raster, sceneGeometry, toPixel, settings, (one) => {
    sharp.add(one);
    survey.visit(one);
  });
  const columns = survey.columns();
  const rowsOf = (key: string) =>
    [...columns[key]!.entries()].flatMap(([row, one]) => (one > 0 && one !== 255 ? [row] : []));
  const least_hotspot = sharp.least(irradiance, survey.seen(columns));
  const weakest = weakestFaults({ least_hotspot, conditions: { irradiance }, settings })!;
  return { columns, rowsOf, weakest };
}

// Modules differ by 0.33 K: 1.3 K at 1000 W/m2, of which 3 K are 2.3 standard deviations.
const random = normalNumbers(11);
const scatter = Float64Array.from({ length: sceneGeometry.count }, () => 0.33 * random());
const irradiance = 250;
const [OPEN, POSSIBLE, STRING] = [50, 131, 205] as const;
const state: SceneState = (row) => {
  if (row === OPEN) return 2;
  if (row === POSSIBLE) return 0.9;
  return scatter[row]! + (row >= STRING && row < STRING + 12 ? 1.4 : 0);
};

it("calls no healthy module open in weak light, and says from which warmth one is found", async () => {
  const { columns, rowsOf, weakest } = await evaluate(state, irradiance, { noise: 0.1 });
  // 8 K at 1000 W/m2.
  expect(rowsOf("module_offline")).toEqual([OPEN]);
  // Modules side by side are no chance, though each of them may be one.
  const string = rowsOf("open_string");
  expect([string[0]! >= STRING - 1, string.length >= 10]).toEqual([true, true]);
  // 3.6 K at 1000 W/m2.
  expect(columns["module_inspection_validity"]![POSSIBLE]).toBe(WARM_NOT_SURE);
  expect(columns["module_offline"]![POSSIBLE]).toBe(255);
  // 3.5 times 1.32 K, by a tenth for what 240 modules leave open, and how far one value may be wrong: twice 0.5 K times 4.
  expect(weakest.module_k).toBeGreaterThan(0.9 * 3.5 * 1.32);
  expect(weakest.module_k).toBeLessThan(1.1 * (3.5 * 1.32 + 4));
});

it("takes no noise for a hot cell, and says from which warmth one is found", async () => {
  const isCell = (u: number, v: number) => Math.floor(u * 13) === 5 && Math.floor(v * 6) === 2;
  const hot = [30, 77, 140, 222];
  const healthy: SceneState = (row, u, v) => (hot.includes(row) && isCell(u, v) ? 14 : 0);
  const { rowsOf, weakest } = await evaluate(healthy, 850, { noise: 1.4, blur: 0.6, fine: 3 });
  expect(rowsOf("hotspots")).toEqual(hot);
  expect(rowsOf("hot_cell_count")).toEqual(hot);
  // 4.5 standard deviations of the pixels at least, of which a cell shows a part.
  expect(weakest.hotspot_k).toBeGreaterThan((4.5 * 1.4 * 1000) / 850);
});
