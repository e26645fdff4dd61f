// Checks a logo and re-encodes it: nothing else of the file is kept.
import sharp, { type Sharp } from "sharp";
import { failure } from "../../../domain/error.ts";
import { limits } from "../../../domain/limits.ts";
import { bufferOf } from "../buffer-of.ts";
import { pictureRefusal } from "./picture-refusal.ts";
import type { Reader } from "../reader.ts";

type Input = { readonly name: string; readonly bytes: Uint8Array };

/** Signatures at the start of a file, by format. */
const signatures = {
  png: (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")),
  jpeg: (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  webp: (bytes: Buffer) =>
    bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
} as const;

/** Text that a browser may interpret as a page or a script, anywhere in the file. */
const markup = /<(script|!doctype|html|body|iframe|svg[\s/>]|\?php)/i;

/** Why these bytes are no logo, or null. The signature decides, not the file name. */
function logoRefusal(bytes: Buffer): string | null {
  if (bytes.length === 0) return "file_empty";
  const text = bytes.toString("latin1");
  if (Object.values(signatures).some((isKind) => isKind(bytes))) {
    return markup.test(text) ? "logo_with_markup" : null;
  }
  // Text in UTF-16 has a zero in every second byte.
  const start = text.slice(0, 4096).replaceAll("\0", "");
  return /<svg[\s/>]|<!doctype svg/i.test(start) ? "logo_svg" : "image_format";
}

/** Answers a PNG of at most 800 by 240 pixels. */
export const reader: Reader<Input, Uint8Array> = async ({ name: file, bytes: sent }) => {
  const bytes = bufferOf(sent);
  const refuse = (reason: string, values?: Record<string, number>) =>
    failure("FILE_REFUSED", { reason, file, field: "logo", ...(values && { values }) });
  const reason = logoRefusal(bytes);
  if (reason !== null) throw refuse(reason);
  const refusal = pictureRefusal(bytes);
  if (refusal) throw failure("FILE_REFUSED", { ...refusal, file, field: "logo" });
  const open = () => sharp(bytes, { limitInputPixels: limits.logoPixels, failOn: "error" });
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refuse("image_broken");
    });
  if (!(format in signatures)) throw refuse("image_format");
  if (width * height > limits.logoPixels) {
    throw refuse("logo_too_many_pixels", { most: limits.logoPixels / 1e6 });
  }
  return encode(open()).catch(() => {
    throw refuse("image_broken");
  });
};

/** Applies the orientation and converts to sRGB. sharp writes no metadata by default. */
function encode(image: Sharp): Promise<Buffer> {
  const { logoWidthPx: width, logoHeightPx: height } = limits;
  return (
    image
      .autoOrient()
      // Margins would make the logo look small.
      .trim()
      .resize({ width, height, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .png({ compressionLevel: 9 })
      .toBuffer()
  );
}
