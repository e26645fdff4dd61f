// A time of day at a plant as a form has it: the text of a date and time field, "2026-04-04T23:30". In the hour that
// autumn repeats, the offset from UTC stands behind it and says which of the two is meant: "2026-04-04T23:30-04:00".
import { isRealDay } from "../real-day.ts";
import type { Refusal } from "../error.ts";
import { instantsAt, offsetAt, plantLocal } from "./plant-time.ts";

/** Length of the text of a date and time field. */
const MINUTE_LENGTH = 16;

/** What a date and time field shows of the text. */
export function minuteText(text: string): string {
  return text.slice(0, MINUTE_LENGTH);
}

/** The text of an instant (ISO 8601), with the offset where the minute alone is not enough. */
export function siteText(zone: string, at: string): string {
  const time_ms = Date.parse(at);
  const minute = plantLocal(zone, time_ms);
  return instantsOf(zone, minute).length > 1 ? minute + offsetAt(zone, time_ms) : minute;
}

/** The offsets of the instants at which the clock shows the minute: one, or none, or two. */
export function siteOffsets(zone: string, text: string): readonly string[] {
  return instantsOf(zone, minuteText(text)).map((time) => offsetAt(zone, time));
}

/** Why no instant follows from the text, or null. An empty or unreadable one is for the shape to refuse. */
export function siteTimeRefusal(zone: string, text: string): Refusal | null {
  if (!isMinute(minuteText(text))) return null;
  const offsets = siteOffsets(zone, text);
  if (offsets.length === 0) return { reason: "site_time_skipped" };
  if (offsets.length === 1) return null;
  return offsets.includes(text.slice(MINUTE_LENGTH)) ? null : { reason: "site_time_twice" };
}

/** The instant (ISO 8601, UTC) of the text; null where none follows. */
export function siteInstant(zone: string, text: string): string | null {
  if (siteTimeRefusal(zone, text) !== null) return null;
  const times = instantsOf(zone, minuteText(text));
  const meant = times.find((time) => offsetAt(zone, time) === text.slice(MINUTE_LENGTH));
  const time = meant ?? times[0];
  return time === undefined ? null : new Date(time).toISOString();
}

function isMinute(minute: string): boolean {
  const isWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(minute) && isRealDay(minute);
  return isWritten && !Number.isNaN(Date.parse(`${minute}Z`));
}

function instantsOf(zone: string, minute: string): readonly number[] {
  return isMinute(minute) ? instantsAt(zone, Date.parse(`${minute}Z`)) : [];
}
