// A month of due dates: its weeks, the day that a key leads to, and what is due on each day.
import { addDays, addMonths } from "./calendar-date.ts";

/** The first day of the week is Monday, as in ISO 8601. 0 for Monday to 6 for Sunday. */
function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The month of a day, as YYYY-MM. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The weeks that the month (YYYY-MM) has a day in; each is seven days as YYYY-MM-DD, from Monday. */
export function monthWeeks(month: string): string[][] {
  const first = `${month}-01`;
  const weeks: string[][] = [];
  let day = addDays(first, -weekday(first));
  while (day < addMonths(first, 1)) {
    const start = day;
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(start, at)));
    day = addDays(day, 7);
  }
  return weeks;
}

/** The month before or after. */
export function nextMonth(month: string, step: 1 | -1): string {
  return monthOf(addMonths(`${month}-01`, step));
}

/** Where a key of the keyboard leads from a day; null for other keys. */
export function dayAfterKey(day: string, key: string): string | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return addDays(day, -weekday(day));
    case "End":
      return addDays(day, 6 - weekday(day));
    case "PageUp":
      return addMonths(day, -1);
    case "PageDown":
      return addMonths(day, 1);
    default:
      return null;
  }
}

/** What is due, in the order in which it came. */
export type DueDays<Item> = {
  readonly byDay: ReadonlyMap<string, readonly Item[]>;
  /** How many of a day are late. */
  readonly lateOn: ReadonlyMap<string, number>;
  /** Late on any day. */
  readonly late: readonly Item[];
  /** Without a day. */
  readonly without: readonly Item[];
};

export function dueDays<Item>(
  items: readonly Item[],
  dayOf: (one: Item) => string | null,
  isLate: (one: Item) => boolean,
): DueDays<Item> {
  const byDay = new Map<string, Item[]>();
  const lateOn = new Map<string, number>();
  const late: Item[] = [];
  const without: Item[] = [];
  for (const one of items) {
    const day = dayOf(one);
    if (day === null) {
      without.push(one);
      continue;
    }
    const own = byDay.get(day);
    if (own) own.push(one);
    else byDay.set(day, [one]);
    if (!isLate(one)) continue;
    late.push(one);
    lateOn.set(day, (lateOn.get(day) ?? 0) + 1);
  }
  return { byDay, lateOn, late, without };
}
