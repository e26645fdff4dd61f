// Evaluates the data of an analysis: starts a server, checks the files, evaluates them, stops the server.
import { z } from "zod";
import { failure } from "../../src/domain/error.ts";
import { idShape } from "../../src/domain/id.ts";
import type { SurveyLog } from "../../src/domain/evaluation/survey-log.ts";
import type { Database, Services } from "../../src/server/context.ts";
import {
  beginEvaluation,
  endFailedEvaluation,
} from "../../src/server/analysis/evaluation-state.ts";
import { provideMachine, stopIdleMachines } from "../../src/server/analysis/machine.ts";
import { defineJob, type Progress } from "../../src/server/job/job.ts";
import { readReport, writeReport } from "../../src/server/store/provider/analysis-server.ts";
import { evaluateSurvey, whyNothingMeasured } from "../../src/server/analysis/survey.ts";
import { writeHistory } from "../../src/server/store/plant/analysis/analysis-change.ts";
import { refreshCarried } from "../../src/server/store/plant/column/carried-refresh.ts";
import { listEvaluatedFiles } from "../../src/server/store/plant/analysis/evaluated-file.ts";

/** Steps besides those of the files, which are read twice. */
const around = 3;

export const evaluateAnalysis = defineJob({
  name: "evaluate_analysis",
  input: z.object({ analysis_id: idShape }),
  failed: (db, { analysis_id }, { problem }) => endFailedEvaluation(db, analysis_id, problem),
  async run(services, { analysis_id }, progress, { task_id, signal }) {
    try {
      const stored = await readReport(services.db, task_id);
      // The task may have been cut off after it had published.
      if (stored?.survey) await refreshCarried(services, analysis_id, null);
      const report =
        stored ?? (await evaluate(services, analysis_id, progress, { task_id, signal }));
      await progress.step(1, 1, { reason: report.nothing ?? "server_stopping" });
      return { ...report };
    } finally {
      await stopIdleMachines(services, task_id).catch((error: unknown) =>
        services.log.error(error, "an analysis server was not stopped"),
      );
    }
  },
});

async function evaluate(
  services: Services,
  analysis_id: number,
  progress: Progress,
  { task_id, signal }: { readonly task_id: number; readonly signal: AbortSignal },
) {
  const { db, analysisServers } = services;
  const files = await listEvaluatedFiles(db, analysis_id);
  const steps = 2 * files.length + around;
  await progress.step(0, steps, { reason: "server_starting" });
  const server = await provideMachine(services, task_id);
  const verifying = { reason: "data_verifying", values: { count: files.length } };
  await progress.step(1, steps, verifying);
  for (const [index, file] of files.entries()) {
    const bytes = await services.files.size(file.key);
    if (bytes === null) {
      throw failure("FILE_REFUSED", { reason: "analysis_file_missing", file: file.name });
    }
    if (bytes !== file.bytes) {
      const values = { length: bytes, bytes: file.bytes };
      throw failure("FILE_REFUSED", { reason: "analysis_file_cut", file: file.name, values });
    }
    await progress.step(1 + index, steps);
  }
  if (files.length === 0) throw failure("CONFLICT", { reason: "analysis_without_files" });
  await beginEvaluation(db, analysis_id);
  const done = 2 + files.length;
  await progress.step(done, steps, { reason: "evaluating", values: { server: server.name } });
  const onFile = (count: number) => progress.step(done + count, steps);
  const checked = await analysisServers.evaluate(server, { analysis_id, files }, onFile, signal);
  // Values and report are stored together: a repeated task does not publish again.
  const published = (transaction: Database, survey: SurveyLog) =>
    writeReport(transaction, task_id, { ...checked, survey });
  const survey = await evaluateSurvey(services, { analysis_id, files, signal, published });
  if (survey) return { ...checked, survey };
  const nothing = await whyNothingMeasured(services, { analysis_id, files });
  const report = { ...checked, nothing };
  await db.transaction(async (transaction) => {
    await writeReport(transaction, task_id, report);
    await writeHistory(transaction, analysis_id, null, [
      { field: "note", problem: { reason: nothing } },
    ]);
  });
  return report;
}
