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

/** The days in the range, newest first, each with its observations. `now`: ISO 8601. */
function daysIn(
  observations: readonly Observation[],
  range: DateRange,
  timeZone: string,
  now: string,
): [string, Observation[]][] {
  const dayOf = dayIn(timeZone);
  const today = dayOf(now);
  const days = Map.groupBy(observations, ({ observed_at }) => dayOf(observed_at));
  return [...days]
    .filter(([day]) => isDayInRange(day, range, today))
    .toSorted(([a], [b]) => (a < b ? 1 : -1));
}

/** The days in the range, newest first, one after the other. `now`: ISO 8601. */
export function* eachObservationDate(
  ...of: Parameters<typeof daysIn>
): Generator<ObservationDate, void> {
  for (const [date, made] of daysIn(...of)) yield summaryOf(date, made);
}

/** The days in the range, newest first. `now`: ISO 8601. */
export function observationDates(...of: Parameters<typeof daysIn>): ObservationDate[] {
  return [...eachObservationDate(...of)];
}

function summaryOf(date: string, made: readonly Observation[]): ObservationDate {
  const times = made.map(({ observed_at }) => observed_at).toSorted();
  const idsOf = (prefix: string) =>
    made.flatMap(({ column_values }) =>
      column_values
        .filter(({ column_id }) => column_id.startsWith(prefix))
        .map(({ column_id }) => Number(column_id.slice(prefix.length))),
    );
  const names = new Map(
    made.map(({ fieldgeometry_component: { dt_id, pcs } }) => [dt_id, pcs] as const),
  );
  const components = countsOf(made.map((one) => one.fieldgeometry_component.dt_id));
  const users = made.flatMap(({ created_by_user }) => created_by_user ?? []);
  return {
    date,
    d_from: times[0] ?? "",
    d_to: times.at(-1) ?? "",
    ccps: countsOf(idsOf("ccp_")).map(([id, count]) => ({ id, count })),
    pis: countsOf(idsOf("pi_")).map(([id, count]) => ({ id, count })),
    components: components
      .slice(0, MOST_COMPONENTS)
      .map(([dt_id, count]) => ({ dt_id, pcs: names.get(dt_id) ?? "", count })),
    component_count: components.length,
    user_names: countsOf(users).map(([name, count]) => ({ name, count })),
    count: made.length,
  };
}

/** Most first; equal counts by key. */
function countsOf<Key extends string | number>(keys: readonly Key[]): [Key, number][] {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
}
