// Where and when a photo was taken, from its EXIF tags: the same for drone data, result images and photos of observations.
// Source: CIPA DC-008 (Exif 2.32), tags of time, offset and GPS.
import { isRealDay } from "../real-day.ts";
import { instantAt, wallClock } from "../plant/plant-time.ts";
import { plantTimeZone } from "../plant/plant-zone.ts";

type Tags = Readonly<Record<string, unknown>>;
export type PhotoPlace = { readonly lon: number; readonly lat: number };

export type PhotoTime = {
  /** ISO 8601; null where the photo has no time, or one whose zone is not known. */
  readonly taken_at: string | null;
  /** Minutes ahead of UTC as the photo says; null where the civil time at its place was assumed. */
  readonly utc_offset: number | null;
};

const MINUTE_MS = 60_000;
/** How far the clock of a camera may be off. */
const MOST_DRIFT_MS = 3 * MINUTE_MS;
const none: PhotoTime = { taken_at: null, utc_offset: null };

/**
 * The position of the GPS tags in degrees (EPSG:4326). Null without the letters of the hemispheres: without them a
 * place in Chile would lie in Sudan.
 * @param latitude,longitude degrees as the reader of EXIF computes them, signed or not
 */
export function photoPlace(tags: Tags, latitude: unknown, longitude: unknown): PhotoPlace | null {
  if (typeof latitude !== "number" || typeof longitude !== "number") return null;
  // The reader turns degrees by capital letters alone.
  const north = signOf(tags["GPSLatitudeRef"], "N", "S");
  const east = signOf(tags["GPSLongitudeRef"], "E", "W");
  if (north === null || east === null) return null;
  // Degrees with a sign of their own before a letter could be turned twice.
  if ((latitude < 0 && north > 0) || (longitude < 0 && east > 0)) return null;
  const [lat, lon] = [0 + north * Math.abs(latitude), 0 + east * Math.abs(longitude)];
  // Of another datum it would lie up to some hundred metres beside its place.
  const datum = textOf(tags["GPSMapDatum"]);
  if (datum !== "" && !/wgs.?(?:19)?84/i.test(datum)) return null;
  // "V": the receiver had no fix, and the camera wrote the last place that it had.
  if (textOf(tags["GPSStatus"]).toUpperCase() === "V") return null;
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return null;
  // Cameras without a fix write zeros.
  return lat === 0 && lon === 0 ? null : { lon, lat };
}

/** Which way a letter of a hemisphere counts, in any case and with its word; null for another text. */
function signOf(ref: unknown, ahead: string, behind: string): 1 | -1 | null {
  const letter = textOf(ref).slice(0, 1).toUpperCase();
  return letter === ahead ? 1 : letter === behind ? -1 : null;
}

/**
 * The offset is said, or follows from the time of the satellites, or is that of the civil time at the photo's
 * place, or at the plant. Without any of them the instant is not known.
 * @param plant_zone IANA name of the plant's time zone; null where no plant is known
 */
export function photoTime(
  tags: Tags,
  place: PhotoPlace | null,
  plant_zone: string | null = null,
): PhotoTime {
  const local = localTime(
    tags["DateTimeOriginal"] ?? tags["CreateDate"] ?? tags["DateTimeDigitized"],
  );
  if (local === null) return none;
  // The offset of another time, such as that of a scan, says nothing of this one.
  const digitised = localTime(tags["CreateDate"] ?? tags["DateTimeDigitized"]) ?? local;
  const isSame = Math.abs(digitised - local) <= MINUTE_MS;
  // OffsetTime is that of the last change: an editor far away writes its own.
  const modified = localTime(tags["ModifyDate"] ?? tags["DateTime"]) ?? local;
  const isUnchanged = Math.abs(modified - local) <= MINUTE_MS;
  const said =
    offsetMinutes(tags["OffsetTimeOriginal"]) ??
    (isSame ? offsetMinutes(tags["OffsetTimeDigitized"]) : null) ??
    (isUnchanged ? offsetMinutes(tags["OffsetTime"]) : null);
  const zone = place ? plantTimeZone(place) : plant_zone;
  const utc_offset = said ?? satelliteOffset(local, tags, zone);
  if (utc_offset === null && zone === null) return none;
  const time = utc_offset === null ? instantAt(zone!, local) : local - utc_offset * MINUTE_MS;
  return isStorableTime(time) ? { taken_at: new Date(time).toISOString(), utc_offset } : none;
}

/** Cameras without a clock write the year 0000, which the database does not have. */
export function isStorableTime(time: string | number): boolean {
  const year = new Date(time).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** The clock of the camera as if it were UTC. Some cameras write dashes instead of colons. */
function localTime(value: unknown): number | null {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?$/.exec(textOf(value));
  if (!parts || !isRealDay(`${parts[1]}-${parts[2]}-${parts[3]}`)) return null;
  const time = Date.parse(`${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}Z`);
  return Number.isNaN(time) ? null : time;
}

function offsetMinutes(value: unknown): number | null {
  const text = textOf(value);
  if (text === "Z") return 0;
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? [];
  if (hours === undefined) return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
  return Math.abs(offset) <= 14 * 60 ? offset : null;
}

/** Offsets of today's zones that are no whole hours, in minutes (IANA time zone database). */
const oddOffsets = new Set([-570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765, 825]);
const exists = (offset: number) =>
  offset >= -12 * 60 && offset <= 14 * 60 && (offset % 60 === 0 || oddOffsets.has(offset));

/**
 * Whether a camera may have been set so far ahead of UTC. A receiver without a fix repeats an old time, which makes the
 * offset greater than it is, never less.
 * @param zone of the place; null where it is not known
 */
function mayBeSet(offset: number, local: number, utc: number, zone: string | null): boolean {
  if (!exists(offset)) return false;
  // Some cameras are left on UTC.
  if (zone === null || offset === 0) return true;
  const civil = [utc, instantAt(zone, local)].map((at) => (wallClock(zone, at) - at) / MINUTE_MS);
  return civil.includes(offset) || offset < Math.min(...civil);
}

function satelliteOffset(local: number, tags: Tags, zone: string | null): number | null {
  const stamp = tags["GPSTimeStamp"];
  const clock = Array.isArray(stamp) ? stamp.map(Number) : textOf(stamp).split(":").map(Number);
  const date = localTime(`${textOf(tags["GPSDateStamp"])} 00:00:00`);
  const [hours = NaN, minutes = NaN, seconds = NaN] = clock;
  if (date === null || Number.isNaN(hours + minutes + seconds)) return null;
  const utc = date + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  // Time zones differ by quarters of an hour. A time that lies between them is that of a former fix.
  const apart = local - utc;
  const offset = Math.round(apart / (15 * MINUTE_MS)) * 15;
  const isFresh = Math.abs(apart - offset * MINUTE_MS) <= MOST_DRIFT_MS;
  return isFresh && mayBeSet(offset, local, utc, zone) ? offset + 0 : null;
}

/** EXIF texts can be padded with zeros. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.replace(/\0.*$/s, "").trim() : "";
}
