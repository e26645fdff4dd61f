// Opens a GeoTIFF as a raster: tiled or striped, 8 to 64 bits, with its overviews, read by ranges.
import { GeoTIFF, type GeoTIFFImage } from "geotiff";
import { failure, isFailure, type Problem } from "../../domain/error.ts";
import { scaled, type Affine, type Raster, type RasterSample } from "../../domain/raster/raster.ts";
import { checkedLayout, directoriesOf } from "./raster-layout.ts";
import { affineOf, epsgOf } from "./raster-place.ts";
import type { RangeSource } from "./range-source.ts";

export type OpenRaster = Raster & {
  /** The same picture in coarser pixels, the finest first. */
  readonly overviews: readonly Raster[];
};

/** Pixels of one reading. */
const MOST_PIXELS = 64_000_000;
/** Bits of the tag NewSubfileType. */
const REDUCED = 1;
const MASK = 4;

const refused = (problem: Problem) => failure("FILE_REFUSED", problem);

/**
 * @throws FILE_REFUSED with what is wrong and where. Whoever opens a user's file does so in a reading, see
 * `server/reading`: a hostile one can take more memory than its sizes say.
 */
export async function openRaster(source: RangeSource): Promise<OpenRaster> {
  const tiff = await headOf(source);
  const [first, ...others] = await directoriesOf(tiff, source.fileSize);
  const image = first!;
  const sample = await checkedLayout(image, source.fileSize);
  const place = { epsg: epsgOf(image), to_map: affineOf(image), nodata: nodataOf(image) };
  const overviews: Raster[] = [];
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

type Place = { readonly epsg: number; readonly to_map: Affine; readonly nodata: number | null };

function rasterOf(image: GeoTIFFImage, sample: RasterSample, place: Place): Raster {
  const [width, height] = [image.getWidth(), image.getHeight()];
  const bands = image.getSamplesPerPixel();
  const isWide = sample === "float64" || sample === "int32" || sample === "uint32";
  return {
    ...place,
    width,
    height,
    bands,
    sample,
    async read(window, band) {
      const { column, row, width: across, height: down } = window;
      const isInside =
        [column, row, across, down, band].every(Number.isInteger) &&
        column >= 0 &&
        row >= 0 &&
        across > 0 &&
        down > 0 &&
        column + across <= width &&
        row + down <= height &&
        band >= 0 &&
        band < bands;
      if (!isInside) throw new RangeError("the window is not inside the raster");
      if (across * down > MOST_PIXELS) throw new RangeError("the window is too large");
      const values = await decoded(image, [column, row, column + across, row + down], band);
      const result = isWide ? Float64Array.from(values) : Float32Array.from(values);
      const nodata = isWide || place.nodata === null ? place.nodata : Math.fround(place.nodata);
      if (nodata !== null && !Number.isNaN(nodata)) {
        for (let at = 0; at < result.length; at++) if (result[at] === nodata) result[at] = NaN;
      }
      return result;
    },
  };
}

async function decoded(
  image: GeoTIFFImage,
  window: [number, number, number, number],
  band: number,
): Promise<ArrayLike<number>> {
  try {
    const [values] = await image.readRasters({ window, samples: [band], interleave: false });
    if (values && typeof values !== "number") return values;
  } catch (cause) {
    if (isFailure(cause)) throw cause;
  }
  const [column, row] = window;
  const part = `column ${column + 1}, row ${row + 1}`;
  throw refused({ reason: "raster_broken", values: { part } });
}
