// Tiles against GDAL, an independent reader: the same window, the nearest pixel, no approximation of places.
// `gdal-tile.json` holds what GDAL 3.6.2 gave for the generated files, so that it is compared on every machine.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { hasGdal } from "../../../tests/fixtures/gdal.ts";
import { sharedData } from "../../../tests/fixtures/shared-data.ts";
import { tilePlace, type OrthomosaicKind } from "../../domain/raster/orthomosaic.ts";
import {
  celsiusOfTile,
  tileRange,
  type TemperatureScale,
} from "../../domain/raster/temperature.ts";
import { finestZoom } from "../../domain/raster/tile-cover.ts";
import { cases, gdalTile } from "./gdal-tile.fixture.ts";
import stored from "./gdal-tile.json" with { type: "json" };
import { openRaster } from "./open-raster.ts";
import { buildPyramid } from "./pyramid.ts";
import { memorySource } from "./range-source.ts";
import { boundsOf, resolutionOf } from "./raster-extent.ts";
import { tileColours, tilePicture, tileTemperatures } from "./tile-image.ts";
import { cutTile } from "./tile.ts";
import { everyNth } from "../../../tests/fixtures/rounds.ts";

const SIDE = 256;
const isCompared = hasGdal("gdalwarp", "gdal_translate");
const folder = mkdtempSync(join(tmpdir(), "gdal-tile-"));
afterAll(() => rmSync(folder, { recursive: true }));
let count = 0;

const fileSource = (path: string) => memorySource(new Uint8Array(readFileSync(path)));

/** The pyramid of a file as a task makes it, and how its tiles are cut. */
async function pyramidOf(path: string, chosen: TemperatureScale | null = null) {
  const file = await openRaster(fileSource(path));
  const work = join(folder, `work-${(count += 1)}`);
  mkdirSync(work);
  const built = await buildPyramid(file, path, work, chosen);
  const { epsg, to_map, sample, bands } = file;
  const isPlain = built.kind === "rgb" && sample === "uint8" && bands <= 4;
  const place = { epsg, to_map, nodata: isPlain ? file.nodata : null };
  const raster = await openRaster(fileSource(built.path), place);
  return { raster, kind: built.kind, nodata: place.nodata };
}
type Pyramid = Awaited<ReturnType<typeof pyramidOf>>;

/** What a user's browser has: red, green, blue, opacity after WebP, or °C. NaN for nothing. */
async function ourTile({ raster, kind, nodata }: Pyramid, z: number, x: number, y: number) {
  const cut = await cutTile(raster, z, x, y);
  expect(cut?.isFull ?? true, "the tile shows the pixels of the file").toBe(true);
  if (kind === "thermal") {
    const values = new Uint16Array(new Uint8Array(tileTemperatures(cut)).buffer);
    return [Float64Array.from(values, celsiusOfTile)];
  }
  const webp = await tilePicture(tileColours(cut, nodata), true);
  const pixels = await sharp(webp).ensureAlpha().raw().toBuffer();
  return [0, 1, 2, 3].map((band) =>
    Float64Array.from({ length: SIDE * SIDE }, (_, at) => pixels[4 * at + band]!),
  );
}

/** One grey level; half a hundredth of a degree of rounding. */
const most = { rgb: 1, thermal: 0.006 } satisfies Record<OrthomosaicKind, number>;

type Bands = readonly ArrayLike<number>[];

/** Pixels that both show, and those that differ, or that only one of them shows. */
function compare(ours: Bands, gdal: Bands, kind: OrthomosaicKind, places: readonly number[]) {
  let [compared, different] = [0, 0];
  const shows = (bands: Bands, at: number) =>
    kind === "rgb" ? bands.at(-1)![at]! > 0 : !Number.isNaN(bands[0]![at]!);
  const clamped = (value: number) => Math.min(tileRange.highest, Math.max(tileRange.lowest, value));
  for (const at of places) {
    const [isOurs, isTheirs] = [shows(ours, at), shows(gdal, at)];
    if (!isOurs && !isTheirs) continue;
    compared += 1;
    const off = (band: number) =>
      kind === "rgb"
        ? Math.abs(ours[band]![at]! - gdal[gdal.length < 4 ? 0 : band]![at]!)
        : Math.abs(ours[0]![at]! - clamped(gdal[0]![at]!));
    const worst = Math.max(...(kind === "rgb" ? [0, 1, 2] : [0]).map(off));
    if (isOurs !== isTheirs || worst > most[kind]) different += 1;
  }
  return { compared, different };
}
const everywhere = Array.from({ length: SIDE * SIDE }, (_, at) => at);

