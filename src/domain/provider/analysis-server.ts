// Analysis servers: the machines that evaluate analyses.
import type { SurveyLog } from "../evaluation/survey-log.ts";
import { z } from "zod";
import type { Refusal } from "../error.ts";
import { lineShape } from "../text.ts";

export const serverStates = ["STOPPED", "STARTING", "RUNNING", "STOPPING"] as const;
export type ServerState = (typeof serverStates)[number];

/** From the smallest to the largest. */
export const serverSizes = ["very_small", "small", "medium", "large"] as const;
export type ServerSize = (typeof serverSizes)[number];

/** Gigabytes by which a volume grows. No volume shrinks. */
export const volumeIncreases = [100, 250, 500] as const;
export const smallestVolume = 100;
export const largestVolume = 16_000;
const nameShape = lineShape.min(1).max(100);

/** A new server. Its machine is known to the adapter by its name. */
export const serverFormShape = z.object({
  name: nameShape,
  size: z.enum(serverSizes),
  volume_gb: z.number().int().min(smallestVolume).max(largestVolume),
});
export type ServerForm = z.infer<typeof serverFormShape>;

export const analysisServerShape = z.object({
  id: z.number().int(),
  name: z.string(),
  state: z.enum(serverStates),
  size: z.enum(serverSizes),
  volume_gb: z.number().int(),
  locked: z.boolean(),
  /** It was started for an evaluation and is stopped after the last one. */
  for_evaluation: z.boolean(),
  state_changed_at: z.string(),
  /** Evaluations that wait for it or run on it. */
  running_tasks: z.array(z.number().int()),
});
export type AnalysisServer = z.infer<typeof analysisServerShape>;

export const serverChangesShape = z.object({
  name: nameShape.optional(),
  size: z.enum(serverSizes).optional(),
  volume_increase_gb: z.literal(volumeIncreases).optional(),
  locked: z.boolean().optional(),
});
export type ServerChanges = z.infer<typeof serverChangesShape>;

type Standing = Pick<AnalysisServer, "state" | "locked">;
export type ServerChange = {
  readonly server: Standing & Pick<AnalysisServer, "volume_gb">;
  readonly changes: ServerChanges;
};

const serverLocked: Refusal = { reason: "server_locked" };

/**
 * Why the server cannot be started now, or null.
 */
export function startServerRefusal({ state, locked }: Standing): Refusal | null {
  if (locked) return serverLocked;
  return state === "STOPPED" ? null : { reason: "server_not_stopped" };
}

/**
 * Why the server cannot be stopped now, or null.
 */
export function stopServerRefusal(
  server: Pick<AnalysisServer, "state" | "locked" | "running_tasks">,
): Refusal | null {
  if (server.locked) return serverLocked;
  if (server.state !== "RUNNING") return { reason: "server_not_running" };
  const count = server.running_tasks.length;
  return count > 0 ? { reason: "server_evaluates", values: { count } } : null;
}

/**
 * Why the server cannot be changed like this now, or null. Unlocking is all that a locked server allows.
 */
export function changeServerRefusal({ server, changes }: ServerChange): Refusal | null {
  const { state, locked, volume_gb } = server;
  const { name, size, volume_increase_gb, locked: wanted } = changes;
  // The name too: a machine that runs is known by it.
  const isOther = [name, size, volume_increase_gb].some((value) => value !== undefined);
  if (locked && (isOther || wanted !== false)) return serverLocked;
  if (isOther && state !== "STOPPED") return { reason: "server_not_stopped" };
  return volume_gb + (volume_increase_gb ?? 0) > largestVolume
    ? { reason: "server_volume_largest", values: { most: largestVolume } }
    : null;
}

/**
 * Why the server cannot be deleted now, or null.
 */
export function removeServerRefusal(
  server: Pick<AnalysisServer, "state" | "locked" | "running_tasks">,
): Refusal | null {
  const { state, locked, running_tasks } = server;
  if (locked) return serverLocked;
  if (state !== "STOPPED") return { reason: "server_not_stopped" };
  const count = running_tasks.length;
  return count > 0 ? { reason: "server_evaluates", values: { count } } : null;
}

/** What an evaluation found. */
export type EvaluationReport = {
  readonly file_count: number;
  readonly bytes: number;
  /** Count of files by the ending of their name, in lower case. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Of the rasters that were measured on this machine; absent without any. */
  readonly survey?: SurveyLog;
  /** Why nothing was measured; absent where something was. */
  readonly nothing?: "evaluation_without_data" | "evaluation_without_twin";
};
