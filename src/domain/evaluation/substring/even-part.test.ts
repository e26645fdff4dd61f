// A module with a warm substring in a raster that lies aslant, over ground as warm as the modules: it is there.
import { expect, it } from "vitest";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { moduleSurvey } from "../module/module-survey.ts";
import { surveyRaster, type SurveyRaster, type ToPixel } from "../raster-survey.ts";
import {
  GROUND,
  normalNumbers,
  renderScene,
  sceneGeometry,
  type GappedState,
} from "../scene.fixture.ts";

const every = (first: number) =>
  Array.from({ length: sceneGeometry.count }, (_, row) => row).filter((row) => row % 13 === first);
const warm = every(4);
const half = every(8);
const missing = [19, 84, 149];

const state: GappedState = (row, u, v) => {
  if (missing.includes(row)) return GROUND;
  if (warm.includes(row)) return v < 1 / 3 ? 4 + (row % 3) : 0;
  return half.includes(row) && u > 0.5 && v > 1 / 3 && v < 2 / 3 ? 5 : 0;
};

/** The plant is turned in a raster whose columns go north. */
async function evaluate(pixel: number, degrees: number) {
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const fine = 0.025;
  const parts = Math.round(pixel / fine);
  const { raster, toPixel: stated } = renderScene(state, {
    pixel: fine,
    module: 45,
    ground: 44.5,
    rough: 0.5 * parts,
    blur: 0.6 * parts,
    uneven: 1.5,
    noise: 0,
    seed: 9,
  });
  const whole = { column: 0, row: 0, width: raster.width, height: raster.height };
  const picture = await raster.read(whole, 0);
  const [middleX, middleY] = [23, -18];
  const size = Math.ceil(64 / pixel);
  const values = new Float32Array(size * size);
  const noise = normalNumbers(4);
  for (let at = 0; at < values.length; at++) {
    let sum = 0;
    for (let part = 0; part < parts * parts; part++) {
      const x = ((at % size) + ((part % parts) + 0.5) / parts) * pixel - 32;
      const y = 32 - (Math.floor(at / size) + (Math.floor(part / parts) + 0.5) / parts) * pixel;
      const [px, py] = [middleX + cos * x - sin * y, middleY + sin * x + cos * y];
      const [column, row] = stated(px, py).map(Math.floor) as [number, number];
      const isIn = column >= 0 && row >= 0 && column < raster.width && row < raster.height;
      sum += isIn ? picture[row * raster.width + column]! : 44.5;
    }
    values[at] = sum / (parts * parts) + 0.1 * noise();
  }
  const turned: SurveyRaster = {
    width: size,
    height: size,
    read({ column, row, width, height }) {
      const part = new Float32Array(width * height);
      for (let line = 0; line < height; line++) {
        const from = (row + line) * size + column;
        part.set(values.subarray(from, from + width), line * width);
      }
      return Promise.resolve(part);
    },
  };
  const toPixel: ToPixel = (x, y) => {
    const [dx, dy] = [x - middleX, y - middleY];
    return [(cos * dx + sin * dy + 32) / pixel, (32 - (cos * dy - sin * dx)) / pixel];
  };
  const mean = (value: number) => ({ mean: value, deviation: 0, count: 1 });
  const conditions = { ...noConditions, values: { irradiance: mean(1000), wind: mean(2) } };
  const survey = moduleSurvey(sceneGeometry, conditions, settings);
  await surveyRaster(turned, sceneGeometry, toPixel, settings, survey.visit);
  return survey.columns();
}

it.each([
  [0.075, 28],
  [0.05, 28],
])("is not missing at %f m and %f degrees", async (pixel, degrees) => {
  const columns = await evaluate(pixel, degrees);
  const of = (key: string, rows: readonly number[]) => rows.map((row) => columns[key]![row]);
  expect(new Set(of("module_missing", [...warm, ...half]))).toEqual(new Set([0]));
  expect(new Set(of("bypass_diode", [...warm, ...half]))).toEqual(new Set([1]));
  expect(of("module_missing", missing)).toEqual([1, 1, 1]);
});

it("is not missing for sure in pixels of 12 cm, which carry the side of a substring to its middle", async () => {
  const columns = await evaluate(0.12, 62);
  const of = (key: string, rows: readonly number[]) => rows.map((row) => columns[key]![row]);
  for (const found of of("module_missing", [...warm, ...half])) expect([0, 255]).toContain(found);
  for (const found of of("module_missing", missing)) expect([1, 255]).toContain(found);
});

it("takes soil, whose warmth thins out, for no rough ground", async () => {
  const soiled = Array.from({ length: 6 }, (_, at) => 90 + at);
  const { raster, toPixel } = renderScene(
    (row, _, v) => {
      if (missing.includes(row)) return GROUND;
      return soiled.includes(row) ? 5 * Math.max(0, 1 - v / 0.3) : 0;
    },
    { module: 45, ground: 45, rough: 1.2, uneven: 0.5, blur: 0.8, noise: 0.1, seed: 6 },
  );
  const mean = (value: number) => ({ mean: value, deviation: 0, count: 1 });
  const conditions = { ...noConditions, values: { irradiance: mean(1000), wind: mean(2) } };
  const survey = moduleSurvey(sceneGeometry, conditions, settings);
  await surveyRaster(raster, sceneGeometry, toPixel, settings, survey.visit);
  const { module_missing: found } = survey.columns();
  const said = [...found!.entries()].flatMap(([row, one]) => (one === 1 ? [row] : []));
  expect(said).toEqual(missing);
});
