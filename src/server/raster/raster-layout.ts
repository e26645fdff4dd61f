// Whether a TIFF can hold what its directories say, before any pixel is read.
import { GeoTIFFImage as Image, type GeoTIFF, type GeoTIFFImage } from "geotiff";
import { failure, isFailure, type Problem } from "../../domain/error.ts";
import type { RasterSample } from "../../domain/raster/raster.ts";

const refused = (problem: Problem) => failure("FILE_REFUSED", problem);

/** Directories of one file: the image, its overviews and masks. */
const MOST_DIRECTORIES = 64;
const MOST_BANDS = 32;
const MOST_SIDE = 2_000_000;
/** Bytes of one tile or strip once it is unpacked. */
const MOST_BLOCK_BYTES = 256 * 1024 ** 2;
const MOST_BLOCKS = 8_000_000;

/** The images of the file, the first one first. @throws FILE_REFUSED */
export async function directoriesOf(tiff: GeoTIFF, fileSize: number): Promise<GeoTIFFImage[]> {
  const seen = new Set<number>();
  const images: GeoTIFFImage[] = [];
  let offset = tiff.firstIFDOffset;
  while (offset !== 0) {
    if (!(offset > 0 && offset < fileSize))
      throw refused({ reason: "raster_cut_short", values: { part: partOf(images) } });
    if (seen.has(offset)) throw refused({ reason: "raster_circular" });
    if (images.length >= MOST_DIRECTORIES)
      throw refused({ reason: "raster_directories", values: { most: MOST_DIRECTORIES } });
    seen.add(offset);
    try {
      const directory = await tiff.parser.parseFileDirectoryAt(offset);
      images.push(new Image(directory, tiff.littleEndian, false, tiff.source));
      offset = Number(directory.nextIFDByteOffset);
    } catch {
      throw refused({ reason: "raster_broken", values: { part: partOf(images) } });
    }
  }
  if (images.length === 0) throw refused({ reason: "raster_broken", values: { part: "IFD 1" } });
  return images;
}

const partOf = (images: readonly unknown[]) => `IFD ${images.length + 1}`;

const samples: Readonly<Record<string, RasterSample>> = {
  "1/8": "uint8",
  "1/16": "uint16",
  "2/16": "int16",
  "1/32": "uint32",
  "2/32": "int32",
  // Read as numbers of 32 bits.
  "3/16": "float32",
  "3/32": "float32",
  "3/64": "float64",
};

/** The kind of the image's samples, once its sizes were checked; a mask has one bit a pixel. @throws FILE_REFUSED */
export async function checkedLayout(
  image: GeoTIFFImage,
  fileSize: number,
  role: "image" | "mask" = "image",
): Promise<RasterSample> {
  try {
    return await layout(image, fileSize, role);
  } catch (cause) {
    if (isFailure(cause)) throw cause;
    throw refused({ reason: "raster_broken", values: { part: "IFD" } });
  }
}

async function layout(
  image: GeoTIFFImage,
  fileSize: number,
  role: "image" | "mask",
): Promise<RasterSample> {
  const [width, height] = [image.getWidth(), image.getHeight()];
  const bands = image.getSamplesPerPixel();
  if (!isCount(width, MOST_SIDE) || !isCount(height, MOST_SIDE))
    throw refused({
      reason: "raster_size",
      values: { width: String(width), height: String(height) },
    });
  if (!isCount(bands, MOST_BANDS))
    throw refused({ reason: "raster_bands", values: { count: String(bands), most: MOST_BANDS } });
  const kinds = Array.from(
    { length: bands },
    (_, band) => `${image.getSampleFormat(band)}/${image.getBitsPerSample(band)}`,
  );
  const sample = role === "mask" && kinds[0] === "1/1" ? "uint8" : samples[kinds[0] ?? ""];
  if (!sample || kinds.some((kind) => kind !== kinds[0])) {
    const bits = image.getBitsPerSample(0);
    throw refused({ reason: "raster_samples", values: { bits: String(bits) } });
  }
  const block = [image.getTileWidth(), image.isTiled ? image.getTileHeight() : stripRows(image)];
  const [across = 0, down = 0] = block;
  if (!isCount(across, MOST_SIDE) || !isCount(down, MOST_SIDE))
    throw refused({ reason: "raster_broken", values: { part: "TileWidth" } });
  const bytes = across * down * image.getBytesPerPixel();
  if (bytes > MOST_BLOCK_BYTES)
    throw refused({ reason: "raster_block", values: { megabytes: Math.round(bytes / 1024 ** 2) } });
  const planes = image.planarConfiguration === 2 ? bands : 1;
  const blocks = Math.ceil(width / across) * Math.ceil(height / down) * planes;
  if (blocks > MOST_BLOCKS) throw refused({ reason: "raster_blocks", values: { count: blocks } });
  await checkBlocks(image, blocks, fileSize);
  return sample;
}

