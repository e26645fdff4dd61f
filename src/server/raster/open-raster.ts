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
import { affineOf, epsgOf } from "./raster-place.ts";
import type { RangeSource } from "./range-source.ts";

export type Samples = ArrayLike<number>;

export type PixelRaster = Raster & {
  /** The values of all bands as they are stored, nodata too. @throws as `read` does */
  readBands(window: RasterWindow): Promise<Samples[]>;
  /** Rows that are stored together: windows of whole blocks are read fastest. */
  readonly block_rows: number;
};

export type OpenRaster = PixelRaster & {
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

const refused = (problem: Problem) => failure("FILE_REFUSED", problem);

/**
 * @throws FILE_REFUSED with what is wrong and where. Whoever opens a user's file does so in a reading, see
 * `server/file-reader`: a hostile one can take more memory than its sizes say.
 */
export async function openRaster(source: RangeSource, given?: RasterPlace): Promise<OpenRaster> {
  const tiff = await headOf(source);
  const [first, ...others] = await directoriesOf(tiff, source.fileSize);
  const image = first!;
  const sample = await checkedLayout(image, source.fileSize);
  const place = given ?? { epsg: epsgOf(image), to_map: affineOf(image), nodata: nodataOf(image) };
  const overviews: PixelRaster[] = [];
  for (const other of others) {
    const kind = Number(other.fileDirectory.getValue("NewSubfileType") ?? 0);
    if ((kind & REDUCED) === 0 || (kind & MASK) !== 0) continue;
    const overview = await overviewOf(other, image, sample, source.fileSize);
    if (!overview) continue;
    const ratios = [image.getWidth() / other.getWidth(), image.getHeight() / other.getHeight()];
    const to_map = scaled(place.to_map, ratios[0]!, ratios[1]!);
    overviews.push(rasterOf(other, sample, { ...place, to_map }));
  }
  return {
    ...rasterOf(image, sample, place),
    overviews: overviews.toSorted((a, b) => b.width - a.width),
  };
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

function rasterOf(image: GeoTIFFImage, sample: RasterSample, place: RasterPlace): PixelRaster {
  const [width, height] = [image.getWidth(), image.getHeight()];
  const bands = image.getSamplesPerPixel();
  const isWide = sample === "float64" || sample === "int32" || sample === "uint32";
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
      const [values] = await decoded(image, window, [band]);
      const result = isWide ? Float64Array.from(values!) : Float32Array.from(values!);
      const nodata = isWide || place.nodata === null ? place.nodata : Math.fround(place.nodata);
      if (nodata !== null && !Number.isNaN(nodata)) {
        for (let at = 0; at < result.length; at++) if (result[at] === nodata) result[at] = NaN;
      }
      return result;
    },
    async readBands(window) {
      check(window);
      return decoded(
        image,
        window,
        Array.from({ length: bands }, (_, band) => band),
      );
    },
  };
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
