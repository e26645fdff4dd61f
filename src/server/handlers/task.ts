// Tasks.
import type { taskApi } from "../../api/task.ts";
import { errors, failure, type ErrorCode, type Problem } from "../../domain/error.ts";
import { taskStates } from "../../domain/analysis/task.ts";
import type { Handlers } from "../implement.ts";
import { readTask } from "../store/task.ts";
import { sayError, sayProblem } from "../words.ts";

export const taskHandlers: Handlers<typeof taskApi> = {
  async read({ db, viewer }, { params }) {
    const row = await readTask(db, viewer, params.id);
    if (!row) throw failure("RESOURCE_NOT_FOUND");
    const inWords = (problems: unknown) =>
      (problems as Problem[]).map((problem) => sayProblem(viewer.locale, problem));
    const problems = inWords(row.problems);
    return {
      id: row.id,
      name: row.name,
      state: taskStates.find((state) => state === row.state) ?? "PENDING",
      output: {
        infos: inWords(row.infos),
        step: row.step,
        max_steps: row.max_steps,
        error:
          problems[0]?.message ?? (isCode(row.error) ? sayError(viewer.locale, row.error) : null),
        problems,
        result: row.result as Record<string, unknown> | null,
      },
      plant_id: row.plant_id,
      analysis_id: row.analysis_id,
      created_at: new Date(row.created_at).toISOString(),
    };
  },
};

function isCode(text: string | null): text is ErrorCode {
  return text !== null && text in errors;
}
