// Reads where and when a photo was taken from its EXIF block.
import { timeOptions } from "../image/exif-options.ts";
import { parseExif } from "../image/exif-parser.ts";
import { photoPlace, photoTime } from "../image/photo-time.ts";

export type PhotoOrigin = {
  /** Degrees, EPSG:4326; null if the photo has no position. */
  readonly lon: number | null;
  readonly lat: number | null;
  /** ISO 8601; see `photoTime`. */
  readonly taken_at: string | null;
};

const nothing: PhotoOrigin = { lon: null, lat: null, taken_at: null };

const options = {
  ...timeOptions,
  gps: {
    pick: [
      "GPSLatitudeRef",
      "GPSLatitude",
      "GPSLongitudeRef",
      "GPSLongitude",
      "GPSDateStamp",
      "GPSTimeStamp",
      "GPSMapDatum",
      "GPSStatus",
    ],
  },
} satisfies Parameters<typeof parseExif>[1];

/**
 * Reads an EXIF block, with or without its "Exif\0\0" head; broken or missing parts read as null.
 * @param plant_zone IANA name of the plant's time zone, for times without an offset
 */
export async function readExif(
  block: Uint8Array | undefined,
  plant_zone: string | null = null,
): Promise<PhotoOrigin> {
  if (block === undefined) return nothing;
  const isHeaded = block[0] === 0x45 && block[1] === 0x78 && block[2] === 0x69 && block[3] === 0x66;
  const tiff = isHeaded ? block.subarray(6) : block;
  // A photo with a broken block is still usable, without position and time.
  const tags = await parseExif(tiff, options).catch(() => undefined);
  if (tags === undefined) return nothing;
  const place = photoPlace(tags, tags.latitude, tags.longitude);
  const { taken_at } = photoTime(tags, place, plant_zone);
  return { lat: place?.lat ?? null, lon: place?.lon ?? null, taken_at };
}
