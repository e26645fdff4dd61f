// Zonal statistics of real rasters against those of other programs. The pixels of the rings come from gdal_rasterize
// of GDAL 3.6.2 (pixel centres), the numbers from NumPy 2.4.6 (median, percentile, max, mean).
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { windowOf } from "../../domain/evaluation/zone.ts";
import { zonalStatistics, zonePixels } from "../../domain/evaluation/zonal-statistics.ts";
import { openRaster } from "./open-raster.ts";
import { memorySource } from "./range-source.ts";

type Known = readonly [
  total: number,
  valid: number,
  median: number,
  p95: number,
  maximum: number,
  mean: number,
];

/** File, band, corners of the ring in pixels, and what the other programs answer. */
const cases: readonly (readonly [string, number, readonly number[], Known])[] = [
  [
    "RGB.byte.tif",
    0,
    [245.223, 301.577, 490.433, 366.197, 435.063, 595.957, 189.853, 531.337],
    [59916, 59858, 36.0, 255.0, 255.0, 67.48668515486652],
  ],
  [
    "RGB.byte.tif",
    0,
    [158.213, 143.617, 632.813, 157.977, 616.993, 502.617, 395.513, 287.217, 174.033, 488.257],
    [111995, 111765, 24.0, 255.0, 255.0, 52.918113899700266],
  ],
  [
    "RGB.byte.tif",
    1,
    [245.223, 301.577, 490.433, 366.197, 435.063, 595.957, 189.853, 531.337],
    [59916, 59853, 64.0, 255.0, 255.0, 90.46898234006649],
  ],
  [
    "RGB.byte.tif",
    1,
    [158.213, 143.617, 632.813, 157.977, 616.993, 502.617, 395.513, 287.217, 174.033, 488.257],
    [111995, 111884, 41.0, 255.0, 255.0, 70.24303743162561],
  ],
  [
    "RGB.byte.tif",
    2,
    [245.223, 301.577, 490.433, 366.197, 435.063, 595.957, 189.853, 531.337],
    [59916, 59869, 75.0, 255.0, 255.0, 91.85421503616229],
  ],
  [
    "RGB.byte.tif",
    2,
    [158.213, 143.617, 632.813, 157.977, 616.993, 502.617, 395.513, 287.217, 174.033, 488.257],
    [111995, 111714, 36.0, 255.0, 255.0, 73.0124245842061],
  ],
  [
    "utm.tif",
    0,
    [31.013, 42.017, 62.013, 51.017, 55.013, 83.017, 24.013, 74.017],
    [1055, 1055, 4.0, 10.0, 12.0, 3.6066350710900474],
  ],
  [
    "utm.tif",
    0,
    [20.013, 20.017, 80.013, 22.017, 78.013, 70.017, 50.013, 40.017, 22.013, 68.017],
    [1986, 1986, 5.0, 10.0, 12.0, 3.6294058408862035],
  ],
  [
    "wind_direction.tif",
    0,
    [71.933, 81.077, 143.853, 98.447, 127.613, 160.207, 55.693, 142.837],
    [4724, 4724, 138.1999969482422, 157.88500823974604, 358.20001220703125, 127.55048930117582],
  ],
  [
    "wind_direction.tif",
    0,
    [46.413, 38.617, 185.613, 42.477, 180.973, 135.117, 116.013, 77.217, 51.053, 131.257],
    [8826, 8826, 143.6999969482422, 171.40000915527344, 347.6000061035156, 139.8609929183106],
  ],
];

const data = sharedData();

it.runIf(data !== null).for(cases)(
  "measures %s, band %d, as GDAL and NumPy do",
  async ([file, band, ring, known]) => {
    const bytes = await readFile(join(data!, "geotiff", file));
    const raster = await openRaster(memorySource(bytes));
    const window = windowOf(ring, raster)!;
    const block = { ...window, values: await raster.read(window, band) };
    const found = zonalStatistics(zonePixels(block, ring, window, 0))!;
    const [total, valid, median, p95, maximum, mean] = known;
    expect([found.total, found.valid, found.maximum]).toEqual([total, valid, maximum]);
    expect(found.median).toBeCloseTo(median, 6);
    expect(found.p95).toBeCloseTo(p95, 6);
    expect(found.mean).toBeCloseTo(mean, 6);
  },
);
