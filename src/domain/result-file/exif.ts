// Reads where and when a photo was taken from its EXIF block.
import exifr from "exifr";

// Under Node this package has a default export alone, although its types name more.
// oxlint-disable-next-line import/no-named-as-default-member
const { parse } = exifr;

export type PhotoOrigin = {
  /** Degrees, EPSG:4326; null if the photo has no position. */
  readonly lon: number | null;
  readonly lat: number | null;
  /** ISO 8601; UTC is assumed if the photo has no offset. */
  readonly taken_at: string | null;
};

const nothing: PhotoOrigin = { lon: null, lat: null, taken_at: null };

/** Reads only the needed tags: a hostile block can contain thousands. */
const options = {
  tiff: true,
  ifd0: { pick: [] },
  ifd1: false,
  exif: { pick: ["DateTimeOriginal", "OffsetTimeOriginal"] },
  gps: { pick: ["GPSLatitudeRef", "GPSLatitude", "GPSLongitudeRef", "GPSLongitude"] },
  interop: false,
  makerNote: false,
  userComment: false,
  xmp: false,
  icc: false,
  iptc: false,
  jfif: false,
  ihdr: false,
  // Dates stay text: the library would read them as local times of this machine.
  reviveValues: false,
} satisfies Parameters<typeof parse>[1];

/** Reads an EXIF block, with or without its "Exif\0\0" head; broken or missing parts read as null. */
export async function readExif(block: Uint8Array | undefined): Promise<PhotoOrigin> {
  if (block === undefined) return nothing;
  const isHeaded = block[0] === 0x45 && block[1] === 0x78 && block[2] === 0x69 && block[3] === 0x66;
  const tiff = isHeaded ? block.subarray(6) : block;
  // A photo with a broken block is still usable, without position and time.
  const tags = await parse(tiff, options).catch(() => undefined);
  const lat = degrees(tags?.latitude, 90);
  const lon = degrees(tags?.longitude, 180);
  return {
    lat: lon === null ? null : lat,
    lon: lat === null ? null : lon,
    taken_at: instant(tags?.DateTimeOriginal, tags?.OffsetTimeOriginal),
  };
}

function degrees(value: unknown, most: number): number | null {
  return typeof value === "number" && Math.abs(value) <= most ? value : null;
}

function instant(local: unknown, offset: unknown): string | null {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(textOf(local));
  if (parts === null) return null;
  const zone = /^[+-]\d\d:\d\d$/.test(textOf(offset)) ? textOf(offset) : "Z";
  const time = Date.parse(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}${zone}`);
  return Number.isNaN(time) || !isStorableTime(time) ? null : new Date(time).toISOString();
}

/** Cameras without a clock write the year 0000, which the database does not have. */
export function isStorableTime(time: string | number): boolean {
  const year = new Date(time).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** EXIF texts can be padded with zeros. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.replace(/\0.*$/s, "").trim() : "";
}
