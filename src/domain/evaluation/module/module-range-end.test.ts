import { expect, it } from "vitest";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { surveyRaster, type SurveyRaster } from "../raster-survey.ts";
import { renderScene, sceneGeometry, type SceneState } from "../scene.fixture.ts";
import { BEYOND_CAMERA, moduleSurvey } from "./module-survey.ts";

/** A hot cell of 30 K in one module, one of 6 K in another, and an open module. */
const scene: SceneState = (row, u, v) => {
  const isCell = Math.floor(u * 6) === 2 && Math.floor(v * 12) === 5;
  if (row === 100) return isCell ? 30 : 0;
  if (row === 130) return isCell ? 6 : 0;
  return row === 170 ? 4 : 0;
};

async function evaluate(end: number) {
  const { raster, toPixel } = renderScene(scene, { pixel: 0.03, seed: 4 });
  const cut: SurveyRaster = {
    ...raster,
    read: async (window, band) =>
      Float32Array.from(await raster.read(window, band), (one) => Math.min(end, one)),
  };
  const irradiance = { mean: 1000, deviation: 0, count: 1 };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values: { irradiance } }, settings);
  await surveyRaster(cut, sceneGeometry, toPixel, settings, (one) =>
    survey.visit({ ...one, file: "a.tif" }),
  );
  return { columns: survey.columns(), ends: survey.range_ends() };
}

it("gives no difference of a hot cell that the camera cuts off, and says that it is hot", async () => {
  const whole = await evaluate(500);
  expect(whole.ends).toEqual([]);
  const usual = whole.columns["module_temperature"]![100]!;
  const end = Math.fround(usual + 12);
  const { columns, ends } = await evaluate(end);
  expect(ends).toEqual([{ file: "a.tif", celsius: end, components: 1 }]);
  const validity = columns["module_inspection_validity"]!;
  expect(validity[100]).toBe(BEYOND_CAMERA);
  expect(columns["delta_t_normalised"]![100]).toBeNaN();
  expect(columns["delta_t_uncertainty"]![100]).toBeNaN();
  expect(columns["hotspots"]![100]).toBeGreaterThan(0);
  // The others are as before.
  for (const row of [130, 170]) {
    expect(validity[row]).not.toBe(BEYOND_CAMERA);
    const [own, wanted] = [columns, whole.columns].map((one) => one["delta_t_normalised"]![row]!);
    expect(Math.abs(own! - wanted!)).toBeLessThan(0.1);
  }
});

it("calls no module good where all of them are warmer than the range", async () => {
  const usual = (await evaluate(500)).columns["module_temperature"]![100]!;
  const { columns } = await evaluate(Math.fround(usual - 2));
  expect(new Set(columns["module_inspection_validity"])).toEqual(new Set([BEYOND_CAMERA]));
  for (const value of columns["hotspots"] ?? []) expect(value).toBe(255);
});
