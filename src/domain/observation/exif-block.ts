// The EXIF block of a photo of any of the formats that are taken. Sources: PNG (third edition) 11.3.4.5, WebP container.
import { exifOf } from "./photo-exif.ts";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const letters = (bytes: Uint8Array, from: number, count: number) =>
  String.fromCharCode(...bytes.subarray(from, from + count));

/** The TIFF bytes with time and place of a JPEG, PNG or WebP; null where there are none. */
export function exifBlockOf(photo: Uint8Array): Uint8Array | null {
  if (PNG.every((byte, at) => photo[at] === byte)) return chunkOf(photo, PNG.length, "eXIf");
  if (letters(photo, 0, 4) === "RIFF" && letters(photo, 8, 4) === "WEBP")
    return chunkOf(photo, 12, "EXIF");
  return exifOf(photo);
}

/**
 * The content of a chunk. PNG has its length before its name, big-endian, and a checksum behind it; RIFF has it behind
 * its name, little-endian, and fills up to an even length.
 */
function chunkOf(photo: Uint8Array, first: number, wanted: "eXIf" | "EXIF"): Uint8Array | null {
  const isPng = wanted === "eXIf";
  const view = new DataView(photo.buffer, photo.byteOffset, photo.byteLength);
  for (let at = first; at + 8 <= photo.length;) {
    const length = view.getUint32(isPng ? at : at + 4, !isPng);
    const end = at + 8 + length;
    if (end > photo.length) return null;
    if (letters(photo, isPng ? at + 4 : at, 4) === wanted) {
      const block = photo.slice(at + 8, end);
      // Some programs keep the head that the block has in a JPEG.
      return letters(block, 0, 6) === "Exif\0\0" ? block.slice(6) : block;
    }
    at = isPng ? end + 4 : end + (length % 2);
  }
  return null;
}
