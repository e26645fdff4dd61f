// What the comparison calls worse: two surveys of the same plant in other weather, and one with injected changes.
import { expect, it } from "vitest";
import { toleranceSteps } from "../column/change-tolerance.ts";
import { differenceColumn, SAME, WORSE } from "../column/difference.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import { evaluationSettings as settings } from "./evaluation-settings.ts";
import { moduleSurvey } from "./module/module-survey.ts";
import { surveyRaster } from "./raster-survey.ts";
import { normalNumbers, renderScene, sceneGeometry, type SceneState } from "./scene.fixture.ts";
import { noConditions } from "./condition-record.ts";

type Measured = { readonly values: Float32Array; readonly uncertainty: Float32Array };

function changes(key: string, before: Measured, after: Measured): Uint8Array {
  const figure = keyFigureByKey(key)!;
  const { direction, step, limits, uncertainty } = figure;
  const request = {
    direction,
    step,
    tolerance: toleranceSteps(figure, limits),
    ...(uncertainty && { uncertainty }),
  };
  const stated = { before: before.uncertainty, after: after.uncertainty };
  return differenceColumn(before.values, after.values, request, stated);
}

const share = (classes: Uint8Array, one: number) =>
  classes.reduce((sum, value) => sum + (value === one ? 1 : 0), 0) / classes.length;

type Weather = { readonly irradiance: number; readonly module: number; readonly seed: number };

async function surveyOf(
  state: SceneState,
  { irradiance, module, seed }: Weather,
): Promise<Measured> {
  const values = { irradiance: { mean: irradiance, deviation: 0, count: 1 } };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
  const sunlit: SceneState = (row, u, v) => (state(row, u, v) * irradiance) / 1000;
  // Modules differ by 0.3 K from day to day.
  const own = Array.from({ length: sceneGeometry.count }, normalNumbers(seed + 50));
  const scene = renderScene((row, u, v) => sunlit(row, u, v) + 0.3 * own[row]!, {
    pixel: 0.08,
    noise: 0.2,
    blur: 0.6,
    module,
    seed,
  });
  await surveyRaster(scene.raster, sceneGeometry, scene.toPixel, settings, survey.visit);
  const columns = survey.columns();
  return {
    values: columns["delta_t_normalised"] as Float32Array,
    uncertainty: columns["delta_t_uncertainty"] as Float32Array,
  };
}

const dim = { irradiance: 700, module: 38, seed: 1 };
const bright = { irradiance: 1000, module: 56, seed: 2 };
/** Every eighth module is warm by 5 to 20 K. */
const faulty: SceneState = (row) => (row % 8 === 0 ? 5 + (row % 16) : 0);

it("calls less than 1 % of the modules worse that are the same in other weather", async () => {
  const classes = changes(
    "delta_t_normalised",
    await surveyOf(faulty, dim),
    await surveyOf(faulty, bright),
  );
  expect(share(classes, WORSE)).toBeLessThan(0.01);
  expect(share(classes, SAME)).toBeGreaterThan(0.98);
});

// No more than a fifth of the modules may be warm, or no value counts.
it("finds at least 95 % of the modules that became 5 K warmer", async () => {
  const warmer: SceneState = (row, u, v) => faulty(row, u, v) + (row % 16 === 3 ? 5 : 0);
  const classes = changes(
    "delta_t_normalised",
    await surveyOf(faulty, dim),
    await surveyOf(warmer, bright),
  );
  const injected = classes.filter((_, row) => row % 16 === 3);
  expect(share(injected, WORSE)).toBeGreaterThanOrEqual(0.95);
  expect(
    share(
      classes.filter((_, row) => row % 16 !== 3),
      WORSE,
    ),
  ).toBeLessThan(0.01);
});
