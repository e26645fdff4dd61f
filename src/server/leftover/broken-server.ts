// Servers that are in a state which no process leads them out of, and evaluations that do not fit their tasks.

import { and, eq, inArray, lt, notExists, or, sql, type SQL } from "drizzle-orm";
import { evaluationTask, unfinishedStates } from "../../domain/analysis/task.ts";
import { task } from "../store/schema/plant.ts";
import { analysisServer, evaluationRun } from "../store/schema/server.ts";
import type { Found, Parts } from "./leftover.ts";

export async function* brokenServers({ ownerDb, before }: Parts): AsyncGenerator<Found> {
  const isOld = lt(analysisServer.state_changed_at, before.toISOString());
  const evaluations = ownerDb
    .select({ id: task.id })
    .from(evaluationRun)
    .innerJoin(task, eq(task.id, evaluationRun.task_id))
    .where(
      and(eq(evaluationRun.server_id, analysisServer.id), inArray(task.state, unfinishedStates)),
    );
  const isBetween = inArray(analysisServer.state, ["STARTING", "STOPPING"]);
  const isIdle = and(
    eq(analysisServer.for_evaluation, true),
    eq(analysisServer.locked, false),
    eq(analysisServer.state, "RUNNING"),
  );
  const rows = await ownerDb
    .select()
    .from(analysisServer)
    .where(and(isOld, or(isBetween, isIdle), notExists(evaluations)));
  for (const { name, state, state_changed_at } of rows) {
    const words =
      state === "RUNNING"
        ? `analysis server ${name} runs for evaluations that have all ended`
        : `analysis server ${name} is ${state} since ${state_changed_at}`;
    // Only the cloud knows what the machine does.
    yield { words };
  }
}

/** What does not fit a run, in words that follow the number of its task. */
const faults: readonly { readonly words: string; readonly is: SQL }[] = [
  { words: "is no evaluation, but runs on a server", is: sql`${task.name} <> ${evaluationTask}` },
  {
    words: "ended well, but its evaluation has no report",
    // Users may end an evaluation as done; that one has no result.
    is: sql`${task.state} = 'SUCCESSFUL' and ${task.result} is not null and ${evaluationRun.report} is null`,
  },
  {
    words: "has another result than its evaluation reported",
    is: sql`${task.state} = 'SUCCESSFUL' and ${task.result} <> ${evaluationRun.report}`,
  },
];

export async function* brokenEvaluations({ ownerDb }: Parts): AsyncGenerator<Found> {
  for (const { words, is } of faults) {
    const rows = await ownerDb
      .select({ id: task.id })
      .from(evaluationRun)
      .innerJoin(task, eq(task.id, evaluationRun.task_id))
      .where(is)
      .orderBy(task.id);
    for (const { id } of rows) yield { words: `task ${id} ${words}` };
  }
}
