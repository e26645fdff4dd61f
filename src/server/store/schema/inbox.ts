// What users say about their inbox: how they are notified, and what they have read. The entries
// themselves are read from the findings and work orders.
import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { InboxSettings } from "../../../domain/inbox/inbox.ts";
import { account } from "./account.ts";
import { time } from "./time.ts";

export const inboxSetting = pgTable("inbox_setting", {
  account_id: integer()
    .primaryKey()
    .references(() => account.id, { onDelete: "cascade" }),
  ways: jsonb().$type<InboxSettings>().notNull(),
  /** Until when entries were mailed at once, and in a digest: each is mailed once, by whichever server is first. */
  mailed_at: time()
    .notNull()
    .default(sql`now()`),
  digest_at: time()
    .notNull()
    .default(sql`now()`),
});

export const inboxRead = pgTable(
  "inbox_read",
  {
    account_id: integer()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    key: text().notNull(),
    read_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.account_id, t.key] })],
);
