// Opens a GeoTIFF as a raster: tiled or striped, 8 to 64 bits, with its overviews, read by ranges.
import { GeoTIFF, type GeoTIFFImage } from "geotiff";
import { failure, isFailure, type Problem } from "../../domain/error.ts";
import {
  scaled,
  type Raster,
  type RasterSample,
  type RasterWindow,
} from "../../domain/raster/raster.ts";
import { checkedLayout, directoriesOf } from "./raster-layout.ts";
import { placeOf, type BesideRaster } from "./beside-place.ts";
import { bandScales, noScales, type BandScale } from "./raster-unit.ts";
import type { RangeSource } from "./range-source.ts";
import { readZstandard } from "./zstd-block.ts";

export type Samples = ArrayLike<number>;

export type PixelRaster = Raster & {
  /** The values of all bands as they are stored, nodata too. @throws as `read` does */
  readBands(window: RasterWindow): Promise<Samples[]>;
  /** Rows that are stored together: windows of whole blocks are read fastest. */
  readonly block_rows: number;
};

export type OpenRaster = PixelRaster & {
  /** Whether every library reads its colours rightly: no inner mask, no packing that few know. */
  readonly isCommon: boolean;
  /** Bands besides opacity, which an inner mask has, or a second band that the file says to be one. */
  readonly value_bands: number;
  /** Units of the bands as the file names them; null where it does not. */
  readonly units: readonly (string | null)[];
  /** The same picture in coarser pixels, the finest first. */
  readonly overviews: readonly PixelRaster[];
};

/** Where a raster lies, whose file does not say it. */
export type RasterPlace = Pick<Raster, "epsg" | "to_map" | "nodata">;

/** Pixels of one reading. */
const MOST_PIXELS = 64_000_000;
/** Bits of the tag NewSubfileType. */
const REDUCED = 1;
const MASK = 4;

readZstandard();

const refused = (problem: Problem) => failure("FILE_REFUSED", problem);

/**
 * @param beside what the files beside it say of its place, for a file that does not say it
 * @throws FILE_REFUSED with what is wrong and where. A user's file is opened in a reader process, see
 * `server/file-reader`: a hostile one can take more memory than its sizes say.
 */
export async function openRaster(
  source: RangeSource,
  given?: RasterPlace,
  beside: BesideRaster | null = null,
): Promise<OpenRaster> {
  const tiff = await headOf(source);
  const [first, ...others] = await directoriesOf(tiff, source.fileSize);
  const image = first!;
  const sample = await checkedLayout(image, source.fileSize);
  const place = given ?? { ...placeOf(image, beside), nodata: nodataOf(image) };
  const scales = given ? noScales(image) : await bandScales(image);
  const masks = await masksOf(others, source.fileSize);
  const overviews: PixelRaster[] = [];
  for (const other of others) {
    const kind = kindOf(other);
    if ((kind & REDUCED) === 0 || (kind & MASK) !== 0) continue;
    const overview = await overviewOf(other, image, sample, source.fileSize);
    if (!overview) continue;
    const ratios = [image.getWidth() / other.getWidth(), image.getHeight() / other.getHeight()];
    const to_map = scaled(place.to_map, ratios[0]!, ratios[1]!);
    const mask = maskOf(masks, other);
    // Without its mask it would have other pixels than the image.
    if (!mask && maskOf(masks, image)) continue;
    overviews.push(rasterOf(other, { sample, place: { ...place, to_map }, scales, mask }));
  }
  const mask = maskOf(masks, image);
  return {
    ...rasterOf(image, { sample, place, scales, mask }),
    units: scales.map(({ unit }) => unit),
    value_bands: image.getSamplesPerPixel() - (hasAlpha(image) ? 1 : 0),
    isCommon: mask === null && commonPackings.has(packingOf(image)),
    overviews: overviews.toSorted((a, b) => b.width - a.width),
  };
}

