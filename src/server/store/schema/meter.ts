// Meters of plants, and the energy that they counted by day.
import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  real,
  serial,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { plant } from "./plant.ts";
import { time } from "./time.ts";

export const meter = pgTable(
  "meter",
  {
    id: serial().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    name: text().notNull(),
    /** The component that a person stated; null where its name decides. */
    dt_id: text(),
    /** Whether it counts the whole plant. */
    is_plant: boolean().notNull().default(false),
    updated_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [unique("meter_name").on(t.plant_id, t.name)],
);

/** A day at the plant, or the days of a month where it was metered by months. */
export const meteredDay = pgTable(
  "metered_day",
  {
    meter_id: integer()
      .notNull()
      .references(() => meter.id, { onDelete: "cascade" }),
    /** The first day. */
    day: date().notNull(),
    days: smallint().notNull(),
    kwh: doublePrecision().notNull(),
    /** Part of it that was metered, 0 to 1. */
    covered: real().notNull(),
  },
  (t) => [primaryKey({ columns: [t.meter_id, t.day] })],
);
