// What users said of the properties of files that they imported, so that the next file is understood without them.
import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { FileMapping } from "../../../domain/file-preview/file-mapping.ts";
import { mappingPurposes } from "../../../domain/file-preview/table-mapping.ts";
import { customer } from "./account.ts";
import { time } from "./time.ts";

export const fileMapping = pgTable(
  "file_mapping",
  {
    customer_id: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    purpose: text({ enum: mappingPurposes }).notNull(),
    /** The properties that the mapping names, as JSON: another mapping of the same ones replaces it. */
    columns: text().notNull(),
    mapping: jsonb().$type<FileMapping>().notNull(),
    updated_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.customer_id, t.purpose, t.columns] })],
);