/** None, LZW, JPEG, deflate (both codes), PackBits. */
const commonPackings = new Set([1, 5, 7, 8, 32_773, 32_946]);
const JPEG = 7;
const YCBCR = 6;
const packingOf = (image: GeoTIFFImage) => numberTag(image, "Compression") ?? 1;
const kindOf = (image: GeoTIFFImage) => numberTag(image, "NewSubfileType") ?? 0;

/** Kinds of an extra band that are opacity. */
const ALPHA = new Set([1, 2]);

/** A band of values with one of opacity, as Metashape writes it. */
function hasAlpha(image: GeoTIFFImage): boolean {
  const { fileDirectory } = image;
  if (image.getSamplesPerPixel() !== 2 || !fileDirectory.hasTag("ExtraSamples")) return false;
  return ALPHA.has(Number([fileDirectory.getValue("ExtraSamples")].flat()[0]));
}

function numberTag(
  { fileDirectory }: GeoTIFFImage,
  tag: "Compression" | "NewSubfileType" | "PhotometricInterpretation",
): number | null {
  return fileDirectory.hasTag(tag) ? Number(fileDirectory.getValue(tag)) : null;
}

/** Masks of the image and of its overviews: one bit a pixel, 0 where there is none. */
async function masksOf(others: readonly GeoTIFFImage[], fileSize: number) {
  const masks = others.filter((other) => (kindOf(other) & MASK) !== 0);
  for (const mask of masks) await checkedLayout(mask, fileSize, "mask");
  return masks;
}

function maskOf(masks: readonly GeoTIFFImage[], image: GeoTIFFImage): GeoTIFFImage | null {
  const isSame = (mask: GeoTIFFImage) =>
    mask.getWidth() === image.getWidth() && mask.getHeight() === image.getHeight();
  return masks.find(isSame) ?? null;
}

async function headOf(source: RangeSource): Promise<GeoTIFF> {
  const [head = new ArrayBuffer(0)] = await source.fetch([{ offset: 0, length: 16 }]);
  const magic = String.fromCharCode(...new Uint8Array(head).subarray(0, 2));
  if (magic !== "II" && magic !== "MM") throw refused({ reason: "raster_no_tiff" });
  try {
    // The library's own class asks for no more than the methods of our source.
    return await GeoTIFF.fromSource(source as never);
  } catch {
    throw refused({ reason: "raster_broken", values: { part: "header" } });
  }
}

/** False for an overview that does not fit its image: the image can be read without it. */
async function overviewOf(
  overview: GeoTIFFImage,
  image: GeoTIFFImage,
  sample: RasterSample,
  fileSize: number,
): Promise<boolean> {
  if ((await checkedLayout(overview, fileSize)) !== sample) return false;
  return (
    overview.getSamplesPerPixel() === image.getSamplesPerPixel() &&
    overview.getWidth() < image.getWidth()
  );
}

function nodataOf(image: GeoTIFFImage): number | null {
  try {
    return image.getGDALNoData();
  } catch {
    return null;
  }
}

type Parts = {
  readonly sample: RasterSample;
  readonly place: RasterPlace;
  readonly scales: readonly BandScale[];
  readonly mask: GeoTIFFImage | null;
};

