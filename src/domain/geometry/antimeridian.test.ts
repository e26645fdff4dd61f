import { expect, test } from "vitest";
import { unwrapLine, unwrapRing } from "./antimeridian.ts";

test("a ring across the 180th meridian continues without a jump", () => {
  const island = [
    [178, -17],
    [-179, -17],
    [-179, -18],
    [178, -18],
    [178, -17],
  ];
  expect(unwrapRing(island).map(([lon]) => lon)).toEqual([178, 181, 181, 178, 178]);
});

test("a ring that does not cross stays unchanged", () => {
  const ring = [
    [-10, 40],
    [10, 40],
    [0, 50],
    [-10, 40],
  ];
  expect(unwrapRing(ring)).toEqual(ring);
});

test("a ring around the south pole is closed along the edge of the map", () => {
  const coast = [-180, -90, 0, 90, 180].map((lon) => [lon, -70]);
  expect(unwrapRing(coast).slice(-3)).toEqual([
    [180, -90],
    [-180, -90],
    [-180, -70],
  ]);
});

test("a line that crosses twice returns to its first longitudes", () => {
  const lons = unwrapLine([
    [179, 0],
    [-179, 0],
    [179, 0],
  ]).map(([lon]) => lon);
  expect(lons).toEqual([179, 181, 179]);
});
