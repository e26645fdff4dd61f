import { expect, it } from "vitest";
import { registerRaster } from "./registration.ts";
import { renderScene, sceneGeometry } from "./scene.fixture.ts";

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

it("finds a raster of slanted images, whose pixels are longer than the gaps between modules", async () => {
  const [x, y] = [-1.96, -2.27];
  const scene = renderScene(() => 0, { shift: [x, y], blur: 0.6, stretch: 2 });
  const found = await registerRaster(scene.raster, sceneGeometry, scene.toPixel);
  expect(Math.abs(found!.registration.shift_m[0] - x)).toBeLessThan(0.03);
  expect(Math.abs(found!.registration.shift_m[1] - y)).toBeLessThan(0.03);
});

it("leaves out blocks whose best place is at the rim of the search", async () => {
  // A row of modules without gaps: along it every place is as good, and noise decides.
  const count = 900;
  const [length, width] = [2, 1.15];
  const every = (value: number) => new Float32Array(count).fill(value);
  const rows = 3;
  const perRow = count / rows;
  const geometry = {
    ...sceneGeometry,
    count,
    centreX: Float32Array.from({ length: count }, (_, at) => (at % perRow) * width),
    centreY: Float32Array.from({ length: count }, (_, at) => Math.floor(at / perRow) * 7),
    length: every(length),
    width: every(width),
    rotation: every(Math.PI / 2),
  };
  const pixel = 0.1;
  const [east, north] = [20, 10];
  const [across, down] = [(perRow * width + 2 * east) / pixel, (2 * 7 + 2 * north) / pixel].map(
    Math.ceil,
  ) as [number, number];
  const isModule = (x: number, y: number) =>
    x > -width / 2 &&
    x < (perRow - 0.5) * width &&
    Math.abs(y - 7 * Math.round(y / 7)) < length / 2;
  const values = Float32Array.from({ length: across * down }, (_, at) => {
    const [x, y] = [
      ((at % across) + 0.5) * pixel - east,
      north + 14 - (Math.floor(at / across) + 0.5) * pixel,
    ];
    // Warmer to the east, as where the sun has come from: the best place is never inside.
    const noise = Math.sin(at * 12.9898) * 2;
    return (isModule(x, y) && y > -2 && y < 16 ? 50 : 20) + noise + x / 20;
  });
  const raster = {
    width: across,
    height: down,
    read: async (window: { column: number; row: number; width: number; height: number }) =>
      Float64Array.from({ length: window.width * window.height }, (_, at) => {
        const [column, row] = [at % window.width, Math.floor(at / window.width)];
        return values[(window.row + row) * across + window.column + column]!;
      }),
  };
  const toPixel = (x: number, y: number): [number, number] => [
    (x + east) / pixel,
    (north + 14 - y) / pixel,
  ];
  const found = await registerRaster(raster, geometry, toPixel);
  expect(Math.abs(found!.registration.shift_m[0])).toBeLessThan(0.15);
  expect(Math.abs(found!.registration.shift_m[1])).toBeLessThan(0.15);
});

it("uses a raster without a pattern as it lies", async () => {
  const { raster, toPixel } = renderScene(() => 0, { module: 28, ground: 28, pixel: 0.1 });
  expect(await registerRaster(raster, sceneGeometry, toPixel)).toBeNull();
});
