// Starts and stops analysis servers, by request or for an evaluation, and stores the state they are in.
import { failure } from "../../domain/error.ts";
import type { AnalysisServer } from "../../domain/provider/analysis-server.ts";
import type { Services } from "../context.ts";
import {
  markIdleServers,
  takeAnalysisServer,
  updateAnalysisServer,
} from "../store/provider/analysis-server.ts";

type Parts = Pick<Services, "db" | "analysisServers">;

/** Starts a machine that was marked as starting. If it does not start, the state it is in is stored. */
export async function startMachine(parts: Parts, server: AnalysisServer): Promise<void> {
  await follow(parts, server, "STARTING", () => parts.analysisServers.start(server));
}

/** Stops a machine that was marked as stopping. */
export async function stopMachine(parts: Parts, server: AnalysisServer): Promise<void> {
  await follow(parts, server, "STOPPING", () => parts.analysisServers.stop(server));
}

async function follow(
  { db, analysisServers }: Parts,
  server: AnalysisServer,
  from: "STARTING" | "STOPPING",
  change: () => Promise<void>,
): Promise<void> {
  try {
    await change();
  } catch (error) {
    const state = await analysisServers.state(server).catch(() => server.state);
    await updateAnalysisServer(db, server.id, { state }, from);
    throw error;
  }
  const isStarted = from === "STARTING";
  const ended = isStarted ? { state: "RUNNING" as const } : stopped;
  await updateAnalysisServer(db, server.id, ended, from);
}

const stopped = { state: "STOPPED", for_evaluation: false } as const;

/** A running machine for the evaluation. @throws CONFLICT if all machines are locked */
export async function provideMachine(parts: Parts, task_id: number): Promise<AnalysisServer> {
  const { db } = parts;
  const server = await takeAnalysisServer(db, task_id);
  if (!server) throw failure("CONFLICT", { reason: "no_analysis_server" });
  if (server.state === "RUNNING") return server;
  const isOurs = server.state === "STOPPED" || server.for_evaluation;
  const state = "STARTING" as const;
  await updateAnalysisServer(db, server.id, { state, for_evaluation: isOurs });
  await startMachine(parts, server);
  return { ...server, state: "RUNNING" };
}

/** Stops the machines that were started for evaluations which have all ended, but for `task_id`. */
export async function stopIdleMachines(parts: Parts, task_id: number | null): Promise<void> {
  for (const server of await markIdleServers(parts.db, task_id)) await stopMachine(parts, server);
}
