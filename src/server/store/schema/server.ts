// Analysis servers, and the evaluations that they run.
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, serial, text } from "drizzle-orm/pg-core";
import {
  serverSizes,
  serverStates,
  type EvaluationReport,
} from "../../../domain/provider/analysis-server.ts";
import { task } from "./plant.ts";
import { time } from "./time.ts";

export const analysisServer = pgTable("analysis_server", {
  id: serial().primaryKey(),
  name: text().notNull().unique(),
  state: text({ enum: serverStates }).notNull().default("STOPPED"),
  size: text({ enum: serverSizes }).notNull().default("small"),
  volume_gb: integer().notNull().default(100),
  /** It cannot be started, stopped or changed until it is unlocked. */
  locked: boolean().notNull().default(false),
  /** Started for an evaluation: it is stopped when the last one has ended. */
  for_evaluation: boolean().notNull().default(false),
  state_changed_at: time()
    .notNull()
    .default(sql`now()`),
});

/** What was asked for a rented GPU server, which the cloud does not keep. */
export const gpuServerWish = pgTable("gpu_server_wish", {
  /** The ID that the cloud gave. */
  id: text().primaryKey(),
  cpu_type: text(),
  min_vcpu: integer().notNull(),
});

/** Which evaluation runs on which server, and what it reported. */
export const evaluationRun = pgTable(
  "evaluation_run",
  {
    task_id: integer()
      .primaryKey()
      .references(() => task.id, { onDelete: "cascade" }),
    /** Null once the server was deleted. */
    server_id: integer().references(() => analysisServer.id, { onDelete: "set null" }),
    report: jsonb().$type<EvaluationReport>(),
    created_at: time()
      .notNull()
      .default(sql`now()`),
  },
  (t) => [index("evaluation_run_server").on(t.server_id)],
);
