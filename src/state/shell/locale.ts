// The language of the page: words and formats. Choosing another language stores it and reloads the page.
import { moneyText } from "../../domain/loss/money-text.ts";
import {
  currentLocale,
  hasWords,
  loadWords,
  locales,
  t,
  type Locale,
  type WordValues,
} from "../../client/i18n.ts";
import { localNames, writeLocal } from "../../client/local.ts";
import { serverNow } from "../../client/server-time.ts";
import { elapsed } from "../../domain/elapsed.ts";
import { leave } from "./leave.ts";

export { hasWords, locales, t, type Locale, type WordValues };

/** The language in use. */
export function locale(): Locale {
  return currentLocale();
}

/** The words are British English, and so are the dates: 9 Mar 2026, 14:05. */
function dateLocale(): string {
  return locale() === "en" ? "en-GB" : locale();
}

/** Loads the words of these nouns: for pages without a session, and for parts whose words come with them. */
export function needWords(...nouns: readonly string[]): Promise<void> {
  return loadWords((noun) => nouns.includes(noun));
}

/**
 * Stores the language and reloads the page; asks first where work would be lost.
 * @param account_id whose language it is; absent for a choice on this device
 */
export function chooseLocale(next: Locale, account_id?: number): void {
  leave(() => {
    writeLocal(localNames.locale, next);
    writeLocal(localNames.localeAccount, account_id === undefined ? null : String(account_id));
    location.reload();
  }, "page");
}

/** A number in the reader's notation; at most `digits` decimals (default 2). */
export function formatNumber(value: number, digits = 2): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value);
}

/** The size of a pixel on the ground: centimetres, or metres from 1 m on. */
export function formatPixelSize(metres: number): string {
  return metres < 1 ? `${formatNumber(metres * 100, 1)} cm` : `${formatNumber(metres, 1)} m`;
}

/** An amount of money without cents; with them below `exact`. */
export function formatMoney(amount: number, currency: string, exact = 0): string {
  return moneyText(amount, { locale: locale(), currency }, Math.abs(amount) < exact ? 2 : 0);
}

/** A share (0 to 1) as per cent. */
export function formatShare(share: number, digits = 1): string {
  return new Intl.NumberFormat(locale(), {
    style: "percent",
    maximumFractionDigits: digits,
  }).format(share);
}

/** A duration as minutes and seconds: "4:05". */
export function formatMinutes(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

const LEAST_SHARE = 0.001;

/** A share in a column of shares: one decimal, and neither 0 for some nor 100 for less than all. */
export function formatAlignedShare(share: number): string {
  const isTiny = share > 0 && share < LEAST_SHARE;
  const isNearlyAll = share < 1 && share > 1 - LEAST_SHARE;
  const shown = isTiny ? LEAST_SHARE : isNearlyAll ? 1 - LEAST_SHARE : share;
  const text = new Intl.NumberFormat(locale(), {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(shown);
  return `${isTiny ? "<\u202F" : isNearlyAll ? ">\u202F" : ""}${text}`;
}

/** A date (ISO 8601) as day, month and year. */
export function formatDate(iso: string): string {
  return new Intl.DateTimeFormat(dateLocale(), { dateStyle: "medium" }).format(new Date(iso));
}

/** A calendar day (YYYY-MM-DD) as text, independent of the time zone. */
export function formatDay(day: string): string {
  // Noon in the user's time zone is on the same day.
  return formatDate(`${day}T12:00:00`);
}

/** A month (YYYY-MM) as text: "December 2026". */
export function formatMonth(month: string): string {
  const options = { month: "long", year: "numeric" } as const;
  return new Intl.DateTimeFormat(dateLocale(), options).format(new Date(`${month}-15T12:00:00`));
}

/** The day of the week of a calendar day (YYYY-MM-DD): "Monday", or "Mon". */
export function formatWeekday(day: string, weekday: "long" | "short"): string {
  return new Intl.DateTimeFormat(dateLocale(), { weekday }).format(new Date(`${day}T12:00:00`));
}

/** The day, month and year of an instant by the clock of a time zone. */
export function formatDateIn(timeZone: string, time_ms: number): string {
  return new Intl.DateTimeFormat(dateLocale(), { dateStyle: "medium", timeZone }).format(time_ms);
}

/** A date (ISO 8601) with its time. */
export function formatDateTime(iso: string): string {
  return new Intl.DateTimeFormat(dateLocale(), { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(iso),
  );
}

/** A date (ISO 8601) with its time, by the clock of a time zone. */
export function formatPlainTimeIn(timeZone: string, iso: string): string {
  const options = { dateStyle: "medium", timeStyle: "short", timeZone } as const;
  return new Intl.DateTimeFormat(dateLocale(), options).format(new Date(iso));
}

/** The same with the name of the zone. */
export function formatDateTimeIn(timeZone: string, iso: string): string {
  return withZone(formatPlainTimeIn(timeZone, iso), timeZone);
}

function withZone(time: string, timeZone: string): string {
  const zone = zoneName(timeZone);
  return t(zone.startsWith("UTC") ? "shell:time_at_offset" : "shell:time_in_zone", { time, zone });
}

/** The city of a time zone, as "Santiago"; at sea, where no zone has one, its offset, as "UTC−3". */
export function zoneName(timeZone: string): string {
  // The names of these zones have the opposite sign: "Etc/GMT+3" is three hours behind UTC.
  const [, sign, hours] = /^Etc\/GMT([+-])(\d+)$/.exec(timeZone) ?? [];
  if (hours !== undefined && hours !== "0") return `UTC${sign === "+" ? "−" : "+"}${hours}`;
  if (/^(Etc\/.*|UTC|GMT)$/.test(timeZone)) return "UTC";
  return timeZone.split("/").at(-1)!.replaceAll("_", " ");
}

/** The time of day in a time zone: hours and minutes. @param isSaid with the name of the zone */
export function formatTimeIn(timeZone: string, time_ms: number, isSaid = false): string {
  const options = { timeStyle: "short", timeZone } as const;
  const text = new Intl.DateTimeFormat(dateLocale(), options).format(time_ms);
  return isSaid ? withZone(text, timeZone) : text;
}

/** The hour of a time of day in a time zone. */
export function formatHourIn(timeZone: string, time_ms: number): string {
  return new Intl.DateTimeFormat(dateLocale(), { hour: "numeric", timeZone }).format(time_ms);
}

/** How long ago a date (ISO 8601) was: "3 days ago". */
export function formatElapsed(iso: string, now = serverNow()): string {
  const { unit, count } = elapsed(now - Date.parse(iso));
  return new Intl.RelativeTimeFormat(locale(), { numeric: "auto" }).format(-count, unit);
}

/** A length of time in its largest whole unit: "3 hours". */
export function formatDuration(seconds: number, unitDisplay: "long" | "short" = "long"): string {
  const { unit, count } = elapsed(seconds * 1000);
  return new Intl.NumberFormat(locale(), { style: "unit", unit, unitDisplay }).format(count);
}

/** Bytes in KB, MB, GB or TB; a line does not end between number and unit. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${formatNumber(bytes, 0)}\u00A0B`;
  const units = ["KB", "MB", "GB", "TB"];
  let value = bytes / 1024;
  let at = 0;
  while (value >= 1024 && at < units.length - 1) {
    value /= 1024;
    at += 1;
  }
  return `${formatNumber(value, value < 10 ? 1 : 0)}\u00A0${units[at]}`;
}
