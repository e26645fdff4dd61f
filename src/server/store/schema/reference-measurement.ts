// Values measured on the ground, to compare those of the drone with.
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, serial, text } from "drizzle-orm/pg-core";
import type { ReferenceValue } from "../../../domain/analysis/reference-measurement.ts";
import type { ComponentType } from "../../../domain/component/component.ts";
import { account } from "./account.ts";
import { analysis } from "./plant.ts";
import { time } from "./time.ts";

export const referenceMeasurement = pgTable(
  "reference_measurement",
  {
    id: serial().primaryKey(),
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    component_type: text().$type<ComponentType>().notNull(),
    dt_id: text().notNull(),
    measured_at: time().notNull(),
    values: jsonb().$type<ReferenceValue[]>().notNull(),
    acquired_by: text().notNull().default(""),
    notes: text().notNull().default(""),
    is_ignored: boolean().notNull().default(false),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index("reference_measurement_analysis").on(t.analysis_id, t.dt_id)],
);
