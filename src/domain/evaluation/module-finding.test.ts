import { expect, it } from "vitest";
import type { Geometry } from "../component/component-index.ts";
import { evaluationSettings as settings } from "./evaluation-settings.ts";
import { normalisation } from "./irradiance.ts";
import { moduleFindings, type MeasuredModule } from "./module-finding.ts";
import { modulePattern } from "./module-pattern.ts";
import { surveyRaster, type SurveyRaster } from "./raster-survey.ts";

const [columns, trackers] = [40, 6];
const count = columns * trackers;
const pixel = 0.055;
/** K over the healthy modules, at u along and v across the module `row`. */
type Scene = (row: number, u: number, v: number) => number;

/** Six trackers of 40 modules, long side north, 1.1 m apart; trackers 6 m apart. */
const geometry: Geometry = {
  type: "module",
  count,
  parent: Uint32Array.from({ length: count }, (_, row) => Math.floor(row / columns)),
  centreX: Float32Array.from({ length: count }, (_, row) => 2 + (row % columns) * 1.1),
  centreY: Float32Array.from({ length: count }, (_, row) => -3 - Math.floor(row / columns) * 6),
  length: new Float32Array(count).fill(2.2),
  width: new Float32Array(count).fill(1.05),
  rotation: new Float32Array(count).fill(Math.PI / 2),
  height: new Float32Array(count),
  polygons: { rows: new Uint32Array(), offsets: new Uint32Array([0]), xy: new Float32Array() },
  blockBounds: new Float32Array(4),
};

/** The same noise each time: a linear congruential generator, twelve summed for a normal one. */
function noise(): () => number {
  let state = 12345;
  const next = () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
  return () => Array.from({ length: 12 }, next).reduce((sum, value) => sum + value, -6);
}

function render(scene: Scene, sigma = 0.15): SurveyRaster & { readonly windows: number[] } {
  const random = noise();
  const [width, height] = [900, 700];
  const values = new Float32Array(width * height);
  for (let at = 0; at < values.length; at++) {
    const [x, y] = [((at % width) + 0.5) * pixel, -(Math.floor(at / width) + 0.5) * pixel];
    const [column, tracker] = [Math.round((x - 2) / 1.1), Math.round((-y - 3) / 6)];
    const u = (y + 3 + tracker * 6) / 2.2 + 0.5;
    const v = -(x - 2 - column * 1.1) / 1.05 + 0.5;
    const isModule = column >= 0 && column < columns && tracker >= 0 && tracker < trackers;
    const isIn = isModule && u >= 0 && u <= 1 && v >= 0 && v <= 1;
    values[at] = (isIn ? 45 + scene(tracker * columns + column, u, v) : 28) + sigma * random();
  }
  const windows: number[] = [];
  return {
    width,
    height,
    windows,
    read(window) {
      windows.push(window.width * window.height);
      const part = new Float32Array(window.width * window.height);
      for (let row = 0; row < window.height; row++) {
        const from = (window.row + row) * width + window.column;
        part.set(values.subarray(from, from + window.width), row * window.width);
      }
      return Promise.resolve(part);
    },
  };
}

async function evaluate(scene: Scene, irradiance: number | null = 1000) {
  const factor = normalisation(irradiance);
  const measured: MeasuredModule[] = [];
  const toPixel = (x: number, y: number) => [x / pixel, -y / pixel] as const;
  await surveyRaster(render(scene), geometry, toPixel, settings, (one) => {
    const { row, statistics, pixels, frame, pixel_m2 } = one;
    const pattern = modulePattern(pixels, frame, factor, pixel_m2, settings);
    const noise_k = (1.25 * statistics.spread) / Math.sqrt(statistics.valid);
    measured.push({ row, median: statistics.median, noise_k, pattern });
  });
  return moduleFindings(geometry, measured, factor, settings);
}

const at = (values: Float32Array | Uint8Array | undefined, row: number) => values?.[row] ?? NaN;
const isCell = (u: number, v: number) => u > 0.4 && u < 0.48 && v > 0.4 && v < 0.56;

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

it("tells cells, substrings, modules, strings, shadows and gaps apart", async () => {
  const found = await evaluate((row, u, v) => {
    if (row === 5) return isCell(u, v) ? 14 : 0;
    if (row === 50) return isCell(u, v) || isCell(u + 0.3, v) ? 6 : 0;
    if (row === 60) return v < 1 / 3 ? 6 : 0;
    if (row === 70) return v < 2 / 3 ? 6 : 0;
    if (row === 100) return 5;
    if (row >= 130 && row < 142) return 4.5;
    if (row === 180) return u < 0.25 ? -6 : 0;
    return row === 200 ? -17 : 0;
  });
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

it("normalises to 1000 W/m², and leaves out what needs an irradiance that is not known", async () => {
  const scene: Scene = (row) => (row === 100 ? 4 : 0);
  expect(at((await evaluate(scene, 800))["delta_t_normalised"], 100)).toBeCloseTo(5, 0);
  expect(Object.keys(await evaluate(scene, null))).toEqual(["module_temperature"]);
});

it("gives equal columns for equal input", async () => {
  const scene: Scene = (row) => (row === 100 ? 4 : 0);
  expect(await evaluate(scene)).toEqual(await evaluate(scene));
});
