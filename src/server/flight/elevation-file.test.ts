import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeArrayBuffer } from "geotiff";
import proj4 from "proj4";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { isFailure } from "../../domain/error.ts";
import { elevationAt, type HeightUnit } from "../../domain/flight/ground/elevation.ts";
import { readElevationFile } from "./elevation-file.ts";
import type { Box } from "./elevation-pixels.ts";

const around: Box = [-69.95, -20.32, -69.88, -20.25];
const utm19s = "+proj=utm +zone=19 +south +datum=WGS84 +units=m +no_defs";

/** A slope that rises to the north and, more, to the east. */
const slope = (lon: number, lat: number) => 1000 + 2000 * (lon + 70) + 500 * (lat + 20.3);

type Keys = Readonly<Record<string, unknown>>;
const rasterOf = (values: Float32Array | Uint8Array, width: number, keys: Keys): Uint8Array =>
  new Uint8Array(
    writeArrayBuffer(values, {
      width,
      height: values.length / width,
      SampleFormat: [3],
      BitsPerSample: [32],
      ...keys,
    } as never),
  );

const degrees = { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4326, GTRasterTypeGeoKey: 1 };
/** 80 columns and 80 rows of 0.001 degrees from the corner at the north-west. */
const placed = {
  ModelPixelScale: [0.001, 0.001, 0],
  ModelTiepoint: [0, 0, 0, -69.955, -20.245, 0],
};
const heights = Float32Array.from({ length: 6400 }, (_, at) =>
  slope(-69.955 + 0.001 * ((at % 80) + 0.5), -20.245 - 0.001 * (Math.floor(at / 80) + 0.5)),
);
/** These files name no unit; the user says metres. */
const readMetres = (bytes: Uint8Array, box: Box) => readElevationFile(bytes, box, "m");
const reasonOf = async (bytes: Uint8Array, box = around, unit: HeightUnit | null = "m") => {
  try {
    await readElevationFile(bytes, box, unit);
    return "none";
  } catch (cause) {
    return isFailure(cause) ? cause.problems[0]?.reason : cause;
  }
};

