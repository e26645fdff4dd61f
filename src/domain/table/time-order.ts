// Dates with the day or the month first, and with names of months, as control systems and spreadsheets write them. Which
// one a file means is proven by a day after the 12th, or it is not known.
import type { Problem } from "../error.ts";
import { monthOf } from "./month-name.ts";

/** "swapped": the column is one of which a spreadsheet took the day for the month in some rows. */
export type DateOrder = "dmy" | "mdy" | "swapped";

/** A clock after a day, and its zone. */
const clockAfter = String.raw`(?:[ T,:]\s*(\d{1,2}):(\d\d)(?::(\d\d(?:[.,]\d+)?))?\s*([ap]\.?\s?m\.?)?)?\s*(Z|[+-]\d\d:?\d\d)?$`;
/** "13/03/2026 9:05:30 PM", "13.03.2026 09:05", "3-13-2026"; with two digits for the year, which is refused. */
const written = new RegExp(
  String.raw`^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?!\d)${clockAfter}`,
  "i",
);
/** ISO 8601 but for slashes or points, or an hour of one digit. */
const nearIso = /^(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?:[ T]\s*(\d{1,2})(:\d\d.*))?$/;
/** "01-Jun-2026 12:00", "1 de junio de 2026". */
const dayAndMonth = new RegExp(
  String.raw`^(\d{1,2})\.?[\s/-]*(?:de\s+)?(\p{L}{3,10})\.?[\s/-]*(?:del?\s+)?(\d{4}|\d\d)(?!\d)${clockAfter}`,
  "iu",
);
/** "Jun 1, 2026 12:00 PM". */
const monthAndDay = new RegExp(
  String.raw`^(\p{L}{3,10})\.?[\s/-]+(\d{1,2})(?:st|nd|rd|th)?[\s,/-]+(\d{4})(?!\d)${clockAfter}`,
  "iu",
);

const two = (text: string) => text.padStart(2, "0");
const isClock = /\d:\d\d/;

/** Whether any of the times of a column has a clock: then a day alone is its midnight. */
export function haveClocks(texts: Iterable<string>): boolean {
  for (const text of texts) if (isClock.test(text)) return true;
  return false;
}

/** A day of ISO 8601 as its midnight; another text as it is. */
export const withMidnight = (iso: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(iso) ? `${iso} 00:00` : iso;

/** The day of a date that a sheet stores, as `serialText` writes it. */
const storedDay = /^\d{4}-\d\d-(\d\d)(?: |$)/;
/** A spreadsheet takes the 13th for no month, so it leaves such a date as text. */
const LAST_MONTH = 12;

/**
 * The order that the texts of a column prove; null where none does, or two contradict each other.
 * Stored days up to the 12th beside a text after the 12th are those of a spreadsheet that expects day and month in the
 * other order: it has swapped them.
 */
export function dateOrderOf(texts: Iterable<string>): DateOrder | null {
  const found = new Set<DateOrder>();
  let [isStored, hasLateDay, hasLateText] = [false, false, false];
  for (const text of texts) {
    const stored = storedDay.exec(text.trim())?.[1];
    if (stored !== undefined) {
      isStored = true;
      hasLateDay ||= Number(stored) > LAST_MONTH;
    }
    const [, first = "", sign = "", second = "", year = ""] = written.exec(text.trim()) ?? [];
    if (year.length !== 4) continue;
    hasLateText ||= Number(first) > LAST_MONTH || Number(second) > LAST_MONTH;
    // With points the day is first everywhere.
    if (sign === "." || Number(first) > LAST_MONTH) found.add("dmy");
    if (Number(second) > LAST_MONTH) found.add("mdy");
  }
  if (isStored && hasLateText && !hasLateDay) return "swapped";
  const [only] = found;
  return found.size === 1 && only ? only : null;
}

/**
 * The text as ISO 8601 has it, with a blank before the clock; itself where it is in no other notation.
 * @param order of the column; null where no text proves one
 * @returns what is wrong where the order is not known, or the year has two digits
 */
export function isoTime(text: string, order: DateOrder | null): string | Problem {
  const plain = text.trim();
  const epoch = epochOf(plain);
  if (epoch) return new Date(epoch.time_ms).toISOString();
  const value = plain.slice(0, 60);
  if (order === "swapped" && (storedDay.test(plain) || written.test(plain))) {
    return { reason: "table_date_swapped", values: { value } };
  }
  const near = nearIso.exec(plain);
  if (near) {
    const [, year = "", , month = "", day = "", hour, rest = ""] = near;
    const date = `${year}-${two(month)}-${two(day)}`;
    return hour === undefined ? date : `${date} ${two(hour)}${rest}`;
  }
  const parts = written.exec(plain);
  if (parts) {
    const [, first = "", , second = "", year = "", ...clock] = parts;
    if (year.length !== 4) return { reason: "table_date_year", values: { value } };
    if (order === null && first !== second)
      return { reason: "table_date_order", values: { value } };
    const [day, month] = order === "mdy" ? [second, first] : [first, second];
    return withClock(`${year}-${two(month)}-${two(day)}`, clock);
  }
  const [, day = "", word = "", year = "", ...clock] = namedParts(plain) ?? [];
  const month = monthOf(word);
  if (month === null) return plain;
  if (year.length !== 4) return { reason: "table_date_year", values: { value } };
  return withClock(`${year}-${two(String(month))}-${two(day)}`, clock);
}

/** The match of a day with the name of its month, the day first; null for another text. */
function namedParts(text: string): readonly (string | undefined)[] | null {
  const dayFirst = dayAndMonth.exec(text);
  if (dayFirst) return dayFirst;
  const monthFirst = monthAndDay.exec(text);
  if (!monthFirst) return null;
  const [whole, word, day, ...rest] = monthFirst;
  return [whole, day, word, ...rest];
}

function withClock(date: string, clock: readonly (string | undefined)[]): string {
  const [hour, minute = "", seconds, half, zone = ""] = clock;
  if (hour === undefined) return `${date}${zone}`;
  const hours = half === undefined ? Number(hour) : hourOfHalf(Number(hour), half);
  const time = `${two(String(hours))}:${minute}${seconds === undefined ? "" : `:${seconds}`}`;
  return `${date} ${time}${zone}`;
}

/** Seconds, or milliseconds, since 1970: of 2001 to 2100. */
const counted = /^(\d{10}|\d{13})(?:[.,]0+)?$/;
const [FIRST_MS, LAST_MS] = [Date.UTC(2001, 8, 9), Date.UTC(2100, 0, 1)];
/** "2026060110" is an hour of a day. */
const hourOfDay = /^20[0-3]\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-4])$/;

