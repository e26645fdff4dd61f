import { expect, it } from "vitest";
import { evaluationSettings as settings } from "./evaluation-settings.ts";
import { moduleSurvey } from "./module-survey.ts";
import { surveyRaster } from "./raster-survey.ts";
import { renderScene, sceneGeometry, type SceneState } from "./scene.fixture.ts";
import { noConditions } from "./condition-record.ts";

async function evaluate(state: SceneState, irradiance: number | null = 1000) {
  const values =
    irradiance === null ? {} : { irradiance: { mean: irradiance, deviation: 0, count: 1 } };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
  const { raster, toPixel } = renderScene(state);
  await surveyRaster(raster, sceneGeometry, toPixel, settings, survey.visit);
  return survey.columns();
}

const at = (values: Float32Array | Uint8Array | undefined, row: number) => values?.[row] ?? NaN;
const isCell = (u: number, v: number) => u > 0.4 && u < 0.48 && v > 0.4 && v < 0.56;

it("finds nothing in healthy modules and gives each its temperature", async () => {
  const found = await evaluate(() => 0);
  expect(at(found["module_temperature"], 17)).toBeCloseTo(45, 1);
  for (const key of [
    "hotspots",
    "bypass_diode",
    "open_string",
    "module_offline",
    "module_missing",
    "shading",
  ]) {
    expect(new Set(found[key]), key).toEqual(new Set([0]));
  }
  expect(new Set(found["class_of_abnormality"])).toEqual(new Set([1]));
});

it("tells cells, substrings, modules, strings, shadows and gaps apart", async () => {
  const found = await evaluate((row, u, v) => {
    if (row === 5) return isCell(u, v) ? 14 : 0;
    if (row === 50) return isCell(u, v) || isCell(u + 0.3, v) ? 6 : 0;
    if (row === 60) return v < 1 / 3 ? 6 : 0;
    if (row === 70) return v < 2 / 3 ? 6 : 0;
    if (row === 100) return 5;
    if (row >= 130 && row < 142) return 4.5;
    if (row === 180) return u < 0.25 ? -6 : 0;
    return row === 200 ? -17 : 0;
  });
  expect([5, 50, 60].map((row) => at(found["hotspots"], row))).toEqual([3, 2, 0]);
  expect([60, 70, 5, 100].map((row) => at(found["bypass_diode"], row))).toEqual([1, 2, 0, 0]);
  expect([100, 130, 141, 60].map((row) => at(found["module_offline"], row))).toEqual([1, 0, 0, 0]);
  expect([100, 129, 130, 141].map((row) => at(found["open_string"], row))).toEqual([0, 0, 1, 1]);
  expect([180, 5, 60].map((row) => at(found["shading"], row))).toEqual([2, 0, 0]);
  expect([200, 199].map((row) => at(found["module_missing"], row))).toEqual([1, 0]);
  expect(at(found["delta_t_normalised"], 200)).toBeNaN();
  expect(at(found["delta_t_normalised"], 60)).toBeCloseTo(6, 0);
  expect(at(found["delta_t_uncertainty"], 60)).toBeGreaterThan(1);
});

it("normalises to 1000 W/m², and leaves out what needs an irradiance that is not known", async () => {
  const scene: SceneState = (row) => (row === 100 ? 4 : 0);
  expect(at((await evaluate(scene, 800))["delta_t_normalised"], 100)).toBeCloseTo(5, 0);
  expect(Object.keys(await evaluate(scene, null))).toEqual([
    "module_temperature",
    "module_inspection_validity",
  ]);
});

it("gives equal columns for equal input", async () => {
  const scene: SceneState = (row) => (row === 100 ? 4 : 0);
  expect(await evaluate(scene)).toEqual(await evaluate(scene));
});
