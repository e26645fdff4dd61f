// Reads an uploaded image: what its camera wrote, its size, and a thumbnail.
import sharp from "sharp";
import { failure } from "../../domain/error.ts";
import { readImageTags, type ImageTags } from "../../domain/analysis/image-tags.ts";
import { decodePicture } from "./picture/decode-picture.ts";
import { pictureRefusal } from "./picture/picture-refusal.ts";
import type { Reader } from "./reader.ts";
import { storeOf, type StoreAccess } from "./store-access.ts";

type Input = {
  readonly store: StoreAccess;
  readonly object: string;
  readonly name: string;
  /** IANA name of the plant's time zone. */
  readonly plant_zone?: string | null;
};

export type ReadAnalysisFile = ImageTags & {
  readonly width: number;
  readonly height: number;
  /** JPEG. */
  readonly thumb: Uint8Array;
};

/** A panorama of a large camera. */
const MAX_PIXELS = 200_000_000;

/** @throws Failure FILE_REFUSED if the image is broken, cut short or too complex */
export const reader: Reader<Input, ReadAnalysisFile> = async ({
  store,
  object,
  name: file,
  plant_zone = null,
}) => {
  const bytes = await (await storeOf(store)).read(object);
  const refusal = pictureRefusal(bytes);
  if (refusal) throw failure("FILE_REFUSED", { ...refusal, file });
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" });
  const { thumb, width, height } = await decodePicture(open).catch((error: unknown) => {
    const isCut = error instanceof Error && /premature end|truncated/i.test(error.message);
    throw failure("FILE_REFUSED", { reason: isCut ? "image_cut_short" : "image_broken", file });
  });
  return { ...(await readImageTags(bytes, plant_zone)), width, height, thumb };
};
