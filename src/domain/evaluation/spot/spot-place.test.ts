// Hot cells whose grid is not where the twin says, or not the one that is assumed: they stay hot cells.
import { expect, it } from "vitest";
import { everyNth } from "../../../../tests/fixtures/rounds.ts";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings } from "../evaluation-settings.ts";
import { moduleSurvey } from "../module/module-survey.ts";
import { surveyRaster } from "../raster-survey.ts";
import { renderScene, sceneGeometry, type SceneState } from "../scene.fixture.ts";

const REFLECTION_POSSIBLE = 4;
/** Sides of a module in m. */
const [LENGTH, WIDTH] = [2.2, 1.05];
const rows = Array.from({ length: 20 }, (_, i) => 3 + i * 11);

/** A warm rectangle with its middle and sides in metres. */
const rectangle =
  (x: number, y: number, along: number, across: number) =>
  (u: number, v: number): boolean =>
    Math.abs(u * LENGTH - x) < along / 2 && Math.abs(v * WIDTH - y) < across / 2;
const disc =
  (x: number, y: number, radius: number) =>
  (u: number, v: number): boolean =>
    Math.hypot(u * LENGTH - x, v * WIDTH - y) < radius;
type Place = (at: number) => (u: number, v: number) => boolean;

/** Cells of a pitch, with the same rim on both sides of the module. */
const cellsOf =
  (columns: number, pitch: number, side: number): Place =>
  (at) => {
    const rim = (WIDTH - columns * pitch) / 2;
    const [i, j] = [2 + (at % 7), 1 + (at % (columns - 2))];
    return rectangle((i + 0.5) * pitch, rim + (j + 0.5) * pitch, side, side);
  };
const anywhere = (at: number) => [0.3 + 0.077 * at, 0.2 + 0.034 * ((at * 7) % 20)] as const;

async function evaluated(
  of: Place,
  { pixel = 0.05, kelvin = 12, beside = [0, 0] as readonly [number, number] },
) {
  const shapes = new Map(rows.map((row, at) => [row, of(at)]));
  const state: SceneState = (row, u, v) => (shapes.get(row)?.(u, v) ? kelvin : 0);
  const irradiance = { mean: 1000, deviation: 0, count: 1 };
  const conditions = { ...noConditions, values: { irradiance } };
  const survey = moduleSurvey(sceneGeometry, conditions, evaluationSettings);
  const scene = renderScene(state, { pixel, blur: 0.6, noise: 0.1, fine: 3 });
  const toPixel = (x: number, y: number) => scene.toPixel(x + beside[0], y + beside[1]);
  await surveyRaster(scene.raster, sceneGeometry, toPixel, evaluationSettings, survey.visit);
  const columns = survey.columns();
  const at = (key: string, row: number) => columns[key]![row]!;
  const isFound = (row: number) => at("hotspots", row) > 0 && at("hotspots", row) !== 255;
  return {
    at,
    found: rows.filter(isFound).length,
    unsure: rows.filter((row) => at("review_mark", row) === REFLECTION_POSSIBLE).length,
  };
}

/** Cells of the grid that is assumed: six across, thirteen along. */
const usual: Place = (at) => {
  const [along, across] = [LENGTH / 13, WIDTH / 6];
  return rectangle((2.5 + (at % 7)) * along, (1.5 + (at % 4)) * across, along, across);
};

it.each(
  everyNth(
    [
      [0.03, 0.04],
      [-0.035, 0.035],
    ] as const,
    2,
  ),
)("reads hot cells where the raster lies %f and %f m beside its place", async (...beside) => {
  const { at, found, unsure } = await evaluated(usual, { beside });
  expect([found, unsure]).toEqual([rows.length, 0]);
  const errors = rows.map((row) => at("delta_t_normalised", row) - 12);
  expect(Math.abs(errors.reduce((sum, one) => sum + one, 0) / rows.length)).toBeLessThan(1.2);
});

it.each(
  everyNth(
    [
      ["six of 156 mm, as in most older modules", cellsOf(6, 0.158, 0.156)],
      ["six of 166 mm", cellsOf(6, 0.168, 0.166)],
      ["five of 205 mm", cellsOf(5, 0.208, 0.205)],
      [
        "one that lies across four cells of the assumed grid",
        () => rectangle(1.1, 0.525, 0.158, 0.158),
      ],
      ["cells cut along the other side", (at) => rectangle(0.7, 0.3 + 0.02 * at, 0.175, 0.0875)],
      ["a warm connection of 10 x 14 cm", (at) => rectangle(0.15, 0.3 + 0.02 * at, 0.1, 0.14)],
    ] as const satisfies readonly (readonly [string, Place])[],
    3,
  ),
)("finds hot cells: %s", async (_, of) => {
  const { found, unsure } = await evaluated(of, { kelvin: 25 });
  expect([found, unsure]).toEqual([rows.length, 0]);
});

it.each(
  everyNth(
    [
      ["reflections of 15 cm", (at) => disc(...anywhere(at), 0.075)],
      ["reflections of 10 cm", (at) => disc(...anywhere(at), 0.05)],
      ["hot joints of 6 cm", (at) => rectangle(...anywhere(at), 0.06, 0.06)],
    ] as const satisfies readonly (readonly [string, Place])[],
    2,
  ),
)("is not sure of %s", async (_, of) => {
  const { at, found, unsure } = await evaluated(of, { kelvin: 40 });
  expect([found, unsure]).toEqual([0, rows.length]);
  // Not sure: neither a temperature difference nor a class is said.
  expect(rows.every((row) => Number.isNaN(at("delta_t_normalised", row)))).toBe(true);
});
