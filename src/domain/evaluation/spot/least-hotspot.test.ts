// Against rendered rasters: a cell well below the least one is not found, and one well above it is.
import { expect, it } from "vitest";
import { everyNth } from "../../../../tests/fixtures/rounds.ts";
import { patient } from "../../../../tests/fixtures/patience.ts";
import { evaluationSettings as settings } from "../evaluation-settings.ts";
import { leastHotspot, sharpness } from "./least-hotspot.ts";
import { moduleSurvey } from "../module/module-survey.ts";
import { noConditions } from "../condition-record.ts";
import { surveySharp } from "./edge-blur.ts";
import { surveyRaster } from "../raster-survey.ts";
import { seenFrom } from "./spot-patch.ts";
import { renderScene, sceneGeometry } from "../scene.fixture.ts";

const side = 0.158;

async function foundOf(kelvin: number, pixel: number, blur: number): Promise<number> {
  const isHot = (row: number) => row % 10 === 5;
  const isCell = (u: number, v: number) =>
    Math.abs(u - 0.5) < side / 2 / 2.2 && Math.abs(v - 0.5) < side / 2 / 1.05;
  const { raster, toPixel } = renderScene(
    (row, u, v) => (isHot(row) && isCell(u, v) ? kelvin : 0),
    { pixel, blur, noise: 0.02 },
  );
  const values = { irradiance: { mean: 1000, deviation: 0, count: 1 } };
  const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
  await surveySharp(raster, sceneGeometry, toPixel, settings, survey.visit);
  const hotspots = survey.columns()["hotspots"]!;
  const rows = [...hotspots.keys()].filter(isHot);
  return rows.filter((row) => hotspots[row] !== 0).length / rows.length;
}

const pixelsAndBlurs = [
  [0.055, 0.6],
  [0.03, 0.6],
  [0.03, 1.2],
  [0.07, 0.6],
] as const;

it.each(everyNth(pixelsAndBlurs, 2))(
  "is the weakest cell that is found at %f m and %f pixels of blur",
  async (pixel, blur) => {
    const seen = seenFrom(0.02, 1, settings.hotspot_k);
    // What is measured below a hotspot is none.
    const least = Math.max(settings.hotspot_k, leastHotspot([side, side], pixel, blur, seen));
    expect(await foundOf(least * 0.75, pixel, blur)).toBeLessThan(0.1);
    expect(await foundOf(least * 1.5, pixel, blur)).toBeGreaterThan(0.9);
  },
  patient(60_000),
);

it("is the limit itself where pixels are small and sharp", () => {
  expect(leastHotspot([0.156, 0.156], 0.005, 0.01, 4)).toBeCloseTo(4, 3);
});

it(
  "is said of a survey by its pixels and its noise, and is found there",
  async () => {
    const [pixel, noise, irradiance] = [0.055, 0.3, 800];
    const values = { irradiance: { mean: irradiance, deviation: 0, count: 1 } };
    const measured = async (kelvin: number) => {
      const isHot = (row: number) => row % 10 === 5;
      const isCell = (u: number, v: number) => Math.floor(u * 13) === 6 && Math.floor(v * 6) === 2;
      const { raster, toPixel } = renderScene(
        (row, u, v) => (isHot(row) && isCell(u, v) ? kelvin : 0),
        { pixel, blur: settings.blur_pixels, noise, seed: 5, fine: 3 },
      );
      const survey = moduleSurvey(sceneGeometry, { ...noConditions, values }, settings);
      const sharp = sharpness(settings, sceneGeometry);
      await surveyRaster(raster, sceneGeometry, toPixel, settings, (one) => {
        sharp.add(one);
        survey.visit(one);
      });
      const columns = survey.columns();
      const hotspots = columns["hotspots"]!;
      const rows = [...hotspots.keys()].filter(isHot);
      const found = rows.filter((row) => hotspots[row] !== 0).length / rows.length;
      return { found, sharp, least: sharp.least(irradiance, survey.seen(columns))! };
    };
    const { least, sharp } = await measured(0);
    expect(least.pixel_m).toBeCloseTo(pixel, 3);
    expect(Math.abs(least.noise_k - noise)).toBeLessThan(0.05);
    // Without a hot spot cells may be half ones, and the blur worse: the limit is high, and what is above it is found.
    expect((await measured(least.kelvin)).found).toBe(1);
    const { least: known } = await measured(3 * least.kelvin);
    expect(known.kelvin).toBeLessThan(least.kelvin);
    expect((await measured(known.kelvin * 0.6)).found).toBeLessThan(0.3);
    expect(sharpness(settings, sceneGeometry).least(irradiance)).toBeNull();
    // Below 100 W/m2 nothing is judged, so nothing can be found.
    expect(sharp.least(90)).toBeNull();
  },
  patient(60_000),
);
