// Reports of analyses, and the sections that customers want in theirs.
import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, serial, text } from "drizzle-orm/pg-core";
import { userLocales } from "../../../domain/account/user.ts";
import type { Problem } from "../../../domain/error.ts";
import {
  reportKinds,
  reportStates,
  type ReportAnnex,
  type ReportSection,
} from "../../../domain/report/report.ts";
import type { LossSettings } from "../../../domain/loss/loss-settings.ts";
import { account, customer } from "./account.ts";
import { analysis, plant, task } from "./plant.ts";
import { time } from "./time.ts";

export const report = pgTable(
  "report",
  {
    id: serial().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    kind: text({ enum: reportKinds }).notNull().default("report"),
    title: text().notNull(),
    locale: text({ enum: userLocales }).notNull(),
    sections: text().array().$type<ReportSection[]>().notNull(),
    state: text({ enum: reportStates }).notNull().default("waiting"),
    problem: jsonb().$type<Problem>(),
    task_id: integer().references(() => task.id, { onDelete: "set null" }),
    /** Key of the PDF; null until it is made. */
    object: text(),
    bytes: bigint({ mode: "number" }),
    /** Files that were asked for with it. */
    annexes: text().array().$type<ReportAnnex[]>().notNull().default([]),
    /** Keys of their objects; null until they are made. */
    workbook: text(),
    workbook_bytes: bigint({ mode: "number" }),
    pictures: text(),
    pictures_bytes: bigint({ mode: "number" }),
    /** Pictures that did not fit into the ZIP, or whose file is gone. */
    pictures_left_out: integer(),
    /** Key of the ZIP for makers; null until it is made, and for a report. */
    warranty: text(),
    warranty_bytes: bigint({ mode: "number" }),
    /** Key of the picture of the plant on the cover. */
    plant_image: text(),
    plant_image_bytes: integer(),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index("report_analysis").on(t.analysis_id)],
);

export const reportTemplate = pgTable("report_template", {
  customer_id: integer()
    .primaryKey()
    .references(() => customer.id, { onDelete: "cascade" }),
  sections: text().array().$type<ReportSection[]>().notNull(),
});

/** What losses of a plant cost; settings that are absent have their defaults. */
export const lossSettings = pgTable("loss_settings", {
  plant_id: integer()
    .primaryKey()
    .references(() => plant.id, { onDelete: "cascade" }),
  values: jsonb().$type<Partial<LossSettings>>().notNull(),
});
