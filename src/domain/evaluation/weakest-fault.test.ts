// Against rendered rasters in calm and in windy weather: a fault below the stated one is not found, one above it is.
import { expect, it } from "vitest";
import { patient } from "../../../tests/fixtures/patience.ts";
import { everyNth } from "../../../tests/fixtures/rounds.ts";
import { noConditions } from "./condition-record.ts";
import { evaluationSettings as settings } from "./evaluation-settings.ts";
import { surveySharp } from "./spot/edge-blur.ts";
import { sharpness } from "./spot/least-hotspot.ts";
import { moduleSurvey } from "./module/module-survey.ts";
import { surveyRaster } from "./raster-survey.ts";
import { renderScene, sceneGeometry } from "./scene.fixture.ts";
import {
  isNeverFound,
  limitToShow,
  weakestFaults,
  weakestOf,
  weakestWindOf,
} from "./weakest-fault.ts";

const irradiance = 800;
/** What is left at 2, 6 and 0.5 m/s of what a module gives off at 2 m/s: (11.4 + 7.6 v + 12) W/m2K. */
const left = { 2: 1, 6: 38.6 / 69, 0.5: 38.6 / 27.2 } as const;
type Wind = keyof typeof left;

/** Where the fault is on the module, and the key figure that says so. */
const faults = {
  module_offline: () => true,
  bypass_diode: (_u: number, v: number) => v < 1 / 3,
  hotspots: (u: number, v: number) =>
    Math.abs(u - 0.5) < settings.cell_m / 2 / 2.2 && Math.abs(v - 0.5) < settings.cell_m / 2 / 1.05,
} as const;
type Fault = keyof typeof faults;

/** Share of the modules with the fault that are found, of a fault of so many K at 1000 W/m2 and 2 m/s. */
async function measured(fault: Fault, kelvin: number, wind: Wind) {
  const isFaulty = (row: number) => row % 10 === 5;
  const seen = kelvin * (irradiance / 1000) * left[wind];
  const { raster, toPixel } = renderScene(
    (row, u, v) => (isFaulty(row) && faults[fault](u, v) ? seen : 0),
    { pixel: 0.055, blur: settings.blur_pixels, noise: 0.1, seed: 3 },
  );
  const values = { irradiance: { mean: irradiance, deviation: 0, count: 1 } };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
  const sharp = sharpness(settings, sceneGeometry);
  await surveyRaster(raster, sceneGeometry, toPixel, settings, (one) => {
    sharp.add(one);
    survey.visit(one);
  });
  const column = survey.columns()[fault]!;
  const rows = [...column.keys()].filter(isFaulty);
  const found = rows.filter((row) => column[row] !== 0).length / rows.length;
  const conditions = { irradiance, wind };
  return {
    found,
    weakest: weakestFaults({ least_hotspot: sharp.least(irradiance), conditions, settings })!,
  };
}

const faultsAtWind = [
  ["module_offline", 2],
  ["hotspots", 6],
  ["module_offline", 6],
  ["bypass_diode", 6],
  ["module_offline", 0.5],
] as const;

it.each(everyNth(faultsAtWind, 3))(
  "%s at %f m/s",
  async (fault, wind) => {
    const { weakest } = await measured(fault, 0, wind);
    const kelvin = weakestOf(fault, weakest)!;
    const margin = fault === "hotspots" ? [0.5, 1.15] : [0.9, 1.1];
    expect((await measured(fault, kelvin * margin[0]!, wind)).found).toBeLessThan(0.1);
    expect((await measured(fault, kelvin * margin[1]!, wind)).found).toBeGreaterThan(0.9);
  },
  patient(60_000),
);

it.each([
  [0.06, 1.5],
  [0.15, 0.7],
] as const)(
  "has what pixels of %f m and a blur of %f pixels take from a warm substring",
  async (pixel, blur) => {
    const isWarm = (row: number) => row % 10 === 5;
    const surveyOf = async (kelvin: number) => {
      const { raster, toPixel } = renderScene(
        (row, _, v) => (isWarm(row) && Math.floor(v * 3) === 1 ? kelvin : 0),
        { pixel, blur, noise: 0.1, seed: 7, fine: 4 },
      );
      const values = { irradiance: { mean: 1000, deviation: 0, count: 1 } };
      const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
      const sharp = sharpness(settings, sceneGeometry);
      await surveySharp(raster, sceneGeometry, toPixel, settings, (one) => {
        sharp.add(one);
        survey.visit(one);
      });
      const columns = survey.columns();
      const column = columns["bypass_diode"]!;
      const rows = [...column.keys()].filter(isWarm);
      const found = rows.filter((row) => column[row] === 1).length / rows.length;
      const least_hotspot = sharp.least(1000, survey.seen(columns));
      return { found, faults: weakestFaults({ least_hotspot, conditions, settings })! };
    };
    const conditions = { irradiance: 1000, wind: 2 };
    const { faults } = await surveyOf(8);
    expect(faults.substring_k).toBeGreaterThan(settings.substring_warm_k / 0.9);
    expect((await surveyOf(1.05 * faults.substring_k!)).found).toBe(1);
  },
  patient(60_000),
);

