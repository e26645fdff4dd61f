// Reads an uploaded image: what its camera wrote, its size, and a thumbnail.
import sharp from "sharp";
import { failure } from "../../domain/error.ts";
import { readImageTags, type ImageTags } from "../../domain/analysis/image-tags.ts";
import { isHeif } from "../../domain/image/heif.ts";
import { heifExif } from "../../domain/image/heif-exif.ts";
import { falseColours } from "../../domain/evaluation/visible/false-colour.ts";
import { hasThermalFrame } from "../../domain/image/lens.ts";
import { decodePicture } from "./picture/decode-picture.ts";
import { pictureRefusal } from "./picture/picture-refusal.ts";
import { frameThumb, frameValues } from "./picture/frame-picture.ts";
import { visiblePicture } from "./picture/visible-picture.ts";
import { cameraFrameOf } from "../raster/camera-frame.ts";
import { memorySource } from "../raster/range-source.ts";
import type { RasterValues } from "../../domain/raster/temperature.ts";
import type { Reader } from "./reader.ts";
import { storeOf, type StoreAccess } from "./store-access.ts";

type Input = {
  readonly store: StoreAccess;
  readonly object: string;
  readonly name: string;
  /** IANA name of the plant's time zone. */
  readonly plant_zone?: string | null;
  /** A file beside it says where it lies: it is a map, and no single image. */
  readonly isPlaced?: boolean;
};

export type ReadAnalysisFile = Omit<ImageTags, "is_radiometric"> & {
  /** Null for an image whose picture is not read. */
  readonly is_radiometric: boolean | null;
  readonly width: number | null;
  readonly height: number | null;
  /** JPEG; null where the picture is not read, and `fault` says why. */
  readonly thumb: Uint8Array | null;
  readonly fault: string | null;
  /** Of a single image that was exported as TIFF; null for all others. */
  readonly temperature_values: RasterValues | null;
};

/** A panorama of a large camera. */
const MAX_PIXELS = 200_000_000;

/** @throws Failure FILE_REFUSED if the image is broken, cut short or too complex */
export const reader: Reader<Input, ReadAnalysisFile> = async ({
  store,
  object,
  name: file,
  plant_zone = null,
  isPlaced = false,
}) => {
  const bytes = await (await storeOf(store)).read(object);
  if (isHeif(bytes)) return heifOf(bytes, plant_zone);
  const tags = await readImageTags(bytes, plant_zone);
  // A multispectral camera writes one band of 16 bits for each colour of light, in the size of a thermal frame.
  const mayBeFrame = isTiff(bytes) && !isPlaced && tags.is_thermal !== false;
  const frame = mayBeFrame ? await cameraFrameOf(memorySource(bytes)) : null;
  const temperature_values = frame && frameValues(frame);
  if (frame && temperature_values) {
    const { width, height } = frame;
    const thumb = await frameThumb(frame, temperature_values);
    return {
      ...tags,
      is_thermal: true,
      width,
      height,
      thumb,
      temperature_values,
      fault: null,
    };
  }
  const refusal = pictureRefusal(bytes);
  if (refusal) throw failure("FILE_REFUSED", { ...refusal, file });
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
  const { thumb, width, height } = await decodePicture(open).catch((error: unknown) => {
    const isCut = error instanceof Error && /premature end|truncated/i.test(error.message);
    throw failure("FILE_REFUSED", { reason: isCut ? "image_cut_short" : "image_broken", file });
  });
  const is_thermal =
    tags.is_thermal ?? ((await showsHeat(bytes, file, { ...tags, width, height })) ? true : null);
  return { ...tags, is_thermal, width, height, thumb, temperature_values: null, fault: null };
};

/** Thermal cameras make no larger pictures. Those of other cameras are not decoded whole. */
const MOST_THERMAL_PIXELS = 1_600_000;

/** Whether a JPEG that does not name its camera or band shows temperatures as colours, as the evaluation judges it. */
async function showsHeat(
  bytes: Uint8Array,
  file: string,
  tags: Parameters<typeof hasThermalFrame>[0] & { readonly is_radiometric: boolean | null },
): Promise<boolean> {
  const { width, height } = tags;
  if (tags.is_radiometric || !isJpeg(bytes) || !width || !height) return false;
  if (hasThermalFrame(tags)) return true;
  if (width * height > MOST_THERMAL_PIXELS) return false;
  return (await falseColours((await visiblePicture(bytes, file)).raster)) !== null;
}

const isJpeg = ([a, b, c]: Uint8Array) => a === 0xff && b === 0xd8 && c === 0xff;

/** What the camera wrote into an image of a phone, whose picture is not decoded. */
async function heifOf(bytes: Uint8Array, plant_zone: string | null): Promise<ReadAnalysisFile> {
  const exif = heifExif(bytes);
  const read = await readImageTags(exif ?? new Uint8Array(), plant_zone);
  const isSaid = read.taken_at !== null || read.lon !== null;
  const fault = isSaid ? "image_heic_tags" : "image_heic";
  const picture = { width: null, height: null, thumb: null, temperature_values: null };
  return { ...read, is_radiometric: null, ...picture, fault };
}

const isTiff = ([a, b, c, d]: Uint8Array) =>
  (a === 0x49 && b === 0x49 && c === 42 && d === 0) ||
  (a === 0x4d && b === 0x4d && c === 0 && d === 42);
