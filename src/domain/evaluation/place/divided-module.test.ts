import { expect, it } from "vitest";
import { renderScene, sceneColumns, sceneGeometry } from "../scene.fixture.ts";
import { dividedModules } from "./divided-module.ts";
import { lyingAcross } from "./lying-across.fixture.ts";

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
