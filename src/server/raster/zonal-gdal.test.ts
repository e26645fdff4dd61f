// Zonal statistics of real rasters in six systems against GDAL: it converts the outlines, finds their pixels and
// reads the values. The statistics are computed here from all values in order.
import { readFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { gdal, hasGdal } from "../../../tests/fixtures/gdal.ts";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { windowOf } from "../../domain/evaluation/zone.ts";
import { zonalStatistics, zonePixels } from "../../domain/evaluation/zonal-statistics.ts";
import { groundPlane } from "../../domain/geometry/ground-geometry.ts";
import type { LonLat } from "../../domain/geometry/plane.ts";
import { toPixelOf } from "../file-reader/survey-input.ts";
import { openRaster } from "./open-raster.ts";
import { memorySource } from "./range-source.ts";
import { everyNth } from "../../../tests/fixtures/rounds.ts";

const programs = ["gdal_translate", "gdalwarp", "gdal_rasterize", "ogr2ogr"] as const;
const data = sharedData();
const isPossible = data !== null && hasGdal(...programs);
const folder = mkdtempSync(join(tmpdir(), "zonal-gdal-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Case = {
  readonly name: string;
  readonly file: string;
  readonly band?: number;
  /** Gives a photo a place, in the system and with the corners left, top, right, bottom. */
  readonly place?: readonly [system: string, ...corners: number[]];
  /** Warps it into this system. */
  readonly system?: string;
  /** How GDAL writes it. */
  readonly options?: readonly string[];
  /** Side of the largest outline in metres. */
  readonly side: number;
};

const tiled = ["-co", "TILED=YES", "-co", "BLOCKXSIZE=128", "-co", "BLOCKYSIZE=64"];
const cases: readonly Case[] = [
  { name: "Landsat in UTM 18 north", file: "geotiff/RGB.byte.tif", band: 2, side: 90_000 },
  { name: "elevation in UTM 17 north", file: "geotiff/utm.tif", side: 4000 },
  { name: "wind in degrees, 32-bit decimals", file: "geotiff/wind_direction.tif", side: 400_000 },
  {
    name: "a thermal frame, placed in UTM 19 south, 32-bit decimals in tiles",
    file: "thermal/pv-chile/Mision_10_DJI_0004.jpg",
    place: ["EPSG:32719", 380_000.31, 7_500_040.77, 380_038.71, 7_500_010.05],
    options: ["-ot", "Float32", ...tiled, "-co", "COMPRESS=DEFLATE", "-co", "PREDICTOR=3"],
    side: 20,
  },
  {
    name: "a drone photo, placed in the web map, LZW in strips",
    file: "rgb-drone/brighton/DJI_0018.JPG",
    place: ["EPSG:3857", -10_239_400.13, 5_912_300.9, -10_239_330.13, 5_912_248.4],
    options: ["-outsize", "1400", "1050", "-co", "COMPRESS=LZW", "-co", "PREDICTOR=2"],
    side: 25,
  },
  {
    name: "wind, warped into Australia's equal area",
    file: "geotiff/wind_direction.tif",
    system: "EPSG:3577",
    options: [...tiled, "-co", "COMPRESS=ZSTD"],
    side: 400_000,
  },
  {
    name: "Landsat, warped into degrees, a BigTIFF",
    file: "geotiff/RGB.byte.tif",
    system: "EPSG:4326",
    options: [...tiled, "-co", "BIGTIFF=YES"],
    side: 90_000,
  },
];

/** The file as GDAL places, warps and writes it. */
function prepared({ file, place, system, options = [] }: Case): string {
  const path = join(data!, file);
  const to = join(
    folder,
    `${file.replaceAll("/", "-")}.${system ?? "placed"}.tif`.replace(":", "-"),
  );
  if (place) {
    const [srs, ...corners] = place;
    const at = ["-a_srs", srs, "-a_ullr", ...corners.map(String)];
    gdal("gdal_translate", "-q", "-b", "1", ...at, ...options, path, to);
  } else if (system !== undefined) {
    gdal("gdalwarp", "-q", "-overwrite", "-t_srs", system, ...options, path, to);
  } else return path;
  return to;
}

/** Outlines around the place: a long module, a turned square, one with a corner that points inwards. */
function outlinesAround(side: number): readonly (readonly [number, number])[][] {
  const turned = (
    points: readonly (readonly [number, number])[],
    degrees: number,
    dx = 0,
    dy = 0,
  ) => {
    const [cos, sin] = [Math.cos((degrees / 180) * Math.PI), Math.sin((degrees / 180) * Math.PI)];
    return points.map(([x, y]) => [
      side * (x * cos - y * sin + dx),
      side * (x * sin + y * cos + dy),
    ]) as (readonly [number, number])[];
  };
  const box = (w: number, h: number) =>
    [
      [-w, -h],
      [w, -h],
      [w, h],
      [-w, h],
    ].map(([x, y]) => [x! / 2, y! / 2] as const);
  const arrow = [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0, 0.05],
    [0.5, 0.5],
    [-0.5, 0.5],
  ] as const;
  return [
    turned(box(0.21, 0.9), 0, 0.113),
    turned(box(0.6, 0.6), 31.7),
    turned(box(1, 0.17), -12.3, 0.01, -0.207),
    turned(arrow, 7.1, -0.021, 0.013),
  ];
}

/** As NumPy defines it: linear between the two nearest values (Hyndman and Fan 1996, definition 7). */
function shareOf(ascending: readonly number[], share: number): number {
  const at = (ascending.length - 1) * share;
  const [low, high] = [ascending[Math.floor(at)]!, ascending[Math.ceil(at)]!];
  return low * (1 - (at % 1)) + high * (at % 1);
}

type Info = {
  readonly size: readonly [number, number];
  readonly geoTransform: readonly number[];
  readonly bands: readonly { readonly noDataValue?: number | "NaN" }[];
};

/** Statistics of the pixels whose centres GDAL finds in each outline. */
function measuredByGdal(path: string, band: number, outlines: readonly LonLat[][]) {
  const info = JSON.parse(gdal("gdalinfo", "-json", path)) as Info;
  const [width, height] = info.size;
  const nodata = info.bands[band - 1]?.noDataValue;
  const raw = join(folder, "values.bin");
  gdal("gdal_translate", "-q", "-of", "ENVI", "-ot", "Float64", "-b", `${band}`, path, raw);
  const values = new Float64Array(new Uint8Array(readFileSync(raw)).buffer);
  const srs = join(folder, "srs.wkt");
  writeFileSync(srs, gdal("gdalsrsinfo", "-o", "wkt2", path));
  const [left, across, , top, , down] = info.geoTransform as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const extent = [left, top + down * height, left + across * width, top];
  return outlines.map((outline, at) => {
    const [from, to, mask] = ["json", "fgb", "bin"].map((ending) =>
      join(folder, `o${at}.${ending}`),
    );
    const ring = [...outline, outline[0]];
    const geometry = { type: "Polygon", coordinates: [ring] };
    writeFileSync(from!, JSON.stringify({ type: "Feature", properties: {}, geometry }));
    rmSync(to!, { force: true });
    gdal("ogr2ogr", "-t_srs", srs, to!, from!);
    const into = ["-te", ...extent.map(String), "-ts", `${width}`, `${height}`];
    const written = ["-q", "-burn", "1", "-ot", "Byte", "-of", "ENVI"];
    gdal("gdal_rasterize", ...written, ...into, to!, mask!);
    const isIn = readFileSync(mask!);
    const all = [...values.keys()].filter((pixel) => isIn[pixel] === 1);
    const valid = all
      .map((pixel) => values[pixel]!)
      .filter((value) => value !== nodata && Number.isFinite(value))
      .toSorted((a, b) => a - b);
    const mean = valid.reduce((sum, value) => sum + value, 0) / valid.length;
    const [median, p95] = [shareOf(valid, 0.5), shareOf(valid, 0.95)];
    return { total: all.length, valid: valid.length, median, p95, mean, maximum: valid.at(-1)! };
  });
}

describe.skipIf(!isPossible)("zonal statistics equal those of GDAL", () => {
  it.each(everyNth(cases, 2))("$name", async (one) => {
    const path = prepared(one);
    const raster = await openRaster(memorySource(new Uint8Array(readFileSync(path))));
    const corners = JSON.parse(gdal("gdalinfo", "-json", path)) as {
      readonly wgs84Extent: { readonly coordinates: readonly LonLat[][] };
    };
    const [a, , c] = corners.wgs84Extent.coordinates[0]!;
    const origin: LonLat = [(a![0] + c![0]) / 2, (a![1] + c![1]) / 2];
    const plane = groundPlane(origin);
    const outlines = outlinesAround(one.side);
    const toPixel = toPixelOf(raster, { origin } as Parameters<typeof toPixelOf>[1]);
    const band = one.band ?? 1;
    const theirs = measuredByGdal(
      path,
      band,
      outlines.map((outline) => outline.map(([x, y]) => plane.toLonLat(x, y))),
    );
    for (const [at, outline] of outlines.entries()) {
      const ring = outline.flatMap(([x, y]) => [...toPixel(x, y)]);
      const window = windowOf(ring, raster)!;
      const block = { ...window, values: await raster.read(window, band - 1) };
      const ours = zonalStatistics(zonePixels(block, ring, window, 0))!;
      const known = theirs[at]!;
      expect(known.valid, "pixels to compare").toBeGreaterThan(100);
      expect([ours.total, ours.valid, ours.maximum]).toEqual([
        known.total,
        known.valid,
        known.maximum,
      ]);
      expect(ours.median).toBeCloseTo(known.median, 9);
      expect(ours.p95).toBeCloseTo(known.p95, 9);
      expect(ours.mean).toBeCloseTo(known.mean, 9);
    }
  });
});
