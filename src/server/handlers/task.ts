// Tasks.
import type { taskApi } from "../../api/task.ts";
import { failure, type Problem } from "../../domain/error.ts";
import type { Handlers } from "../implement.ts";
import { readTask } from "../store/task.ts";
import { translateError, translateProblem } from "../translate.ts";

export const taskHandlers: Handlers<typeof taskApi> = {
  async read({ db, viewer }, { params }) {
    const row = await readTask(db, viewer, params.id);
    if (!row) throw failure("RESOURCE_NOT_FOUND");
    const inWords = (problems: readonly Problem[]) =>
      problems.map((problem) => translateProblem(viewer.locale, problem));
    const problems = inWords(row.problems);
    return {
      id: row.id,
      name: row.name,
      state: row.state,
      output: {
        infos: inWords(row.infos),
        step: row.step,
        max_steps: row.max_steps,
        error: problems[0]?.message ?? (row.error && translateError(viewer.locale, row.error)),
        problems,
        result: row.result,
      },
      plant_id: row.plant_id,
      analysis_id: row.analysis_id,
      created_at: row.created_at,
    };
  },
};
