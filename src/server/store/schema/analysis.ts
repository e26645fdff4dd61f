// What belongs to an analysis besides its results: ordered packages, and the batches of a plant's evaluation.
import { index, integer, pgTable, primaryKey, serial, text, unique } from "drizzle-orm/pg-core";
import { analysis, plant } from "./plant.ts";
import { productPackage } from "./provider.ts";

export const analysisProductPackage = pgTable(
  "analysis_product_package",
  {
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    product_package_id: integer()
      .notNull()
      .references(() => productPackage.id),
  },
  (t) => [
    primaryKey({ columns: [t.analysis_id, t.product_package_id] }),
    index("analysis_product_package_package").on(t.product_package_id),
  ],
);

/** A part of a plant that is evaluated by itself; results and flight routes name its number. */
export const evaluationBatch = pgTable(
  "evaluation_batch",
  {
    id: serial().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    name: text().notNull(),
  },
  (t) => [unique("evaluation_batch_number").on(t.plant_id, t.number)],
);
