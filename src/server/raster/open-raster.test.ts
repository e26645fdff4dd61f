import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { isFailure } from "../../domain/error.ts";
import { toMap, type RasterSample } from "../../domain/raster/raster.ts";
import { badRasters } from "./bad-raster.fixture.ts";
import { openRaster } from "./open-raster.ts";
import { memorySource } from "./range-source.ts";
import { tiffOf, type TiffPicture } from "./tiff.fixture.ts";
import { isEveryday, rounds } from "../../../tests/fixtures/rounds.ts";

const value = (column: number, row: number, band: number) =>
  (column * 7 + row * 3 + band * 50) % 251;
const size = { width: 70, height: 45, value };
const open = (bytes: Uint8Array) => openRaster(memorySource(bytes));

const window = { column: 13, row: 9, width: 40, height: 30 };
const expected = (band: number) =>
  Array.from({ length: window.width * window.height }, (_, at) =>
    value(window.column + (at % window.width), window.row + Math.floor(at / window.width), band),
  );

describe("a raster is read by windows", () => {
  const layouts: Record<string, Partial<TiffPicture>> = {
    "one strip": {},
    "strips of 8 rows": { strip: 8 },
    tiles: { tile: [16, 32] },
    "deflated tiles": { tile: [32, 16], isDeflated: true },
    "planes in strips": { strip: 10, isPlanar: true },
  };
  const kinds: RasterSample[] = [
    "uint8",
    "uint16",
    "int16",
    "uint32",
    "int32",
    "float32",
    "float64",
  ];
  for (const [name, layout] of Object.entries(layouts)) {
    it.each(kinds)(`of %s in ${name}, in both byte orders, classic and BigTIFF`, async (sample) => {
      for (const isBigEndian of [false, true]) {
        for (const isBig of [false, true]) {
          const bytes = tiffOf([{ ...size, ...layout, sample, bands: 3 }], { isBig, isBigEndian });
          const raster = await open(bytes);
          expect(raster).toMatchObject({ width: 70, height: 45, bands: 3, sample, epsg: 32633 });
          for (const band of [0, 2])
            expect(Array.from(await raster.read(window, band))).toEqual(expected(band));
        }
      }
    });
  }

  it("has NaN where the file has nodata", async () => {
    const bytes = tiffOf([
      { ...size, sample: "float32", nodata: -9999.1, value: (x) => (x % 2 ? -9999.1 : x) },
    ]);
    const raster = await open(bytes);
    const row = await raster.read({ column: 0, row: 3, width: 4, height: 1 }, 0);
    expect(Array.from(row)).toEqual([0, NaN, 2, NaN]);
  });

  it("has its overviews, the finest first, each with its own place", async () => {
    const flat = { value, sample: "uint8" } as const;
    const raster = await open(
      tiffOf([
        { ...size, width: 80, height: 40 },
        { ...flat, width: 20, height: 10 },
        { ...flat, width: 40, height: 20 },
      ]),
    );
    expect(raster.overviews.map(({ width }) => width)).toEqual([40, 20]);
    for (const overview of raster.overviews) {
      const corner = toMap(overview.to_map, overview.width, overview.height);
      expect(corner).toEqual(toMap(raster.to_map, 80, 40));
    }
  });

  it("refuses windows that are not inside", async () => {
    const raster = await open(tiffOf([size]));
    for (const wrong of [
      { ...window, column: -1 },
      { ...window, width: 80 },
      { ...window, height: 0 },
      { ...window, row: 0.5 },
    ])
      await expect(raster.read(wrong, 0)).rejects.toThrow(RangeError);
    await expect(raster.read(window, 1)).rejects.toThrow(RangeError);
  });
});

