// Pixels of 9 cm with a blur of 1 pixel: several hot cells are no bypassed substring, and no healthy module either; a
// substring reads what it has.
import { expect, it } from "vitest";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { moduleSurvey } from "../module/module-survey.ts";
import { surveySharp } from "../spot/edge-blur.ts";
import { renderScene, sceneGeometry, type SceneState } from "../scene.fixture.ts";

const VALID = [0, 1];

async function evaluate(state: SceneState, seed: number) {
  const mean = (value: number) => ({ mean: value, deviation: 0, count: 1 });
  const values = { irradiance: mean(800), wind: mean(2) };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
  const options = { pixel: 0.09, blur: 1, fine: 3, noise: 0.1, module: 46, ground: 35, seed };
  const { raster, toPixel } = renderScene(state, options);
  await surveySharp(raster, sceneGeometry, toPixel, settings, survey.visit);
  return survey.columns();
}

/** Of 12 by 6 full cells, as another renderer placed them: four in one strip, and five that run together. */
const groups = [
  [
    [8, 1],
    [9, 2],
    [7, 3],
    [10, 3],
    [5, 3],
  ],
  [
    [6, 2],
    [6, 1],
    [6, 4],
    [7, 3],
    [5, 2],
  ],
  [
    [10, 1],
    [2, 3],
    [5, 3],
    [3, 2],
    [9, 1],
  ],
  [
    [4, 4],
    [8, 3],
    [8, 4],
    [2, 4],
  ],
];
const groupOf = (row: number) => (row % 13 === 4 ? groups[((row - 4) / 13) % groups.length] : null);

it("says of several hot cells that they are unconfirmed", async () => {
  const columns = await evaluate((row, u, v) => {
    const own = groupOf(row);
    const at = [Math.floor(u * 12), Math.floor(v * 6)];
    return own?.some(([i, j]) => i === at[0] && j === at[1]) ? 18 : 0;
  }, 5);
  for (let row = 0; row < sceneGeometry.count; row++) {
    const isHot = groupOf(row) !== null;
    expect([0, 255], `module ${row}`).toContain(columns["bypass_diode"]![row]);
    if (isHot && columns["hotspots"]![row] === 0)
      expect(VALID).not.toContain(columns["module_inspection_validity"]![row]);
    if (!isHot) expect(columns["module_inspection_validity"]![row]).toBe(0);
  }
});

it.each([1, 2])(
  "reads the warmth of %f bypassed substrings, which blur and pixels mix",
  async (warm) => {
    const kelvin = 6;
    const isWarm = (row: number) => row % 7 === 3;
    const columns = await evaluate(
      (row, _, v) => (isWarm(row) && Math.floor(v * 3) < warm ? kelvin : 0),
      8,
    );
    const rows = [...columns["bypass_diode"]!.keys()].filter(isWarm);
    expect(new Set(rows.map((row) => columns["bypass_diode"]![row]))).toEqual(new Set([warm]));
    const over = rows.map((row) => columns["delta_t_normalised"]![row]!);
    const mean = over.reduce((sum, one) => sum + one, 0) / over.length;
    // 6 K at 800 W/m². The middle of a substring sees up to a tenth less.
    expect(Math.abs(mean / (kelvin / 0.8) - 1)).toBeLessThan(0.035);
  },
);
