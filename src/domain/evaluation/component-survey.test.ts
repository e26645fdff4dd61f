// What is said of modules that have a temperature and nothing to compare it with.
import { expect, it } from "vitest";
import { NOT_JUDGED, PLACE_NOT_SURE } from "./component-survey.ts";
import { noConditions } from "./condition-record.ts";
import { evaluationSettings as settings } from "./evaluation-settings.ts";
import { moduleSurvey } from "./module/module-survey.ts";
import { surveyRaster } from "./raster-survey.ts";
import { renderScene, sceneGeometry } from "./scene.fixture.ts";

it("says that faults of a few modules in a sure place were not judged, where no others are known", async () => {
  const mean = (value: number) => ({ mean: value, deviation: 0, count: 1 });
  const values = { irradiance: mean(800), wind: mean(2) };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
  const { raster, toPixel } = renderScene((row) => (row === 1 ? 8 : 0));
  await surveyRaster(raster, sceneGeometry, toPixel, settings, (one) =>
    survey.visit({ ...one, is_placed: one.row < 4 }),
  );
  const columns = survey.columns();
  const [temperature, validity] = [
    columns["module_temperature"]!,
    columns["module_inspection_validity"]!,
  ];
  expect(temperature[1]! - temperature[0]!).toBeCloseTo(8, 0);
  expect(validity.slice(0, 4)).toEqual(new Uint8Array(4).fill(NOT_JUDGED));
  expect(new Set(validity.slice(4))).toEqual(new Set([PLACE_NOT_SURE]));
});
