// Modules of which a raster shows one part, and single images of another hour the rest.
import { expect, it } from "vitest";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { moduleSurvey, withWandering } from "./module-survey.ts";
import { surveyRaster } from "../raster-survey.ts";
import { renderScene, sceneColumns, sceneGeometry } from "../scene.fixture.ts";

it("compares modules in images with those in images, and not with those of a raster of another hour", async () => {
  const values = { irradiance: { mean: 1000, deviation: 0, count: 1 } };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
  // The raster shows the west; in the east modules are 8 K warmer an hour later.
  const isWest = (row: number) => row % sceneColumns < 20;
  const open = (row: number) => (row === 30 ? 5 : 0);
  for (const [source, module] of [45, 53].entries()) {
    const { raster, toPixel } = renderScene(open, { pixel: 0.08, module, seed: 51 + source });
    await surveyRaster(raster, sceneGeometry, toPixel, settings, (one) => {
      if (isWest(one.row) !== (source === 0)) return;
      survey.visit({ ...one, source, ...(source > 0 && { quality: 1 }), is_placed: true });
    });
  }
  const { module_offline: offline, module_inspection_validity: validity } = survey.columns();
  const said = [...sceneGeometry.centreX.keys()].filter((row) => offline![row] === 1);
  expect(said).toEqual([30]);
  expect([...validity!].filter((one) => one > 1)).toEqual([]);
});

it("widens the interval of a difference by what the light wandered, and by nothing where it was steady", () => {
  const columns = {
    delta_t_normalised: Float32Array.of(10, 0, NaN),
    delta_t_uncertainty: Float32Array.of(1.5, 1.5, NaN),
  };
  // 10 % of 800 W/m2: twice 1 K of 10 K, with 1.5 K that is 2.5 K.
  const wide = withWandering(columns, { mean: 800, deviation: 80, count: 9 });
  expect([...wide["delta_t_uncertainty"]!]).toEqual([2.5, 1.5, NaN]);
  expect(withWandering(columns, { mean: 800, deviation: 0, count: 1 })).toBe(columns);
  expect(withWandering(columns, undefined)).toBe(columns);
});
