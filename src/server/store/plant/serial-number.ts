// Serial numbers of the components of a plant.
import { and, asc, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { ComponentType } from "../../../domain/component/component.ts";
import { limits } from "../../../domain/limits.ts";
import {
  serialKey,
  type SerialEnd,
  type SerialEntry,
} from "../../../domain/serial-number/serial-number.ts";
import { plantDate } from "../../../domain/plant/plant-time.ts";
import type { SerialSpan } from "../../../domain/serial-number/serial-course.ts";
import type { Database } from "../../context.ts";
import { readPlantZone } from "./plant-zone.ts";
import { serialNumber as table } from "../schema/serial-number.ts";

/** Any number that no other lock of the product has. */
const SERIAL_LOCK = 770_052;
/** Rows of one statement. */
const ROWS = 10_000;

type Row = Omit<SerialEntry, "user_name" | "ended_by"> & {
  readonly account_id: number | null;
  readonly ended_by: number | null;
};

/** Those of one component, the newest first. */
export function readSerials(
  db: Database,
  plant_id: number,
  { component_type, dt_id }: { readonly component_type: ComponentType; readonly dt_id: string },
): Promise<Row[]> {
  return db
    .select({
      id: table.id,
      serial: table.serial,
      source: table.source,
      fitted_on: table.fitted_on,
      created_at: table.created_at,
      account_id: table.account_id,
      ended_at: table.ended_at,
      end: table.end,
      ended_by: table.ended_by,
    })
    .from(table)
    .where(
      and(
        eq(table.plant_id, plant_id),
        eq(table.component_type, component_type),
        eq(table.dt_id, dt_id),
      ),
    )
    .orderBy(desc(table.id));
}

export type Held = {
  readonly component_type: ComponentType;
  readonly dt_id: string;
  readonly serial: string;
};

type Found = Held & { readonly is_present: boolean };
/** Rows that are compared: letters that many numbers have in them must not be sorted all. */
const MOST_COMPARED = 1000;

/**
 * Numbers that begin with these letters, then those that have them inside, present ones first; each component once.
 * What begins with them is read from an index; the rest of the plant's numbers is looked through for the others.
 */
export async function searchSerials(
  db: Database,
  plant_id: number,
  text: string,
): Promise<Found[]> {
  const key = serialKey(text);
  const last = `${key}\u{10FFFF}`;
  const beginning = await foundIn(
    db,
    sql`select * from serial_number where plant_id = ${plant_id}
      and serial_key ~>=~ ${key} and serial_key ~<~ ${last} order by serial_key using ~<~`,
  );
  if (beginning.length >= limits.serialsFound) return beginning;
  const inside = await foundIn(
    db,
    sql`select * from serial_number where plant_id = ${plant_id} and strpos(serial_key, ${key}) > 1`,
  );
  return [...beginning, ...inside].slice(0, limits.serialsFound);
}

/** A component that has had the number twice is one line. */
async function foundIn(db: Database, numbers: SQL): Promise<Found[]> {
  const { rows } = await db.execute<Found>(sql`
    select component_type, dt_id, serial, bool_or(ended_at is null) as is_present
    from (${numbers} limit ${MOST_COMPARED}) n
    group by component_type, dt_id, serial
    order by bool_or(ended_at is null) desc, min(length(serial_key)), serial limit ${limits.serialsFound}`);
  return rows;
}

/** All numbers that components of a plant have and had, in the order in which they were stated, by the ID of the component. */
export async function readCourses(
  db: Database,
  plant_id: number,
  dt_ids: readonly string[],
): Promise<Map<string, SerialSpan[]>> {
  const courses = new Map<string, SerialSpan[]>();
  if (dt_ids.length === 0) return courses;
  const zone = (await readPlantZone(db, { plant_id })) ?? "UTC";
  for (let at = 0; at < dt_ids.length; at += ROWS) {
    const wanted = sql.param(dt_ids.slice(at, at + ROWS));
    const rows = await db
      .select({
        dt_id: table.dt_id,
        serial: table.serial,
        fitted_on: table.fitted_on,
        created_at: table.created_at,
        end: table.end,
      })
      .from(table)
      .where(and(eq(table.plant_id, plant_id), sql`${table.dt_id} = any(${wanted}::text[])`))
      .orderBy(asc(table.id));
    for (const { dt_id, created_at, ...row } of rows) {
      const own = courses.get(dt_id) ?? [];
      courses.set(dt_id, own);
      own.push({ ...row, stated_on: plantDate(zone, created_at) });
    }
  }
  return courses;
}

/** Others who change serial numbers of the plant wait until the transaction ends. */
export async function lockSerials(db: Database, plant_id: number): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${SERIAL_LOCK}, ${plant_id})`);
}

/** Present numbers of these components, and of whatever component has one of these keys. */
export async function readPresent(
  db: Database,
  plant_id: number,
  { dt_ids, keys }: { readonly dt_ids: readonly string[]; readonly keys: readonly string[] },
): Promise<Held[]> {
  const found: Held[] = [];
  for (const [column, values] of [
    [table.dt_id, dt_ids],
    [table.serial_key, keys],
  ] as const) {
    for (let at = 0; at < values.length; at += ROWS) {
      const wanted = sql.param(values.slice(at, at + ROWS));
      const rows = await db
        .select({
          component_type: table.component_type,
          dt_id: table.dt_id,
          serial: table.serial,
        })
        .from(table)
        .where(
          and(
            eq(table.plant_id, plant_id),
            isNull(table.ended_at),
            sql`${column} = any(${wanted}::text[])`,
          ),
        );
      found.push(...rows);
    }
  }
  return found;
}

export type By = { readonly account_id: number; readonly at: Date };

/** The present numbers of these components are theirs no more. */
export async function endSerials(
  db: Database,
  plant_id: number,
  dt_ids: readonly string[],
  end: SerialEnd,
  { account_id, at }: By,
): Promise<void> {
  for (let from = 0; from < dt_ids.length; from += ROWS) {
    const wanted = sql.param(dt_ids.slice(from, from + ROWS));
    await db
      .update(table)
      .set({ ended_at: at.toISOString(), end, ended_by: account_id })
      .where(
        and(
          eq(table.plant_id, plant_id),
          isNull(table.ended_at),
          sql`${table.dt_id} = any(${wanted}::text[])`,
        ),
      );
  }
}

/** Stores numbers of components that have none at present. */
export async function addSerials(
  db: Database,
  plant_id: number,
  held: readonly Held[],
  more: { readonly source: SerialEntry["source"]; readonly fitted_on: string | null },
  { account_id, at }: By,
): Promise<void> {
  for (let from = 0; from < held.length; from += ROWS) {
    const part = held.slice(from, from + ROWS);
    const list = (of: (one: Held) => string) => sql.param(part.map(of));
    await db.execute(sql`
      insert into serial_number (plant_id, component_type, dt_id, serial, serial_key, source, fitted_on,
        created_at, account_id)
      select ${plant_id}, n.*, ${more.source}, ${more.fitted_on}::date, ${at.toISOString()}::timestamptz, ${account_id}
      from unnest(${list((one) => one.component_type)}::text[], ${list((one) => one.dt_id)}::text[],
        ${list((one) => one.serial)}::text[], ${list((one) => serialKey(one.serial))}::text[])
        as n (component_type, dt_id, serial, serial_key)`);
  }
}

/**
 * Takes back that a component was replaced: its present number goes, and the one that ended with it is present again.
 * @returns false where the component has another number now, or another component has the former one
 */
export async function restoreFormer(
  db: Database,
  plant_id: number,
  dt_id: string,
  key: string,
): Promise<boolean> {
  const { rows } = await db.execute<{ created_at: string }>(sql`
    delete from serial_number where plant_id = ${plant_id} and dt_id = ${dt_id} and serial_key = ${key}
      and ended_at is null
    returning created_at::text`);
  const [gone] = rows;
  if (!gone) return false;
  const former = sql`s.plant_id = ${plant_id} and s.dt_id = ${dt_id} and s."end" = 'replaced'
    and s.ended_at = ${gone.created_at}::timestamptz`;
  const taken = await db.execute(sql`
    select 1 from serial_number s join serial_number o on o.plant_id = s.plant_id
      and o.serial_key = s.serial_key and o.ended_at is null where ${former}`);
  if (taken.rows.length > 0) return false;
  await db.execute(sql`
    update serial_number s set ended_at = null, "end" = null, ended_by = null where ${former}`);
  return true;
}
