// The check of a picture in a model, by its header alone.
import sharp from "sharp";
import type { Problem } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import { pictureRefusal } from "../file-reader/picture-refusal.ts";

/** The formats of glTF, and WebP by its extension. */
const formats: readonly string[] = ["jpeg", "png", "webp"];

/** Why the picture cannot be shown, or null. */
export async function pictureFault(bytes: Uint8Array): Promise<Problem | null> {
  const refusal = pictureRefusal(bytes);
  if (refusal) return refusal;
  try {
    const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    const most = limits.modelPictureSide;
    if (width > most || height > most)
      return { reason: "model_picture_too_large", values: { width, height, most } };
    if (formats.includes(format)) return null;
  } catch {
    // No picture at all.
  }
  return { reason: "model_picture" };
}