/** An inner mask is one more band, 0 or 255: opacity. */
function rasterOf(image: GeoTIFFImage, { sample, place, scales, mask }: Parts): PixelRaster {
  const [width, height] = [image.getWidth(), image.getHeight()];
  const own = image.getSamplesPerPixel();
  const bands = own + (mask ? 1 : 0);
  const isWide = sample === "float64" || sample === "int32" || sample === "uint32";
  // The decoder of JPEG leaves the colours as they are stored: brightness and two differences.
  const isYcbcr =
    own === 3 &&
    packingOf(image) === JPEG &&
    numberTag(image, "PhotometricInterpretation") === YCBCR;
  const check = ({ column, row, width: across, height: down }: RasterWindow) => {
    const isInside =
      [column, row, across, down].every(Number.isInteger) &&
      column >= 0 &&
      row >= 0 &&
      across > 0 &&
      down > 0 &&
      column + across <= width &&
      row + down <= height;
    if (!isInside) throw new RangeError("the window is not inside the raster");
    if (across * down > MOST_PIXELS) throw new RangeError("the window is too large");
  };
  const opacityOf = async (window: RasterWindow): Promise<Samples | null> => {
    if (!mask) return null;
    const [bits] = await decoded(mask, window, [0]);
    return Uint8Array.from(bits!, (bit) => (bit === 0 ? 0 : 255));
  };
  const alpha = hasAlpha(image);
  const clearOf = async (window: RasterWindow): Promise<Samples | null> =>
    alpha ? (await decoded(image, window, [1]))[0]! : opacityOf(window);
  const numbersOf = async (window: RasterWindow, band: number): Promise<Samples> => {
    if (band === own) return (await opacityOf(window))!;
    if (isYcbcr) return rgbOf(await decoded(image, window, [0, 1, 2]))[band]!;
    return (await decoded(image, window, [band]))[0]!;
  };
  return {
    ...place,
    width,
    height,
    bands,
    sample,
    block_rows: Math.min(image.getTileHeight(), height),
    async read(window, band) {
      check(window);
      if (!Number.isInteger(band) || band < 0 || band >= bands)
        throw new RangeError("the raster has no such band");
      const values = await numbersOf(window, band);
      const result = isWide ? Float64Array.from(values) : Float32Array.from(values);
      if (band === own) return result;
      const nodata = isWide || place.nodata === null ? place.nodata : Math.fround(place.nodata);
      if (nodata !== null && !Number.isNaN(nodata)) {
        for (let at = 0; at < result.length; at++) if (result[at] === nodata) result[at] = NaN;
      }
      // Nodata is a number as it is stored, before scale and offset.
      const { scale, offset } = scales[band]!;
      if (scale !== 1 || offset !== 0)
        for (let at = 0; at < result.length; at++) result[at] = result[at]! * scale + offset;
      if (alpha && band === 1) return result;
      const opacity = await clearOf(window);
      if (opacity)
        for (let at = 0; at < result.length; at++) if (opacity[at] === 0) result[at] = NaN;
      return result;
    },
    async readBands(window) {
      check(window);
      const all = await decoded(
        image,
        window,
        Array.from({ length: own }, (_, band) => band),
      );
      const opacity = await opacityOf(window);
      return [...(isYcbcr ? rgbOf(all) : all), ...(opacity ? [opacity] : [])];
    },
  };
}

/** Colours of JPEG (ITU-T T.871) as red, green and blue, 0 to 255. */
function rgbOf([brightness = [], blue = [], red = []]: readonly Samples[]): Samples[] {
  const count = brightness.length;
  const bands = [0, 1, 2].map(() => new Uint8ClampedArray(count));
  for (let at = 0; at < count; at++) {
    const [y, cb, cr] = [brightness[at]!, blue[at]! - 128, red[at]! - 128];
    bands[0]![at] = y + 1.402 * cr;
    bands[1]![at] = y - 0.344_136 * cb - 0.714_136 * cr;
    bands[2]![at] = y + 1.772 * cb;
  }
  return bands;
}

async function decoded(
  image: GeoTIFFImage,
  { column, row, width, height }: RasterWindow,
  samples: number[],
): Promise<Samples[]> {
  const window = [column, row, column + width, row + height];
  try {
    const values = await image.readRasters({ window, samples, interleave: false });
    if (values.length === samples.length) return Array.from(values, (band) => band as Samples);
  } catch (cause) {
    if (isFailure(cause)) throw cause;
  }
  const part = `column ${column + 1}, row ${row + 1}`;
  throw refused({ reason: "raster_broken", values: { part } });
}
