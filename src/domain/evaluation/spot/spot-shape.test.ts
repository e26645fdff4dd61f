// Reflections of the sun in a raster: discs anywhere on the glass differ from hot cells in shape.
import { describe, expect, it } from "vitest";
import { withAbnormality } from "../abnormality.ts";
import { HOT_PLACE_NOT_SURE } from "../component-survey.ts";
import { noConditions } from "../condition-record.ts";
import { evaluationSettings } from "../evaluation-settings.ts";
import { flaggedFindings } from "../flagged-finding.ts";
import { moduleSurvey } from "../module/module-survey.ts";
import { everyNth } from "../../../../tests/fixtures/rounds.ts";
import { surveyRaster } from "../raster-survey.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { renderScene, sceneGeometry, type SceneState } from "../scene.fixture.ts";

const REFLECTION_POSSIBLE = 4;
/** Side of a module in m. */
const [LENGTH, WIDTH] = [2.2, 1.05];

/** Modules with a reflection, by row: where it is on the module. */
const glints = new Map(
  Array.from({ length: 20 }, (_, i) => [3 + i * 11, [0.13 + 0.037 * i, 0.85 - 0.034 * i] as const]),
);
const hot = new Map(
  Array.from({ length: 20 }, (_, i) => [8 + i * 11, [2 + (i % 9), 1 + (i % 4)] as const]),
);

/** Of a mirror image of the sun, from 17, 25 and 30 m. */
const RADII_M = [0.075, 0.11, 0.135] as const;

const sceneOf =
  (along: number): SceneState =>
  (row, u, v) => {
    const [glint, cell] = [glints.get(row), hot.get(row)];
    const radius = RADII_M[row % RADII_M.length]!;
    if (glint && Math.hypot((u - glint[0]) * LENGTH, (v - glint[1]) * WIDTH) < radius) return 25;
    const isIn = cell && Math.floor(u * along) === cell[0] && Math.floor(v * 6) === cell[1];
    return isIn ? 8 + (row % 5) * 5 : 0;
  };

describe.each(
  everyNth(
    [
      ["half", 26],
      ["whole", 13],
    ] as const,
    2,
  ),
)("beside hot %s cells", (_, along) => {
  it.each([
    [0.03, 0.8],
    [0.05, 0.6],
  ])(
    "reflections at %f m and a blur of %f pixels",
    async (pixel, blur) => {
      const mean = (value: number) => ({ mean: value, deviation: 0, count: 1 });
      const conditions = { ...noConditions, values: { irradiance: mean(1000) } };
      const survey = moduleSurvey(sceneGeometry, conditions, evaluationSettings);
      const { raster, toPixel } = renderScene(sceneOf(along), { pixel, blur, noise: 0.1, fine: 3 });
      await surveyRaster(raster, sceneGeometry, toPixel, evaluationSettings, survey.visit);
      const columns = survey.columns();
      const count = (rows: Iterable<number>, key: string, is: (value: number) => boolean) =>
        [...rows].filter((row) => is(columns[key]![row]!)).length;
      const isFound = (value: number) => value > 0 && value !== 255;
      // A half cell of 8 K is near the limit of such pixels; none is taken for a reflection.
      expect(count(hot.keys(), "hotspots", isFound)).toBeGreaterThanOrEqual(18);
      expect(count(hot.keys(), "review_mark", isFound)).toBe(0);
      expect(count(glints.keys(), "hotspots", isFound)).toBeLessThanOrEqual(1);
      expect(count(glints.keys(), "review_mark", (value) => value === REFLECTION_POSSIBLE)).toBe(
        20 - count(glints.keys(), "hotspots", isFound),
      );
      // The module's temperature is unknown: it has no value, is said not to be sure, and a person is asked.
      const marked = [...glints.keys()].find((row) => columns["review_mark"]![row] === 4)!;
      expect(columns["delta_t_normalised"]![marked]).toBeNaN();
      expect(columns["module_inspection_validity"]![marked]).toBe(HOT_PLACE_NOT_SURE);
      expect(withAbnormality(columns)["class_of_abnormality"]![marked]).toBe(255);
      const asked = flaggedFindings(sceneGeometry, columns, { isUnsure: () => false });
      expect(asked.find(({ row }) => row === marked)?.reasons).toContain("reflection");
    },
    patient(60_000),
  );
});
