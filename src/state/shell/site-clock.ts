// The clock at a plant, by which all times of flights, surveys, photos and what was seen there are shown. What users do
// themselves (a sign-in, a change, an order) is shown by their own clock, with the functions of `locale.ts`.
import { isInstantInRange, type DateRange } from "../../domain/date-range.ts";
import { isKnownZone, offsetAt, plantDate } from "../../domain/plant/plant-time.ts";
import { formatDateIn, formatDateTimeIn, formatPlainTimeIn, formatTimeIn } from "./locale.ts";
import { serverTime } from "./server-time.ts";

export type SiteClock = {
  /** IANA name of the zone. */
  readonly zone: string;
  /** False where the plant's zone is not known here, and this device's clock stands for it. */
  readonly isKnown: boolean;
  /** The day of an instant (ISO 8601) in words: "9 Mar 2026". */
  day(at: string): string;
  /** The same as YYYY-MM-DD, for filters and file names. */
  date(at: string): string;
  /** Day and time, with the zone where the clock of this device shows another time. */
  time(at: string): string;
  /** The time of day alone, with the zone as above. */
  timeOfDay(at: string): string;
};

/** The name of the time zone of this device. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/**
 * @param time_zone of a plant or an analysis. It is absent while the plant is loading, and in what an older version
 * kept on this device; the clock of this device is used then, and times say so
 */
export function siteClock(time_zone: string | null | undefined): SiteClock {
  const isKnown = typeof time_zone === "string" && isKnownZone(time_zone);
  const zone = isKnown ? time_zone : deviceZone();
  const isSaid = (at: string) => !isKnown || isOtherTime(zone, at);
  return {
    zone,
    isKnown,
    day: (at) => formatDateIn(zone, Date.parse(at)),
    date: (at) => plantDate(zone, at),
    time: (at) => (isSaid(at) ? formatDateTimeIn(zone, at) : formatPlainTimeIn(zone, at)),
    timeOfDay: (at) => formatTimeIn(zone, Date.parse(at), isSaid(at)),
  };
}

/** Whether the clock of this device shows another time than that of the zone. */
export function isOtherTime(zone: string, at: string): boolean {
  const time_ms = Date.parse(at);
  return offsetAt(zone, time_ms) !== offsetAt(deviceZone(), time_ms);
}

/** What an answer about a survey has: when it was flown, and the zone of its plant. */
type Flown = { readonly flown_at: string; readonly time_zone: string };

/** The day of a survey at its plant, in words. */
export function surveyDay({ flown_at, time_zone }: Flown): string {
  return siteClock(time_zone).day(flown_at);
}

/** The same as YYYY-MM-DD. */
export function surveyDate({ flown_at, time_zone }: Flown): string {
  return siteClock(time_zone).date(flown_at);
}

/** True if the survey is in the range on the calendar of its plant. */
export function isSurveyInRange({ flown_at, time_zone }: Flown, range: DateRange): boolean {
  const now = serverTime();
  return isInstantInRange(flown_at, range, { zone: siteClock(time_zone).zone, now });
}
