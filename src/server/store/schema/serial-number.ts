// Serial numbers of components of plants, the present ones and the former ones.
import { sql } from "drizzle-orm";
import { bigserial, date, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ComponentType } from "../../../domain/component/component.ts";
import { serialEnds, serialSources } from "../../../domain/serial-number/serial-number.ts";
import { account } from "./account.ts";
import { plant } from "./plant.ts";
import { time } from "./time.ts";

export const serialNumber = pgTable(
  "serial_number",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    component_type: text().$type<ComponentType>().notNull(),
    dt_id: text().notNull(),
    serial: text().notNull(),
    /** Without spaces, in capitals: what makes two texts the same number. */
    serial_key: text().notNull(),
    source: text({ enum: serialSources }).notNull(),
    fitted_on: date(),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    account_id: integer().references(() => account.id, { onDelete: "set null" }),
    /** Null for the present one. */
    ended_at: time(),
    end: text({ enum: serialEnds }),
    ended_by: integer(),
  },
  (t) => [
    // A component has one number, and a number is that of one component; what ended may be many.
    uniqueIndex("serial_number_component")
      .on(t.plant_id, t.dt_id)
      .where(sql`ended_at is null`),
    uniqueIndex("serial_number_held")
      .on(t.plant_id, t.serial_key)
      .where(sql`ended_at is null`),
    index("serial_number_history").on(t.plant_id, t.dt_id),
    // Finds what a number begins with, present or former.
    index("serial_number_key").on(t.plant_id, t.serial_key.op("text_pattern_ops")),
    index("serial_number_account").on(t.account_id),
  ],
);
