// Tasks.
import { taskApi } from "../../../api/provider/task.ts";
import { evaluationTask, type Task } from "../../../domain/analysis/task.ts";
import type { Problem } from "../../../domain/error.ts";
import { launchEvaluation } from "../../analysis/start-evaluation.ts";
import type { Context, Database } from "../../context.ts";
import type { Handlers } from "../../implement.ts";
import { refuse, requireFound } from "../../implement.ts";
import { requestEnd } from "../../job/request-end.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { uploadsIn } from "../../store/object-reference.ts";
import { requireTaskRoom } from "../../store/unfinished-task.ts";
import {
  lockTask,
  markRepeated,
  readTask,
  readTasks,
  repeatTask,
  type TaskRow,
} from "../../store/task.ts";
import { translateError, translateProblem } from "../../translate.ts";

export const taskHandlers: Handlers<typeof taskApi> = {
  async list({ db, viewer }, { query: { state, dead_letters } }) {
    const rows = await readTasks(db, viewer, { state, dead_letters: dead_letters === "1" });
    return rows.map((row) => taskOf(row, viewer.locale));
  },

  read: (context, { params }) => readBack(context, params.id),

  async cancel(context, { params: { id } }) {
    await changeWithAudit(
      context,
      async (db) => {
        const row = await lockedTask(context, db, id);
        refuse(taskApi.cancel, context.viewer, row);
        await requestEnd(db, row, "CANCELLED");
      },
      () => ({ action: "cancel_task", detail: { task_id: id } }),
    );
    return readBack(context, id);
  },

  async retry(context, { params: { id } }) {
    const { viewer } = context;
    const task_id = await changeWithAudit(
      context,
      async (db) => {
        const row = await lockedTask(context, db, id);
        refuse(taskApi.retry, viewer, taskOf(row, viewer.locale));
        if (row.name !== evaluationTask || row.analysis_id === null) {
          const repeated = await repeatTask(db, row, viewer.account_id);
          await requireTaskRoom(db, viewer);
          return repeated;
        }
        // Another one may be running: then it is the one that repeats this.
        const { analysis_id } = row;
        const by = { analysis_id, account_id: viewer.account_id };
        const repeated_by = requireFound(await launchEvaluation(db, by));
        await markRepeated(db, id, repeated_by);
        await requireTaskRoom(db, viewer);
        return repeated_by;
      },
      (repeated_by) => ({ action: "retry_task", detail: { task_id: id, repeated_by } }),
    );
    return { task_id };
  },

  async launchForAnalysis(context, { analysis }) {
    const { id: analysis_id } = analysis;
    refuse(taskApi.launchForAnalysis, context.viewer, analysis);
    const by = { analysis_id, account_id: context.viewer.account_id };
    const task_id = await changeWithAudit(
      context,
      async (db) => {
        const launched = requireFound(await launchEvaluation(db, by));
        await requireTaskRoom(db, context.viewer);
        return launched;
      },
      (id) => ({ action: "launch_task", detail: { analysis_id, task_id: id } }),
    );
    return { task_id };
  },

  async finishRunning(context, { params: { id } }) {
    await changeWithAudit(
      context,
      async (db) => {
        const row = await lockedTask(context, db, id);
        refuse(taskApi.finishRunning, context.viewer, row);
        await requestEnd(db, row, "SUCCESSFUL");
      },
      () => ({ action: "finish_task", detail: { task_id: id } }),
    );
    return readBack(context, id);
  },
};

async function readBack({ db, viewer }: Context, id: number): Promise<Task> {
  return taskOf(requireFound(await readTask(db, viewer, id)), viewer.locale);
}

/** The task as it is once its row is locked. */
async function lockedTask({ viewer }: Context, db: Database, id: number): Promise<TaskRow> {
  await lockTask(db, id);
  return requireFound(await readTask(db, viewer, id));
}

/** The task in the words of the viewer. A failure without a reason has the specification's text. */
function taskOf(row: TaskRow, locale: string): Task {
  const inWords = (problems: readonly Problem[]) =>
    problems.map((problem) => translateProblem(locale, problem));
  const problems = inWords(row.problems);
  const reason = problems[0]?.message ?? (row.error && translateError(locale, row.error));
  const unknown = () => translateProblem(locale, { reason: "task_without_reason" }).message;
  return {
    ...row,
    output: {
      infos: inWords(row.infos),
      step: row.step,
      max_steps: row.max_steps,
      error: row.state === "FAILED" ? (reason ?? unknown()) : (reason ?? null),
      problems,
      result: row.result,
    },
    repeatable: uploadsIn(row.input).length === 0,
  };
}
