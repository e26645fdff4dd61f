import { expect, it } from "vitest";
import { withAbnormality } from "../abnormality.ts";
import { evaluationSettings, type EvaluationSettings } from "../evaluation-settings.ts";
import { AROUND_NOT_SURE, NOT_JUDGED, WARM_NOT_SURE } from "../component-survey.ts";
import { flaggedFindings } from "../flagged-finding.ts";
import { moduleLossColumns } from "../loss-columns.ts";
import { moduleFindings } from "./module-finding.ts";
import { moduleSurvey } from "./module-survey.ts";
import { surveyRaster } from "../raster-survey.ts";
import {
  renderScene,
  sceneGeometry,
  type SceneOptions,
  type SceneState,
} from "../scene.fixture.ts";
import { noConditions } from "../condition-record.ts";

async function evaluate(
  state: SceneState,
  irradiance: number | null = 1000,
  options: SceneOptions = {},
  settings: EvaluationSettings = evaluationSettings,
) {
  const values =
    irradiance === null ? {} : { irradiance: { mean: irradiance, deviation: 0, count: 1 } };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
  const { raster, toPixel } = renderScene(state, options);
  await surveyRaster(raster, sceneGeometry, toPixel, settings, survey.visit);
  return withAbnormality(survey.columns());
}

const at = (values: Float32Array | Uint8Array | undefined, row: number) => values?.[row] ?? NaN;
/** A cell of the grid of 6 x 13. */
const isCell = (u: number, v: number, i = 5) => Math.floor(u * 13) === i && Math.floor(v * 6) === 2;
/** Pixels that see the mean of their area: else cells have no shape. */
const seen = { fine: 3, blur: 0.6 } as const;

it("finds nothing in healthy modules and gives each its temperature", async () => {
  const found = await evaluate(() => 0);
  expect(at(found["module_temperature"], 17)).toBeCloseTo(45, 1);
  for (const key of [
    "hotspots",
    "bypass_diode",
    "open_string",
    "module_offline",
    "module_missing",
    "shading",
  ]) {
    expect(new Set(found[key]), key).toEqual(new Set([0]));
  }
  expect(new Set(found["class_of_abnormality"])).toEqual(new Set([1]));
});

it("takes no cold ground for a shadow where the lens is known to blur", async () => {
  const state: SceneState = (row, u) => (row % 20 === 7 && u < 0.2 ? -6 : 0);
  const options = { blur: 2, seed: 2 };
  const shaded = async (blur_pixels: number) => {
    const settings = { ...evaluationSettings, blur_pixels };
    const { shading } = await evaluate(state, 800, options, settings);
    const rows = [...shading!.keys()].filter((row) => at(shading, row) > 0);
    const right = rows.filter((row) => row % 20 === 7).length;
    return { right, wrong: rows.length - right };
  };
  expect((await shaded(evaluationSettings.blur_pixels)).wrong).toBeGreaterThan(0);
  expect(await shaded(2)).toEqual({ right: 12, wrong: 0 });
});

it("tells cells, substrings, modules, strings, shadows and gaps apart", async () => {
  const found = await evaluate(
    (row, u, v) => {
      if (row === 5) return isCell(u, v) ? 14 : 0;
      if (row === 50) return isCell(u, v) || isCell(u, v, 9) ? 6 : 0;
      if (row === 60) return v < 1 / 3 ? 6 : 0;
      if (row === 70) return v < 2 / 3 ? 6 : 0;
      if (row === 100) return 5;
      if (row >= 130 && row < 142) return 4.5;
      if (row === 180) return u < 0.25 ? -6 : 0;
      return row === 200 ? -17 : 0;
    },
    1000,
    seen,
  );
  expect([5, 50, 60].map((row) => at(found["hotspots"], row))).toEqual([3, 2, 0]);
  expect([60, 70, 5, 100].map((row) => at(found["bypass_diode"], row))).toEqual([1, 2, 0, 0]);
  expect([100, 130, 141, 60].map((row) => at(found["module_offline"], row))).toEqual([1, 0, 0, 0]);
  expect([100, 129, 130, 141].map((row) => at(found["open_string"], row))).toEqual([0, 0, 1, 1]);
  expect([180, 5, 60].map((row) => at(found["shading"], row))).toEqual([2, 0, 0]);
  expect([200, 199].map((row) => at(found["module_missing"], row))).toEqual([1, 0]);
  expect(at(found["delta_t_normalised"], 200)).toBeNaN();
  expect(at(found["delta_t_normalised"], 60)).toBeCloseTo(6, 0);
  expect(at(found["delta_t_uncertainty"], 60)).toBeGreaterThan(1);
});

