// Time and place inside a photo (EXIF, a small TIFF file in the APP1 segment of a JPEG), kept when it is shrunk.
// Source: CIPA DC-008 "Exchangeable image file format", TIFF 6.0.

const HEAD = [0x45, 0x78, 0x69, 0x66, 0, 0];
const APP1 = 0xe1;
/** A segment has its length in 16 bits. */
const LONGEST = 0xffff - 2 - HEAD.length;

export const ORIENTATION = 0x0112;
export const EXIF_IFD = 0x8769;
export const GPS_IFD = 0x8825;
export const ENTRY_BYTES = 12;
const [ASCII, LONG, RATIONAL] = [2, 4, 5];

/** Where the EXIF segment of a JPEG begins and ends; null where it has none. */
function segmentOf(jpeg: Uint8Array): readonly [from: number, to: number] | null {
  for (let at = 2; at + 4 < jpeg.length && jpeg[at] === 0xff;) {
    const marker = jpeg[at + 1]!;
    const length = (jpeg[at + 2]! << 8) | jpeg[at + 3]!;
    const isExif = marker === APP1 && HEAD.every((byte, i) => jpeg[at + 4 + i] === byte);
    if (isExif) return [at, at + 2 + length];
    // Start of scan: no segments follow.
    if (marker === 0xda || length < 2) return null;
    at += 2 + length;
  }
  return null;
}

/** The TIFF bytes of a JPEG's EXIF block; null where it has none. */
export function exifOf(jpeg: Uint8Array): Uint8Array | null {
  const segment = segmentOf(jpeg);
  return segment && jpeg.slice(segment[0] + 4 + HEAD.length, segment[1]);
}

/** The JPEG without its EXIF block. */
export function withoutExif(jpeg: Uint8Array): Uint8Array {
  const segment = segmentOf(jpeg);
  if (!segment) return jpeg;
  const [from, to] = segment;
  const rest = new Uint8Array(jpeg.length - (to - from));
  rest.set(jpeg.subarray(0, from));
  rest.set(jpeg.subarray(to), from);
  return rest;
}

/** A JPEG without an EXIF block, with this one. A block that is too long is left out. */
export function withExif(jpeg: Uint8Array, tiff: Uint8Array): Uint8Array {
  if (tiff.length > LONGEST) return jpeg;
  const length = 2 + HEAD.length + tiff.length;
  const segment = [0xff, APP1, length >> 8, length & 0xff, ...HEAD];
  const result = new Uint8Array(jpeg.length + segment.length + tiff.length);
  result.set(jpeg.subarray(0, 2));
  result.set(segment, 2);
  result.set(tiff, 2 + segment.length);
  result.set(jpeg.subarray(2), 2 + segment.length + tiff.length);
  return result;
}

type Tiff = { readonly bytes: Uint8Array; readonly view: DataView; readonly little: boolean };

/** Null for bytes that are no TIFF file, or whose first directory is not whole. */
export function openTiff(bytes: Uint8Array): Tiff | null {
  if (bytes.length < 14) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return null;
  const little = order === 0x4949;
  const first = view.getUint32(4, little);
  if (first + 2 > bytes.length) return null;
  const end = first + 2 + view.getUint16(first, little) * ENTRY_BYTES + 4;
  return end > bytes.length ? null : { bytes, view, little };
}

function entriesOf({ view, little }: Tiff): { readonly tag: number; readonly at: number }[] {
  const first = view.getUint32(4, little);
  return Array.from({ length: view.getUint16(first, little) }, (_, i) => {
    const at = first + 2 + i * ENTRY_BYTES;
    return { tag: view.getUint16(at, little), at };
  });
}

/** The block for a picture whose pixels are upright already: viewers must not turn it again. */
export function uprightExif(tiff: Uint8Array): Uint8Array {
  const opened = openTiff(tiff.slice());
  if (!opened) return tiff;
  const entry = entriesOf(opened).find(({ tag }) => tag === ORIENTATION);
  if (entry) opened.view.setUint16(entry.at + 8, 1, opened.little);
  return opened.bytes;
}

/** Whether the block says where the photo was taken, in a way that the server reads as well. */
export const hasPlace = (tiff: Uint8Array): boolean => placeIn(tiff) !== null;

/** Where the photo was taken, in degrees; null where the block does not say so. */
export function placeIn(tiff: Uint8Array): { readonly lon: number; readonly lat: number } | null {
  const opened = openTiff(tiff);
  if (!opened) return null;
  const { view, little } = opened;
  const pointer = entriesOf(opened).find(({ tag }) => tag === GPS_IFD);
  const gps = pointer && view.getUint32(pointer.at + 8, little);
  if (gps === undefined || gps + 2 > tiff.length) return null;
  const sides: string[] = [];
  const angles: number[] = [];
  let datum = "";
  for (let at = gps + 2; at + ENTRY_BYTES <= tiff.length; at += ENTRY_BYTES) {
    if (at >= gps + 2 + view.getUint16(gps, little) * ENTRY_BYTES) break;
    const [tag, data] = [view.getUint16(at, little), view.getUint32(at + 8, little)];
    // North or south, latitude, east or west, longitude: tags 1 to 4.
    if (tag === 1 || tag === 3)
      sides[tag] = String.fromCharCode(view.getUint8(at + 8)).toUpperCase();
    // The status of the receiver: "V" is a place that it had before.
    if (tag === 9 && /V/i.test(String.fromCharCode(view.getUint8(at + 8)))) return null;
    if (tag === 18) datum = textAt(tiff, view.getUint32(at + 4, little), at + 8, data);
    if ((tag !== 2 && tag !== 4) || data + 24 > tiff.length) continue;
    const part = (i: number) =>
      view.getUint32(data + i * 8, little) / view.getUint32(data + i * 8 + 4, little);
    angles[tag] = part(0) + part(1) / 60 + part(2) / 3600;
  }
  // Without the letters of the hemispheres a place in Chile would lie in Sudan.
  if (!/[NS]/.test(sides[1] ?? "") || !/[EW]/.test(sides[3] ?? "")) return null;
  const lat = (sides[1] === "S" ? -1 : 1) * (angles[2] ?? NaN);
  const lon = (sides[3] === "W" ? -1 : 1) * (angles[4] ?? NaN);
  // As photoPlace has it: another datum lies some hundred metres beside, and without a fix cameras write zeros.
  if (datum !== "" && !/wgs.?(?:19)?84/i.test(datum)) return null;
  if (lat === 0 && lon === 0) return null;
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lon, lat } : null;
}

