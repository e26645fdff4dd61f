// Orders on a timeline, as positions from 0 (left) to 1 (right).
import { addDays, daysBetween } from "../calendar-date.ts";
import type { Order } from "./order.ts";

/** Maximum number of years shown before and after the current one. */
const YEARS_BEFORE = 4;
const YEARS_AFTER = 3;

export type TimelineBar = {
  readonly order: Order;
  /** Row of the timeline, 0 is the top; bars of the same row do not overlap. */
  readonly row: number;
  readonly start: number;
  readonly end: number;
  /** True if the order continues beyond the right edge. */
  readonly continues: boolean;
};

export type Timeline = {
  readonly years: readonly { readonly year: number; readonly at: number; readonly width: number }[];
  readonly today: number;
  readonly rowCount: number;
  readonly bars: readonly TimelineBar[];
};

/** Orders outside the years shown have no bar. */
export function timelineOf(orders: readonly Order[], day: string): Timeline {
  const present = yearOf(day);
  const firstYear = Math.max(
    present - YEARS_BEFORE,
    Math.min(present, ...orders.map(({ start_date }) => yearOf(start_date))),
  );
  const lastYear = Math.min(
    present + YEARS_AFTER,
    Math.max(present, ...orders.map((order) => yearOf(order.end_date ?? order.start_date))),
  );
  const [from, until] = [`${firstYear}-01-01`, `${lastYear + 1}-01-01`];
  const days = daysBetween(from, until);
  const placeOf = (date: string) => Math.min(1, Math.max(0, daysBetween(from, date) / days));
  const count = lastYear - firstYear + 1;
  const years = Array.from({ length: count }, (_, index) => {
    const year = firstYear + index;
    const at = placeOf(`${year}-01-01`);
    return { year, at, width: placeOf(`${year + 1}-01-01`) - at };
  });
  const bars = stack(
    orders
      .filter(({ start_date, end_date }) => start_date < until && (end_date ?? until) >= from)
      .map((order) => ({
        order,
        start: placeOf(order.start_date),
        end: order.end_date === null ? 1 : placeOf(addDays(order.end_date, 1)),
        continues: order.end_date === null || order.end_date >= until,
      })),
  );
  const rowCount = Math.max(0, ...bars.map(({ row }) => row + 1));
  return { years, today: placeOf(day), rowCount, bars };
}

/** Places each bar in the topmost row that is free at its start. */
function stack(bars: readonly Omit<TimelineBar, "row">[]): TimelineBar[] {
  const ends: number[] = [];
  return bars
    .toSorted((a, b) => a.start - b.start || a.order.id - b.order.id)
    .map((bar) => {
      const free = ends.findIndex((end) => end <= bar.start);
      const row = free < 0 ? ends.length : free;
      ends[row] = bar.end;
      return { ...bar, row };
    });
}

const yearOf = (date: string) => Number(date.slice(0, 4));
