// Where, when and in which direction a photo was taken that becomes an observation.
// Source: CIPA DC-008 (Exif 2.32), tags of time, offset, GPS and GPSImgDirection; XMP of drones as image-tags.ts has it.
import { timeOptions } from "../image/exif-options.ts";
import { readImageTags } from "../analysis/image-tags.ts";
import { parseExif } from "../image/exif-parser.ts";
import { photoTime, type PhotoPlace } from "../image/photo-time.ts";
import { exifBlockOf } from "./exif-block.ts";

export type PhotoFacts = {
  /** Degrees, EPSG:4326; null where the photo states none that is certain. */
  readonly place: PhotoPlace | null;
  /** Standard uncertainty of the place in metres; null where the photo does not state it. */
  readonly position_m: number | null;
  /** Degrees clockwise from north, 0 to 360; null where the photo does not state it. */
  readonly direction: number | null;
  /** The direction is that of a compass, which points to magnetic north. */
  readonly isMagnetic: boolean;
  /** A drone took it: the camera was not beside what the photo shows. */
  readonly isAirborne: boolean;
  /** ISO 8601; null where the photo has no time, or states no time zone. */
  readonly taken_at: string | null;
  /** The instant (ISO 8601) of the photo's clock in a zone (IANA name), where it states none; null without a time. */
  takenIn(zone: string): string | null;
};

const options = {
  ...timeOptions,
  gps: { pick: ["GPSDateStamp", "GPSTimeStamp", "GPSImgDirection", "GPSImgDirectionRef"] },
  mergeOutput: false,
} satisfies Parameters<typeof parseExif>[1];

type Tags = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** Metres above its start: no person holds a camera so high. */
const FLYING_M = 4;

/**
 * Broken or missing parts read as null: such a photo is an observation all the same.
 * @param photo the bytes of a JPEG, PNG or WebP
 */
export async function readPhotoFacts(photo: Uint8Array): Promise<PhotoFacts> {
  const isJpeg = photo[0] === 0xff && photo[1] === 0xd8;
  const readable = isJpeg ? photo : (exifBlockOf(photo) ?? new Uint8Array());
  const { lon, lat, position_m, gimbal_pitch, gimbal_yaw, relative_altitude } =
    await readImageTags(readable);
  const tags: Tags = (await parseExif(readable, options).catch(() => undefined)) ?? {};
  const { ifd0 = {}, exif = {}, gps = {} } = tags;
  const times = { ...exif, ModifyDate: ifd0["ModifyDate"] };
  const place = lon === null || lat === null ? null : { lon, lat };
  const { taken_at, utc_offset } = photoTime({ ...gps, ...times }, place);
  const compass = turnOf(gps["GPSImgDirection"]);
  return {
    place,
    position_m,
    direction: compass ?? turnOf(gimbal_yaw),
    isMagnetic: compass !== null && !/^T/i.test(String(gps["GPSImgDirectionRef"] ?? "")),
    isAirborne: gimbal_pitch !== null || (relative_altitude ?? 0) > FLYING_M,
    taken_at: utc_offset === null ? null : taken_at,
    // Without the time of the satellites, which has been found not to fit.
    takenIn: (zone) => photoTime(times, null, zone).taken_at,
  };
}

function turnOf(value: unknown): number | null {
  if (typeof value !== "number" || !(value >= -360 && value <= 360)) return null;
  return (value + 360) % 360;
}
