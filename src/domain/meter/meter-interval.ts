// The intervals of metered values, added up to days: what overlaps, what no plant can deliver, and what has not ended yet.
import type { Problem } from "../error.ts";
import { plantDate } from "../plant/plant-time.ts";
import { withoutDips } from "./meter-counter.ts";
import { dayAdder, type MeterDays } from "./meter-day.ts";
import type { MeterFacts, MeterTable, MeterValue, ReadMeter } from "./read-meter.ts";

const MOST_PROBLEMS = 50;
const MOST_DAYS = 400_000;
/** More than its modules or collectors can deliver is a wrong unit. */
const GREATEST_LOAD = 1.5;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Clock = { readonly areDays: boolean; readonly areMidnights: boolean };
type How = MeterFacts & Clock & { readonly step: number; readonly isMonths: boolean };

type Interval = {
  /** Milliseconds; of days and months those of the calendar. */
  readonly from: number;
  readonly to: number;
  readonly kwh: number;
  readonly line: number;
  /** False for one that is longer than usual. */
  readonly mayBridge: boolean;
};

/** The days of each meter, or all that is wrong; `values` by the name of the meter. */
export function daysOfMeters(
  values: ReadonlyMap<string, MeterValue[]>,
  facts: MeterFacts,
  { areDays, areMidnights }: Clock,
  given: readonly Problem[],
): { readonly read: MeterTable | null; readonly problems: Problem[] } {
  const problems: Problem[] = [];
  for (const [name, list] of values) {
    list.sort((a, b) => a.at - b.at);
    const double = list.find((one, at) => at > 0 && one.at === list[at - 1]!.at);
    if (double) problems.push({ reason: "meter_time_twice", line: double.line, field: name });
  }
  if (problems.length > 0) return { read: null, problems: problems.slice(0, MOST_PROBLEMS) };
  const step = usualStep(values);
  if (step === null) return { read: null, problems: [{ reason: "meter_one_row" }] };
  const isMonths = areDays && step >= 28 * DAY_MS && step <= 31 * DAY_MS;
  if (!isMonths && (step < 60_000 || step > DAY_MS)) {
    return {
      read: null,
      problems: [{ reason: "meter_interval", values: { minutes: step / 60_000 } }],
    };
  }
  const how: How = { ...facts, areDays, areMidnights, step, isMonths };
  const notes = [...given];
  const kept = new Map<string, readonly MeterValue[]>();
  for (const [name, all] of values) {
    const { kept: list, dip_count } =
      facts.values === "counter" ? withoutDips(all) : { kept: all, dip_count: 0 };
    if (dip_count > 0)
      notes.push({ reason: "meter_dip", field: name, values: { count: dip_count } });
    kept.set(name, list);
  }
  const ended = endOf(kept, how);
  const meters: ReadMeter[] = [];
  let dayCount = 0;
  for (const [name, list] of kept) {
    const adder = dayAdder(facts.plant_zone);
    if (facts.values !== "counter") problems.push(...overlaps(name, list, how));
    const resets = eachInterval(list, how, (one) => {
      if (problems.length >= MOST_PROBLEMS || !ended.take(one)) return;
      const hours = (one.to - one.from) / HOUR_MS;
      // What a counter says is judged by days: its readings come close together.
      const fault = facts.values === "counter" ? null : energyFault(one.kwh, hours, facts);
      if (fault) problems.push({ ...fault, line: one.line, field: name });
      else adder.add(one.from, one.to, one.kwh, { areDays, mayBridge: one.mayBridge });
    });
    if (resets > 0) notes.push({ reason: "meter_reset", field: name, values: { count: resets } });
    const days = adder.days();
    dayCount += days.day.length;
    if (days.day.length > 0) meters.push({ name, ...days });
    const counted = facts.values === "counter" ? counterFault(days, facts) : null;
    if (counted) problems.push({ ...counted, field: name });
  }
  if (dayCount > MOST_DAYS)
    problems.push({ reason: "meter_too_long", values: { most: MOST_DAYS } });
  if (meters.length === 0 && problems.length === 0) problems.push({ reason: "meter_no_values" });
  if (problems.length > 0) return { read: null, problems: problems.slice(0, MOST_PROBLEMS) };
  notes.push(...ended.notes());
  const interval_minutes = isMonths ? null : step / 60_000;
  return { read: { meters, interval_minutes, last_month: ended.last_month, notes }, problems };
}

/** Visits the intervals of a meter in their order; answers how often its counter fell. */
function eachInterval(
  list: readonly MeterValue[],
  { values, stamp, areDays, areMidnights, isMonths, step }: How,
  visit: (interval: Interval) => void,
): number {
  let resets = 0;
  for (const [at, one] of list.entries()) {
    const after = isMonths ? monthAfter(one.at) : one.at + step;
    if (values !== "counter") {
      const isEnd = stamp === "end" && (!areDays || areMidnights);
      const before = isMonths ? monthAfter(one.at, -1) : one.at - step;
      const [from, to] = isEnd ? [before, one.at] : [one.at, after];
      const kwh = values === "power" ? one.value * ((to - from) / HOUR_MS) : one.value;
      visit({ from, to, kwh, line: one.line, mayBridge: true });
      continue;
    }
    const next = list[at + 1];
    if (!next) continue;
    // A counter that is read at the end of a day counts that day.
    const isOfNext = areDays && !areMidnights && stamp === "end";
    const [from, to] = isOfNext
      ? [next.at, isMonths ? monthAfter(next.at) : next.at + step]
      : [one.at, next.at];
    if (next.value < one.value) resets += 1;
    else {
      const mayBridge = isMonths || next.at - one.at <= step * 1.01;
      visit({ from, to, kwh: next.value - one.value, line: next.line, mayBridge });
    }
  }
  return resets;
}

