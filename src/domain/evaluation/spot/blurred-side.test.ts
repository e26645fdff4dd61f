// A lens mixes ground into the sides of modules, and warm substrings into those beside them.
import { expect, it } from "vitest";
import { medianOf } from "../../median.ts";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings } from "../evaluation-settings.ts";
import { moduleSurvey } from "../module/module-survey.ts";
import {
  renderScene,
  sceneGeometry,
  type SceneOptions,
  type SceneState,
} from "../scene.fixture.ts";
import { surveySharp } from "./edge-blur.ts";

async function columnsOf(state: SceneState, irradiance: number, options: SceneOptions) {
  const values = { irradiance: { mean: irradiance, deviation: 0, count: 1 } };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, evaluationSettings);
  const { raster, toPixel } = renderScene(state, { fine: 4, seed: 5, ...options });
  await surveySharp(raster, sceneGeometry, toPixel, evaluationSettings, survey.visit);
  return { columns: survey.columns(), survey };
}

it("restores hot cells of a raster that is blurred by 1.3 pixels of 3.5 cm", async () => {
  const isHot = (row: number) => row % 9 === 4;
  const kelvinOf = (row: number) => (row % 2 ? 12 : 25);
  const { columns, survey } = await columnsOf(
    (row, u, v) => {
      const [i, j] = [Math.floor(u * 13), Math.floor(v * 6)];
      return isHot(row) && i === 2 + (row % 9) && j === 1 + (row % 4) ? kelvinOf(row) : 0;
    },
    1000,
    { pixel: 0.035, blur: 1.3, noise: 0.2 },
  );
  const rows = Array.from(sceneGeometry.centreX.keys()).filter(isHot);
  const over = rows.map((row) => columns["delta_t_normalised"]![row]! / kelvinOf(row));
  expect(medianOf(over)).toBeGreaterThan(0.97);
  expect(medianOf(over)).toBeLessThan(1.03);
  // Cold ground beside a cell made it look sharper.
  expect(survey.seen(columns).cells!.blur).toBeGreaterThan(1.25);
});

it("sees no hot cells at the sides of two warm substrings in weak light", async () => {
  const isWarm = (row: number) => row % 17 === 5;
  const { columns } = await columnsOf(
    (row, _, v) => (isWarm(row) && Math.floor(v * 3) !== row % 3 ? 5 : 0),
    450,
    { pixel: 0.042, blur: 0.9, noise: 0.1 },
  );
  const rows = Array.from(sceneGeometry.centreX.keys()).filter(isWarm);
  expect(rows.map((row) => columns["bypass_diode"]![row])).toEqual(rows.map(() => 2));
  expect(rows.map((row) => columns["hotspots"]![row])).toEqual(rows.map(() => 0));
  for (const row of rows) {
    const beside = columns["delta_t_normalised"]![row]! - 5 / 0.45;
    expect(Math.abs(beside)).toBeLessThan(columns["delta_t_uncertainty"]![row]!);
  }
});