/** A text of a directory: up to four bytes stand in the entry itself. */
function textAt(tiff: Uint8Array, count: number, inside: number, outside: number): string {
  const from = count <= 4 ? inside : outside;
  const bytes = tiff.subarray(from, from + Math.min(count, 64));
  return String.fromCharCode(...bytes)
    .replace(/\0.*$/s, "")
    .trim();
}

export type Taken = {
  readonly lon: number;
  readonly lat: number;
  /** "2026-05-02T10:00:00" on the calendar of the device. */
  readonly local: string;
  /** "+02:00" */
  readonly offset: string;
};

/**
 * The block with a place, and with a time where it has none: browsers on phones often take the place out of a photo.
 * @param tiff null for a photo without a block
 */
export function withPlace(tiff: Uint8Array | null, { lon, lat, local, offset }: Taken): Uint8Array {
  const known = tiff && openTiff(tiff);
  const base = known ?? openTiff(Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0))!;
  const written = [...base.bytes];
  const { little } = base;
  const number = (value: number, bytes: number) => {
    const parts = Array.from({ length: bytes }, (_, i) => (value >>> (8 * i)) & 0xff);
    written.push(...(little ? parts : parts.toReversed()));
  };
  const even = () => {
    if (written.length % 2 === 1) written.push(0);
  };
  type Entry = { readonly tag: number; readonly type: number; readonly data: readonly number[] };
  /** Writes a directory with its data behind it; returns its offset. */
  const directory = (entries: readonly Entry[]): number => {
    even();
    const offset = written.length;
    let dataAt = offset + 2 + entries.length * ENTRY_BYTES + 4;
    number(entries.length, 2);
    for (const { tag, type, data } of entries) {
      const count = type === RATIONAL ? data.length / 2 : data.length;
      const bytes = type === ASCII ? data.length : data.length * 4;
      number(tag, 2);
      number(type, 2);
      number(count, 4);
      if (type === ASCII && bytes <= 4) {
        written.push(...data, ...Array.from({ length: 4 - bytes }, () => 0));
      } else if (bytes <= 4) number(data[0]!, 4);
      else {
        number(dataAt, 4);
        dataAt += bytes + (bytes % 2);
      }
    }
    number(0, 4);
    for (const { type, data } of entries) {
      if (type === ASCII && data.length > 4) {
        written.push(...data);
        even();
      } else if (type === RATIONAL) for (const value of data) number(value, 4);
    }
    return offset;
  };
  const text = (words: string) => [...new TextEncoder().encode(words), 0];
  const gps = directory([
    { tag: 1, type: ASCII, data: text(lat < 0 ? "S" : "N") },
    { tag: 2, type: RATIONAL, data: degrees(lat) },
    { tag: 3, type: ASCII, data: text(lon < 0 ? "W" : "E") },
    { tag: 4, type: RATIONAL, data: degrees(lon) },
  ]);
  const kept = entriesOf(base).filter(({ tag }) => tag !== GPS_IFD);
  const hasTime = kept.some(({ tag }) => tag === EXIF_IFD);
  const date = local.replaceAll("-", ":").replace("T", " ").slice(0, 19);
  const exif = hasTime
    ? null
    : directory([
        { tag: 0x9003, type: ASCII, data: text(date) },
        { tag: 0x9011, type: ASCII, data: text(offset) },
      ]);
  // The first directory is written again at the end, with the new entries; what the old ones point to stays.
  even();
  const first = written.length;
  const pointers = new Map([[GPS_IFD, gps], ...(exif === null ? [] : [[EXIF_IFD, exif] as const])]);
  const all = [...kept, ...[...pointers.keys()].map((tag) => ({ tag, at: -1 }))].toSorted(
    (a, b) => a.tag - b.tag,
  );
  number(all.length, 2);
  for (const { tag, at } of all) {
    if (at >= 0) {
      written.push(...base.bytes.subarray(at, at + ENTRY_BYTES));
      continue;
    }
    number(tag, 2);
    number(LONG, 2);
    number(1, 4);
    number(pointers.get(tag)!, 4);
  }
  number(0, 4);
  const result = Uint8Array.from(written);
  new DataView(result.buffer).setUint32(4, first, little);
  return result;
}

/** Degrees, minutes and ten-thousandths of seconds, as numerators and denominators: 3 mm. */
function degrees(value: number): number[] {
  const steps = Math.round(Math.abs(value) * 3600 * 10_000);
  const minute = 60 * 10_000;
  const hour = 60 * minute;
  return [
    Math.floor(steps / hour),
    1,
    Math.floor((steps % hour) / minute),
    1,
    steps % minute,
    10_000,
  ];
}
