import { describe, expect, it } from "vitest";
import { tileBounds } from "./orthomosaic.ts";
import { coveringTiles, finestZoom, nearestAbove, tilesBefore } from "./tile-cover.ts";

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

describe("a tilted view", () => {
  // At 37 degrees a pixel of zoom 21 is 156543.03 m x cos(37 degrees) / 2^21 = 0.0596 m.
  const place = [-2.985, 37.005] as const;
  /** A person's eyes, on a screen of 800 rows with an angle of view of 36.87 degrees. */
  const eye = { place, height_m: 1.6, perPixelAt1: (2 * Math.tan(0.32175)) / 800 };
  const tilesOf = (most: number, from = eye) => tilesBefore(from, raster, raster, 21, most);
  const metresTo = ({ z, x, y }: { z: number; x: number; y: number }) => {
    const [west, south, east, north] = tileBounds(z, x, y);
    const dx = Math.max(west - place[0], 0, place[0] - east) * 111_320 * 0.79864;
    const dy = Math.max(south - place[1], 0, place[1] - north) * 111_320;
    return Math.hypot(dx, dy);
  };

  it("has the raster's own pixels where one stands, and coarser ones behind", () => {
    const tiles = tilesOf(60);
    expect(tiles.length).toBeLessThanOrEqual(60);
    const near = tiles.filter((tile) => metresTo(tile) < 15);
    expect(near.length).toBeGreaterThan(3);
    expect(near.every(({ z }) => z === 21)).toBe(true);
    expect(tiles[0]!.z).toBe(21);
    const far = tiles.filter((tile) => metresTo(tile) > 300);
    expect(far.length).toBeGreaterThan(0);
    expect(far.every(({ z }) => z < 19)).toBe(true);
    // One zoom for all would have pixels of half a metre.
    expect(coveringTiles(raster, raster, 21, 21, 60)[0]!.z).toBeLessThan(19);
  });

  it("covers all of the raster once", () => {
    const boxes = tilesOf(60).map(({ z, x, y }) => tileBounds(z, x, y));
    for (let step = 0; step < 400; step++) {
      // Places that lie on no edge of a tile.
      const lon = -2.99 + ((step % 20) / 20 + 0.0123) * 0.01;
      const lat = 37 + (Math.floor(step / 20) / 20 + 0.0321) * 0.01;
      const over = boxes.filter(([w, s, e, n]) => lon > w && lon < e && lat > s && lat < n);
      expect(over).toHaveLength(1);
    }
  });

  it("is no finer than the screen, nor than the raster, and takes few tiles rather than none", () => {
    // From 2 km a pixel is 1.7 m: zoom 16 has 1.9 m, zoom 15 has 3.8 m.
    const high = tilesOf(60, { ...eye, height_m: 2000 });
    expect(high.every(({ z }) => z === 16)).toBe(true);
    expect(tilesBefore(eye, raster, raster, 16, 60).every(({ z }) => z <= 16)).toBe(true);
    expect(tilesOf(1)).toHaveLength(1);
    expect(tilesBefore(eye, [10, 50, 11, 51], raster, 21, 60)).toEqual([]);
  });
});