it("is not sure of a warm module whose interval holds the limit of an open one, and gives it no class", async () => {
  const kelvin = new Map([
    [30, 2.6],
    [70, 1.2],
    [110, 3.6],
  ]);
  // 0.15 K of noise, and half a kelvin between places of the survey as long as it does not show its own.
  const found = await evaluate((row) => kelvin.get(row) ?? 0);
  const rows = [30, 70, 110];
  const of = (key: string) => rows.map((row) => at(found[key], row));
  expect(of("module_inspection_validity")).toEqual([WARM_NOT_SURE, 0, 0]);
  expect(of("module_offline")).toEqual([255, 0, 1]);
  expect(of("open_string")).toEqual([255, 0, 0]);
  expect(of("class_of_abnormality")).toEqual([255, 1, 5]);
  // What was measured stays.
  expect(at(found["delta_t_normalised"], 30)).toBeCloseTo(2.6, 1);
  const asked = flaggedFindings(sceneGeometry, found, { isUnsure: () => false });
  expect(asked.filter(({ reasons }) => reasons.includes("warm")).map(({ row }) => row)).toEqual([
    30,
  ]);
  const lost = moduleLossColumns(
    sceneGeometry,
    found,
    { modules_per_string: 20, strings_per_tracker: 2 },
    400,
  );
  expect(rows.map((row) => at(lost["power_loss"], row))).toEqual([NaN, 0, 400]);
});

it("is not sure of modules at the edge of a cloud, but of hot cells in them", async () => {
  // Half of the scene is 6 K colder; an open module and a hot cell lie on either side.
  const isCooled = (row: number) => row % 20 >= 10;
  const [open, hot] = [
    [48, 111],
    [128, 151],
  ];
  const found = await evaluate(
    (row, u, v) => {
      const own = open!.includes(row) ? 4.5 : hot!.includes(row) && isCell(u, v) ? 14 : 0;
      return own - (isCooled(row) ? 6 : 0);
    },
    1000,
    seen,
  );
  const of = (rows: number[], key: string) => rows.map((row) => at(found[key], row));
  expect(of(open!, "module_inspection_validity")).toEqual([AROUND_NOT_SURE, AROUND_NOT_SURE]);
  for (const key of ["module_offline", "open_string", "class_of_abnormality"])
    expect(of(open!, key), key).toEqual([255, 255]);
  expect(of(open!, "delta_t_normalised")).toEqual([NaN, NaN]);
  expect(of(hot!, "module_inspection_validity")).toEqual([0, 0]);
  expect(of(hot!, "hotspots")).toEqual([3, 3]);
  // What is not known costs nothing that is stated.
  const wiring = { modules_per_string: 20, strings_per_tracker: 2 };
  const lost = moduleLossColumns(sceneGeometry, found, wiring, 400);
  expect(open!.map((row) => at(lost["power_loss"], row))).toEqual([NaN, NaN]);
  const said = ["module_offline", "open_string", "module_missing", "shading", "bypass_diode"];
  for (const key of said)
    expect(
      [...found[key]!].filter((one) => one > 0 && one < 255),
      key,
    ).toEqual([]);
});

it("tells soil and shadows that go on in the next module from faults of single ones", async () => {
  const warmEdge = (u: number) => Math.max(0, 5 * (1 - u / 0.25));
  const found = await evaluate(
    (row, u, v) => {
      if (row >= 20 && row < 26) return warmEdge(u);
      if (row === 60) return warmEdge(u);
      // A hot cell in the soil is one all the same.
      if (row === 70) return warmEdge(u) + (isCell(u, v, 1) ? 9 : 0);
      if (row >= 100 && row < 106) return u > 0.8 ? -6 : 0;
      return row === 150 && u > 0.8 ? -6 : 0;
    },
    1000,
    seen,
  );
  expect([20, 25, 60, 61].map((row) => at(found["soiling_pattern"], row))).toEqual([2, 2, 0, 0]);
  expect([20, 25, 60, 61].map((row) => at(found["edge_heating"], row))).toEqual([0, 0, 1, 0]);
  expect([20, 25, 60, 70].map((row) => at(found["hotspots"], row))).toEqual([0, 0, 0, 1]);
  expect([100, 105, 150, 151].map((row) => at(found["shading"], row))).toEqual([1, 1, 2, 0]);
});

const pattern = {
  warm_substrings: 0,
  warm_strips: 0,
  warm_end: null,
  substring_k: 0,
  warm_over_k: 0,
  is_weak: false,
  mixed_share: 0,
  thirds: null,
  spots: 0,
  hot_cells: 0,
  spot_k: 0,
  patch: null,
  shaded_share: 0,
  edge_k: 0,
  edge_side: 0,
  sides_k: [0, 0, 0, 0],
  is_resolved: true,
};

