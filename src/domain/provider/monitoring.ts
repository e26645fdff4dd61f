// What operations monitoring shows of the installation.
import { z } from "zod";
import { analysisShape } from "../analysis/analysis.ts";

/** A backup that was verified. */
export const backupShape = z.object({
  finished_at: z.string(),
  path: z.string(),
  bytes: z.number(),
});

export const monitoringShape = z.object({
  at: z.string(),
  /** Of the tasks that the viewer sees. */
  queue: z.object({
    waiting: z.number().int(),
    running: z.number().int(),
    /** Seconds; null if none waits. */
    oldest_waiting_s: z.number().nullable(),
    dead_letters: z.number().int(),
  }),
  /** Analyses with complete data that are not finished, and the newest task of each. */
  analyses: z.array(
    analysisShape
      .pick({
        id: true,
        name: true,
        plant_id: true,
        plant_name: true,
        customer_name: true,
        state: true,
      })
      .extend({ task_id: z.number().int().nullable() }),
  ),
  /** Uploads that have begun and not ended. */
  uploads: z.array(
    z.object({
      id: z.number().int(),
      analysis_id: z.number().int(),
      analysis_name: z.string(),
      file_name: z.string(),
      bytes: z.number(),
      offset: z.number(),
      user_name: z.string().nullable(),
      updated_at: z.string(),
    }),
  ),
  /** For the provider's staff; null for customers. */
  installation: z
    .object({
      disk: z.object({ free_mb: z.number(), kept_mb: z.number(), is_short: z.boolean() }),
      database: z.object({
        bytes: z.number(),
        connections: z.number().int(),
        most_connections: z.number().int(),
      }),
      backup: backupShape.nullable(),
    })
    .nullable(),
});
export type Monitoring = z.infer<typeof monitoringShape>;