/** The instant of a text that counts seconds or milliseconds since 1970; null for another text. */
export function epochOf(
  text: string,
): { readonly time_ms: number; readonly unit: "s" | "ms" } | null {
  const [, digits] = counted.exec(text.trim()) ?? [];
  if (digits === undefined || hourOfDay.test(digits)) return null;
  const unit = digits.length === 13 ? "ms" : "s";
  const time_ms = Number(digits) * (unit === "s" ? 1000 : 1);
  return time_ms >= FIRST_MS && time_ms < LAST_MS ? { time_ms, unit } : null;
}

/** What a table says whose times count seconds or milliseconds since 1970; none for others. */
export function epochNotes(texts: readonly string[]): Problem[] {
  const first = texts.map(epochOf).find((one) => one !== null);
  return first ? [{ reason: `table_time_epoch_${first.unit}` }] : [];
}

/** True for the text of a row that sums or averages the others, in the column of the times. */
export function isTotalRow(text: string): boolean {
  return /^(?:(?:grand|sub)[ -]?)?(?:total(?:es|s)?(?: general)?|totais|sum(?:me|a|as)?|soma|somas|gesamt|average|avg|mean|promedio|media|m\u00e9dia)\s*[:.]?$/i.test(
    text.trim(),
  );
}

/** 12 is the first hour of each half of the day; NaN for an hour that no such clock shows. */
function hourOfHalf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return NaN;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

/** Minutes ahead of UTC that the head of the times states: "Time (UTC-3)", "Time [Z]"; undefined for none. */
function statedOffset(head: string): number | undefined {
  if (/[[(]\s*z\s*[)\]]\s*$/i.test(head)) return 0;
  // Whatever else stands behind it, such as the minutes of an interval, leaves the zone to the user.
  const found =
    /(?:^|[^a-z])(?:utc|gmt)\s*(?:([+\-\u2013\u2212])\s*(\d{1,2})(?::?([0-5]\d))?)?\s*(?:[)\]]|$)/i.exec(
      head,
    );
  if (!found) return undefined;
  const [, sign, hours = "0", minutes = "00"] = found;
  if (sign === undefined) return 0;
  const isAhead = sign === "+";
  // No clock is further from UTC: such a head states no zone, and it is asked for.
  const most = isAhead ? 14 * 60 : 12 * 60;
  const offset = Number(hours) * 60 + Number(minutes);
  if (offset > most) return undefined;
  return isAhead ? offset : 0 - offset;
}

/** "+05:30" of the minutes ahead of UTC. */
function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const [hours, rest] = [Math.floor(size / 60), size % 60];
  return `${minutes < 0 ? "-" : "+"}${two(String(hours))}:${two(String(rest))}`;
}

/** A zone that the head of the times states as UTC or an offset of it: "Time (UTC-3)"; undefined for none. */
export function headZone(head: string): string | undefined {
  const offset = statedOffset(head);
  if (offset === undefined) return undefined;
  if (offset === 0) return "UTC";
  // IANA counts these zones to the west.
  if (offset % 60 === 0) return `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset) / 60}`;
  return offsetText(offset);
}

/** Another head of times with the zone that this one states, as `headZone` reads it: "time [UTC+05:30]". */
export function zonedHead(name: string, head: string): string {
  const offset = statedOffset(head);
  if (offset === undefined) return name;
  return `${name} [UTC${offset === 0 ? "" : offsetText(offset)}]`;
}

const dayNames = ["date", "fecha", "data", "datum", "day", "dia", "tag"];
const clockNames = ["time", "hora", "hour", "uhrzeit", "zeit", "horario", "clock"];

/** Whether a head, as `plainName` writes it, can be one of a day or of a clock. */
export const isDayOrClock = (plainHead: string): boolean =>
  dayNames.includes(plainHead) || clockNames.includes(plainHead);

/** The columns of a day and of a clock that say a time together; null where one column says it. */
export function dayAndClock(
  plainHeads: readonly string[],
): { readonly day: number; readonly clock: number } | null {
  const at = (names: readonly string[]) => plainHeads.findIndex((name) => names.includes(name));
  const day = at(dayNames);
  const clock = at(clockNames);
  return day < 0 || clock < 0 ? null : { day, clock };
}

/** The text of a time in two cells: the clock may state the day itself. */
export function joinedTime(day: string, clock: string): string {
  if (!/^\d{1,2}:\d\d/.test(clock) || day === "") return clock || day;
  // A sheet may show the midnight of its days.
  return `${day.replace(/[T ]0?0:00(?::00)?$/, "")} ${clock}`;
}
