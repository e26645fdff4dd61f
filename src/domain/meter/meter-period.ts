// The period in which meters are compared: days at the plant, the last one excluded.
import type { MeterPeriod } from "./meter.ts";

export type Days = { readonly from: string; readonly to: string };

const DAY_MS = 86_400_000;

export const daysBetween = ({ from, to }: Days): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS));

/**
 * A year, or as much of it as there are values for.
 * @param metered the first day with a value, and the day after the last one
 * @param survey the day of the survey
 */
export function periodOf(period: MeterPeriod, metered: Days, survey: string): Days {
  const { from: first, to: last } = metered;
  const to = period === "before_survey" ? lesser(last, survey) : last;
  const year = period === "before_survey" ? survey : last;
  const from =
    period === "since_survey" ? greater(first, survey) : greater(first, yearBefore(year));
  return { from, to: greater(from, to) };
}

const greater = (a: string, b: string) => (a > b ? a : b);
const lesser = (a: string, b: string) => (a < b ? a : b);

function yearBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return new Date(Date.UTC(date.getUTCFullYear() - 1, date.getUTCMonth(), date.getUTCDate()))
    .toISOString()
    .slice(0, 10);
}
