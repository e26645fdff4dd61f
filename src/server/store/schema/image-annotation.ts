// What people mark in uploaded images, and in pictures of results.
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, serial, text } from "drizzle-orm/pg-core";
import { annotationKinds, type Annotation } from "../../../domain/image/annotation.ts";
import { account } from "./account.ts";
import { analysisFile } from "./analysis-file.ts";
import { analysis } from "./plant.ts";
import { time } from "./time.ts";

/** Goes with its file, to another analysis too. */
export const imageAnnotation = pgTable(
  "image_annotation",
  {
    id: serial().primaryKey(),
    image_id: integer()
      .notNull()
      .references(() => analysisFile.id, { onDelete: "cascade" }),
    kind: text({ enum: annotationKinds }).notNull(),
    points: jsonb().$type<Annotation["points"]>().notNull(),
    text: text().notNull(),
    place: jsonb().$type<Annotation["place"]>(),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index("image_annotation_image").on(table.image_id)],
);

/** Belongs to what the picture shows: the same file that is imported again has it, another one of its name does not. */
export const resultAnnotation = pgTable(
  "result_annotation",
  {
    id: serial().primaryKey(),
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    dt_id: text().notNull(),
    /** Key of the picture in the object store, which is made of its content. */
    picture: text().notNull(),
    kind: text({ enum: annotationKinds }).notNull(),
    points: jsonb().$type<Annotation["points"]>().notNull(),
    text: text().notNull(),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (table) => [index("result_annotation_picture").on(table.analysis_id, table.dt_id)],
);
