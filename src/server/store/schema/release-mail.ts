// The notes of a release, and the e-mails about it.
import { sql } from "drizzle-orm";
import { bigint, integer, pgTable, serial, text, unique } from "drizzle-orm/pg-core";
import { mailStates, noteTypes } from "../../../domain/analysis/release-mail.ts";
import { account } from "./account.ts";
import { analysis } from "./plant.ts";
import { time } from "./time.ts";

/** The file with the notes of an analysis; a new one replaces it. */
export const analysisNote = pgTable("analysis_note", {
  analysis_id: integer()
    .primaryKey()
    .references(() => analysis.id, { onDelete: "cascade" }),
  file_name: text().notNull(),
  content_type: text({ enum: noteTypes }).notNull(),
  object: text().notNull(),
  bytes: bigint({ mode: "number" }).notNull(),
  created_by: integer().references(() => account.id, { onDelete: "set null" }),
  created_at: time()
    .notNull()
    .default(sql`now()`),
});

/** One e-mail to one recipient about one release. */
export const releaseMail = pgTable(
  "release_mail",
  {
    id: serial().primaryKey(),
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    released_at: time().notNull(),
    /** Stays without a foreign key, so that a deleted user does not open the way to a second e-mail. */
    recipient_id: integer().notNull(),
    recipient_name: text().notNull(),
    email: text().notNull(),
    state: text({ enum: mailStates }).notNull().default("sending"),
    sent_by: integer().references(() => account.id, { onDelete: "set null" }),
    sent_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [unique("release_mail_once").on(t.analysis_id, t.released_at, t.recipient_id)],
);
