// The evaluation of an analysis: its conditions and log, and the limits of its plant.
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { addressOf } from "../../client/address.ts";
import { call, callBytes } from "../../client/call.ts";
import type { Problem } from "../../domain/error.ts";
import type { ConditionRow, TemperatureRaster } from "../../domain/evaluation/condition-record.ts";
import type { EvaluationChanges } from "../../domain/evaluation/evaluation-limit.ts";
import type { TemperatureScale } from "../../domain/raster/temperature.ts";
import { shownLogShape } from "../../domain/evaluation/survey-log.ts";
import { evaluationTask, type Task } from "../../domain/analysis/task.ts";
import { queriesById, queryClient, reload } from "../shell/query.ts";
import { tableForm, type SentAnswers } from "../shell/table-file.ts";
import { saveSigned } from "../shell/save-file.ts";
import { reloadAnalysis } from "./analysis.ts";
import { waitForTask } from "./task.ts";

const conditionsKey = (id: number) => ["analysis", id, "conditions"];
const logKey = (id: number) => ["analysis", id, "evaluation-log"];
const limitsKey = (id: number) => ["evaluation-limits", id];

export const conditionsOf = queriesById((id: number) => ({
  key: conditionsKey(id),
  ask: (options) => call(api.evaluation.conditions, { params: { id } }, options),
}));

export type StoredConditions = Awaited<ReturnType<typeof call<typeof api.evaluation.conditions>>>;

export const reloadConditions = atom(null, (_get, _set, id: number) => reload(conditionsKey(id)));

type Saved = {
  /** The revision that the form began with. */
  readonly base_revision: string;
  readonly rows: ConditionRow[];
  readonly temperature_rasters: TemperatureRaster[];
  /** Left out: as it is. */
  readonly temperature_images?: TemperatureScale | null;
};

/** Replaces the conditions. Rejects with the refusal; where somebody has changed them meanwhile, they are loaded again. */
export const saveConditions = atom(null, async (_get, set, id: number, body: Saved) => {
  try {
    const stored = await call(api.evaluation.updateConditions, { params: { id }, body });
    queryClient().setQueryData(conditionsKey(id), stored);
  } catch (cause) {
    if ((cause as { code?: string }).code === "CONFLICT") await set(reloadConditions, id);
    throw cause;
  }
});

/**
 * Takes the conditions of a CSV file; `time_zone` (IANA) is for times that state none. Answers how many lines of the
 * night had an irradiance below zero, which is left out. Rejects with the file's faults by line.
 */
export const importConditions = atom(
  null,
  async (_get, _set, id: number, file: File, given: SentAnswers): Promise<ImportedConditions> => {
    const body = tableForm(file, given);
    const { night_lines, notes, ...stored } = await call(api.evaluation.importConditions, {
      params: { id },
      body,
    });
    queryClient().setQueryData(conditionsKey(id), stored);
    return { night_lines, notes };
  },
);

export type ImportedConditions = {
  readonly night_lines: number;
  /** What was read although the sheet does not show it. */
  readonly notes: readonly Problem[];
};

/** The log of the newest evaluation; `failed` where nothing was evaluated. */
export const evaluationLogOf = queriesById((id: number) => ({
  key: logKey(id),
  ask: async (options) => {
    const file = await callBytes(api.evaluation.log, { params: { id } }, options);
    return shownLogShape.parse(JSON.parse(await file.text()));
  },
}));

export const saveEvaluationLog = atom(null, (_get, _set, id: number): Promise<void> =>
  saveSigned(addressOf(api.evaluation.log, { params: { id } })),
);

/**
 * Starts the evaluation, and answers its task once it has ended. Where one was running that had read its inputs
 * before they were changed, it is followed by another one. Rejects with the refusal.
 */
export const runEvaluation = atom(
  null,
  async (
    _get,
    _set,
    id: number,
    { onTask, signal }: { onTask: (task: Task) => void; signal: AbortSignal },
  ): Promise<Task> => {
    const body = { name: evaluationTask } as const;
    const run = async () => {
      const { task_id } = await call(api.task.launchForAnalysis, { params: { id }, body });
      return waitForTask(task_id, onTask, signal);
    };
    let task = await run();
    const { is_outdated } = await call(api.evaluation.conditions, { params: { id } }, { signal });
    if (task.state === "SUCCESSFUL" && is_outdated) task = await run();
    await reloadAnalysis(id);
    return task;
  },
);

/** The plant's own limits. */
export const evaluationLimitsOf = queriesById((id: number) => ({
  key: limitsKey(id),
  ask: (options) => call(api.evaluation.limits, { params: { id } }, options),
}));

export function reloadEvaluationLimits(id: number): Promise<void> {
  return reload(limitsKey(id));
}

/** Rejects with the refusal. */
export const saveEvaluationLimits = atom(
  null,
  async (_get, _set, id: number, body: EvaluationChanges): Promise<void> => {
    const own = await call(api.evaluation.updateLimits, { params: { id }, body });
    queryClient().setQueryData(limitsKey(id), own);
  },
);
