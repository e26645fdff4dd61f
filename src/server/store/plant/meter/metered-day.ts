// Days and months of meters, as a file brings them beside those that are stored.
import { and, eq, sql } from "drizzle-orm";
import type { ReadMeter } from "../../../../domain/meter/read-meter.ts";
import { WHOLE_DAY } from "../../../../domain/meter/meter.ts";
import type { Database } from "../../../context.ts";
import { meter } from "../../schema/meter.ts";

/** What a file of a meter does to the days that are stored. */
export type DayPlan = {
  /** Stored days that go: those of a month count each. */
  readonly replaced_days: number;
  /** Days of the file that are not stored, because more of them is. */
  readonly left_out: readonly string[];
};

const nothing: DayPlan = { replaced_days: 0, left_out: [] };
/** Coverage is stored with seven digits. */
const SAME_COVERAGE = 1e-4;

/** What the files would do to the days of a plant, by the name of the meter. */
export async function planDays(
  db: Database,
  plant_id: number,
  meters: readonly ReadMeter[],
): Promise<ReadonlyMap<string, DayPlan>> {
  const plans = new Map<string, DayPlan>();
  for (const one of meters) {
    const [row] = await db
      .select({ id: meter.id })
      .from(meter)
      .where(and(eq(meter.plant_id, plant_id), eq(meter.name, one.name)));
    plans.set(one.name, row ? await planOf(db, row.id, one) : nothing);
  }
  return plans;
}

/** Stored days that share a day with the given ones; `given` has the columns day and days. */
const overlapping = sql`old.day < given.day + given.days and old.day + old.days::int > given.day`;

const givenDays = ({ day, days, covered }: Omit<ReadMeter, "name" | "kwh">) => sql`
  (select unnest(${sql.param(day)}::date[]) as day, unnest(${sql.param(days)}::int[]) as days,
    unnest(${sql.param(covered)}::real[]) as covered)`;

/** A month is at most so many days before what it overlaps. */
const nearTo = (id: number, day: readonly string[]) => sql`
  old.meter_id = ${id} and old.day >= ${day[0]!}::date - 31 and old.day <= ${day.at(-1)!}::date + 31`;

/** Stored days that the given ones replace. Days are found by themselves, and only months by what they overlap. */
function replacedBy(id: number, one: ReadMeter) {
  const given = sql`select 1 from ${givenDays(one)} given where ${overlapping}`;
  const hasMonths = one.days.some((days) => days > 1);
  const months = hasMonths ? sql`or exists (${given} and given.days > 1)` : sql``;
  return sql`${nearTo(id, one.day)} and (old.day = any(${sql.param(one.day)}::date[])
    or (old.days > 1 and exists (${given})) ${months})`;
}

/**
 * A file begins and ends within a day. Such a part of a day never replaces more of it, and no part of a day replaces
 * the month around it.
 */
async function planOf(db: Database, id: number, one: ReadMeter): Promise<DayPlan> {
  const [first, last] = [one.day[0]!, one.day.at(-1)!];
  const { rows } = await db.execute<{ day: string }>(sql`
    with given as ${givenDays(one)},
    held as (select old.day, old.days, old.covered from metered_day old where ${nearTo(id, one.day)}),
    kept_month as (
      select old.day, old.days from held old where old.days > 1 and not exists (
        select 1 from given
        where (given.days > 1 or given.covered >= ${WHOLE_DAY}) and ${overlapping})
    )
    select given.day::text as day from given where given.days = 1 and (
      (given.day in (${first}::date, ${last}::date) and exists (
        select 1 from held old where old.days = 1 and old.day = given.day
          and old.covered > given.covered + ${SAME_COVERAGE}))
      or exists (select 1 from kept_month old where ${overlapping}))
    order by given.day`);
  const left_out = rows.map(({ day }) => day);
  const taken = takenOf(one, left_out);
  if (taken.day.length === 0) return { replaced_days: 0, left_out };
  const counted = await db.execute<{ days: number }>(sql`
    select coalesce(sum(old.days), 0)::int as days from metered_day old
    where ${replacedBy(id, taken)}`);
  return { replaced_days: Number(counted.rows[0]?.days ?? 0), left_out };
}

function takenOf(one: ReadMeter, left_out: readonly string[]): ReadMeter {
  if (left_out.length === 0) return one;
  const isOut = new Set(left_out);
  const taken = <T>(list: readonly T[]) => list.filter((_, at) => !isOut.has(one.day[at]!));
  return {
    name: one.name,
    day: taken(one.day),
    days: taken(one.days),
    kwh: taken(one.kwh),
    covered: taken(one.covered),
  };
}

/** Adds the days; those that are there are replaced. Months and days of one meter do not stand beside each other. */
export async function storeMeteredDays(
  db: Database,
  plant_id: number,
  given: ReadMeter,
  { left_out }: DayPlan,
): Promise<void> {
  const one = takenOf(given, left_out);
  if (one.day.length === 0) return;
  const [row] = await db
    .insert(meter)
    .values({ plant_id, name: one.name })
    .onConflictDoUpdate({ target: [meter.plant_id, meter.name], set: { updated_at: sql`now()` } })
    .returning({ id: meter.id });
  const id = row!.id;
  await db.execute(sql`delete from metered_day old where ${replacedBy(id, one)}`);
  await db.execute(sql`
    insert into metered_day (meter_id, day, days, kwh, covered)
    select ${id}, unnest(${sql.param(one.day)}::date[]), unnest(${sql.param(one.days)}::smallint[]),
      unnest(${sql.param(one.kwh)}::float8[]), unnest(${sql.param(one.covered)}::real[])`);
}
