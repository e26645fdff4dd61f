// Values that analyses carry for components that they did not measure; see decisions/unmeasured.md.
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { analysis } from "./plant.ts";

/** The carried values of one key figure from one source: a column object with the values of those rows alone. */
export const carriedColumn = pgTable(
  "carried_column",
  {
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    key_figure_id: integer().notNull(),
    /** The holder that measured the values. */
    source_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    hash: text().notNull(),
    value_count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.analysis_id, t.key_figure_id, t.source_id] }),
    index("carried_column_source").on(t.source_id),
  ],
);

/** From which columns of which holders the carried values of an analysis were taken; no row: from none. */
export const carriedBasis = pgTable("carried_basis", {
  analysis_id: integer()
    .primaryKey()
    .references(() => analysis.id, { onDelete: "cascade" }),
  basis: text().notNull(),
});