describe("an elevation file", () => {
  it("in degrees gives the heights around the plant", async () => {
    const grid = await readMetres(rasterOf(heights, 80, { ...degrees, ...placed }), around);
    const at = elevationAt(grid);
    for (const [lon, lat] of [
      [-69.914, -20.287],
      [-69.9499, -20.3199],
      [-69.8801, -20.2501],
    ] as const) {
      expect(at([lon, lat])).toBeCloseTo(slope(lon, lat), 1);
    }
    // Only the part around the plant is kept.
    expect(at([-69.953, -20.287])).toBeNull();
  });

  it("that counts places in feet must say the unit of its heights", async () => {
    const toUtm = proj4("EPSG:4326", utm19s).forward;
    const [west, north] = toUtm([-69.96, -20.24]) as [number, number];
    const foot = 0.3048;
    const keys = {
      GTModelTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 32719,
      GTRasterTypeGeoKey: 1,
      ProjLinearUnitsGeoKey: 9002,
      ModelPixelScale: [50 / foot, 50 / foot, 0],
      ModelTiepoint: [0, 0, 0, west / foot, north / foot, 0],
    };
    const values = new Float32Array(200 * 200).fill(3000);
    expect(await reasonOf(rasterOf(values, 200, keys), around, null)).toBe("elevation_unit_ask");
    const stated = rasterOf(values, 200, { ...keys, VerticalUnitsGeoKey: 9002 });
    const at = elevationAt(await readElevationFile(stated, around));
    expect(at([-69.914, -20.287])).toBeCloseTo(3000 * foot, 3);
  });

  it("that names no unit is asked for it, and what the file says counts before the answer", async () => {
    const file = rasterOf(heights, 80, { ...degrees, ...placed });
    expect(await reasonOf(file, around, null)).toBe("elevation_unit_ask");
    const place = [-69.914, -20.287] as const;
    const read = async (unit: HeightUnit | null, keys: Keys = {}) => {
      const bytes = rasterOf(heights, 80, { ...degrees, ...placed, ...keys });
      return elevationAt(await readElevationFile(bytes, around, unit))(place);
    };
    expect(await read("m")).toBeCloseTo(slope(...place), 1);
    expect(await read("ft")).toBeCloseTo(slope(...place) * 0.3048, 1);
    expect(await read("ft_us")).toBeCloseTo((slope(...place) * 1200) / 3937, 1);
    expect(await read("ft", { VerticalUnitsGeoKey: 9001 })).toBeCloseTo(slope(...place), 1);
    expect(await read(null, { VerticalCSTypeGeoKey: 5773 })).toBeCloseTo(slope(...place), 1);
    expect(await read(null, { VerticalCSTypeGeoKey: 6360 })).toBeCloseTo(
      (slope(...place) * 1200) / 3937,
      1,
    );
  });

  it("in UTM gives the same heights", async () => {
    const toUtm = proj4("EPSG:4326", utm19s).forward;
    const [west, north] = toUtm([-69.96, -20.24]) as [number, number];
    const side = 200;
    const values = Float32Array.from({ length: side * side }, (_, at) => {
      const [x, y] = [west + 50 * (at % side), north - 50 * Math.floor(at / side)];
      const [lon, lat] = proj4(utm19s, "EPSG:4326").forward([x, y]) as [number, number];
      return slope(lon, lat);
    });
    const file = rasterOf(values, side, {
      GTModelTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 32719,
      // The position is that of the middle of a pixel.
      GTRasterTypeGeoKey: 2,
      ModelPixelScale: [50, 50, 0],
      ModelTiepoint: [0, 0, 0, west, north, 0],
    });
    const at = elevationAt(await readMetres(file, around));
    expect(at([-69.914, -20.287])).toBeCloseTo(slope(-69.914, -20.287), 0);
    expect(at([-69.9, -20.3])).toBeCloseTo(slope(-69.9, -20.3), 0);
  });

  it("keeps holes, and leaves out what stands for no height", async () => {
    const holed = heights.map((height, at) => (at % 80 < 40 ? -9999 : height));
    const file = rasterOf(holed, 80, { ...degrees, ...placed, GDAL_NODATA: "-9999" });
    const at = elevationAt(await readMetres(file, around));
    expect(at([-69.93, -20.287])).toBeNull();
    expect(at([-69.9, -20.287])).toBeCloseTo(slope(-69.9, -20.287), 1);
    const none = rasterOf(
      heights.map(() => NaN),
      80,
      { ...degrees, ...placed },
    );
    expect(await reasonOf(none)).toBe("elevation_no_values");
  });

  it("takes zeros far below all ground around them for no height, and the sea for what it is", async () => {
    // A patch of zeros in ground of more than 1,100 m, and a file of the sea with a shore.
    const isHole = (at: number) => at % 80 >= 40 && at % 80 < 50 && at >= 3200 && at < 4000;
    const pit = heights.map((height, at) => (isHole(at) ? 0 : height));
    const at = elevationAt(await readMetres(rasterOf(pit, 80, { ...degrees, ...placed }), around));
    expect(at([-69.91, -20.2895])).toBeNull();
    expect(at([-69.93, -20.287])).toBeCloseTo(slope(-69.93, -20.287), 1);
    const coast = heights.map((_, i) => Math.max(0, 20 * ((i % 80) - 40)));
    const sea = elevationAt(
      await readMetres(rasterOf(coast, 80, { ...degrees, ...placed }), around),
    );
    expect(sea([-69.93, -20.287])).toBe(0);
  });

  it("takes the usual numbers of missing heights for none, also where the file does not name them", async () => {
    for (const missing of [-9999, -32_768, -32_767]) {
      const holed = heights.map((height, at) => (at === 3240 ? missing : height));
      const file = rasterOf(holed, 80, { ...degrees, ...placed });
      const at = elevationAt(await readMetres(file, around));
      // The pixel in row 40 and column 40.
      expect(at([-69.955 + 0.0405, -20.245 - 0.0405])).toBeNull();
      expect(at([-69.9, -20.287])).toBeCloseTo(slope(-69.9, -20.287), 1);
    }
  });

  it("is placed by whichever pixel it ties to the ground", async () => {
    // The lower left corner of the raster: row 80, 0.08 degrees to the south.
    const tied = { ...placed, ModelTiepoint: [0, 80, 0, -69.955, -20.325, 0] };
    const grid = await readMetres(rasterOf(heights, 80, { ...degrees, ...tied }), around);
    expect(elevationAt(grid)([-69.914, -20.287])).toBeCloseTo(slope(-69.914, -20.287), 1);
  });

  it("is refused with the reason", async () => {
    const good = rasterOf(heights, 80, { ...degrees, ...placed });
    expect(await reasonOf(new TextEncoder().encode("ncols 4"))).toBe("elevation_no_tiff");
    expect(await reasonOf(new TextEncoder().encode("II*"))).toBe("elevation_broken");
    expect(await reasonOf(good.subarray(0, good.length / 2))).toBe("elevation_broken");
    expect(await reasonOf(good, [10, 50, 10.1, 50.1])).toBe("elevation_elsewhere");
    const lost = rasterOf(heights, 80, { ...degrees, ...placed, GeographicTypeGeoKey: 32_767 });
    expect(await reasonOf(lost)).toBe("elevation_system_unknown");
    const high = rasterOf(
      heights.map(() => 20_000),
      80,
      { ...degrees, ...placed },
    );
    expect(await reasonOf(high)).toBe("elevation_range");
  });
});

const data = sharedData();

describe.skipIf(data === null)("real GeoTIFF files", () => {
  const read = (name: string) => new Uint8Array(readFileSync(join(data ?? "", "geotiff", name)));

  it("are read, or refused for what they are", async () => {
    expect(await reasonOf(read("RGB.byte.tif"))).toBe("elevation_bands");
    expect(await reasonOf(read("utm.tif"))).toBe("elevation_elsewhere");
    // Directions of wind in south-east Australia have the form of heights.
    const wind = await readMetres(read("wind_direction.tif"), [148, -34, 149, -33]);
    expect(wind.heights.every((value) => value >= 0 && value <= 360)).toBe(true);
  });

  it("in UTM lie where they are", async () => {
    const toDegrees = proj4("+proj=utm +zone=17 +datum=WGS84 +units=m +no_defs", "EPSG:4326");
    const [lon, lat] = toDegrees.forward([694_000, 4_547_000]) as [number, number];
    const box: Box = [lon - 0.02, lat - 0.02, lon + 0.02, lat + 0.02];
    const grid = await readMetres(read("utm.tif"), box);
    expect(elevationAt(grid)([lon, lat])).not.toBeNull();
  });
});
