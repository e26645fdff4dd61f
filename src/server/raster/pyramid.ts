// Makes the pyramid of an orthomosaic: a tiled BigTIFF with overviews, from which its tiles are cut.
import { join } from "node:path";
import sharp from "sharp";
import { failure, isFailure } from "../../domain/error.ts";
import { upperMedianOf } from "../../domain/median.ts";
import type { OrthomosaicKind, OrthomosaicTemperature } from "../../domain/raster/orthomosaic.ts";
import {
  celsiusOf,
  proposedUnit,
  scaleOf,
  type RasterValues,
  type TemperatureScale,
} from "../../domain/raster/temperature.ts";
import type { OpenRaster, Samples } from "./open-raster.ts";
import { writePlainTiff } from "./plain-tiff.ts";

type Pyramid = {
  readonly path: string;
  readonly kind: OrthomosaicKind;
  readonly temperature: OrthomosaicTemperature | null;
};

/** Side of the tiles: two rows of them are in memory for each level. */
const SIDE = 256;
/** Pixels that are turned into values at once. */
const MOST_AT_ONCE = 8_000_000;
/** Pixels of the overview from which unit and usual range are taken. */
const SAMPLE_PIXELS = 500_000;

/**
 * @param source the file on this disk
 * @param folder an empty folder for files in between
 * @param chosen the unit that a user chose for a thermal raster; null to take it from the file
 * @throws FILE_REFUSED
 */
export async function buildPyramid(
  raster: OpenRaster,
  source: string,
  folder: string,
  chosen: TemperatureScale | null = null,
): Promise<Pyramid> {
  const path = join(folder, "pyramid.tif");
  const isPicture = raster.sample === "uint8";
  if (isPicture && raster.bands <= 4 && raster.isCommon) {
    await withLibrary(source, path, "picture");
    return { path, kind: "rgb", temperature: null };
  }
  const plain = join(folder, "plain.tif");
  if (isPicture || raster.bands >= 3) {
    await writeColours(raster, plain);
    await withLibrary(plain, path, "picture");
    return { path, kind: "rgb", temperature: null };
  }
  const temperature = await writeTemperatures(raster, plain, chosen);
  await withLibrary(plain, path, "values");
  return { path, kind: "thermal", temperature };
}

/** libvips reads strips and tiles in turn and writes all levels at once, in memory that depends on the width. */
async function withLibrary(from: string, to: string, content: "picture" | "values"): Promise<void> {
  const options = {
    limitInputPixels: false,
    unlimited: true,
    sequentialRead: true,
    failOn: "error",
  } as const;
  const image = sharp(from, options);
  if (content === "values") image.toColourspace("b-w");
  try {
    await image
      .tiff({
        tile: true,
        tileWidth: SIDE,
        tileHeight: SIDE,
        pyramid: true,
        bigtiff: true,
        compression: "deflate",
        predictor: content === "values" ? "float" : "horizontal",
      })
      .toFile(to);
  } catch (cause) {
    // A full disk is no fault of the file.
    if (cause instanceof Error && /space|ENOSPC/i.test(cause.message)) throw cause;
    throw failure("FILE_REFUSED", { reason: "raster_broken", values: { part: "pixels" } });
  }
}

/** Whole blocks, as many as may be in memory. */
function rowsAtOnce({ width, height, block_rows }: OpenRaster): number {
  const most = Math.max(1, Math.floor(MOST_AT_ONCE / width));
  if (block_rows >= most) return Math.min(height, most);
  return Math.min(height, Math.floor(most / block_rows) * block_rows);
}

/** Degrees Celsius as float32, NaN where there are none: so that means of pixels are means of temperatures. */
async function writeTemperatures(
  raster: OpenRaster,
  path: string,
  chosen: TemperatureScale | null,
): Promise<OrthomosaicTemperature> {
  const known = (await sampleOf(raster, 0)).toSorted();
  const median = upperMedianOf(known);
  if (Number.isNaN(median)) throw failure("FILE_REFUSED", { reason: "orthomosaic_empty" });
  const share = (part: number) => known[Math.floor(part * (known.length - 1))]!;
  const values = { low: share(0.02), median, high: share(0.98) };
  const said = chosen
    ? ({ scale: chosen, by: "user" } as const)
    : saidByFile(values, raster.units[0]);
  const celsius = celsiusOf(said.scale);
  let [lowest, highest] = [Infinity, -Infinity];
  const { width, height } = raster;
  const rows = rowsAtOnce(raster);
  const hasOpacity = raster.bands === 2;
  const shape = { width, height, bands: 1, sample: "float32", rows } as const;
  await writePlainTiff(path, shape, async (row, count) => {
    const window = { column: 0, row, width, height: count };
    const values = await raster.read(window, 0);
    const opacity = hasOpacity ? await raster.read(window, 1) : null;
    const pixels = new Float32Array(values.length);
    for (let at = 0; at < values.length; at++) {
      const value = opacity?.[at] === 0 ? NaN : celsius(values[at]!);
      pixels[at] = value;
      if (value < lowest) lowest = value;
      if (value > highest) highest = value;
    }
    return new Uint8Array(pixels.buffer);
  });
  const [low, high] = [celsius(values.low), celsius(values.high)].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  // A raster of one temperature still needs two ends of its colours.
  const range = { lowest, highest, low, high: high > low ? high : low + 1 };
  return { ...scaleOf(said.scale), said_by: said.by, values, ...range };
}

