// Metered energy as a table: a row an interval, with a column for each meter, or with the name of the meter in a column.
import { csvText } from "../column/csv.ts";
import { isFailure, type Problem } from "../error.ts";
import { decimalSignOf, readNumber, settledNumber, type DecimalSign } from "../number-text.ts";
import {
  cellText,
  eachRow,
  isMissing,
  withUnitRow,
  type Cell,
  type Table,
} from "../table/table.ts";
import { namedColumns } from "../table/named-columns.ts";
import { epochNotes, isTotalRow, joinedTime } from "../table/time-order.ts";
import { dayAdder, type MeterDays } from "./meter-day.ts";
import { clockOf } from "./meter-clock.ts";
import { withoutDips } from "./meter-counter.ts";
import { isTimeHead, layoutOf, meterHeads, type Layout } from "./meter-head.ts";
import { isOtherColumn } from "./meter-other.ts";
import { meterUnitNames, type MeterAnswers } from "./meter.ts";

const MOST_PROBLEMS = 50;
const MOST_METERS = 2000;
const MOST_DAYS = 400_000;
const isUnit = (text: string) =>
  meterUnitNames.some((unit) => unit.toLowerCase() === text.toLowerCase()) ||
  isOtherColumn(`(${text})`);
/** More than its modules or collectors can deliver is a wrong unit. */
const GREATEST_LOAD = 1.5;

export type MeterFacts = MeterAnswers & {
  /** Zone (IANA) of times that state none; undefined if the user has not chosen one. */
  readonly given_zone: string | undefined;
  /** Zone of the plant, whose days are counted. */
  readonly plant_zone: string;
  /** Megawatts; 0 where it is not known. */
  readonly nominal_capacity: number;
};

export type ReadMeter = MeterDays & { readonly name: string };
export type MeterTable = {
  readonly meters: readonly ReadMeter[];
  /** Minutes; null for months. */
  readonly interval_minutes: number | null;
  readonly notes: readonly Problem[];
};

type Value = { readonly at: number; readonly value: number; readonly line: number };

