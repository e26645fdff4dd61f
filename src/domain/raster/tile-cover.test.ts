import { expect, it } from "vitest";
import { tileBounds } from "./orthomosaic.ts";
import { coveringTiles, finestZoom, nearestAbove } from "./tile-cover.ts";

const raster = [-2.99, 37, -2.98, 37.01] as const;

it("covers what view and raster share, without a gap, the middle first", () => {
  const view = [-2.986, 37.004, -2.97, 37.02] as const;
  const tiles = coveringTiles(view, raster, 17, 20, 100);
  const boxes = tiles.map(({ z, x, y }) => tileBounds(z, x, y));
  for (let step = 0; step <= 50; step++) {
    const lon = -2.986 + (step / 50) * 0.006;
    const lat = 37.004 + (step / 50) * 0.006;
    expect(boxes.some(([w, s, e, n]) => lon >= w && lon <= e && lat >= s && lat <= n)).toBe(true);
  }
  const first = boxes[0]!;
  expect(first[0]).toBeLessThan(-2.983);
  expect(first[2]).toBeGreaterThan(-2.983 - 0.003);
});

it("has none where they are apart", () => {
  expect(coveringTiles([10, 50, 11, 51], raster, 17, 20, 100)).toEqual([]);
});

it("takes coarser tiles rather than too many, and none finer than the raster", () => {
  expect(coveringTiles(raster, raster, 22, 21, 40).length).toBeLessThanOrEqual(40);
  expect(coveringTiles(raster, raster, 23.4, 15, 1000).every(({ z }) => z === 15)).toBe(true);
});

it("knows the zoom whose pixels are as fine as those of the raster", () => {
  // At the equator a pixel of zoom 17 is 1.194 m.
  expect(finestZoom(1.2, 0)).toBe(17);
  expect(finestZoom(1.19, 0)).toBe(18);
  expect(finestZoom(1.2, 60)).toBe(16);
  expect(finestZoom(0.001, 0)).toBe(24);
});

it("a tile that is missing is replaced by the nearest one above it, and by none where all are missing", () => {
  const tile = { z: 18, x: 75_001, y: 140_003 };
  expect(nearestAbove(tile, () => true)).toEqual(tile);
  expect(nearestAbove(tile, ({ z }) => z <= 16)).toEqual({ z: 16, x: 18_750, y: 35_000 });
  expect(nearestAbove(tile, () => false)).toBe(null);
});
