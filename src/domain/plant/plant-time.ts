// The clock at a plant: wall-clock times in its time zone.
import { isRealDay } from "../real-day.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(zone, made);
  return made;
}

/** Zones that are an offset of UTC, as the head of a table states them. Older programs do not know "+05:30". */
const fixed = /^([+-])(0\d|1[0-4]):([0-5]\d)$/;

/** Milliseconds that such a clock is ahead of UTC; null for another zone. */
function fixedOffset(zone: string): number | null {
  const [, sign, hours, minutes] = fixed.exec(zone) ?? [];
  if (sign === undefined) return null;
  return (sign === "-" ? -60_000 : 60_000) * (Number(hours) * 60 + Number(minutes));
}

/** What the clock on the wall shows, written as milliseconds of a clock in UTC. */
export function wallClock(zone: string, time_ms: number): number {
  const offset = fixedOffset(zone);
  if (offset !== null) return time_ms + offset;
  const parts = Object.fromEntries(
    formatIn(zone)
      .formatToParts(time_ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((time_ms % 1000) + 1000) % 1000);
}

/** The instant at which the clock shows this. In the hour that spring skips: the same time by the clock before. */
export function instantAt(zone: string, wall_ms: number): number {
  // The offset a day before and a day after: between them it changes once at most.
  const day = 86_400_000;
  const offsets = [wall_ms - day, wall_ms + day].map((near) => wallClock(zone, near) - near);
  const candidates = offsets.map((offset) => wall_ms - offset);
  return candidates.find((time) => wallClock(zone, time) === wall_ms) ?? candidates[0]!;
}

/**
 * The instants at which the clock shows this: one; none in the hour that spring skips; two in the hour that autumn
 * repeats, the earlier one first.
 */
export function instantsAt(zone: string, wall_ms: number): readonly number[] {
  const day = 86_400_000;
  const offsets = [wall_ms - day, wall_ms + day].map((near) => wallClock(zone, near) - near);
  const candidates = new Set(offsets.map((offset) => wall_ms - offset));
  return [...candidates]
    .filter((time) => wallClock(zone, time) === wall_ms)
    .toSorted((a, b) => a - b);
}

/** The day of an instant (ISO 8601) at the plant, YYYY-MM-DD. */
export function plantDate(zone: string, at: string): string {
  return plantLocal(zone, Date.parse(at)).slice(0, 10);
}

/** How far the clock is ahead of UTC, as ISO 8601 has it: "-03:00". */
export function offsetAt(zone: string, time_ms: number): string {
  const minutes = Math.round((wallClock(zone, time_ms) - time_ms) / 60_000);
  const two = (part: number) => String(part).padStart(2, "0");
  const ahead = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

/** The instant (ISO 8601) as the clock at the plant has it, with its offset, so that files keep day and instant. */
export function plantInstant(zone: string, at: string): string {
  const time_ms = Date.parse(at);
  const wall = new Date(wallClock(zone, time_ms)).toISOString().slice(0, -1);
  return wall + offsetAt(zone, time_ms);
}

/** Whether this machine knows the clock of the zone; the tables of zones are of different years. */
export function isKnownZone(zone: string): boolean {
  try {
    return fixedOffset(zone) !== null || formatIn(zone) !== undefined;
  } catch {
    return false;
  }
}

/** The begin of the day at the plant, and of the next one. */
export function plantDay(zone: string, time_ms: number): readonly [from: number, to: number] {
  const day = 86_400_000;
  const midnight = Math.floor(wallClock(zone, time_ms) / day) * day;
  return [instantAt(zone, midnight), instantAt(zone, midnight + day)];
}

/** The wall clock as a date and time field writes it, YYYY-MM-DDTHH:MM. */
export function plantLocal(zone: string, time_ms: number): string {
  return new Date(wallClock(zone, time_ms)).toISOString().slice(0, 16);
}

/** The instant of such a text; null where it is none. */
export function instantOfLocal(zone: string, text: string): number | null {
  const wall_ms = Date.parse(`${text}Z`);
  return Number.isNaN(wall_ms) || !isRealDay(text) ? null : instantAt(zone, wall_ms);
}

/**
 * The zone without daylight saving time, as loggers are often set: IANA "Etc/GMT+4" for UTC-4, with its hours before UTC.
 * Null where the clocks never change, or not by whole hours.
 */
export function standardTimeZone(zone: string): { id: string; hours: number } | null {
  const offsetIn = (month: number) => {
    const time = Date.UTC(2026, month, 1);
    return (wallClock(zone, time) - time) / 3_600_000;
  };
  const offsets = [offsetIn(0), offsetIn(6)];
  const hours = Math.min(...offsets);
  if (offsets[0] === offsets[1] || !Number.isInteger(hours)) return null;
  return { id: `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`, hours };
}
