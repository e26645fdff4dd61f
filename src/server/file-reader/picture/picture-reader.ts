// Reads an image of a component: its size, where and when it was taken, and a thumbnail.
import sharp from "sharp";
import { failure } from "../../../domain/error.ts";
import { limits } from "../../../domain/limits.ts";
import { readExif, type PhotoOrigin } from "../../../domain/result-file/exif.ts";
import { decodePicture } from "./decode-picture.ts";
import { pictureRefusal } from "./picture-refusal.ts";
import type { Reader } from "../reader.ts";

const formats = ["jpeg", "png", "webp"] as const;

export type ReadPicture = PhotoOrigin & {
  readonly format: (typeof formats)[number];
  /** Pixels, as displayed. */
  readonly width: number;
  readonly height: number;
  /** JPEG. */
  readonly thumb: Uint8Array;
};

type Input = {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** IANA name of the plant's time zone. */
  readonly plant_zone?: string | null;
};

/** A small file could otherwise fill the memory when decoded. */
const MAX_PIXELS = 100_000_000;

/** @throws Failure FILE_REFUSED if the bytes are no image, too large or too complex */
export const reader: Reader<Input, ReadPicture> = async ({
  name: file,
  bytes,
  plant_zone = null,
}) => {
  const refused = (reason: string) => failure("FILE_REFUSED", { reason, file });
  if (bytes.length > limits.imageBytes) throw refused("image_too_large");
  const refusal = pictureRefusal(bytes);
  if (refusal) throw failure("FILE_REFUSED", { ...refusal, file });
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
  const { thumb, metadata, width, height } = await decodePicture(open).catch(() => {
    throw refused("image_broken");
  });
  const format = formats.find((one) => one === metadata.format);
  if (!format) throw refused("image_format");
  return {
    format,
    width,
    height,
    ...(await readExif(metadata.exif, plant_zone)),
    thumb,
  };
};
