// Where blur, large pixels or a warm substring hide the shape of a hot place, nothing says that it is a hot cell.
import { expect, it } from "vitest";
import { everyNth } from "../../../../tests/fixtures/rounds.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { HOT_PLACE_NOT_SURE } from "../component-survey.ts";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings } from "../evaluation-settings.ts";
import { moduleSurvey } from "../module/module-survey.ts";
import { renderScene, sceneGeometry, type SceneState } from "../scene.fixture.ts";
import { surveySharp } from "./edge-blur.ts";
import { filesWithLostShapes, hasLostShapes } from "./spot-shape.ts";

const REFLECTION_POSSIBLE = 4;
const isBypassed = (row: number) => row % 2 === 1;
/** Reflections of 15 cm on every ninth module, anywhere. */
const hasSpot = (row: number) => row % 9 === 4;
const placeOf = (row: number) =>
  [0.13 + ((row * 0.037) % 0.74), 0.15 + ((row * 0.034) % 0.7)] as const;

const sceneOf =
  (withSubstring: boolean): SceneState =>
  (row, u, v) => {
    const warm = withSubstring && hasSpot(row) && isBypassed(row) && Math.floor(v * 3) === row % 3;
    const [x, y] = placeOf(row);
    const isSpot = hasSpot(row) && Math.hypot((u - x) * 2.2, (v - y) * 1.05) < 0.075;
    return (isSpot ? 25 : 0) + (warm ? 6 : 0);
  };

it.each(
  everyNth(
    [
      ["a blur of 1.5 pixels of 6 cm", 0.06, 1.5, false],
      ["a blur of 1.2 pixels of 5 cm", 0.05, 1.2, false],
      ["pixels of 8 cm", 0.08, 0.6, false],
      ["warm substrings", 0.05, 1, true],
    ] as const,
    2,
  ),
)(
  "calls no reflection a hot cell: %s",
  async (_, pixel, blur, withSubstring) => {
    const values = { irradiance: { mean: 1000, deviation: 0, count: 1 } };
    const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, evaluationSettings);
    const { raster, toPixel } = renderScene(sceneOf(withSubstring), {
      pixel,
      blur,
      noise: 0.1,
      fine: 3,
      seed: 11,
    });
    await surveySharp(raster, sceneGeometry, toPixel, evaluationSettings, survey.visit);
    const columns = survey.columns();
    const rows = Array.from(sceneGeometry.centreX.keys()).filter(hasSpot);
    const hot = rows.filter(
      (row) => columns["hotspots"]![row]! > 0 && columns["hotspots"]![row] !== 255,
    );
    expect(hot).toEqual([]);
    const asked = rows.filter((row) => columns["review_mark"]![row] === REFLECTION_POSSIBLE);
    expect(asked.length).toBeGreaterThanOrEqual(0.9 * rows.length);
    if (!withSubstring) return;
    const bypassed = rows.filter((row) => isBypassed(row));
    const found = bypassed.filter((row) => columns["bypass_diode"]![row] === 1);
    expect(found.length).toBeGreaterThanOrEqual(0.9 * bypassed.length);
  },
  patient(60_000),
);

it("takes cells near an edge in pixels of 12 cm for no edge heating", async () => {
  const isHot = (row: number, i: number, j: number) =>
    (i === 1 && (j === (row % 4) + 1 || j === ((row + 2) % 4) + 1)) ||
    (i === 2 && j === ((row >> 2) % 4) + 1);
  const state: SceneState = (row, u, v) =>
    hasSpot(row) && isHot(row, Math.floor(u * 13), Math.floor(v * 6)) ? 15 : 0;
  const values = { irradiance: { mean: 1000, deviation: 0, count: 1 } };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, evaluationSettings);
  const { raster, toPixel } = renderScene(state, {
    pixel: 0.12,
    blur: 0.6,
    noise: 0.1,
    fine: 3,
    seed: 11,
  });
  await surveySharp(raster, sceneGeometry, toPixel, evaluationSettings, survey.visit);
  const columns = survey.columns();
  const rows = Array.from(sceneGeometry.centreX.keys()).filter(hasSpot);
  expect(rows.filter((row) => columns["edge_heating"]![row] === 1)).toEqual([]);
  const validity = new Set(rows.map((row) => columns["module_inspection_validity"]![row]));
  expect(validity).toEqual(new Set([HOT_PLACE_NOT_SURE]));
});

it("says in which rasters no shape is seen", () => {
  const lost = (pixel_m: number, pixels: number, is_nearest = false) =>
    hasLostShapes({ pixel_m2: pixel_m ** 2, blur: { pixels, ratio: 1 }, is_nearest });
  expect([lost(0.05, 0.6), lost(0.06, 0.8), lost(0.07, 0.6), lost(0.03, 1.5)]).toEqual(
    [0, 0, 0, 0].map(() => false),
  );
  expect([lost(0.06, 1.5), lost(0.08, 0.3), lost(0.042, 0.6, true)]).toEqual(
    [0, 0, 0].map(() => true),
  );
  expect(lost(0.03, 0.6, true)).toBe(false);
});

it("names rasters of modules once, and none of absorber tubes, which have no cells", () => {
  const named = (type: "module" | "absorber_tube") => {
    const lost = filesWithLostShapes(type);
    for (const [file, pixel_m] of [
      ["fine.tif", 0.04],
      ["coarse.tif", 0.1],
      ["coarse.tif", 0.12],
    ] as const) {
      lost.visit(file, { pixel_m2: pixel_m ** 2 });
    }
    return lost.files();
  };
  expect([named("module"), named("absorber_tube")]).toEqual([["coarse.tif"], []]);
});
