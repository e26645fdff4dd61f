// Meters of a plant and the energy that they counted by day.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../context.ts";
import { meter, meteredDay } from "../../schema/meter.ts";

const toDay = sql`(${meteredDay.day} + ${meteredDay.days}::int)`;

/** By name, with their first day and the day after the last one. What ends after `today` (YYYY-MM-DD at the plant) is not metered. */
export function readMeters(db: Database, plant_id: number, today: string) {
  return db
    .select({
      id: meter.id,
      name: meter.name,
      dt_id: meter.dt_id,
      is_plant: meter.is_plant,
      from: sql<string | null>`min(${meteredDay.day})::text`,
      to: sql<string | null>`max(${toDay})::text`,
    })
    .from(meter)
    .leftJoin(meteredDay, and(eq(meteredDay.meter_id, meter.id), sql`${toDay} <= ${today}::date`))
    .where(eq(meter.plant_id, plant_id))
    .groupBy(meter.id)
    .orderBy(meter.name);
}
export type MeterRow = Awaited<ReturnType<typeof readMeters>>[number];

type Days = { readonly from: string; readonly to: string };

/** Energy and metered days of each meter in a period; a month counts where all of it lies within. */
export async function meterSums(db: Database, plant_id: number, { from, to }: Days) {
  const rows = await db
    .select({
      id: meter.id,
      kwh: sql<number>`sum(${meteredDay.kwh})::float8`,
      days: sql<number>`sum(${meteredDay.covered} * ${meteredDay.days})::float8`,
    })
    .from(meter)
    .innerJoin(meteredDay, eq(meteredDay.meter_id, meter.id))
    .where(
      and(
        eq(meter.plant_id, plant_id),
        sql`${meteredDay.day} >= ${from}::date`,
        sql`${toDay} <= ${to}::date`,
      ),
    )
    .groupBy(meter.id);
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

/** Energy of these meters on the days, or in the months, that all of them have whole; and how many days these are. */
export async function commonSums(
  db: Database,
  ids: readonly number[],
  { from, to, whole }: Days & { readonly whole: number },
): Promise<{ readonly days: number; readonly kwh: ReadonlyMap<number, number> }> {
  if (ids.length === 0) return { days: 0, kwh: new Map() };
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  const result = await db.execute<{ id: number; kwh: number; days: number }>(sql`
    with own as (
      select meter_id, day, days, kwh from metered_day
      where meter_id in (${list}) and day >= ${from}::date and day + days::int <= ${to}::date
        and covered >= ${whole}
    ), common as (
      select day, days from own group by day, days having count(*) = ${ids.length}
    )
    select own.meter_id as id, sum(own.kwh)::float8 as kwh, sum(own.days)::int as days
    from own join common on common.day = own.day and common.days = own.days group by own.meter_id`);
  const rows = result.rows;
  return {
    days: Number(rows[0]?.days ?? 0),
    kwh: new Map(rows.map(({ id, kwh }) => [Number(id), Number(kwh)])),
  };
}

type Said = { readonly dt_id: string | null; readonly is_plant: boolean };

/** False if there is no such meter (any more). */
export async function updateMeter(
  db: Database,
  plant_id: number,
  id: number,
  said: Said,
): Promise<boolean> {
  const changed = await db
    .update(meter)
    .set({ ...said, updated_at: sql`now()` })
    .where(and(eq(meter.plant_id, plant_id), eq(meter.id, id)))
    .returning({ id: meter.id });
  return changed.length > 0;
}

/** False if there is no such meter (any more). */
export async function deleteMeter(db: Database, plant_id: number, id: number): Promise<boolean> {
  const deleted = await db
    .delete(meter)
    .where(and(eq(meter.plant_id, plant_id), eq(meter.id, id)))
    .returning({ id: meter.id });
  return deleted.length > 0;
}
