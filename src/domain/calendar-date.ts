// Calendar dates as YYYY-MM-DD: days of a contract, independent of time zones.
import { z } from "zod";

/** Years that dates can have. Others are typing errors, and some of them no database can store. */
const years = { first: 1900, last: 2199 } as const;

/** A day that exists, in a year that dates can have: 2026-02-29 is refused, and so is 0206-03-01. */
export const calendarDateShape = z.iso.date().refine(isUsualYear, "date_out_of_range");

/** An instant with an offset that some place on the earth has. ISO 8601. */
export const instantShape = z.iso
  .datetime({ offset: true })
  .refine((text) => isUsualYear(text) && isUsualOffset(text), "date_out_of_range");

function isUsualYear(text: string): boolean {
  const year = Number(text.slice(0, 4));
  return year >= years.first && year <= years.last;
}

function isUsualOffset(text: string): boolean {
  return Number(/[+-](\d\d):?\d\d$/.exec(text)?.[1] ?? 0) <= 14;
}

/** The day of an instant in UTC. */
export function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** The day of an instant on the calendar of this machine. */
export function localDay(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const year = String(at.getFullYear()).padStart(4, "0");
  return `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Midnight UTC of the day, for arithmetic only. */
const msOf = (date: string) => Date.parse(`${date}T00:00:00Z`);

/** The day `days` later; earlier if negative. */
export function addDays(date: string, days: number): string {
  return utcDay(new Date(msOf(date) + days * 86_400_000));
}

/** The same day `months` later; the last day of the month if the month is shorter. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return utcDay(new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))));
}

/** Days from one day to another; 0 for the same. */
export function daysBetween(from: string, to: string): number {
  return Math.round((msOf(to) - msOf(from)) / 86_400_000);
}

/** The last day of a period that begins on `next` and is as long as `start` to `end`. Whole months stay whole. */
export function samePeriodFrom(next: string, start: string, end: string): string {
  const [y1 = 0, m1 = 0] = start.split("-").map(Number);
  const [y2 = 0, m2 = 0] = addDays(end, 1).split("-").map(Number);
  const months = (y2 - y1) * 12 + m2 - m1;
  return months > 0 && addMonths(start, months) === addDays(end, 1)
    ? addDays(addMonths(next, months), -1)
    : addDays(next, daysBetween(start, end));
}