/** The days of each meter, or all that is wrong in the file; lines count from 1. */
export function readMeterTable(
  table: Table,
  facts: MeterFacts,
): { readonly read: MeterTable | null; readonly problems: Problem[] } {
  const problems: Problem[] = [];
  const rows: { readonly cells: readonly Cell[]; readonly line: number }[] = [];
  let head: string[] | null = null;
  let headLine = 0;
  try {
    eachRow(
      table,
      (cells, line) => {
        if (!head) {
          [head, headLine] = [cells.map(cellText), line];
          return;
        }
        if (rows.length === 0) {
          const whole = withUnitRow(head, cells, head.findIndex(isTimeHead), isUnit);
          if (whole) {
            head = [...whole];
            return;
          }
        }
        rows.push({ cells: cells.map(unquoted), line });
      },
      meterHeads,
    );
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { read: null, problems: [...error.problems] };
  }
  const layout = layoutOf(head ?? [], headLine, facts, problems);
  if (!layout || problems.length > 0) return { read: null, problems };
  const decimal =
    facts.decimal ??
    decimalSignOf(rows.flatMap(({ cells }) => layout.columns.map(({ at }) => cells[at] ?? "")));
  const values = new Map<string, Value[]>();
  const timeOf = (cells: readonly Cell[]) => {
    const [day = "", time] = layout.time.map((at) => cellText(cells[at]));
    return time === undefined ? day : joinedTime(day, time);
  };
  const own = rows.filter(({ cells }) => !isTotalRow(timeOf(cells)));
  const times = own.map(({ cells }) => timeOf(cells));
  const clock = clockOf({ zone: layout.zone, plant_zone: facts.plant_zone }, times);
  const missing = { count: 0, mark: "" };
  const latest = new Map<string, number>();
  for (const { cells, line } of clock.isDescending ? own.toReversed() : own) {
    if (problems.length >= MOST_PROBLEMS) break;
    takeRow({ layout, decimal, clock, values, latest, timeOf, missing }, cells, line, problems);
  }
  if (problems.length > 0) {
    return { read: null, problems: problems.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
  }
  if (values.size > MOST_METERS) {
    problems.push({ reason: "meter_count", values: { found: values.size, most: MOST_METERS } });
    return { read: null, problems };
  }
  const notes: Problem[] = epochNotes(times);
  const totals = rows.length - own.length;
  if (totals > 0) notes.push({ reason: "table_total_row", values: { count: totals } });
  if (layout.others.length > 0) {
    notes.push(namedColumns("meter_column_other", layout.others));
  }
  if (missing.count > 0) {
    notes.push({ reason: "meter_missing", values: { count: missing.count, text: missing.mark } });
  }
  return summed(values, facts, clock, notes);
}

const unquoted = (cell: Cell) => (typeof cell === "number" ? cell : csvText(cell));

type Taking = {
  readonly layout: Layout;
  readonly decimal: DecimalSign | null;
  readonly clock: ReturnType<typeof clockOf>;
  readonly values: Map<string, Value[]>;
  /** The time of the row before, with values or without, by the name of its meter; "" where columns are meters. */
  readonly latest: Map<string, number>;
  readonly timeOf: (cells: readonly Cell[]) => string;
  /** Numbers that say that there is no value, such as -9999. */
  readonly missing: { count: number; mark: string };
};

function takeRow(
  { layout, decimal, clock, values, latest, timeOf, missing }: Taking,
  cells: readonly Cell[],
  line: number,
  problems: Problem[],
): void {
  const name = layout.meter === null ? null : cellText(cells[layout.meter]);
  if (name === "") {
    problems.push({ reason: "meter_name_missing", line });
    return;
  }
  const at = clock.read(timeOf(cells), latest.get(name ?? "") ?? -Infinity);
  if (typeof at !== "number") {
    problems.push({ ...at, line });
    return;
  }
  latest.set(name ?? "", at);
  for (const column of layout.columns) {
    const cell = cells[column.at] ?? "";
    if (isMissing(cell)) continue;
    if (isMissing(cell, true)) {
      missing.count += 1;
      missing.mark ||= cellText(cell);
      continue;
    }
    const reading = settledNumber(readNumber(cell), { decimal });
    const text = cellText(cell).slice(0, 80);
    if (reading.kind === "ambiguous") {
      const said = { text, one: reading.asDecimal, other: reading.asThousands };
      problems.push({ reason: "number_ambiguous", field: column.name, values: said, line });
    } else if (reading.kind !== "number") {
      problems.push({ reason: "meter_no_number", field: column.name, values: { text }, line });
    } else {
      const key = (name ?? column.name).slice(0, 200);
      const list = values.get(key) ?? [];
      values.set(key, list);
      list.push({ at, value: reading.value * column.factor, line });
    }
    if (problems.length >= MOST_PROBLEMS) return;
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function summed(
  values: ReadonlyMap<string, Value[]>,
  facts: MeterFacts,
  { areDays, areMidnights }: Pick<ReturnType<typeof clockOf>, "areDays" | "areMidnights">,
  notes: Problem[],
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
  const meters: ReadMeter[] = [];
  let dayCount = 0;
  for (const [name, all] of values) {
    const { kept: list, dip_count } =
      facts.values === "counter" ? withoutDips(all) : { kept: all, dip_count: 0 };
    if (dip_count > 0)
      notes.push({ reason: "meter_dip", field: name, values: { count: dip_count } });
    const adder = dayAdder(facts.plant_zone);
    let resets = 0;
    for (const [at, one] of list.entries()) {
      const next = list[at + 1];
      const end = isMonths ? monthAfter(one.at) : one.at + step;
      const isEnd = facts.stamp === "end" && (!areDays || areMidnights);
      const [from, to] = isEnd
        ? [isMonths ? monthAfter(one.at, -1) : one.at - step, one.at]
        : [one.at, end];
      if (facts.values === "counter") {
        if (!next) continue;
        // A counter that is read at the end of a day counts that day.
        const isOfNext = areDays && !areMidnights && facts.stamp === "end";
        const [from, to] = isOfNext
          ? [next.at, isMonths ? monthAfter(next.at) : next.at + step]
          : [one.at, next.at];
        const mayBridge = isMonths || next.at - one.at <= step * 1.01;
        if (next.value < one.value) resets += 1;
        else adder.add(from, to, next.value - one.value, { areDays, mayBridge });
        continue;
      }
      if (next && next.at < (isMonths ? end : one.at + step * 0.99)) {
        problems.push({
          reason: "meter_overlap",
          line: next.line,
          field: name,
          values: { minutes: step / 60_000 },
        });
      }
      const hours = (to - from) / HOUR_MS;
      const kwh = facts.values === "power" ? one.value * hours : one.value;
      const fault = energyFault(kwh, hours, facts);
      if (fault) problems.push({ ...fault, line: one.line, field: name });
      else adder.add(from, to, kwh, { areDays, mayBridge: true });
      if (problems.length >= MOST_PROBLEMS) break;
    }
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
  return { read: { meters, interval_minutes: isMonths ? null : step / 60_000, notes }, problems };
}

/** The most frequent distance of two rows of a meter; null where no meter has two. */
function usualStep(values: ReadonlyMap<string, readonly Value[]>): number | null {
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
