import { describe, expect, it } from "vitest";
import {
  elevationAt,
  elevationBytes,
  elevationFileRefusal,
  readElevationBytes,
  type ElevationGrid,
} from "./elevation.ts";

/** Rises by 1 m per point to the east and 10 m per point to the north; the north-east point is missing. */
const grid: ElevationGrid = {
  west: 10,
  south: 50,
  step_lon: 0.1,
  step_lat: 0.2,
  columns: 4,
  rows: 3,
  heights: Float32Array.from({ length: 12 }, (_, at) =>
    at === 11 ? NaN : (at % 4) + 10 * Math.floor(at / 4),
  ),
};

describe("a grid of elevations", () => {
  it("is read between its points, and nowhere else", () => {
    const at = elevationAt(grid);
    expect(at([10, 50])).toBe(0);
    expect(at([10.05, 50.1])).toBeCloseTo(5.5, 6);
    expect(at([10.2, 50.4])).toBeCloseTo(22, 6);
    expect(at([10.25, 50.3])).toBeNull();
    for (const [lon, lat] of [
      [9.99, 50],
      [10.31, 50],
      [10, 49.9],
      [10, 50.41],
    ] as const) {
      expect(at([lon, lat])).toBeNull();
    }
  });

  it("is written and read again", () => {
    expect(readElevationBytes(elevationBytes(grid))).toEqual(grid);
  });
});

it("takes GeoTIFF files up to a size", () => {
  expect(elevationFileRefusal({ name: "Ground.TIFF", bytes: 10 })).toBeNull();
  expect(elevationFileRefusal({ name: "ground.asc" })?.reason).toBe("elevation_ending");
  expect(elevationFileRefusal({ name: "a.tif", bytes: 0 })?.reason).toBe("file_empty");
  expect(elevationFileRefusal({ name: "a.tif", bytes: 10 ** 9 })?.reason).toBe(
    "elevation_too_large",
  );
});
