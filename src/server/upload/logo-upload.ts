// Receives a logo: checks that it is what it claims to be, and draws it again.
import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { failure } from "../../domain/error.ts";
import { limits } from "../../domain/limits.ts";
import type { Services } from "../context.ts";
import type { Part } from "../implement.ts";
import { logoKey } from "../store/provider/customer.ts";
import { receiveParts, refused, type SentFile } from "./receive-parts.ts";

/**
 * Receives the one file, named `logo`, and stores it drawn again: a PNG of at most 800 by 240 pixels
 * without anything else that was in the file.
 * @returns its key
 * @throws Failure FILE_REFUSED, BAD_REQUEST or TOO_LARGE; nothing is kept then
 */
export async function receiveLogo(
  files: Services["files"],
  parts: AsyncIterable<Part>,
): Promise<string> {
  let sent: Sent | null = null;
  const form = {
    fields: [],
    files: ["logo"],
    async takeFile(file: SentFile) {
      sent = { bytes: await file.buffer(), file: file.file_name };
    },
  };
  return receiveParts(files, parts, form, async () => {
    if (!sent) throw refused("field_missing", "logo");
    const png = await redraw(sent);
    const key = logoKey(createHash("sha256").update(png).digest("hex"));
    // Not to be removed where it fails: another customer may have the same logo.
    if ((await files.size(key)) === null) await files.put(key, png);
    return key;
  });
}

type Sent = { readonly bytes: Buffer; readonly file: string };

/** What may stand at the front of a file, by kind. */
const fronts = {
  png: (bytes: Buffer) => bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")),
  jpeg: (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  webp: (bytes: Buffer) =>
    bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
} as const;

/** Text that a browser may take for a page or a program, wherever in the file it hides. */
const markup = /<(script|!doctype|html|body|iframe|svg[\s/>]|\?php)/i;

/** Why these bytes are no logo, or null; their front decides, never their name. */
function logoReason(bytes: Buffer): string | null {
  if (bytes.length === 0) return "file_empty";
  const text = bytes.toString("latin1");
  if (Object.values(fronts).some((isKind) => isKind(bytes))) {
    return markup.test(text) ? "logo_with_markup" : null;
  }
  // As UTF-8 or as UTF-16: every second byte is nothing then.
  const start = text.slice(0, 4096).replaceAll("\0", "");
  return /<svg[\s/>]|<!doctype svg/i.test(start) ? "logo_svg" : "image_format";
}

async function redraw({ bytes, file }: Sent): Promise<Buffer> {
  const refuse = (reason: string, values?: Record<string, number>) =>
    failure("FILE_REFUSED", { reason, file, field: "logo", ...(values && { values }) });
  const reason = logoReason(bytes);
  if (reason !== null) throw refuse(reason);
  const open = () => sharp(bytes, { limitInputPixels: limits.logoPixels, failOn: "error" });
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refuse("image_broken");
    });
  if (!(format in fronts)) throw refuse("image_format");
  if (width * height > limits.logoPixels) {
    throw refuse("logo_too_many_pixels", { most: limits.logoPixels / 1e6 });
  }
  return draw(open()).catch(() => {
    throw refuse("image_broken");
  });
}

/** Upright, in sRGB; sharp writes no metadata unless told to. */
function draw(image: Sharp): Promise<Buffer> {
  const { logoWidthPx: width, logoHeightPx: height } = limits;
  return (
    image
      .autoOrient()
      // Margins would make the logo small wherever it stands.
      .trim()
      .resize({ width, height, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .png({ compressionLevel: 9 })
      .toBuffer()
  );
}