it("is not known without an irradiance or for tubes, and is that of the survey's wind where none is given", () => {
  const least_hotspot = { kelvin: 4, pixel_m: 0.05, noise_k: 0.1 };
  const conditions = { irradiance: 500 };
  expect(weakestFaults({ least_hotspot: null, conditions, settings })).toBeNull();
  expect(weakestFaults({ least_hotspot, conditions: {}, settings })).toBeNull();
  const known = weakestFaults({ least_hotspot, conditions, settings });
  expect(known).toEqual({ hotspot_k: 8, substring_k: 3, module_k: 3, wind: null });
  expect(weakestOf("hotspots", known)).toBe(8);
  expect(weakestOf("soiling", known)).toBeNull();
});

it("has no weakest substring where pixels and blur leave it hardly any excess, or less than none", () => {
  const conditions = { irradiance: 500 };
  const substring = (substring_share: number) => {
    const least_hotspot = { kelvin: 4, pixel_m: 0.05, noise_k: 0.1, substring_share };
    return weakestFaults({ least_hotspot, conditions, settings })!.substring_k;
  };
  expect([0.5, 0.101].map(substring)).toEqual([6, expect.closeTo(3 / 0.101, 9)]);
  expect([0.1, 0.02, 0, -0.3].map(substring)).toEqual([null, null, null, null]);
  const least_hotspot = { kelvin: 4, pixel_m: 0.05, noise_k: 0.1, substring_share: -0.3 };
  const faults = weakestFaults({ least_hotspot, conditions, settings });
  expect(["bypass_diode", "hotspots", "soiling"].map((key) => isNeverFound(key, faults))).toEqual([
    true,
    false,
    false,
  ]);
  expect(isNeverFound("bypass_diode", null)).toBe(false);
});

it("has the limit of a temperature difference in the wind of the survey, as the difference is", () => {
  const least_hotspot = { kelvin: 4, pixel_m: 0.05, noise_k: 0.1 };
  const calm = weakestFaults({ least_hotspot, conditions: { irradiance: 800 }, settings });
  const windy = weakestFaults({
    least_hotspot,
    conditions: { irradiance: 800, wind: 6 },
    settings,
  });
  // 4 K at 800 W/m2 are 5 K at 1000, whatever the wind.
  for (const one of [calm, windy]) expect(weakestOf("delta_t_normalised", one)).toBeCloseTo(5, 9);
  expect(weakestOf("hotspots", windy)).toBeGreaterThan(8);
  expect(weakestOf("delta_t_normalised", null)).toBeNull();
  expect([weakestWindOf("delta_t_normalised", windy), weakestWindOf("hotspots", windy)]).toEqual([
    null,
    6,
  ]);
});

it("shows the limit only for a difference in which nothing was found", () => {
  const difference = { key: "delta_t_normalised", limits: [4, 10, 20] };
  const shown = (value: number | null, limit: number | null) =>
    limitToShow(difference, value, limit);
  expect([-2, 0, 3.7].map((value) => shown(value, 3.8))).toEqual([3.8, 3.8, 3.8]);
  expect([3.8, 4, 12].map((value) => shown(value, 3.8))).toEqual([null, null, null]);
  // A spot of 4.5 K was found though most of that size are not.
  expect([3.9, 4.5].map((value) => shown(value, 5.2))).toEqual([5.2, null]);
  expect([shown(NaN, 3.8), shown(null, 3.8), shown(1, null)]).toEqual([null, null, null]);
  expect(limitToShow({ ...difference, key: "energy_loss" }, 1, 3.8)).toBeNull();
});

it("has what modules differ by before one of them is open", () => {
  const conditions = { irradiance: 1000 };
  const open = (module_scatter_k: number) => {
    const least_hotspot = { kelvin: 4, pixel_m: 0.05, noise_k: 0.1, module_error_k: 0.6 };
    const survey = { least_hotspot: { ...least_hotspot, module_scatter_k }, conditions, settings };
    return weakestFaults(survey)!.module_k;
  };
  expect([0, 0.5, 1.2].map(open)).toEqual([3.6, 3.6, 4.2]);
});