/** Every tenth or eleventh pixel of each side: those that are stored. */
const GRID = 24;
const grid = Array.from({ length: GRID * GRID }, (_, at) => {
  const place = (step: number) => Math.floor(((step + 0.5) * SIDE) / GRID);
  return place(Math.floor(at / GRID)) * SIDE + place(at % GRID);
});

/** The stored values at their places. */
function storedBands(text: string, kind: OrthomosaicKind): Bands {
  const bytes = new Uint8Array(Buffer.from(text, "base64"));
  if (kind === "thermal") {
    const band = new Float64Array(SIDE * SIDE).fill(NaN);
    for (const [at, value] of new Uint16Array(bytes.buffer).entries())
      band[grid[at]!] = celsiusOfTile(value);
    return [band];
  }
  return [0, 1, 2, 3].map((band) => {
    const whole = new Float64Array(SIDE * SIDE);
    for (const [at, place] of grid.entries()) whole[place] = bytes[4 * at + band]!;
    return whole;
  });
}

type Key = keyof typeof cases;
const keys = Object.keys(stored) as Key[];

describe("a tile equals the one of GDAL", () => {
  it.each(everyNth(keys, 2))("%s", async (key) => {
    const path = join(folder, `${key}.tif`);
    writeFileSync(path, cases[key].file());
    const pyramid = await pyramidOf(path);
    const [z, x, y] = cases[key].tile;
    const ours = await ourTile(pyramid, z, x, y);
    const gdal = storedBands(stored[key], pyramid.kind);
    const { compared, different } = compare(ours, gdal, pyramid.kind, grid);
    expect(compared).toBeGreaterThan(GRID * GRID * 0.6);
    expect(different).toBe(0);
    if (!isCompared) return;
    const whole = compare(
      ours,
      await gdalTile(path, [z, x, y], folder, pyramid.kind),
      pyramid.kind,
      everywhere,
    );
    expect(whole.compared).toBeGreaterThan(SIDE * SIDE * 0.6);
    // A place within a ten-thousandth of a pixel of the line between two may fall to either.
    expect(whole.different).toBeLessThanOrEqual(whole.compared * 1e-4);
  });
});

const shared = sharedData();

/** The files, and the same pixels in other reference systems: [name, file, system or null as it is]. */
const real = [
  ["RGB.byte.tif", "RGB.byte.tif", null],
  ["RGB.byte.tif in the web map", "RGB.byte.tif", "EPSG:3857"],
  ["RGB.byte.tif in degrees", "RGB.byte.tif", "EPSG:4326"],
  ["utm.tif, with a palette", "utm.tif", null],
  ["wind_direction.tif", "wind_direction.tif", null],
  ["wind_direction.tif in UTM 55S", "wind_direction.tif", "EPSG:32755"],
] as const;

describe.skipIf(shared === null || !isCompared)("tiles of real files equal those of GDAL", () => {
  it.each(everyNth(real, 3))("%s", async (_, name, system) => {
    let path = join(shared!, "geotiff", name);
    if (system !== null) {
      const moved = join(folder, `moved-${(count += 1)}.tif`);
      execFileSync("gdalwarp", ["-q", "-t_srs", system, path, moved]);
      path = moved;
    }
    // Directions of the wind are no temperatures of a plant: they count as °C where a user says so.
    const chosen = name === "wind_direction.tif" ? ({ unit: "celsius" } as const) : null;
    const pyramid = await pyramidOf(path, chosen);
    let readable = path;
    if (name === "utm.tif") {
      readable = join(folder, "expanded.tif");
      execFileSync("gdal_translate", ["-q", "-expand", "rgb", path, readable]);
    }
    const bounds = boundsOf(pyramid.raster);
    const z = finestZoom(resolutionOf(pyramid.raster), (bounds[1] + bounds[3]) / 2);
    const [left, top] = tilePlace(z, bounds[0], bounds[3]).map(Math.floor) as [number, number];
    const [right, bottom] = tilePlace(z, bounds[2], bounds[1]).map(Math.floor) as [number, number];
    const all = { compared: 0, different: 0 };
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) {
        // Every second one, like the squares of one colour of a chessboard.
        if ((x + y) % 2 === 1) continue;
        const gdal = await gdalTile(readable, [z, x, y], folder, pyramid.kind);
        const ours = await ourTile(pyramid, z, x, y);
        const found = compare(ours, gdal, pyramid.kind, everywhere);
        all.compared += found.compared;
        all.different += found.different;
      }
    }
    expect(all.compared).toBeGreaterThan(1000);
    expect(all.different).toBeLessThanOrEqual(all.compared * 1e-4);
  });
});