/** @throws FILE_REFUSED where several units are possible, or none: a user says it then */
function saidByFile(values: RasterValues, named: string | null = null) {
  const { unit, said_by, possible } = proposedUnit(values, named);
  if (unit !== null && said_by !== null) return { scale: { unit }, by: said_by };
  const [low, median, high] = [values.low, values.median, values.high].map((value) =>
    String(Number(value.toPrecision(6))),
  ) as [string, string, string];
  if (possible.length === 0)
    throw failure("FILE_REFUSED", {
      reason: "orthomosaic_no_temperatures",
      values: { low, median, high },
    });
  throw failure("FILE_REFUSED", { reason: "orthomosaic_unit", values: { low, median, high } });
}

/** The first three bands as 8 bits, or the only one as grey; opacity where the file has nodata or a band of it. */
async function writeColours(raster: OpenRaster, path: string): Promise<void> {
  const { width, height, nodata } = raster;
  const rows = rowsAtOnce(raster);
  const colours = raster.bands >= 3 ? [0, 1, 2] : [0, 0, 0];
  const last = raster.bands === 2 || raster.bands === 4 ? raster.bands - 1 : null;
  const known = (await Promise.all(colours.map((band) => sampleOf(raster, band)))).map((values) =>
    values.toSorted(),
  );
  const ends = known.map((values) => [
    values[Math.floor(0.005 * (values.length - 1))] ?? 0,
    values[Math.floor(0.995 * (values.length - 1))] ?? 0,
  ]);
  // One stretch for all bands, so that the colours keep their hue.
  const low = Math.min(...ends.map(([first = 0]) => first));
  const high = Math.max(...ends.map(([, end = 0]) => end));
  const grey = raster.sample === "uint8" ? (value: number) => value : stretch(low, high);
  const isNone = (bands: readonly Samples[], at: number) =>
    nodata !== null && colours.every((band) => bands[band]![at] === nodata);
  const shape = { width, height, bands: 4, sample: "uint8", rows } as const;
  await writePlainTiff(path, shape, async (row, count) => {
    const bands = await raster.readBands({ column: 0, row, width, height: count });
    const pixels = new Uint8Array(width * count * 4);
    for (let at = 0; at < width * count; at++) {
      for (let to = 0; to < 3; to++) pixels[4 * at + to] = grey(bands[colours[to]!]![at]!);
      const isClear = isNone(bands, at) || (last !== null && bands[last]![at] === 0);
      pixels[4 * at + 3] = isClear ? 0 : 255;
    }
    return pixels;
  });
}

function stretch(low: number, high: number): (value: number) => number {
  const span = high > low ? high - low : 1;
  return (value) => Math.min(255, Math.max(0, Math.round(((value - low) / span) * 255)));
}

/** Known values of a band from all over the raster: of an overview, or of some of its rows. */
async function sampleOf(raster: OpenRaster, band: number): Promise<Float64Array> {
  const small = raster.overviews.find(({ width, height }) => width * height <= SAMPLE_PIXELS * 4);
  const from = small ?? raster;
  const rows = Math.max(1, Math.min(from.height, Math.floor(SAMPLE_PIXELS / from.width)));
  const found: number[] = [];
  const parts = Math.min(16, Math.ceil(from.height / rows));
  const each = Math.max(1, Math.floor(rows / parts));
  for (let part = 0; part < parts; part++) {
    const row = Math.floor(((from.height - each) * part) / Math.max(1, parts - 1));
    const window = { column: 0, row, width: from.width, height: each };
    for (const value of await from.read(window, band).catch(ifBroken))
      if (Number.isFinite(value)) found.push(value);
  }
  return Float64Array.from(found);
}

function ifBroken(cause: unknown): never {
  if (isFailure(cause)) throw cause;
  throw failure("FILE_REFUSED", { reason: "raster_broken", values: { part: "pixels" } });
}
