// Rendered modules of half cells in which half a substring is warm, and others that look a little like it.
import { expect, it } from "vitest";
import { everyNth } from "../../../../tests/fixtures/rounds.ts";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { moduleSurvey } from "../module/module-survey.ts";
import { surveySharp } from "../spot/edge-blur.ts";
import { renderScene, sceneGeometry, type SceneState } from "../scene.fixture.ts";

const irradiance = 850;
const every = (first: number, step: number) =>
  Array.from({ length: sceneGeometry.count }, (_, row) => row).filter(
    (row) => row % step === first,
  );
const kelvinOf = (row: number) => (row % 2 === 0 ? 3.5 : 6);

async function evaluate(state: SceneState, pixel: number, blur: number) {
  const mean = (value: number) => ({ mean: value, deviation: 0, count: 1 });
  const conditions = { ...noConditions, values: { irradiance: mean(irradiance), wind: mean(2) } };
  const survey = moduleSurvey(sceneGeometry, conditions, settings);
  const options = { pixel, blur, fine: 3, noise: 0.1, seed: 5 };
  const { raster, toPixel } = renderScene(state, options);
  await surveySharp(raster, sceneGeometry, toPixel, settings, survey.visit);
  return survey.columns();
}

it.each(
  everyNth(
    [
      [0.05, 0.6],
      [0.03, 0.8],
      [0.05, 1],
    ] as const,
    3,
  ),
)("finds half a substring at %f m and %f pixels of blur", async (pixel, blur) => {
  const warm = every(3, 11);
  const columns = await evaluate(
    (row, u, v) => {
      if (row % 11 !== 3) return 0;
      const isEnd = row % 3 === 0 ? u < 0.5 : u >= 0.5;
      return isEnd && Math.floor(v * 3) === row % 3 ? kelvinOf(row) : 0;
    },
    pixel,
    blur,
  );
  for (const row of warm) {
    const words = `module ${row}, ${kelvinOf(row)} K`;
    expect(columns["bypass_diode"]![row], words).toBe(1);
    expect(columns["hotspots"]![row], words).toBe(0);
    expect(columns["shading"]![row], words).toBe(0);
    const over = (kelvinOf(row) * 1000) / irradiance;
    const miss = Math.abs(columns["delta_t_normalised"]![row]! - over);
    expect(miss, words).toBeLessThan(columns["delta_t_uncertainty"]![row]!);
  }
  const others = columns["bypass_diode"]!.filter((_, row) => row % 11 !== 3);
  expect(others.every((value) => value === 0)).toBe(true);
});

it("finds two half substrings beside each other, and takes a shadow on the half of one for none", async () => {
  const pairs = [
    [0, 1],
    [1, 2],
    [0, 2],
  ];
  const columns = await evaluate(
    (row, u, v) => {
      const [strip, isEnd] = [Math.floor(v * 3), row % 2 === 0 ? u < 0.5 : u >= 0.5];
      if (row % 11 === 3) return isEnd && pairs[row % 3]!.includes(strip) ? kelvinOf(row) : 0;
      return row % 11 === 7 && isEnd && strip === row % 3 ? -6 : 0;
    },
    0.05,
    0.6,
  );
  for (const row of every(3, 11)) {
    const words = `module ${row}, ${kelvinOf(row)} K`;
    expect(columns["bypass_diode"]![row], words).toBe(2);
    expect(columns["hotspots"]![row], words).toBe(0);
    expect(columns["shading"]![row], words).toBe(0);
    expect(columns["module_inspection_validity"]![row], words).toBe(0);
    const miss = Math.abs(
      columns["delta_t_normalised"]![row]! - (kelvinOf(row) * 1000) / irradiance,
    );
    expect(miss, words).toBeLessThan(columns["delta_t_uncertainty"]![row]!);
  }
  const others = columns["bypass_diode"]!.filter((_, row) => row % 11 !== 3);
  expect(others.every((value) => value === 0)).toBe(true);
});

it("takes cells, soil and shadows for none", async () => {
  const cells = [0, 2, 5, 7, 9];
  const columns = await evaluate(
    (row, u, v) => {
      const [i, j] = [Math.floor(u * 24), Math.floor(v * 6)];
      if (row % 12 === 1) return i < 12 && j < 2 && cells.includes(i) ? 15 : 0;
      if (row % 12 === 4) return 6 * Math.max(0, 1 - u / 0.25);
      if (row % 12 === 7) return u < 0.5 && v < 1 / 3 ? -6 : 0;
      if (row % 12 === 9) return u > 0.8 ? -6 : 0;
      return 0;
    },
    0.05,
    0.6,
  );
  expect(columns["bypass_diode"]!.every((value) => value === 0)).toBe(true);
});
