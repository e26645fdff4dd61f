// Rendered modules over which images of a mosaic meet, and shadows that go on from module to module.
import { expect, it } from "vitest";
import { AROUND_NOT_SURE } from "../component-survey.ts";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { withoutBorders } from "./image-border.ts";
import type { MeasuredModule, ModulePattern } from "./module-pattern.ts";
import { moduleSurvey } from "./module-survey.ts";
import { surveyRaster } from "../raster-survey.ts";
import { renderScene, sceneColumns, sceneGeometry, type SceneState } from "../scene.fixture.ts";

const even: ModulePattern = {
  warm_substrings: 0,
  warm_strips: 0,
  warm_end: null,
  substring_k: 0,
  warm_over_k: 0,
  thirds: null,
  mixed_share: 0,
  is_weak: false,
  spots: 0,
  hot_cells: 0,
  spot_k: 0,
  patch: null,
  shaded_share: 0,
  edge_k: 0,
  edge_side: 0,
  sides_k: [0, 0, 0, 0],
  is_resolved: true,
};

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

it("takes the border of images that meet others a few modules on for no fault", async () => {
  const turn = 0.12;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const line = -3 - 2 * 6 + 0.3;
  // Four images meet in a corner: left of it the upper ones are warmer, right of it the lower ones.
  const [cornerX, cornerY] = placeOf(97, 1, 0.5);
  const columns = await evaluate((row, u, v) => {
    const [x, y] = placeOf(row, u, v);
    const isAbove = sin * (x - 24) + cos * (y - line) > 0;
    const isLeft = cos * (x - cornerX) - sin * (y - cornerY) < 0;
    return isAbove === isLeft ? 3.4 : 0;
  }, turn);
  // The ground of this scene does not change with the images, so what differs as a whole is another matter.
  const inside = ["hotspots", "bypass_diode", "shading", "soiling_pattern", "edge_heating"];
  const isCut = (row: number) =>
    inside.some((key) => columns[key]![row]! > 0 && columns[key]![row] !== 255);
  expect(rows.filter(isCut)).toEqual([]);
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

it("compares the modules beside the stretch of a border in which its step is seen", () => {
  // Three rows of modules lead to the north. A border crosses the first modules of the middle one.
  const [perRow, pixel_m] = [16, 0.05];
  const count = 3 * perRow;
  const of = (value: (row: number) => number) =>
    Float32Array.from({ length: count }, (_, row) => value(row));
  const inRow = (row: number) => row % perRow;
  const rowOf = (row: number) => Math.floor(row / perRow);
  const geometry = {
    ...sceneGeometry,
    count,
    parent: Uint32Array.from({ length: count }, (_, row) => rowOf(row)),
    centreX: of((row) => 5.6 * rowOf(row)),
    centreY: of((row) => 1.15 * inRow(row)),
    length: of(() => 2.2),
    width: of(() => 1.1),
    rotation: of(() => 0.12),
  };
  const isCut = (row: number) => rowOf(row) === 1 && inRow(row) < 4;
  const measured = [...geometry.centreX.keys()].map((row): MeasuredModule => {
    const middle = [geometry.centreX[row]! / pixel_m, geometry.centreY[row]! / pixel_m] as const;
    // On this stretch the left image is warmer; further on another one, which is colder, begins to its left.
    const median = rowOf(row) === 2 ? 44 : inRow(row) < 4 ? 45.6 : 43;
    const one = {
      row,
      median,
      noise_k: 0.01,
      pattern: { ...even, shaded_share: isCut(row) ? 0.3 : 0 },
      rough_k: 0.1,
      relief_k: NaN,
      ground: null,
      middle,
    };
    const step = {
      direction: 0,
      at: middle[0] + 2,
      along: middle[1],
      inside_m: [1.2 + 0.14 * inRow(row), 0.55] as const,
      pixel_m,
      step_k: -1.6,
      is_aslant: false,
    };
    return isCut(row) ? { ...one, border: { step, without: { ...one, pattern: even } } } : one;
  });
  const left = withoutBorders(measured, geometry, 1, settings);
  expect(left.filter(({ pattern }) => pattern.shaded_share > 0)).toEqual([]);
});