it("takes the same warm substring of modules in a row for the shadow of the next row", () => {
  // Modules that lie with their long sides along the row.
  const count = 40;
  const geometry = {
    ...sceneGeometry,
    count,
    parent: new Uint32Array(count),
    centreX: Float32Array.from({ length: count }, (_, row) => row * 2.25),
    centreY: new Float32Array(count),
    rotation: new Float32Array(count),
  };
  const isWarm = (row: number) => (row >= 10 && row < 15) || row === 30;
  const measured = Array.from({ length: count }, (_, row) => ({
    row,
    median: 45,
    noise_k: 0.01,
    pattern: isWarm(row)
      ? { ...pattern, warm_substrings: 1, warm_strips: 1, substring_k: 5, warm_over_k: 5 }
      : pattern,
    rough_k: 0.1,
    relief_k: 0.1,
    ground: null,
  }));
  const along = moduleFindings(geometry, measured, 1, evaluationSettings);
  expect([10, 14, 30].map((row) => at(along["bypass_diode"], row))).toEqual([0, 0, 1]);
  expect([10, 14, 30].map((row) => at(along["shading"], row))).toEqual([1, 1, 0]);
  // Beside each other across their substrings, the same bypassed one is chance.
  const rotation = new Float32Array(count).fill(Math.PI / 2);
  const centreX = Float32Array.from({ length: count }, (_, row) => row * 1.1);
  const across = moduleFindings(
    { ...geometry, rotation, centreX },
    measured,
    1,
    evaluationSettings,
  );
  expect([10, 14, 30].map((row) => at(across["bypass_diode"], row))).toEqual([1, 1, 1]);
});

it("normalises to 1000 W/m², and leaves out what needs an irradiance that is not known", async () => {
  const scene: SceneState = (row) => (row === 100 ? 4 : 0);
  expect(at((await evaluate(scene, 800))["delta_t_normalised"], 100)).toBeCloseTo(5, 0);
  // At night the noise of the camera would be multiplied by hundreds.
  for (const irradiance of [null, 5, 90]) {
    const found = await evaluate(scene, irradiance);
    expect(Object.keys(found)).toEqual(["module_temperature", "module_inspection_validity"]);
    // Nothing was judged, so nothing is called inspected.
    expect(new Set(found["module_inspection_validity"])).toEqual(new Set([NOT_JUDGED]));
  }
});

it("measures a cell that is no hotspot yet, and finds substrings along either side", async () => {
  const scene: SceneState = (row, u, v) => {
    if (row === 100) return Math.floor(u * 13) === 5 && Math.floor(v * 6) === 2 ? 2.8 : 0;
    if (row === 130) return u < 1 / 3 ? 6 : 0;
    return row === 170 && u > 1 / 3 ? 6 : 0;
  };
  const columns = await evaluate(scene);
  expect(at(columns["hotspots"], 100)).toBe(0);
  const [kelvin, reach] = [
    at(columns["delta_t_normalised"], 100),
    at(columns["delta_t_uncertainty"], 100),
  ];
  expect(Math.abs(kelvin - 2.8)).toBeLessThan(reach);
  expect(kelvin).toBeGreaterThan(1.5);
  expect([at(columns["bypass_diode"], 130), at(columns["bypass_diode"], 170)]).toEqual([1, 2]);
  expect([at(columns["module_offline"], 170), at(columns["shading"], 170)]).toEqual([0, 0]);
  expect(Math.abs(at(columns["delta_t_normalised"], 130) - 6)).toBeLessThan(1);
});

it("compares no modules of two rasters that show the same plant in another weather", async () => {
  const conditions = { irradiance: { mean: 1000, deviation: 0, count: 1 } };
  const survey = moduleSurvey(
    sceneGeometry,
    { ...noConditions, values: conditions },
    evaluationSettings,
  );
  const state: SceneState = (row) => (row >= 85 && row < 99 ? 5 : 0);
  for (const [source, module] of [45, 39].entries()) {
    const options = { module, seed: source + 3, shift: [source * 0.02, 0] as const };
    const { raster, toPixel } = renderScene(state, options);
    await surveyRaster(raster, sceneGeometry, toPixel, evaluationSettings, (one) =>
      survey.visit({ ...one, source }),
    );
  }
  const columns = survey.columns();
  const found = (key: string) => [...columns[key]!].filter((one) => one > 0 && one !== 255).length;
  expect([found("open_string"), found("module_offline")]).toEqual([14, 0]);
  for (let row = 0; row < sceneGeometry.count; row++)
    if (state(row, 0, 0) === 0)
      expect(Math.abs(at(columns["delta_t_normalised"], row))).toBeLessThan(1);
});

it("gives equal columns for equal input", async () => {
  const scene: SceneState = (row) => (row === 100 ? 4 : 0);
  expect(await evaluate(scene)).toEqual(await evaluate(scene));
});
