// Rendered modules over which images of a mosaic meet, and shadows that go on from module to module.
import { expect, it } from "vitest";
import { AROUND_NOT_SURE } from "../component-survey.ts";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { moduleSurvey } from "./module-survey.ts";
import { surveyRaster } from "../raster-survey.ts";
import { renderScene, sceneColumns, sceneGeometry, type SceneState } from "../scene.fixture.ts";

const irradiance = 850;
const rows = [...sceneGeometry.centreX.keys()];
const columnOf = (row: number) => row % sceneColumns;
const trackerOf = (row: number) => Math.floor(row / sceneColumns);

async function evaluate(state: SceneState, turn = 0) {
  const mean = (value: number) => ({ mean: value, deviation: 0, count: 1 });
  const conditions = { ...noConditions, values: { irradiance: mean(irradiance), wind: mean(2) } };
  const survey = moduleSurvey(sceneGeometry, conditions, settings);
  const { raster, toPixel } = renderScene(state, { fine: 3, blur: 0.6, noise: 0.1, seed: 3, turn });
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const moved = (x: number, y: number) => toPixel(cos * x - sin * y, sin * x + cos * y);
  await surveyRaster(raster, sceneGeometry, moved, settings, survey.visit);
  return survey.columns();
}

const faults = [
  "hotspots",
  "bypass_diode",
  "module_offline",
  "open_string",
  "module_missing",
  "shading",
  "soiling_pattern",
  "edge_heating",
];
const saidOf = (columns: Awaited<ReturnType<typeof evaluate>>) =>
  rows.filter((row) =>
    faults.some((key) => {
      const value = columns[key]![row]!;
      return value > 0 && value !== 255;
    }),
  );

/** Metres to the east and to the north of the scene. */
const placeOf = (row: number, u: number, v: number) =>
  [
    sceneGeometry.centreX[row]! + (0.5 - v) * sceneGeometry.width[row]!,
    sceneGeometry.centreY[row]! + (u - 0.5) * sceneGeometry.length[row]!,
  ] as const;

it("takes the border of two images for no fault, and finds a hot cell on it", async () => {
  // The border runs to the north, through the modules 20 of all trackers.
  const border = sceneGeometry.centreX[20]! + 0.1;
  const isHot = (row: number, u: number, v: number) =>
    row === 100 && Math.floor(u * 13) === 4 && Math.floor(v * 6) === 4;
  const columns = await evaluate(
    (row, u, v) => (placeOf(row, u, v)[0] > border ? 3.4 : 0) + (isHot(row, u, v) ? 20 : 0),
  );
  expect(saidOf(columns)).toEqual([100]);
  expect(columns["hotspots"]![100]).toBe(3);
});

it("knows the level of a module on a border to one side or the other", async () => {
  const border = sceneGeometry.centreX[20]! + 0.1;
  const columns = await evaluate((row, u, v) => (placeOf(row, u, v)[0] > border ? 1.7 : 0));
  expect(saidOf(columns)).toEqual([]);
  const reachOf = (row: number) => columns["delta_t_uncertainty"]![row]!;
  // Evenly distributed over the step: twice the twelfth's root of it.
  const normalised = (1.7 * 1000) / irradiance;
  expect(reachOf(60)).toBeGreaterThan((2 * normalised) / Math.sqrt(12));
  expect(reachOf(45)).toBeLessThan(reachOf(60) / 1.2);
});

it("takes a border that cuts a row aslant for no fault", async () => {
  const turn = 0.12;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const line = -3 - 2 * 6 + 0.3;
  // Along a row of the raster: in a row of the plant it lies elsewhere in each module.
  const columns = await evaluate((row, u, v) => {
    const [x, y] = placeOf(row, u, v);
    return sin * (x - 24) + cos * (y - line) > 0 ? 2.8 : 0;
  }, turn);
  expect(saidOf(columns)).toEqual([]);
});

it("is not sure of a step along the raster in one module, where images meet elsewhere", async () => {
  const turn = 0.12;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [x0, y0] = placeOf(55, 0.5, 0.35);
  const stepOf = (row: number, [x, y]: readonly [number, number]) =>
    row === 55 && cos * (x - x0) - sin * (y - y0) > 0 ? 4 : 0;
  const line = -3 - 3 * 6 + 0.3;
  const isBeyond = ([x, y]: readonly [number, number]) => sin * (x - 24) + cos * (y - line) > 0;
  const alone = await evaluate((row, u, v) => stepOf(row, placeOf(row, u, v)), turn);
  expect(saidOf(alone)).toEqual([55]);
  const both = await evaluate((row, u, v) => {
    const at = placeOf(row, u, v);
    return stepOf(row, at) + (isBeyond(at) ? 2 : 0);
  }, turn);
  expect(saidOf(both)).toEqual([]);
  expect(both["module_inspection_validity"]![55]).toBe(AROUND_NOT_SURE);
});

it("keeps the shadow of a row, and warm substrings that lie one behind the other", async () => {
  const isShaded = (row: number) =>
    trackerOf(row) === 1 && columnOf(row) >= 8 && columnOf(row) < 30;
  const isWarm = (row: number) => columnOf(row) === 35;
  const columns = await evaluate((row, u, v) => {
    if (isShaded(row)) return u < 0.25 ? -6 : 0;
    return isWarm(row) && v < 1 / 3 ? 6 : 0;
  });
  expect(rows.filter((row) => columns["shading"]![row]! > 0)).toEqual(rows.filter(isShaded));
  expect(rows.filter((row) => columns["bypass_diode"]![row] === 1)).toEqual(rows.filter(isWarm));
});
