// What people decide of findings: how they stand, each step that changed them, and what was said.
import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { ComponentType } from "../../../domain/component/component.ts";
import { decidedFields, stepKinds } from "../../../domain/finding/finding-life.ts";
import { rmaStates } from "../../../domain/finding/rma.ts";
import { findingStatuses } from "../../../domain/finding/finding-status.ts";
import { account } from "./account.ts";
import { analysis, plant } from "./plant.ts";
import { time } from "./time.ts";

/** A fault type at a component of which somebody has decided something. All others are open. */
export const findingLife = pgTable(
  "finding_life",
  {
    id: serial().primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    component_type: text().$type<ComponentType>().notNull(),
    dt_id: text().notNull(),
    /** Class of the fault type; 0 for a fault without a name. */
    fault_type: integer().notNull(),
    status: text({ enum: findingStatuses }).notNull().default("open"),
    reason: text(),
    assignee_id: integer().references(() => account.id, { onDelete: "set null" }),
    crew: text(),
    due_on: date(),
    /** "2 × Bypass diode; 1 × Module", see domain/finding/parts.ts. */
    parts: text(),
    done_on: date(),
    rma: text({ enum: rmaStates }).notNull().default("none"),
    rma_claim: text(),
    rma_reason: text(),
    new_serial: text(),
    replaced_on: date(),
    /** Of the newest survey that judged the finding. */
    severity: integer(),
    analysis_id: integer().references(() => analysis.id, { onDelete: "set null" }),
    revision: integer().notNull().default(0),
    updated_by: integer().references(() => account.id, { onDelete: "set null" }),
    updated_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [
    unique("finding_life_place").on(t.plant_id, t.component_type, t.dt_id, t.fault_type),
    index("finding_life_plant").on(t.plant_id, t.id),
    index("finding_life_analysis").on(t.analysis_id),
    index("finding_life_assignee").on(t.assignee_id),
  ],
);

/**
 * What a survey says of a finding. There is a row for each survey that shows the finding and in view of which somebody
 * decided something of it, and for each whose release has judged it.
 */
export const findingEvidence = pgTable(
  "finding_evidence",
  {
    finding_id: integer()
      .notNull()
      .references(() => findingLife.id, { onDelete: "cascade" }),
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    /** 0 to 3; null where it is not known. */
    severity: integer(),
    /** When the release of the survey judged the finding; null where it did not. */
    judged_at: time(),
    /** What the finding had before it was judged, which comes back where the release is withdrawn. */
    former_analysis_id: integer().references(() => analysis.id, { onDelete: "set null" }),
    former_severity: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.finding_id, t.analysis_id] }),
    index("finding_evidence_analysis").on(t.analysis_id),
    index("finding_evidence_former").on(t.former_analysis_id),
  ],
);

/** One change of one or many findings, undone as a whole. */
export const findingStep = pgTable(
  "finding_step",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    plant_id: integer()
      .notNull()
      .references(() => plant.id, { onDelete: "cascade" }),
    kind: text({ enum: stepKinds }).notNull(),
    /** The survey in view of which it was made. */
    analysis_id: integer().references(() => analysis.id, { onDelete: "set null" }),
    /** Null for the server itself. */
    account_id: integer().references(() => account.id, { onDelete: "set null" }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
    undone_at: time(),
    undone_by: integer(),
    /** When the release of the survey that made it was withdrawn. */
    withdrawn_at: time(),
  },
  (t) => [
    index("finding_step_plant").on(t.plant_id),
    index("finding_step_account").on(t.account_id),
  ],
);

export const findingStepChange = pgTable(
  "finding_step_change",
  {
    step_id: bigint({ mode: "number" })
      .notNull()
      .references(() => findingStep.id, { onDelete: "cascade" }),
    finding_id: integer()
      .notNull()
      .references(() => findingLife.id, { onDelete: "cascade" }),
    field: text({ enum: decidedFields }).notNull(),
    old_value: text(),
    new_value: text(),
  },
  (t) => [
    primaryKey({ columns: [t.step_id, t.finding_id, t.field] }),
    index("finding_step_change_finding").on(t.finding_id, t.step_id),
  ],
);

export const findingComment = pgTable(
  "finding_comment",
  {
    id: serial().primaryKey(),
    finding_id: integer()
      .notNull()
      .references(() => findingLife.id, { onDelete: "cascade" }),
    account_id: integer().references(() => account.id, { onDelete: "set null" }),
    message: text().notNull(),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index("finding_comment_finding").on(t.finding_id)],
);

/** Somebody whom a comment mentions. The text of the comment has `user_id`, which outlives the account. */
export const findingMention = pgTable(
  "finding_mention",
  {
    comment_id: integer()
      .notNull()
      .references(() => findingComment.id, { onDelete: "cascade" }),
    user_id: integer().notNull(),
    account_id: integer().references(() => account.id, { onDelete: "set null" }),
  },
  (t) => [
    primaryKey({ columns: [t.comment_id, t.user_id] }),
    index("finding_mention_account").on(t.account_id),
  ],
);