describe("a raster has a place", () => {
  it("from a tie point, a matrix, and the middle of a pixel", async () => {
    const north = await open(tiffOf([size], { to_map: [0.5, 0, 100, 0, -0.5, 900] }));
    expect(north.to_map).toEqual([0.5, 0, 100, 0, -0.5, 900]);
    const turned = await open(tiffOf([size], { to_map: [0.4, 0.3, 100, 0.3, -0.4, 900] }));
    expect(turned.to_map).toEqual([0.4, 0.3, 100, 0.3, -0.4, 900]);
    const point = await open(tiffOf([size], { to_map: [2, 0, 100, 0, -2, 900], isPoint: true }));
    expect(point.to_map).toEqual([2, 0, 99, 0, -2, 901]);
  });

  it.each([3857, 4326, 32719, 25830, 2154, 28992])("in EPSG:%i", async (epsg) => {
    expect((await open(tiffOf([size], { epsg }))).epsg).toBe(epsg);
  });

  it("in a system that only its citation names", async () => {
    const zone = await open(tiffOf([size], { epsg: 0, citation: "WGS 84 / UTM zone 19S" }));
    expect(zone.epsg).toBe(32719);
    const grid = await open(tiffOf([size], { epsg: 0, citation: "Lambert 93 (EPSG:2154)" }));
    expect(grid.epsg).toBe(2154);
  });
});

async function reasonOf(bytes: Uint8Array): Promise<unknown> {
  try {
    const raster = await open(bytes);
    await raster.read({ column: 0, row: 0, width: raster.width, height: raster.height }, 0);
    return "none";
  } catch (cause) {
    if (!isFailure(cause)) throw cause;
    return cause.problems[0]?.reason;
  }
}

describe("a broken raster is refused", () => {
  it.each(badRasters)("%s", async (_, bytes, reason) => {
    expect(await reasonOf(bytes)).toBe(reason);
  });

  it("cut short anywhere, with a reason", async () => {
    const whole = tiffOf([{ ...size, tile: [16, 16], isDeflated: true }]);
    for (let length = 1; length < whole.length; length += 97) {
      expect(await reasonOf(whole.slice(0, length)), `${length} bytes`).toMatch(/^raster_/);
    }
  });

  it.skipIf(isEveryday)(
    "with any single byte of its directory changed, it is read or refused",
    async () => {
      const whole = tiffOf([{ ...size, strip: 16 }]);
      const begin = new DataView(whole.buffer).getUint32(4, true);
      for (let at = begin; at < whole.length; at += rounds(5, 1)) {
        const changed = whole.slice();
        changed[at] = changed[at]! ^ 0xff;
        expect(await reasonOf(changed), `byte ${at}`).toMatch(/^(none|raster_)/);
      }
    },
  );
});

const data = sharedData();
describe.runIf(data)("real files", () => {
  const real = (name: string) => open(readFileSync(join(data!, "geotiff", name)));
  it("have their size, system and place", async () => {
    expect(await real("RGB.byte.tif")).toMatchObject({ bands: 3, sample: "uint8", epsg: 32618 });
    const wind = await real("wind_direction.tif");
    expect([wind.bands, wind.epsg]).toEqual([1, 4326]);
    expect((await real("utm.tif")).epsg).toBe(32617);
  });
});

it("takes a second band of opacity for clear pixels, and counts the bands of values", async () => {
  const value = (column: number, _row: number, band: number) =>
    band === 1 ? (column < 3 ? 0 : 255) : 20 + column;
  const picture = { width: 8, height: 4, bands: 2, sample: "float32" as const, value };
  const raster = await openRaster(memorySource(tiffOf([picture])));
  expect([raster.bands, raster.value_bands]).toEqual([2, 1]);
  const window = { column: 0, row: 0, width: 8, height: 1 };
  expect([...(await raster.read(window, 0))]).toEqual([NaN, NaN, NaN, 23, 24, 25, 26, 27]);
  expect((await raster.read(window, 1))[0]).toBe(0);
  // Two bands of values: the file says nothing of opacity.
  const both = await openRaster(memorySource(tiffOf([{ ...picture, lies: { 338: [0] } }])));
  expect(both.value_bands).toBe(2);
  expect((await both.read(window, 0))[0]).toBe(20);
});
