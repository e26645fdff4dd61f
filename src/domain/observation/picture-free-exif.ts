// EXIF without pictures. A photo in which something was hidden must not bring it along in small.
import { ENTRY_BYTES, EXIF_IFD, GPS_IFD, openTiff, ORIENTATION } from "./photo-exif.ts";

/** Bytes of one value by its type: TIFF 6.0, section 2. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
/** No value that is kept is longer. */
const LONGEST_VALUE = 1024;
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** What, when and by what: the camera with its words, time, and exposure. */
const mainTags: ReadonlySet<number> = new Set(
  [
    [0x010e, 0x010f, 0x0110, ORIENTATION, 0x011a, 0x011b, 0x0128, 0x0131, 0x0132, 0x013b, 0x8298],
    [EXIF_IFD, GPS_IFD],
  ].flat(),
);
const exifTags: ReadonlySet<number> = new Set(
  [
    [0x829a, 0x829d, 0x8822, 0x8827, 0x8830, 0x8831, 0x8832, 0x9000, 0x9003, 0x9004],
    range(0x9010, 0x9012),
    range(0x9201, 0x920a),
    range(0x9290, 0x9292),
    range(0xa402, 0xa406),
    range(0xa431, 0xa435),
  ].flat(),
);
const gpsTags: ReadonlySet<number> = new Set(range(0, 0x1f));

/**
 * The block with time, place and camera alone. Cameras and editors keep small pictures in many places of it, which
 * show what was hidden in the photo: so what is known to be none is kept, and all else is cleared.
 */
export function withoutPictures(tiff: Uint8Array): Uint8Array {
  const opened = openTiff(tiff);
  // What is not understood may hold a picture.
  if (!opened) return Uint8Array.of();
  const { view, little } = opened;
  const kept = new Uint8Array(tiff.length);
  const out = new DataView(kept.buffer);
  const copy = (from: number, length: number) => kept.set(tiff.subarray(from, from + length), from);
  copy(0, 8);
  /** Keeps the values of a directory; answers where its kept entries begin. */
  const keep = (at: number, tags: ReadonlySet<number>) => {
    const count = at + 2 <= tiff.length ? view.getUint16(at, little) : 0;
    const fits = Math.max(0, Math.floor((tiff.length - at - 2) / ENTRY_BYTES));
    const entries: number[] = [];
    for (const i of range(1, Math.min(count, fits))) {
      const entry = at + 2 + (i - 1) * ENTRY_BYTES;
      if (!tags.has(view.getUint16(entry, little))) continue;
      const each = typeBytes[view.getUint16(entry + 2, little)] ?? 0;
      const bytes = each * view.getUint32(entry + 4, little);
      const value = view.getUint32(entry + 8, little);
      const isKept =
        each > 0 && bytes <= LONGEST_VALUE && (bytes <= 4 || value + bytes <= tiff.length);
      if (!isKept) continue;
      entries.push(entry);
      if (bytes > 4) copy(value, bytes);
    }
    return { at, entries };
  };
  const main = keep(view.getUint32(4, little), mainTags);
  const directories = [main];
  for (const entry of main.entries) {
    const tag = view.getUint16(entry, little);
    const at = view.getUint32(entry + 8, little);
    if (tag === EXIF_IFD) directories.push(keep(at, exifTags));
    if (tag === GPS_IFD) directories.push(keep(at, gpsTags));
  }
  for (const { at, entries } of directories) {
    if (at + 2 > tiff.length) continue;
    out.setUint16(at, entries.length, little);
    entries.forEach((entry, i) =>
      kept.set(tiff.subarray(entry, entry + ENTRY_BYTES), at + 2 + i * ENTRY_BYTES),
    );
    // No directory follows: the next one would be that of a small picture.
    const end = at + 2 + entries.length * ENTRY_BYTES;
    kept.fill(0, end, end + 4);
  }
  return kept;
}
