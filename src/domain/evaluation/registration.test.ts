import { expect, it } from "vitest";
import { placeScene, type PlaceScene } from "../../../tests/bench/place-scene.ts";
import { tubeScene } from "../../../tests/bench/tube-scene.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import type { ToPixel } from "./raster-survey.ts";
import { isPlacedAt, isPlaceSure, registerRaster } from "./registration.ts";
import { renderScene, sceneGeometry } from "./scene.fixture.ts";
import { everyNth, isEveryday, isRelease } from "../../../tests/fixtures/rounds.ts";

it.each(
  everyNth(
    [
      [-2.2, 1.7],
      [1.1, 0],
      [0.4, -3],
    ] as const,
    3,
  ),
)("finds a raster that lies %d m east and %d m north of its place", async (x, y) => {
  const { raster, toPixel } = renderScene(() => 0, { shift: [x, y], blur: 0.6, pixel: 0.08 });
  const found = await registerRaster(raster, sceneGeometry, toPixel);
  expect(found?.registration.shift_m[0]).toBeCloseTo(x, 1);
  expect(found?.registration.shift_m[1]).toBeCloseTo(y, 1);
  expect(found?.registration.is_ambiguous).toBe(false);
  const [column, row] = found!.toPixel(10, -20);
  const true_place = toPixel(10 + x, -20 + y);
  expect(Math.hypot(column - true_place[0], row - true_place[1])).toBeLessThan(1.5);
});

it.runIf(isRelease)(
  "finds a raster of slanted images, whose pixels are longer than the gaps between modules",
  async () => {
    const [x, y] = [-1.96, -2.27];
    const scene = renderScene(() => 0, { shift: [x, y], blur: 0.6, stretch: 2 });
    const found = await registerRaster(scene.raster, sceneGeometry, scene.toPixel);
    expect(Math.abs(found!.registration.shift_m[0] - x)).toBeLessThan(0.03);
    expect(Math.abs(found!.registration.shift_m[1] - y)).toBeLessThan(0.03);
  },
);

it.skipIf(isEveryday)(
  "calls no wrong place sure where modules have no gaps and the ground gets warmer",
  async () => {
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
    // The row has two ends that the noise may hide: a place that is called sure is the right one.
    if (!isPlaceSure(found)) return;
    expect(Math.abs(found!.registration.shift_m[0])).toBeLessThan(0.15);
    expect(Math.abs(found!.registration.shift_m[1])).toBeLessThan(0.15);
  },
);

it.skipIf(isEveryday)("finds no place in a raster without a pattern", async () => {
  const { raster, toPixel } = renderScene(() => 0, { module: 28, ground: 28, pixel: 0.1 });
  expect(await registerRaster(raster, sceneGeometry, toPixel)).toBeNull();
});

/** Metres by which the worst component is beside its place. */
function worstOf({ geometry, truth, pixel_m }: PlaceScene, toPixel: ToPixel): number {
  let worst = 0;
  for (let row = 0; row < geometry.count; row++) {
    const place = [geometry.centreX[row]!, geometry.centreY[row]!] as const;
    const [a, b] = [toPixel(...place), truth(...place)];
    worst = Math.max(worst, Math.hypot(a[0] - b[0], a[1] - b[1]) * pixel_m);
  }
  return worst;
}

it.runIf(isRelease)(
  "finds a turned raster of rows in any direction on soil as warm as the modules",
  async () => {
    const scene = placeScene({ seed: 1001, ground: "soil" });
    const found = await registerRaster(scene.raster, scene.geometry, scene.toPixel);
    expect(isPlaceSure(found)).toBe(true);
    expect(worstOf(scene, found!.toPixel)).toBeLessThan(0.05);
    expect(found!.registration.rejected).toBeLessThan(4);
  },
  patient(240_000),
);

it.runIf(isRelease)(
  "neither calls a place sure nor applies it where no end of a row is seen",
  async () => {
    const scene = placeScene({ seed: 1002, ground: "grass", isEndless: true });
    const found = await registerRaster(scene.raster, scene.geometry, scene.toPixel);
    expect(isPlaceSure(found)).toBe(false);
    if (found) expect(found.toPixel(3, 4)).toEqual(scene.toPixel(3, 4));
  },
  patient(240_000),
);

it.each(
  everyNth(
    [
      [-0.6, 0.3, 0.004],
      [1.4, -0.8, 0],
      [0, 0, 0],
    ] as const,
    3,
  ),
)("finds rows of tubes that lie %d m and %d m beside, turned by %d", async (x, y, turn) => {
  const scene = tubeScene({ shift: [x, y], turn });
  const found = await registerRaster(scene.raster, scene.geometry, scene.toPixel);
  expect(isPlaceSure(found)).toBe(true);
  // Along the rows a tenth of a metre is nothing to a tube of four metres; across them it is the mirror.
  const place = [scene.geometry.centreX[0]!, scene.geometry.centreY[0]!] as const;
  const [a, b] = [found!.toPixel(...place), scene.truth(...place)];
  expect(Math.abs(a[0] - b[0]) * scene.pixel_m).toBeLessThan(0.2);
  expect(Math.abs(a[1] - b[1]) * scene.pixel_m).toBeLessThan(0.03);
});

it("finds no place for tubes that are colder than the mirrors, or not there", async () => {
  for (const glass of everyNth([20, -20], 2)) {
    const scene = tubeScene({ shift: [0.5, 0.5], turn: 0, glass });
    const found = await registerRaster(scene.raster, scene.geometry, scene.toPixel);
    expect(isPlaceSure(found)).toBe(false);
  }
});

it("finds the place of a blurred raster, in which the slopes beside a gap lie apart", async () => {
  const [x, y] = [-0.83, 0.41];
  const scene = renderScene(() => 0, { shift: [x, y], blur: 1.5, pixel: 0.055, fine: 2, seed: 8 });
  const found = await registerRaster(scene.raster, sceneGeometry, scene.toPixel);
  expect(isPlaceSure(found)).toBe(true);
  for (let row = 0; row < sceneGeometry.count; row += 7) {
    const [cx, cy] = [sceneGeometry.centreX[row]!, sceneGeometry.centreY[row]!];
    const [is, should] = [found!.toPixel(cx, cy), scene.toPixel(cx + x, cy + y)];
    const beside_m = Math.hypot(is[0] - should[0], is[1] - should[1]) * 0.055;
    expect(beside_m).toBeLessThan(0.02);
    expect(beside_m).toBeLessThan(found!.certainty!.at(cx, cy));
    expect(isPlacedAt(found!, sceneGeometry, row)).toBe(true);
  }
});

it("measures no component whose place is known less well than the limit", () => {
  const at = (x: number) => 0.02 + x / 1000;
  const found = { certainty: { at, limit_m: 0.05 }, windows: null, shifted: null };
  const isIn = [...sceneGeometry.centreX.keys()].map((row) =>
    isPlacedAt(found, sceneGeometry, row),
  );
  expect(isIn).toEqual([...sceneGeometry.centreX].map((x) => x <= 30));
});
