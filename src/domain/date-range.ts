// Ranges of days by which lists are narrowed; both ends count. Days of flights are those of the plant's calendar, all
// others those of the user's.
import { addDays, addMonths } from "./calendar-date.ts";
import { plantDate } from "./plant/plant-time.ts";

/** Days in a range that ends today. */
const lastDays = { last_7_days: 7, last_30_days: 30, last_90_days: 90 } as const;

export const fixedDateRanges = [
  "last_7_days",
  "last_30_days",
  "last_90_days",
  "past_year",
  "all_time",
] as const;
/** `year_2026` is a calendar year; the past year is the twelve months up to today. */
export type DateRange = (typeof fixedDateRanges)[number] | `year_${number}`;

/** First and last day of a range; null where it is open. `today`: YYYY-MM-DD. */
export function daysOf(
  range: DateRange,
  today: string,
): { readonly from: string | null; readonly to: string | null } {
  if (range === "all_time") return { from: null, to: null };
  if (range === "past_year") return { from: addDays(addMonths(today, -12), 1), to: today };
  if (range in lastDays) {
    const days = lastDays[range as keyof typeof lastDays];
    return { from: addDays(today, 1 - days), to: today };
  }
  const year = yearOf(range);
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}

/** The year of a range of one calendar year, as four digits. */
export function yearOf(range: DateRange): string {
  return range.slice("year_".length).padStart(4, "0");
}

/** True if the day is in the range. */
export function isDayInRange(day: string, range: DateRange, today: string): boolean {
  return overlapsRange(day, day, range, today);
}

/**
 * True if an instant (ISO 8601) is in the range on the calendar of a plant. Today is the plant's, too: it may have
 * begun there and not yet here.
 */
export function isInstantInRange(at: string, range: DateRange, { zone, now }: PlantNow): boolean {
  return range === "all_time" || isDayInRange(plantDate(zone, at), range, plantDate(zone, now));
}

/** `zone`: IANA name. `now`: ISO 8601. */
export type PlantNow = { readonly zone: string; readonly now: string };

/** True where a period shares a day with the range; null: the period has no end. */
export function overlapsRange(
  start: string,
  end: string | null,
  range: DateRange,
  today: string,
): boolean {
  const { from, to } = daysOf(range, today);
  return (from === null || end === null || end >= from) && (to === null || start <= to);
}

/** The calendar years of these days, the last one first. */
export function yearsOf(days: readonly string[]): number[] {
  const years = new Set(days.map((day) => Number(day.slice(0, 4))));
  return [...years].toSorted((a, b) => b - a);
}
