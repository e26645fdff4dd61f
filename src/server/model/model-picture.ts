// The check of a picture in a model, by its header alone.
import sharp from "sharp";
import type { Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { pictureRefusal } from "../file-reader/picture/picture-refusal.ts";

/** The formats of glTF, and WebP by its extension. */
const formats: readonly string[] = ["jpeg", "png", "webp"];

/** Checks one picture after the other of one glTF file: answers why it cannot be shown, or null. */
export function pictureCheck(): (bytes: Uint8Array) => Promise<Problem | null> {
  let pixels = 0;
  return async (bytes) => {
    const read = await readPicture(bytes);
    if ("reason" in read) return read;
    const before = pixels;
    pixels += read.width * read.height;
    const most = limits.modelPixels;
    // Said once: all further pictures are beyond it too.
    if (pixels <= most || before > most) return null;
    const million = 1e6;
    const values = { found: Math.ceil(pixels / million), most: Math.floor(most / million) };
    return { reason: "model_pixels_most", values };
  };
}

async function readPicture(
  bytes: Uint8Array,
): Promise<Problem | { readonly width: number; readonly height: number }> {
  const refusal = pictureRefusal(bytes);
  if (refusal) return refusal;
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const most = limits.modelPictureSide;
    if (width > most || height > most)
      return { reason: "model_picture_too_large", values: { width, height, most } };
    if (formats.includes(format)) return { width, height };
  } catch {
    // No picture at all.
  }
  return { reason: "model_picture" };
}