function overlaps(
  field: string,
  list: readonly MeterValue[],
  { isMonths, step }: How,
): readonly Problem[] {
  const problems: Problem[] = [];
  for (const [at, next] of list.entries()) {
    const one = list[at - 1];
    if (!one || next.at >= (isMonths ? monthAfter(one.at) : one.at + step * 0.99)) continue;
    const values = { minutes: step / 60_000 };
    problems.push({ reason: "meter_overlap", line: next.line, field, values });
  }
  return problems.slice(0, MOST_PROBLEMS);
}

/**
 * What of a file had ended when it was made. The day and the month that go on are known in part, and rows of the future
 * are a form that waits to be filled in: neither is metered energy.
 */
function endOf(kept: ReadonlyMap<string, readonly MeterValue[]>, how: How) {
  const { areDays, isMonths, now, last_month } = how;
  const today = Date.parse(plantDate(how.plant_zone, new Date(now).toISOString()));
  const hasEnded = (to: number) => to <= (areDays ? today : now);
  const isFuture = (from: number) => !areDays || from > today;
  let [lastMetered, lastEnded] = [-Infinity, -Infinity];
  let [hasRest, hasRestEnergy] = [false, false];
  if (areDays) {
    for (const list of kept.values()) {
      eachInterval(list, how, ({ from, to, kwh }) => {
        if (hasEnded(to)) {
          lastEnded = Math.max(lastEnded, from);
          if (kwh !== 0) lastMetered = Math.max(lastMetered, from);
        } else {
          hasRest = true;
          hasRestEnergy ||= kwh !== 0;
        }
      });
    }
  }
  // Zeros up to a future of zeros are the same form; without one they are a plant that stood still.
  const isForm = hasRest && !hasRestEnergy && lastMetered > -Infinity;
  const last = isForm ? lastMetered : lastEnded;
  // A month that goes on with energy shows that the one before it was whole when the file was made.
  const isAsked = isMonths && !hasRestEnergy && last > -Infinity;
  const open = new Set<string>();
  let [future, blank] = [0, 0];
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const name = (at: number) => (isMonths ? dayOf(at).slice(0, 7) : dayOf(at));
  const end = isMonths ? monthAfter(last) : last + DAY_MS;
  return {
    last_month: isAsked ? name(last) : null,
    /** Whether the interval counts; else it is counted for the notes. */
    take({ from, to }: Interval): boolean {
      if (!hasEnded(to)) {
        if (isFuture(from)) future += 1;
        else open.add(name(from));
        return false;
      }
      if (areDays && from > last) {
        blank += 1;
        return false;
      }
      if (isAsked && last_month === "part" && from === last) {
        open.add(name(from));
        return false;
      }
      return true;
    },
    notes(): Problem[] {
      return [
        ...[...open].map((one): Problem =>
          isMonths
            ? { reason: "meter_open_month", values: { month: one } }
            : { reason: "meter_open_day", values: { day: one } },
        ),
        ...(future > 0 ? [{ reason: "meter_future", values: { count: future } }] : []),
        ...(blank > 0
          ? [{ reason: "meter_form", values: { count: blank, day: dayOf(end - DAY_MS) } }]
          : []),
      ];
    },
  };
}

/** The most frequent distance of two rows of a meter; null where no meter has two. */
function usualStep(values: ReadonlyMap<string, readonly MeterValue[]>): number | null {
  const counts = new Map<number, number>();
  for (const list of values.values()) {
    for (let at = 1; at < list.length; at += 1) {
      const step = list[at]!.at - list[at - 1]!.at;
      counts.set(step, (counts.get(step) ?? 0) + 1);
    }
  }
  const [most] = [...counts].toSorted(([a, m], [b, n]) => n - m || a - b);
  return most?.[0] ?? null;
}

function monthAfter(at: number, months = 1): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate());
}

/** An energy that the plant cannot deliver or take in these hours. */
function energyFault(kwh: number, hours: number, { nominal_capacity }: MeterFacts): Problem | null {
  if (nominal_capacity <= 0) return null;
  const most = nominal_capacity * 1000 * hours * GREATEST_LOAD;
  if (kwh > most)
    return { reason: "meter_too_much", values: { kwh: rounded(kwh), most: rounded(most) } };
  // At night inverters and pumps take a little.
  if (kwh < -most / 10) return { reason: "meter_negative", values: { kwh: rounded(kwh) } };
  return null;
}

function counterFault(days: MeterDays, facts: MeterFacts): Problem | null {
  for (const [at, kwh] of days.kwh.entries()) {
    const fault = energyFault(kwh, 24 * days.days[at]!, facts);
    if (fault) return { ...fault, values: { ...fault.values, day: days.day[at]! } };
  }
  return null;
}

const rounded = (value: number) => Math.round(value * 10) / 10;
