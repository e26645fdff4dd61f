import { expect, it } from "vitest";
import type { Geometry } from "../../component/component-index.ts";
import { renderScene, sceneColumns, sceneGeometry } from "../scene.fixture.ts";
import { dividedModules } from "./divided-module.ts";

/** Of each two upright modules of 2.2 x 1.05 m, two that lie across in the same table. */
function lyingAcross({ centreX, centreY, length, width, rotation, ...rest }: Geometry): Geometry {
  const pair = (row: number) => row - (row % 2);
  return {
    ...rest,
    centreX: centreX.map((_, row) => (centreX[pair(row)]! + centreX[pair(row) + 1]!) / 2),
    centreY: centreY.map((y, row) => y + (row % 2 === 0 ? -0.55 : 0.55)),
    length: length.map((one) => one - 0.05),
    width: width.map((one) => one + 0.03),
    rotation: rotation.map((one) => one - Math.PI / 2),
  };
}

it("sees a line of the ground through modules that lie across in the twin alone", async () => {
  expect(sceneColumns % 2).toBe(0);
  const scene = renderScene(() => 0, { pixel: 0.05, fine: 2, seed: 31, ground: 25 });
  const turned = lyingAcross(sceneGeometry);
  expect(await dividedModules(scene.raster, turned, scene.toPixel)).toBeGreaterThan(0.8);
  expect(await dividedModules(scene.raster, sceneGeometry, scene.toPixel)).toBe(0);
});

it("takes no warm third of a module, and no faint middle of half cells, for a line of the ground", async () => {
  const third = (_: number, u: number, v: number) =>
    v < 1 / 3 ? 8 : Math.abs(u - 0.5) < 0.02 ? -1.5 : 0;
  const scene = renderScene(third, { pixel: 0.05, fine: 2, seed: 32, ground: 25 });
  expect(await dividedModules(scene.raster, sceneGeometry, scene.toPixel)).toBeLessThan(0.1);
});

it("says nothing where the ground is nearly as warm", async () => {
  const scene = renderScene(() => 0, { pixel: 0.06, seed: 33, ground: 42, module: 45 });
  expect(await dividedModules(scene.raster, sceneGeometry, scene.toPixel)).toBeNull();
});
