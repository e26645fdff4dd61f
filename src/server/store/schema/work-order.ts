// Work orders of plants, the findings in them, and the steps of their history.
import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
} from "drizzle-orm/pg-core";
import {
  workOrderFields,
  workOrderPriorities,
  workOrderStepKinds,
} from "../../../domain/work-order/work-order.ts";
import { workOrderStatuses } from "../../../domain/work-order/work-order-status.ts";
import { account } from "./account.ts";
import { findingLife, findingStep } from "./finding-life.ts";
import { analysis, plant } from "./plant.ts";
import { time } from "./time.ts";

export const workOrder = pgTable(
  "work_order",
  {
    id: serial().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    /** Counts in the plant; never given twice, because no order is deleted. */
    number: integer().notNull(),
    /** The survey in view of which it was made, where that was not released then. */
    analysis_id: integer().references(() => analysis.id, { onDelete: "set null" }),
    /** Staff alone see it: that survey is not released, or was deleted before it was. */
    is_internal: boolean().notNull().default(false),
    title: text().notNull(),
    status: text({ enum: workOrderStatuses }).notNull().default("open"),
    priority: text({ enum: workOrderPriorities }).notNull().default("normal"),
    assignee_id: integer().references(() => account.id, { onDelete: "set null" }),
    crew: text(),
    due_on: date(),
    note: text().notNull().default(""),
    start: jsonb().$type<[lon: number, lat: number]>(),
    revision: integer().notNull().default(1),
    created_by: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    updated_by: integer().references(() => account.id, { onDelete: "set null" }),
    updated_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    unique("work_order_number").on(t.plant_id, t.number),
    index("work_order_analysis").on(t.analysis_id),
  ],
);

export const workOrderFinding = pgTable(
  "work_order_finding",
  {
    order_id: integer()
      .notNull()
      .references(() => workOrder.id, { onDelete: "cascade" }),
    finding_id: integer()
      .notNull()
      .references(() => findingLife.id, { onDelete: "cascade" }),
  },
  (t) => [
    primaryKey({ columns: [t.order_id, t.finding_id] }),
    index("work_order_finding_finding").on(t.finding_id),
  ],
);

/** One change of an order, undone as a whole, with what it changed of findings. */
export const workOrderStep = pgTable(
  "work_order_step",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    order_id: integer()
      .notNull()
      .references(() => workOrder.id, { onDelete: "cascade" }),
    kind: text({ enum: workOrderStepKinds }).notNull(),
    /** It made the order. */
    is_first: boolean().notNull(),
    /** The step of the findings that belongs to it. */
    finding_step_id: bigint({ mode: "number" }).references(() => findingStep.id, {
      onDelete: "set null",
    }),
    account_id: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    undone_at: time(),
    undone_by: integer(),
  },
  (t) => [
    index("work_order_step_order").on(t.order_id),
    index("work_order_step_finding_step").on(t.finding_step_id),
  ],
);

export const workOrderStepChange = pgTable(
  "work_order_step_change",
  {
    step_id: bigint({ mode: "number" })
      .notNull()
      .references(() => workOrderStep.id, { onDelete: "cascade" }),
    field: text({ enum: workOrderFields }).notNull(),
    old_value: text(),
    new_value: text(),
  },
  (t) => [primaryKey({ columns: [t.step_id, t.field] })],
);

/** A finding that a step took into the order, or out of it. */
export const workOrderStepFinding = pgTable(
  "work_order_step_finding",
  {
    step_id: bigint({ mode: "number" })
      .notNull()
      .references(() => workOrderStep.id, { onDelete: "cascade" }),
    finding_id: integer()
      .notNull()
      .references(() => findingLife.id, { onDelete: "cascade" }),
    is_added: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.step_id, t.finding_id] }),
    index("work_order_step_finding_finding").on(t.finding_id),
  ],
);
