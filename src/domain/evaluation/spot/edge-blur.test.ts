// Against rendered rasters whose blur and place are known.
import { expect, it } from "vitest";
import type { SurveyRaster } from "../raster-survey.ts";
import { renderScene, sceneGeometry } from "../scene.fixture.ts";
import { edgesOf } from "./edge-blur.ts";

const pixel = 0.055;
/** Pixels of the area are in the raster as a mean of 3 x 3 places. */
const sharp = { pixel, noise: 0.15, fine: 3 };

/** The raster moved further, along one axis, by the mean of pixels beside each other. */
function draggedDown(raster: SurveyRaster, sigma: number): SurveyRaster {
  const reach = Math.ceil(3 * sigma);
  return {
    ...raster,
    async read(window, band) {
      const all = await raster.read(
        { column: 0, row: 0, width: raster.width, height: raster.height },
        band,
      );
      return Float32Array.from({ length: window.width * window.height }, (_, at) => {
        const column = window.column + (at % window.width);
        const row = window.row + Math.floor(at / window.width);
        let [sum, weights] = [0, 0];
        for (let k = -reach; k <= reach; k++) {
          const value = all[(row + k) * raster.width + column];
          if (value === undefined) continue;
          const weight = Math.exp(-0.5 * (k / sigma) ** 2);
          sum += weight * value;
          weights += weight;
        }
        return sum / weights;
      });
    },
  };
}

it("shows the blur of a lens, and where the modules lie", async () => {
  const { raster, toPixel } = renderScene(() => 0, { ...sharp, blur: 1.2 });
  const beside = (x: number, y: number) => toPixel(x - 0.06, y + 0.04);
  const { blur, outline } = await edgesOf(raster, sceneGeometry, beside);
  const { shift } = outline!;
  expect(blur!.pixels).toBeGreaterThan(1.05);
  expect(blur!.pixels).toBeLessThan(1.35);
  expect(Math.abs(blur!.ratio - 1)).toBeLessThan(0.1);
  expect(Math.abs(shift[0] - 0.06)).toBeLessThan(0.01);
  expect(Math.abs(shift[1] + 0.04)).toBeLessThan(0.01);
});

it("tells the blur along the modules from that across them", async () => {
  const { raster, toPixel } = renderScene(() => 0, { ...sharp, blur: 0.6 });
  // The long sides of the modules lie north.
  const { blur } = await edgesOf(draggedDown(raster, 1.8), sceneGeometry, toPixel);
  expect(blur!.pixels * blur!.ratio).toBeGreaterThan(1.6);
  expect(blur!.pixels * blur!.ratio).toBeLessThan(2.2);
  expect(blur!.pixels / blur!.ratio).toBeLessThan(0.8);
});

it("says nothing where modules are as warm as the ground", async () => {
  const { raster, toPixel } = renderScene(() => 0, { ...sharp, ground: 45, rough: 1 });
  const edges = await edgesOf(raster, sceneGeometry, toPixel);
  expect(edges).toMatchObject({ blur: null, outline: null });
});

it("shows how large modules are where the twin has others", async () => {
  const { raster, toPixel } = renderScene(() => 0, { ...sharp, blur: 0.8 });
  const length = sceneGeometry.length.map((one) => one * 0.95);
  const { outline } = await edgesOf(raster, { ...sceneGeometry, length }, toPixel);
  expect(Math.abs(outline!.longer - 0.11)).toBeLessThan(0.02);
  // Sides that are right stay as they are.
  expect(outline!.wider).toBe(0);
});
