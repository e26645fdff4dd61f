// Names of the files in a ZIP, out of its last bytes: a browser reads them without unpacking the archive.

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const MOST_NAMES = 5000;

/** The last bytes of a file that hold the directory of most archives: a name takes about a hundred of them. */
export const zipTailBytes = 1024 ** 2;

/**
 * The names in the directory (APPNOTE 6.3.10, 4.3.12 and 4.3.16) that ends in these bytes. Of a directory that begins
 * before them the names are those from the first whole entry on. Empty for bytes without an end of a ZIP.
 */
export function zipNames(tail: Uint8Array): string[] {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  let end = tail.length - END_BYTES;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0) return [];
  const bytes = view.getUint32(end + 12, true);
  // In large archives the size is elsewhere; the first entry is looked for then.
  let at = bytes <= end ? end - bytes : 0;
  while (at + ENTRY_BYTES <= end && view.getUint32(at, true) !== ENTRY) at += 1;
  const names: string[] = [];
  const decoder = new TextDecoder();
  while (at + ENTRY_BYTES <= end && view.getUint32(at, true) === ENTRY) {
    const length = view.getUint16(at + 28, true);
    const extra = view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    names.push(decoder.decode(tail.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + length)));
    if (names.length === MOST_NAMES) break;
    at += ENTRY_BYTES + length + extra;
  }
  return names;
}
