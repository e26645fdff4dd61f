// Findings of an evaluation that people must look at, and their verdicts.
import { sql } from "drizzle-orm";
import {
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  serial,
  text,
  unique,
} from "drizzle-orm/pg-core";
import type { ComponentType } from "../../../domain/component/component.ts";
import type { FlagReason } from "../../../domain/evaluation/flagged-finding.ts";
import {
  reviewStates,
  verdicts,
  type FindingPlace,
} from "../../../domain/evaluation/finding-review.ts";
import { statedFaults } from "../../../domain/evaluation/stated-fault.ts";
import { account } from "./account.ts";
import { analysis } from "./plant.ts";
import { time } from "./time.ts";

export const flaggedFinding = pgTable(
  "flagged_finding",
  {
    id: serial().primaryKey(),
    analysis_id: integer()
      .notNull()
      .references(() => analysis.id, { onDelete: "cascade" }),
    component_type: text().$type<ComponentType>().notNull(),
    row: integer().notNull(),
    dt_id: text().notNull(),
    pcs: text().notNull(),
    key_figure_id: integer().notNull(),
    value: real().notNull(),
    confidence: real(),
    reasons: jsonb().$type<FlagReason[]>().notNull(),
    candidates: jsonb().$type<FindingPlace[]>().notNull(),
    state: text({ enum: reviewStates }).notNull().default("open"),
    moved_to: text(),
    stated_as: text({ enum: statedFaults }),
    /** Changes of values that the decision made. */
    changes: jsonb().$type<{ key_figure_id: number; id: number }[]>().notNull().default([]),
  },
  (t) => [unique("flagged_finding_component").on(t.analysis_id, t.component_type, t.dt_id)],
);

export const findingVerdict = pgTable(
  "finding_verdict",
  {
    finding_id: integer()
      .notNull()
      .references(() => flaggedFinding.id, { onDelete: "cascade" }),
    account_id: integer()
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    verdict: text({ enum: verdicts }).notNull(),
    moved_to: text(),
    stated_as: text({ enum: statedFaults }),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.finding_id, t.account_id] })],
);
