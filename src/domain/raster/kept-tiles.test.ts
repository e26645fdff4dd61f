// The kept tiles against a count over the whole grid of a zoom.
import { expect, test } from "vitest";
import { COARSEST_KEPT, keptTiles } from "./kept-tiles.ts";
import { tileBounds } from "./orthomosaic.ts";

const bounds: [number, number, number, number] = [-5.2561, 37.7512, -5.2385, 37.7668];

/** Every tile near the plant that overlaps it, by its bounds. */
function overlapping(z: number): string[] {
  const side = 2 ** z;
  const [left, right] = [-5.3, -5.2].map((lon) => Math.floor(((lon + 180) / 360) * side));
  const found: string[] = [];
  for (let x = left!; x <= right!; x += 1) {
    for (let y = Math.floor(side * 0.385); y <= Math.ceil(side * 0.389); y += 1) {
      const [west, south, east, north] = tileBounds(z, x, y);
      const isBeside = east <= bounds[0] || west >= bounds[2];
      if (!isBeside && north > bounds[1] && south < bounds[3]) found.push(`${z}/${x}/${y}`);
    }
  }
  return found;
}

test("all tiles of each zoom down to the one that still fits", () => {
  const { tiles, resolution_m } = keptTiles({ bounds, resolution_m: 0.05 }, 600);
  const byZoom = Map.groupBy(tiles, ({ z }) => z);
  const zooms = [...byZoom.keys()];
  const last = Math.max(...zooms);
  expect(zooms).toEqual(
    Array.from({ length: last - COARSEST_KEPT + 1 }, (_, at) => COARSEST_KEPT + at),
  );
  for (const [zoom, of] of byZoom) {
    expect(of.map(({ z, x, y }) => `${z}/${x}/${y}`).toSorted()).toEqual(
      overlapping(zoom).toSorted(),
    );
  }
  expect(tiles.length).toBeLessThanOrEqual(600);
  expect(tiles.length + overlapping(last + 1).length).toBeGreaterThan(600);
  // A pixel of the finest tiles, from the width of one of them on the sphere of the web map.
  const [west, , east] = tileBounds(last, 0, 0);
  const width =
    ((east - west) / 360) * 2 * Math.PI * 6_378_137 * Math.cos((37.759 * Math.PI) / 180);
  expect(resolution_m).toBeCloseTo(width / 256, 4);
});

test("a small orthomosaic is kept as fine as it is", () => {
  const { tiles, resolution_m } = keptTiles({ bounds, resolution_m: 1.3 }, 10_000);
  expect(resolution_m).toBe(1.3);
  expect(Math.max(...tiles.map(({ z }) => z))).toBe(17);
});

test("one tile is kept at least", () => {
  expect(keptTiles({ bounds, resolution_m: 0.05 }, 0).tiles.length).toBeGreaterThan(0);
});
