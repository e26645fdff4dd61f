// Tubes that are warmer than the camera measures: what is calculated from the end of its range would be too little.
import { expect, it } from "vitest";
import type { Geometry } from "../../component/component-index.ts";
import { noConditions, type Condition } from "../condition-record.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { surveyRaster, type SurveyRaster } from "../raster-survey.ts";
import { normalNumbers } from "../scene.fixture.ts";
import { apparentOf, hydrogen, lossOf, stated, surface, vacuum } from "./tube-physics.fixture.ts";
import { BEYOND_CAMERA, tubeSurvey } from "./tube-survey.ts";

const pixel = 0.03;
const count = 40;
const geometry: Geometry = {
  type: "absorber_tube",
  count,
  parent: new Uint32Array(count),
  centreX: new Float32Array(count).fill(3),
  centreY: Float32Array.from({ length: count }, (_, at) => -(at + 1)),
  length: new Float32Array(count).fill(4),
  width: new Float32Array(count).fill(0.12),
  rotation: new Float32Array(count),
  height: new Float32Array(count),
  polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
  blockBounds: new Float32Array(4),
};
const fluidAt = (row: number) => 295 + (row * 95) / (count - 1);
const isIll = (row: number) => row % 8 === 5;
const fixed = (mean: number): Condition => ({ mean, deviation: 0, count: 1 });
const shown = Array.from({ length: count }, (_, row) =>
  apparentOf(lossOf(isIll(row) ? hydrogen : vacuum, fluidAt(row), stated), stated, 0),
);

/** @param end °C of the warmest that the camera shows */
async function evaluate(end: number) {
  const random = normalNumbers(11);
  const [width, height] = [200, Math.ceil((count + 1) / pixel)];
  const image = Float32Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5];
    const tube = Math.round(y * pixel) - 1;
    const isGlass = Math.abs(y * pixel - tube - 1) <= 0.06 && Math.abs(x * pixel - 3) <= 2;
    return Math.min(end, (isGlass ? (shown[tube] ?? -5) : -5) + 0.1 * random());
  });
  const raster: SurveyRaster = {
    width,
    height,
    read: (window) =>
      Promise.resolve(
        Float32Array.from({ length: window.width * window.height }, (_, at) => {
          const row = window.row + Math.floor(at / window.width);
          return image[row * width + window.column + (at % window.width)]!;
        }),
      ),
  };
  const values = {
    emissivity: fixed(surface.emissivity),
    reflected: fixed(surface.reflected),
    ambient: fixed(stated.ambient),
    wind: fixed(stated.wind),
    dni: fixed(stated.dni),
  };
  const fluidOf = (row: number) => fixed(fluidAt(row));
  const survey = tubeSurvey(geometry, { ...noConditions, values }, fluidOf, settings);
  const toPixel = (x: number, y: number) => [x / pixel, -y / pixel] as const;
  await surveyRaster(raster, geometry, toPixel, settings, (one) =>
    survey.visit({ ...one, file: "a.tif" }),
  );
  const columns = survey.columns();
  return { columns, ends: survey.range_ends(), gates: survey.implausible() };
}

const rows = Array.from({ length: count }, (_, row) => row);

it("calls them at the end of the range, and calculates no heat from them", async () => {
  // Every tube with hydrogen is warmer; every intact one is colder.
  const end = (Math.max(...shown.filter((_, row) => !isIll(row))) + 1) as number;
  expect(Math.min(...shown.filter((_, row) => isIll(row)))).toBeGreaterThan(end + 1);
  const [whole, { columns, ends }] = [await evaluate(500), await evaluate(end)];
  expect(whole.ends).toEqual([]);
  expect(ends).toEqual([
    { file: "a.tif", celsius: Math.fround(end), components: rows.filter(isIll).length },
  ]);
  for (const row of rows) {
    const word = `tube ${row}`;
    const validity = columns["tube_inspection_validity"]![row];
    expect(validity, word).toBe(isIll(row) ? BEYOND_CAMERA : 0);
    if (isIll(row)) {
      expect(columns["heat_loss"]![row], word).toBeNaN();
      expect(columns["heat_loss_uncertainty"]![row], word).toBeNaN();
      expect(columns["heat_loss_over_intact"]![row], word).toBeNaN();
      expect(columns["tube_energy_loss"]![row], word).toBeNaN();
      expect(columns["heat_loss_ratio"]![row], word).toBeNaN();
      // A minimum.
      expect(columns["infrared_intensity"]![row], word).toBeCloseTo(end, 3);
      // By the lower bound it may be any class from that one on.
      expect([4, 255], word).toContain(columns["glass_tube_temperature"]![row]);
    } else {
      // The others are as in a survey whose range is long enough.
      const [own, wanted] = [columns, whole.columns].map(
        (one) => one["heat_loss_over_intact"]![row]!,
      );
      expect(Math.abs(own! - wanted!), word).toBeLessThan(1);
    }
  }
});

it("calls no tube good where the range ends below the intact ones", async () => {
  const { columns } = await evaluate(Math.min(...shown) - 1);
  expect(new Set(columns["tube_inspection_validity"])).toEqual(new Set([BEYOND_CAMERA]));
  for (const key of ["heat_loss", "heat_loss_over_intact", "glass_tube_temperature"])
    for (const value of columns[key] ?? []) expect(Number.isNaN(value) || value === 255).toBe(true);
});
