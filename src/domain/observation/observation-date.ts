// The days on which observations were made, each with counts.
import { z } from "zod";
import { isDayInRange, type DateRange } from "../date-range.ts";
import type { Observation } from "./observation.ts";

const counted = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.array(z.object({ ...shape, count: z.number().int() }));

export const observationDateShape = z.object({
  /** YYYY-MM-DD in the asked time zone. */
  date: z.string(),
  /** The first and the last observation of the day, ISO 8601. */
  d_from: z.string(),
  d_to: z.string(),
  /** Observations by property, key figure, component and user, most first. */
  ccps: counted({ id: z.number().int() }),
  pis: counted({ id: z.number().int() }),
  components: counted({ dt_id: z.string(), pcs: z.string() }),
  /** Components of the day; `components` has the first ones. */
  component_count: z.number().int(),
  user_names: counted({ name: z.string() }),
  count: z.number().int(),
});
export type ObservationDate = z.infer<typeof observationDateShape>;

export const dateRangeShape = z
  .string()
  .regex(/^(last_7_days|last_30_days|last_90_days|past_year|all_time|year_\d{4})$/)
  .transform((text) => text as DateRange);

/** The name of a time zone that this machine knows. */
export const timeZoneShape = z
  .string()
  .max(60)
  .regex(/^[\w+/-]+$/)
  .refine(isTimeZone, "time_zone_unknown");

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Components listed by day. */
const MOST_COMPONENTS = 50;

/** The calendar day of an instant in a time zone, YYYY-MM-DD. */
export function dayIn(timeZone: string): (at: string) => string {
  // Sweden writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  // No day begins within a quarter of an hour (UTC): offsets of zones are multiples of it.
  const known = new Map<number, string>();
  return (at) => {
    const quarter = Math.floor(Date.parse(at) / QUARTER_MS);
    const day = known.get(quarter) ?? format.format(quarter * QUARTER_MS);
    known.set(quarter, day);
    return day;
  };
}

const QUARTER_MS = 900_000;

type Tally = {
  d_from: string;
  d_to: string;
  readonly ccps: Map<number, number>;
  readonly pis: Map<number, number>;
  readonly components: Map<string, number>;
  /** The name of each component, as the last observation has it. */
  readonly names: Map<string, string>;
  readonly users: Map<string, number>;
  count: number;
};

export type DayTally = {
  /** Counts an observation on its day. Nothing of it is kept but the counts. */
  readonly add: (observation: Observation) => void;
  /** The days in the range, newest first, one after the other. */
  readonly days: () => Generator<ObservationDate, void>;
};

/** Counts observations by day. `now`: ISO 8601. */
export function tallyDays(range: DateRange, timeZone: string, now: string): DayTally {
  const dayOf = dayIn(timeZone);
  const today = dayOf(now);
  const tallies = new Map<string, Tally>();
  return {
    add(observation) {
      const day = dayOf(observation.observed_at);
      if (!isDayInRange(day, range, today)) return;
      const tally = tallies.get(day) ?? newTally(observation.observed_at);
      tallies.set(day, tally);
      countIn(tally, observation);
    },
    *days() {
      const days = [...tallies].toSorted(([a], [b]) => (a < b ? 1 : -1));
      for (const [date, tally] of days) yield summaryOf(date, tally);
    },
  };
}

/** The days in the range, newest first. `now`: ISO 8601. */
export function observationDates(
  observations: readonly Observation[],
  range: DateRange,
  timeZone: string,
  now: string,
): ObservationDate[] {
  const tally = tallyDays(range, timeZone, now);
  for (const observation of observations) tally.add(observation);
  return [...tally.days()];
}

const newTally = (at: string): Tally => ({
  d_from: at,
  d_to: at,
  ccps: new Map(),
  pis: new Map(),
  components: new Map(),
  names: new Map(),
  users: new Map(),
  count: 0,
});

function countIn(tally: Tally, { observed_at, created_by_user, ...rest }: Observation): void {
  const { dt_id, pcs } = rest.fieldgeometry_component;
  tally.count += 1;
  if (observed_at < tally.d_from) tally.d_from = observed_at;
  if (observed_at > tally.d_to) tally.d_to = observed_at;
  countOne(tally.components, dt_id);
  tally.names.set(dt_id, pcs);
  if (created_by_user !== null) countOne(tally.users, created_by_user);
  for (const { column_id } of rest.column_values) {
    const [, prefix, id] = /^(ccp|pi)_(.*)$/.exec(column_id) ?? [];
    if (prefix !== undefined) countOne(prefix === "ccp" ? tally.ccps : tally.pis, Number(id));
  }
}

function countOne<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function summaryOf(date: string, tally: Tally): ObservationDate {
  const { d_from, d_to, names, count: all } = tally;
  return {
    date,
    d_from,
    d_to,
    ccps: mostFirst(tally.ccps).map(([id, count]) => ({ id, count })),
    pis: mostFirst(tally.pis).map(([id, count]) => ({ id, count })),
    components: mostFirst(tally.components)
      .slice(0, MOST_COMPONENTS)
      .map(([dt_id, count]) => ({ dt_id, pcs: names.get(dt_id) ?? "", count })),
    component_count: tally.components.size,
    user_names: mostFirst(tally.users).map(([name, count]) => ({ name, count })),
    count: all,
  };
}

/** Most first; equal counts by key. */
function mostFirst<Key extends string | number>(counts: ReadonlyMap<Key, number>): [Key, number][] {
  return [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}
