import { expect, it } from "vitest";
import { everyNth } from "../../../../tests/fixtures/rounds.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings } from "../evaluation-settings.ts";
import { moduleSurvey } from "../module/module-survey.ts";
import { renderScene, sceneGeometry, type SceneState } from "../scene.fixture.ts";
import { edgesOf, surveySharp } from "./edge-blur.ts";
import { resampled, type Resampling } from "./resampled.fixture.ts";

const isGlint = (row: number) => (row * 2654435761) % 1000 < 120;
const isCell = (row: number) => row % 9 === 4 && !isGlint(row);
/** Cells of 12 and 25 K, one of 13 along and 6 across. */
const cells: SceneState = (row, u, v) =>
  isCell(row) && Math.floor(u * 13) === 2 + (row % 9) && Math.floor(v * 6) === 1 + (row % 4)
    ? 12 + 13 * (row % 2)
    : 0;
const sceneOf = (pixel: number) =>
  renderScene(cells, { pixel, fine: 3, glint: 0.12, noise: 0.15, blur: 0.6, seed: 271 });

type Case = readonly [words: string, resampling: Resampling, is_nearest: boolean];
const cases: readonly Case[] = [
  ["pixels that were never moved", { scale: 1 }, false],
  ["the nearest pixel of larger ones", { scale: 0.87 }, true],
  ["the same in tenths of a degree", { scale: 0.87, step: 0.1 }, true],
  ["the nearest pixel in a turned raster", { scale: 0.8, turn: 0.1 }, true],
  ["the nearest pixel of smaller ones in a turned raster", { scale: 1.13, turn: 0.1 }, true],
  ["the same in tenths of a degree", { scale: 1.13, turn: 0.1, step: 0.1 }, true],
  ["the nearest pixel of much smaller ones", { scale: 1.4, turn: 0.3 }, true],
  ["means of smaller pixels in a turned raster", { scale: 1.13, turn: 0.1, isLinear: true }, false],
  ["tenths of a degree", { scale: 1, step: 0.1 }, false],
  ["halves of a degree", { scale: 1, step: 0.5 }, false],
  ["means of the pixels around", { scale: 0.87, isLinear: true }, false],
  ["the same in hundredths", { scale: 0.87, isLinear: true, step: 0.04 }, false],
];

it.each(everyNth(cases, 3))("sees repeated pixels: %s", async (_, resampling, is_nearest) => {
  const scene = await resampled(sceneOf(0.055), resampling);
  const edges = await edgesOf(scene.raster, sceneGeometry, scene.toPixel);
  expect(edges.is_nearest).toBe(is_nearest);
});

it.each(
  everyNth(
    [
      [0.055, 0],
      [0.03, 23],
    ] as const,
    2,
  ),
)(
  "takes no reflection for a hot cell in a raster of the nearest pixels of %f m",
  async (pixel, least) => {
    const mean = (value: number) => ({ mean: value, deviation: 0, count: 1 });
    const conditions = { ...noConditions, values: { irradiance: mean(800) } };
    const survey = moduleSurvey(sceneGeometry, conditions, evaluationSettings);
    const { raster, toPixel } = await resampled(sceneOf(pixel), { scale: 0.87 });
    await surveySharp(raster, sceneGeometry, toPixel, evaluationSettings, survey.visit);
    const { hotspots, review_mark } = survey.columns();
    const rows = Array.from(sceneGeometry.centreX.keys());
    const hot = rows.filter((row) => hotspots![row]! > 0 && hotspots![row] !== 255);
    // A module with both has a hot place, whatever it is.
    expect(hot.filter((row) => !isCell(row))).toEqual([]);
    expect(hot.length).toBeGreaterThanOrEqual(least);
    // What is not sure is asked, of cells as of reflections.
    const asked = new Set(rows.filter((row) => review_mark![row] === 4));
    const warm = rows.filter((row) => isCell(row) || isGlint(row));
    expect(warm.filter((row) => !asked.has(row) && !hot.includes(row))).toEqual([]);
  },
  patient(60_000),
);
