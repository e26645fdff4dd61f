// Reads where and when a photo was taken from its EXIF block.
// Source: CIPA DC-008 (Exif 3.0), sections 4.5 (TIFF structure) and 4.6.6 (GPS attributes).

export type PhotoOrigin = {
  /** Degrees, EPSG:4326; null where the photo does not say. */
  readonly lon: number | null;
  readonly lat: number | null;
  /** ISO 8601; without the photo's offset, UTC is assumed. */
  readonly taken_at: string | null;
};

const nothing: PhotoOrigin = { lon: null, lat: null, taken_at: null };
const EXIF_IFD = 0x8769;
const GPS_IFD = 0x8825;
const DATE_TIME_ORIGINAL = 0x9003;
const OFFSET_TIME_ORIGINAL = 0x9011;
/** An honest directory has some dozens of entries. */
const MOST_ENTRIES = 512;
/** Bytes per element by type: byte, ascii, short, long, rational. */
const sizes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8 };

type Entry = { readonly type: number; readonly count: number; readonly at: number };

/** Reads an EXIF block, with or without its "Exif\0\0" head; broken or missing parts read as null. */
export function readExif(block: Uint8Array | undefined): PhotoOrigin {
  if (block === undefined) return nothing;
  const isHeaded = block[0] === 0x45 && block[1] === 0x78 && block[2] === 0x69 && block[3] === 0x66;
  const tiff = isHeaded ? block.subarray(6) : block;
  try {
    return readTiff(new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength));
  } catch (cause) {
    // Offsets that point outside the block: the photo is fine, only its notes are not.
    if (cause instanceof RangeError) return nothing;
    throw cause;
  }
}

function readTiff(view: DataView): PhotoOrigin {
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return nothing;
  const isLittle = order === 0x4949;
  const root = directory(view, view.getUint32(4, isLittle), isLittle);
  const below = (tag: number) => {
    const entry = root.get(tag);
    return entry ? directory(view, view.getUint32(entry.at, isLittle), isLittle) : new Map();
  };
  const exif: Map<number, Entry> = below(EXIF_IFD);
  const gps: Map<number, Entry> = below(GPS_IFD);
  const lat = degrees(view, gps.get(2), text(view, gps.get(1)), isLittle, 90);
  const lon = degrees(view, gps.get(4), text(view, gps.get(3)), isLittle, 180);
  return {
    lat: lon === null ? null : lat,
    lon: lat === null ? null : lon,
    taken_at: instant(
      text(view, exif.get(DATE_TIME_ORIGINAL)),
      text(view, exif.get(OFFSET_TIME_ORIGINAL)),
    ),
  };
}

function directory(view: DataView, start: number, isLittle: boolean): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  const count = Math.min(view.getUint16(start, isLittle), MOST_ENTRIES);
  for (let i = 0; i < count; i++) {
    const at = start + 2 + i * 12;
    const type = view.getUint16(at + 2, isLittle);
    const elements = view.getUint32(at + 4, isLittle);
    const bytes = (sizes[type] ?? 0) * elements;
    // Up to four bytes lie in the entry itself, more behind an offset.
    const place = bytes <= 4 ? at + 8 : view.getUint32(at + 8, isLittle);
    entries.set(view.getUint16(at, isLittle), { type, count: elements, at: place });
  }
  return entries;
}

function text(view: DataView, entry: Entry | undefined): string {
  if (entry === undefined || entry.type !== 2 || entry.count > 64) return "";
  let read = "";
  for (let i = 0; i < entry.count; i++) read += String.fromCharCode(view.getUint8(entry.at + i));
  return read.replace(/\0.*$/s, "").trim();
}

/** Degrees, minutes, seconds as three rationals. */
function degrees(
  view: DataView,
  entry: Entry | undefined,
  side: string,
  isLittle: boolean,
  most: number,
): number | null {
  if (entry === undefined || entry.type !== 5 || entry.count !== 3) return null;
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    const over = view.getUint32(entry.at + i * 8 + 4, isLittle);
    sum += view.getUint32(entry.at + i * 8, isLittle) / over / 60 ** i;
  }
  if (!(sum <= most)) return null;
  return side === "S" || side === "W" ? -sum : sum;
}

function instant(local: string, offset: string): string | null {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(local);
  if (parts === null) return null;
  const zone = /^[+-]\d\d:\d\d$/.test(offset) ? offset : "Z";
  const time = Date.parse(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}${zone}`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
