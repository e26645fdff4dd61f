// Modules whose upper quarter warms towards the edge, or is shaded: the rest of each has 45 °C.
import { expect, it } from "vitest";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { moduleSurvey } from "../module/module-survey.ts";
import { surveyRaster } from "../raster-survey.ts";
import { renderScene, sceneGeometry, type SceneState } from "../scene.fixture.ts";

/** 40 modules, each with healthy ones around. */
const isIll = (row: number) => row % 6 === 3;

async function errors(ill: (u: number, v: number) => number, noise: number) {
  const state: SceneState = (row, u, v) => (isIll(row) ? ill(u, v) : 0);
  const values = { irradiance: { mean: 1000, deviation: 0, count: 1 } };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
  const { raster, toPixel } = renderScene(state, { noise, seed: 21 });
  await surveyRaster(raster, sceneGeometry, toPixel, settings, survey.visit);
  const { module_temperature: temperature } = survey.columns();
  const rows = [...sceneGeometry.centreX.keys()].filter(isIll);
  return rows.map((row) => temperature![row]! - 45);
}
const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;

const quarter = (part: number) => 5 * Math.max(0, 1 - part / 0.25);

it.each([
  ["one end", (u: number) => quarter(u)],
  ["the other end", (u: number) => quarter(1 - u)],
  ["a long side", (_: number, v: number) => quarter(v)],
] as const)("reads a module with a warm edge at %s as its other part is", async (_, ill) => {
  const found = await errors(ill, 0.3);
  expect(found).toHaveLength(40);
  expect(Math.abs(mean(found))).toBeLessThan(0.03);
});

it("reads a module with a shadow as its other part is", async () => {
  expect(Math.abs(mean(await errors((u) => (u < 0.25 ? -8 : 0), 0.3)))).toBeLessThan(0.03);
});

it("keeps the median of all where warmth reaches beyond the middle", async () => {
  // It falls from 8 K to none over all of the module: 4 K in the middle.
  expect(mean(await errors((u) => 8 * (1 - u) ** 2, 0.3))).toBeCloseTo(2, 1);
});

/** K at 1,000 W/m² of a cell of 10 K, the mean of 40 modules that have one. */
async function cellIn(ill: (u: number, v: number) => number) {
  const isCell = (u: number, v: number) => Math.floor(u * 13) === 8 && Math.floor(v * 6) === 2;
  const state: SceneState = (row, u, v) => (isIll(row) ? (isCell(u, v) ? 10 : ill(u, v)) : 0);
  const values = { irradiance: { mean: 1000, deviation: 0, count: 1 } };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
  const { raster, toPixel } = renderScene(state, { noise: 1.2, seed: 21, fine: 3, blur: 0.6 });
  await surveyRaster(raster, sceneGeometry, toPixel, settings, survey.visit);
  const { delta_t_normalised: over } = survey.columns();
  return mean([...sceneGeometry.centreX.keys()].filter(isIll).map((row) => over![row]!));
}

it("reads a hot cell beside a shadow and beside a warm edge as it is without them", async () => {
  const alone = await cellIn(() => 0);
  expect(Math.abs(alone - 10)).toBeLessThan(0.6);
  const beside = await cellIn((u) => (u < 0.3 ? -8 : 0));
  expect(Math.abs(beside - alone)).toBeLessThan(0.2);
  const warm = await cellIn((u) => 7 * Math.max(0, 1 - u / 0.25));
  expect(Math.abs(warm - alone)).toBeLessThan(0.2);
});