const isCount = (value: unknown, most: number) =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= most;

/** The library takes strips of a missing RowsPerStrip for the whole image, as the format says. */
const stripRows = (image: GeoTIFFImage) => Math.min(image.getTileHeight(), image.getHeight());

/** Every tile or strip must lie in the file. */
async function checkBlocks(image: GeoTIFFImage, blocks: number, fileSize: number): Promise<void> {
  const [offsetTag, lengthTag] = image.isTiled
    ? (["TileOffsets", "TileByteCounts"] as const)
    : (["StripOffsets", "StripByteCounts"] as const);
  const offsets = await listOf(image, offsetTag, blocks, fileSize);
  const lengths = await listOf(image, lengthTag, blocks, fileSize);
  for (let at = 0; at < blocks; at++) {
    const [offset, length] = [Number(offsets[at]), Number(lengths[at])];
    // A block without bytes is one of a sparse file: nodata.
    if (offset >= 0 && length >= 0 && offset + length <= fileSize) continue;
    const part = `${image.isTiled ? "tile" : "strip"} ${at + 1} / ${blocks}`;
    throw refused({ reason: "raster_cut_short", values: { part } });
  }
}

type BlockTag = "TileOffsets" | "TileByteCounts" | "StripOffsets" | "StripByteCounts";

async function listOf(image: GeoTIFFImage, tag: BlockTag, blocks: number, fileSize: number) {
  const broken = () => refused({ reason: "raster_broken", values: { part: tag } });
  if (!image.littleEndian) await readBigEndian(image, tags[tag], fileSize).catch(() => undefined);
  const values: unknown = await image.fileDirectory.loadValue(tag).catch(() => {
    throw broken();
  });
  const list =
    typeof values === "number" || typeof values === "bigint"
      ? [values]
      : Array.isArray(values) || ArrayBuffer.isView(values)
        ? (values as ArrayLike<number | bigint>)
        : [];
  if (list.length < blocks) throw broken();
  return list;
}

const tags = { StripOffsets: 273, StripByteCounts: 279, TileOffsets: 324, TileByteCounts: 325 };
const [SHORT, LONG] = [3, 4];

/** geotiff 3.0.5 reads long lists as little-endian whatever the file is: they are put right for it. */
async function readBigEndian(
  { fileDirectory, source }: GeoTIFFImage,
  tag: number,
  fileSize: number,
) {
  const list = fileDirectory.deferredArrays.get(tag);
  if (!list || list.itemSize * list.length > fileSize) return;
  const { arrayOffset: offset, itemSize, length, fieldType } = list;
  const [bytes = new ArrayBuffer(0)] = await source.fetch([{ offset, length: itemSize * length }]);
  const view = new DataView(bytes);
  const values = Array.from({ length }, (_, at) => {
    if (fieldType === SHORT) return view.getUint16(2 * at);
    if (fieldType === LONG) return view.getUint32(4 * at);
    return Number(view.getBigUint64(8 * at));
  });
  fileDirectory.actualizedFields.set(tag, values);
  fileDirectory.deferredArrays.delete(tag);
}
