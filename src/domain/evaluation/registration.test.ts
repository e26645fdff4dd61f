import { expect, it } from "vitest";
import { registerRaster } from "./registration.ts";
import { renderScene, sceneGeometry } from "./scene.fixture.ts";
import { fitSimilarity } from "./similarity.ts";

it.each([
  [1.1, 0],
  [-2.2, 1.7],
  [0.4, -3],
])("finds a raster that lies %d m east and %d m north of its place", async (x, y) => {
  const { raster, toPixel } = renderScene(() => 0, { shift: [x, y], blur: 0.6, pixel: 0.08 });
  const found = await registerRaster(raster, sceneGeometry, toPixel);
  expect(found?.registration.shift_m[0]).toBeCloseTo(x, 1);
  expect(found?.registration.shift_m[1]).toBeCloseTo(y, 1);
  expect(found?.registration.is_ambiguous).toBe(false);
  const [column, row] = found!.toPixel(10, -20);
  const true_place = toPixel(10 + x, -20 + y);
  expect(Math.hypot(column - true_place[0], row - true_place[1])).toBeLessThan(1.5);
});

it("uses a raster without a pattern as it lies", async () => {
  const { raster, toPixel } = renderScene(() => 0, { module: 28, ground: 28, pixel: 0.1 });
  expect(await registerRaster(raster, sceneGeometry, toPixel)).toBeNull();
});

it("fits shift, turn and scale, and says what remains", () => {
  const [turn, scale] = [0.002, 1.001];
  const points = [
    [0, 0],
    [100, 0],
    [0, 80],
    [120, 90],
  ].map(([x = 0, y = 0]) => ({
    x,
    y,
    dx: scale * (x * Math.cos(turn) - y * Math.sin(turn)) + 2 - x,
    dy: scale * (x * Math.sin(turn) + y * Math.cos(turn)) - 1 - y,
  }));
  const fit = fitSimilarity(points);
  expect(fit.turn).toBeCloseTo(turn, 9);
  expect(fit.scale).toBeCloseTo(scale, 9);
  expect(fit.residual).toBeCloseTo(0, 9);
  const off = fitSimilarity(
    points.map((point, at) => ({ ...point, dx: point.dx + (at === 0 ? 1 : 0) })),
  );
  expect(off.residual).toBeGreaterThan(0.1);
});
