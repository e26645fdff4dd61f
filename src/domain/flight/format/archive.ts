// Opens a small ZIP in memory: a route file. Every entry is compared with its checksum, because a damaged
// file must not become another route.
import { strFromU8, unzipSync } from "fflate";
import { isFailure } from "../../error.ts";
import { limits } from "../../limits.ts";
import { refusedFile } from "./opened-route.ts";

/**
 * The entries that are wanted, by name.
 * @throws Failure FILE_REFUSED
 */
export function openArchive(
  bytes: Uint8Array,
  file: string,
  isWanted: (entry: string) => boolean,
): Map<string, Uint8Array> {
  try {
    const checksums = directoryChecksums(bytes);
    const filter = ({ name, originalSize }: { name: string; originalSize: number }) => {
      if (!isWanted(name.replaceAll("\\", "/"))) return false;
      if (originalSize <= limits.routeFileBytes) return true;
      const values = { most: limits.routeFileBytes / 1024 ** 2 };
      throw refusedFile(file, { reason: "route_file_large", field: name.slice(0, 200), values });
    };
    const entries = new Map(Object.entries(unzipSync(bytes, { filter })));
    for (const [name, content] of entries) {
      if (crc32(content) !== checksums.get(name)) {
        throw refusedFile(file, { reason: "zip_entry_broken", field: name.slice(0, 200) });
      }
    }
    // Some programs write folders with a backslash.
    return new Map([...entries].map(([name, content]) => [name.replaceAll("\\", "/"), content]));
  } catch (cause) {
    throw isFailure(cause) ? cause : refusedFile(file, { reason: "zip_broken" });
  }
}

/** The checksums in the directory of a ZIP by name (PKWARE APPNOTE 4.3.12 and 4.3.16). @throws RangeError */
function directoryChecksums(bytes: Uint8Array): Map<string, number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end -= 1;
  const checksums = new Map<string, number>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new RangeError("no directory entry");
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    // Without the flag for UTF-8, a name is in an old code page. The reader of the ZIP takes it for Latin-1.
    const isUnicode = (view.getUint16(at + 8, true) & 0x800) !== 0;
    const raw = bytes.subarray(at + 46, at + 46 + name!);
    const text = isUnicode ? new TextDecoder().decode(raw) : strFromU8(raw, true);
    checksums.set(text, view.getUint32(at + 16, true));
    at += 46 + name! + extra! + comment!;
  }
  return checksums;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** CRC-32 as in ZIP (ISO 3309). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
