// A ZIP of images: finds the images and the sidecar of each.
import type { Problem } from "../../domain/error.ts";
import { failure } from "../../domain/error.ts";
import { hasHeifName } from "../../domain/image/heif.ts";
import { limits } from "../../domain/limits.ts";
import { openZip, type Entry, type ZipArchive } from "../zip/zip-archive.ts";

/** An image in the ZIP; `sidecar` is the entry of the JSON file beside it, if any. */
export type ZipImage = { readonly name: string; readonly entry: Entry; readonly sidecar?: Entry };

const imageEnding = /\.(jpe?g|png|webp)$/i;
/** Files that operating systems and people add to archives: hidden ones, and words about the images. */
const besideImages =
  /(^|\/)(__MACOSX\/|\.[^/]*$|Thumbs\.db$|desktop\.ini$)|(^|\/)(readme|leeme|leiame)[^/]*$|\.(txt|md|pdf|html?|docx?)$/i;
const sidecarBytes = 64 * 1024;

/**
 * Opens a ZIP of images on the disk. The caller closes it.
 * @throws Failure FILE_REFUSED with a problem per fault
 */
export async function openImagesZip(
  path: string,
  file: string,
): Promise<{ zip: ZipArchive; images: ZipImage[] }> {
  const files = new Map<string, Entry>();
  const zip = await openZip({ path }, file, (entry) => {
    const name = entry.fileName;
    if (name.endsWith("/") || besideImages.test(name)) return null;
    const problem = problemOf(entry, files.has(name));
    if (problem === null) files.set(name, entry);
    return problem;
  });
  const images = [...files].filter(([name]) => imageEnding.test(name));
  if (images.length === 0) {
    zip.close();
    throw failure("FILE_REFUSED", { reason: "zip_without_images", file });
  }
  return {
    zip,
    images: images.map(([name, entry]) => {
      const sidecar = files.get(name.replace(imageEnding, ".json"));
      return { name, entry, ...(sidecar && { sidecar }) };
    }),
  };
}

function problemOf(entry: Entry, isKnown: boolean): Problem | null {
  const name = entry.fileName;
  const field = name.slice(0, 200);
  if (isKnown) return { reason: "zip_name_twice", field };
  const isImage = imageEnding.test(name);
  if (hasHeifName(name)) return { reason: "image_heic", field };
  if (!isImage && !/\.json$/i.test(name)) return { reason: "zip_no_image", field };
  const most = isImage ? limits.imageBytes : sidecarBytes;
  if (entry.uncompressedSize <= most) return null;
  return { reason: "image_too_large", field, values: { most: most / 1024 ** 2 } };
}
