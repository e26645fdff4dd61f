// Shadows in coarse pixels, whose left-out edge is as wide as a shadow is deep.
import { expect, it } from "vitest";
import { everyNth } from "../../../../tests/fixtures/rounds.ts";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { renderScene, sceneGeometry, type SceneState } from "../scene.fixture.ts";
import { surveySharp } from "../spot/edge-blur.ts";
import { moduleSurvey } from "./module-survey.ts";

const OBJECT = 2;

/** By row: the side of the module that is 6 K colder; null without a shadow. */
const shadowOf = (row: number) => (row % 13 === 4 ? ((row - 4) / 13) % 3 : null);
const state: SceneState = (row, u, v) => {
  const side = shadowOf(row);
  const isShaded = side === 0 ? u < 0.2 : side === 1 ? u > 0.8 : side === 2 && v < 0.4;
  return isShaded ? -6 : 0;
};

it.each(everyNth([0.12, 0.055, 0.08, 0.15, 0.1, 0.135], 3))(
  "are found at each side of a module at %f m",
  async (pixel) => {
    const mean = (value: number) => ({ mean: value, deviation: 0, count: 1 });
    const values = { irradiance: mean(850), wind: mean(2) };
    const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
    const options = { pixel, blur: 0.6, fine: 4, noise: 0.1, module: 46, ground: 35, seed: 9 };
    const { raster, toPixel } = renderScene(state, options);
    await surveySharp(raster, sceneGeometry, toPixel, settings, survey.visit);
    const { shading, bypass_diode } = survey.columns();
    const shown = [...shading!.keys()].map((row) => [row, shading![row], bypass_diode![row]]);
    // A third in the shadow makes the two others no bypassed substrings.
    expect(shown).toEqual(shown.map(([row]) => [row, shadowOf(row!) === null ? 0 : OBJECT, 0]));
  },
);
