// Files written by GDAL with what photogrammetry programs use: scale and offset, units, masks, packings, other units of
// the map. GDAL says the right value; it shares no code with the reader.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { hasGdal } from "../../../tests/fixtures/gdal.ts";
import { isFailure } from "../../domain/error.ts";
import { openRaster } from "./open-raster.ts";
import { buildPyramid } from "./pyramid.ts";
import { memorySource } from "./range-source.ts";
import { tiffOf } from "./tiff.fixture.ts";
import { writeFileSync } from "node:fs";

const isCompared = hasGdal("gdal_translate", "gdallocationinfo");
const folder = mkdtempSync(join(tmpdir(), "raster-gdal-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SIDE = 64;
const spots = [
  [0, 0],
  [10, 3],
  [40, 40],
  [63, 63],
] as const;
const open = (path: string) => openRaster(memorySource(new Uint8Array(readFileSync(path))));

/** A file of GDAL from one of ours. */
function written(name: string, source: Uint8Array, ...options: readonly string[]): string {
  const [from, to] = [join(folder, `${name}-source.tif`), join(folder, `${name}.tif`)];
  writeFileSync(from, source);
  execFileSync("gdal_translate", ["-q", ...options, from, to]);
  return to;
}

/** What GDAL reads at a pixel, by band. */
function known(path: string, column: number, row: number): number[] {
  const text = execFileSync("gdallocationinfo", ["-valonly", path, String(column), String(row)]);
  return text.toString().trim().split("\n").map(Number);
}

async function ours(path: string): Promise<number[][]> {
  const raster = await open(path);
  return Promise.all(
    spots.map(async ([column, row]) => {
      const window = { column, row, width: 1, height: 1 };
      return (await raster.readBands(window)).map((band) => band[0]!);
    }),
  );
}

const thermal = (sample: "float32" | "int16") =>
  tiffOf([{ width: SIDE, height: SIDE, sample, value: (column, row) => 20 + column + row / 2 }]);
const colours = tiffOf([
  {
    width: SIDE,
    height: SIDE,
    bands: 3,
    value: (column, row, band) => (column * 3 + row * band) % 256,
  },
]);

describe.skipIf(!isCompared)("as GDAL reads it", () => {
  it.each([
    ["zstd", "-co", "COMPRESS=ZSTD"],
    ["zstd-predictor", "-co", "COMPRESS=ZSTD", "-co", "PREDICTOR=3"],
    ["lerc", "-co", "COMPRESS=LERC"],
    ["lerc-zstd", "-co", "COMPRESS=LERC_ZSTD"],
    ["lerc-deflate", "-co", "COMPRESS=LERC_DEFLATE"],
    ["float16", "-co", "NBITS=16"],
    [
      "tiles",
      "-co",
      "TILED=YES",
      "-co",
      "COMPRESS=ZSTD",
      "-co",
      "BLOCKXSIZE=16",
      "-co",
      "BLOCKYSIZE=32",
    ],
  ])("numbers packed as %s", async (name, ...options) => {
    const path = written(name, thermal("float32"), ...options);
    expect(await ours(path)).toEqual(spots.map(([column, row]) => known(path, column, row)));
  });

  it("numbers with scale, offset and unit", async () => {
    const path = written("scaled", thermal("int16"), "-a_scale", "0.1", "-a_offset", "-5");
    const raster = await open(path);
    const row = await raster.read({ column: 0, row: 0, width: 3, height: 1 }, 0);
    // 20, 21, 22 as they are stored.
    expect(Array.from(row, (value) => Math.round(value * 1e4) / 1e4)).toEqual([-3, -2.9, -2.8]);
  });

  it("colours of a JPEG inside, and nothing where its mask has nothing", async () => {
    const masked = tiffOf([
      {
        width: SIDE,
        height: SIDE,
        bands: 4,
        value: (column, _row, band) => (band === 3 ? (column < 8 ? 0 : 255) : (column * 3) % 200),
      },
    ]);
    const path = written(
      "mask",
      masked,
      "-b",
      "1",
      "-b",
      "2",
      "-b",
      "3",
      "-mask",
      "4",
      "--config",
      "GDAL_TIFF_INTERNAL_MASK",
      "YES",
      "-co",
      "COMPRESS=JPEG",
      "-co",
      "PHOTOMETRIC=YCBCR",
      "-co",
      "JPEG_QUALITY=95",
    );
    const raster = await open(path);
    expect([raster.bands, raster.isCommon]).toEqual([4, false]);
    for (const [at, [column, row]] of spots.entries()) {
      const [found, wanted] = [(await ours(path))[at]!, known(path, column, row)];
      expect(found[3]).toBe(column < 8 ? 0 : 255);
      for (const band of [0, 1, 2]) expect(Math.abs(found[band]! - wanted[band]!)).toBeLessThan(4);
    }
    const work = join(folder, "work");
    mkdirSync(work);
    const { path: pyramid } = await buildPyramid(raster, path, work);
    const { data, info } = await sharp(pyramid).raw().toBuffer({ resolveWithObject: true });
    const opacity = (column: number, row: number) => data[4 * (row * info.width + column) + 3];
    expect([info.channels, opacity(0, 5), opacity(7, 60), opacity(8, 5), opacity(63, 63)]).toEqual([
      4, 0, 0, 255, 255,
    ]);
  });

  it("a picture that the library of pictures does not unpack", async () => {
    const path = written("zstd-rgb", colours, "-co", "COMPRESS=ZSTD");
    const work = join(folder, "work-zstd");
    mkdirSync(work);
    const { path: pyramid } = await buildPyramid(await open(path), path, work);
    const { data, info } = await sharp(pyramid).raw().toBuffer({ resolveWithObject: true });
    for (const [column, row] of spots) {
      const at = info.channels * (row * info.width + column);
      expect([...data.subarray(at, at + 3)]).toEqual(known(path, column, row));
    }
  });

  it("refuses a block of Zstandard that is none", async () => {
    const path = written("broken", colours, "-co", "COMPRESS=ZSTD");
    const bytes = new Uint8Array(readFileSync(path));
    const magic = Buffer.from(bytes).indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]));
    bytes.fill(0, magic, magic + 2);
    const raster = await openRaster(memorySource(bytes));
    const read = raster.read({ column: 0, row: 0, width: 4, height: 4 }, 0);
    const cause: unknown = await read.catch((fault: unknown) => fault);
    expect(isFailure(cause) && cause.problems[0]).toMatchObject({ reason: "raster_broken" });
  });
});

describe.skipIf(!isCompared)(
  "an orthomosaic of GDAL in a system that rasters are not read in",
  () => {
    it.each(["EPSG:2229", "EPSG:2048", "EPSG:26191"])("%s is refused by its code", async (code) => {
      const place = ["-a_ullr", "6450000", "1850000", "6450064", "1849936"];
      const path = written(code.replace(":", "-"), colours, "-a_srs", code, ...place);
      await expect(open(path)).rejects.toMatchObject({
        problems: [{ reason: "raster_system_unknown", values: { code } }],
      });
    });
  },
);
