// Webhooks of customers, and the queue of what they are sent.
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, serial, text, uuid } from "drizzle-orm/pg-core";
import {
  deliveryStates,
  sentEvents,
  webhookFaults,
  type WebhookEvent,
} from "../../../domain/provider/webhook.ts";
import { account, bytea, customer } from "./account.ts";
import { time } from "./time.ts";

export const webhook = pgTable(
  "webhook",
  {
    id: serial().primaryKey(),
    customer_id: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    name: text().notNull(),
    url: text().notNull(),
    /** Encrypted; the key is in a table that the serving role cannot read. */
    secret: bytea().notNull(),
    events: text().array().$type<WebhookEvent[]>().notNull(),
    is_on: boolean().notNull().default(true),
    /** When the product has stopped it. */
    stopped_at: time(),
    /** Deliveries in a row that were given up. */
    given_up: integer().notNull().default(0),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index("webhook_customer").on(t.customer_id)],
);

export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    id: uuid().primaryKey(),
    webhook_id: integer()
      .notNull()
      .references(() => webhook.id, { onDelete: "cascade" }),
    event: text({ enum: sentEvents }).notNull(),
    /** As it is sent and signed. */
    body: text().notNull(),
    state: text({ enum: deliveryStates }).notNull().default("waiting"),
    created_at: time().notNull(),
    attempts: integer().notNull().default(0),
    next_attempt_at: time(),
    /** Of the last attempt. */
    attempted_at: time(),
    duration_ms: integer(),
    status: integer(),
    fault: text({ enum: webhookFaults }),
  },
  (t) => [
    index("webhook_delivery_webhook").on(t.webhook_id, t.created_at),
    index("webhook_delivery_due")
      .on(t.next_attempt_at)
      .where(sql`state = 'waiting'`),
  ],
);
