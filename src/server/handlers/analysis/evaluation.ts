// Conditions, limits and log of evaluations.
import { createHash } from "node:crypto";
import { evaluationApi as calls } from "../../../api/analysis/evaluation.ts";
import { conflict, failure } from "../../../domain/error.ts";
import { conditionsOf, joinedRows, leftOut } from "../../../domain/evaluation/condition-record.ts";
import {
  rowsOfSurvey,
  type FlightTime,
} from "../../../domain/evaluation/condition/counted-rows.ts";
import { settingsWith } from "../../../domain/evaluation/evaluation-limit.ts";
import { modulesOf, moduleWatts } from "../../../domain/loss/module-power.ts";
import { settingsWith as lossSettingsWith } from "../../../domain/loss/loss-settings.ts";
import { statedWiring } from "../../../domain/loss/wiring.ts";
import { isOutdated, shownLogShape, surveyedType } from "../../../domain/evaluation/survey-log.ts";
import { valueOrigin } from "../../../domain/evaluation/value-origin.ts";
import type { TemperatureScale } from "../../../domain/raster/temperature.ts";
import { readFlightTime } from "../../analysis/flight-time.ts";
import {
  proposedConditions,
  surveyFrames,
  surveyRasters,
} from "../../analysis/proposed-condition.ts";
import type { Context, Database } from "../../context.ts";
import { refuse, requireFound, type Handlers } from "../../implement.ts";
import { changeWithAudit } from "../../store/account/audit.ts";
import { visibleKeyFigure } from "../../result/shown-result.ts";
import { listColumns, readPlantOfAnalysis } from "../../store/plant/column/column.ts";
import { writeHistory } from "../../store/plant/analysis/analysis-change.ts";
import { readLossSettings } from "../../store/plant/analysis/loss-settings.ts";
import * as store from "../../store/plant/analysis/evaluation.ts";
import { readTwin } from "../../store/plant/twin.ts";
import {
  askedConditions,
  previewConditions,
  readSentConditions,
} from "../../upload/condition-table.ts";
import { explainedPreview, rememberedFor, rememberTable } from "../../upload/table-preview.ts";
import { receiveTable } from "../../upload/table-upload.ts";

export const evaluationHandlers: Handlers<typeof calls> = {
  conditions: (context, { analysis }) => answer(context, analysis),

  async updateConditions(context, { analysis, body }) {
    const { base_revision, rows, temperature_rasters, temperature_images } = body;
    refuse(calls.updateConditions, context.viewer, { rows });
    await replace(context, analysis.id, (before) => {
      const revision = revisionOf(before);
      if (revision !== (base_revision ?? revisionOf(NOTHING_STATED))) {
        const { survey_conditions, ...others } = before;
        const current = { revision, rows: survey_conditions, ...others };
        throw conflict(current, body, { reason: "conditions_changed", field: "base_revision" });
      }
      return {
        survey_conditions: rows,
        ...(temperature_rasters && { temperature_rasters }),
        ...(temperature_images !== undefined && { temperature_images }),
      };
    });
    return answer(context, analysis);
  },

  async previewConditions(context, { analysis, parts }) {
    const remembered = () => rememberedFor(context, conditionsOfPlant(analysis));
    const asked = { ...askedConditions, remembered };
    return receiveTable(context, parts, asked, async (sent) =>
      explainedPreview(context, await previewConditions(sent)),
    );
  },

  async importConditions(context, { analysis, parts }) {
    return receiveTable(context, parts, askedConditions, async (sent) => {
      const read = await readSentConditions(sent, sent.mapping);
      const { rows, problems, night_lines } = read;
      if (problems.length > 0) throw failure("FILE_REFUSED", ...problems.map(sent.placed));
      await replace(
        context,
        analysis.id,
        ({ survey_conditions }) => ({ survey_conditions: joinedRows(rows, survey_conditions) }),
        (db) => rememberTable(db, conditionsOfPlant(analysis), sent.mapping),
      );
      return {
        ...(await answer(context, analysis)),
        night_lines,
        notes: [...sent.notes, ...read.notes],
      };
    });
  },

  async log({ db }, { analysis }) {
    const text = Buffer.from(requireFound(await store.readEvaluationLog(db, analysis.id)));
    return {
      content_type: "application/json; charset=utf-8",
      file_name: `evaluation-log-${analysis.id}.json`,
      bytes: text.length,
      body: text,
    };
  },

  async origin({ db }, { analysis, params }) {
    const { id, key } = visibleKeyFigure(analysis, params.key_figure_id);
    const [column] = await listColumns(db, [analysis.id], [id]);
    const text = column?.is_evaluated ? await store.readEvaluationLog(db, analysis.id) : null;
    return valueOrigin(key, text === null ? null : shownLogShape.parse(JSON.parse(text)));
  },

  limits: ({ db }, { plant }) => store.readEvaluationLimits(db, plant.id),

  async updateLimits(context, { plant: { id, customer_id }, body }) {
    refuse(calls.updateLimits, context.viewer, body);
    await changeWithAudit(
      context,
      (db) => store.writeEvaluationLimits(db, id, body),
      () => ({ action: "update_evaluation_limits", customer_id, detail: { id } }),
    );
    return body;
  },
};

type Survey = { readonly id: number; readonly plant_id: number };

const conditionsOfPlant = ({ plant_id }: Survey) => ({ plant_id, purpose: "conditions" }) as const;

async function answer({ db, files, readers, viewer }: Context, { id, plant_id }: Survey) {
  const inputs = await store.readEvaluationInputs(db, id);
  const { survey_conditions: rows, temperature_rasters, temperature_images } = inputs;
  const { when, time_zone } = await readFlightTime(db, id);
  const proposals = await proposedConditions({ db, files, readers, viewer }, id, time_zone);
  const twin = await readTwin(db, plant_id);
  const type = twin && surveyedType(twin);
  const known = new Set(rows.map(({ quantity }) => quantity));
  const ofFile = proposals.filter(({ source }) => source === "file");
  const { rows: all } = rowsOfSurvey(joinedRows(rows, ofFile), when);
  const log = await store.readEvaluationLog(db, id);
  const losses = lossSettingsWith(await readLossSettings(db, plant_id));
  const plant = await readPlantOfAnalysis(db, id);
  const counted = {
    temperatures: temperature_rasters,
    image_temperatures: temperature_images,
    control_points: inputs.control_points,
    condition_rows: all,
    settings: settingsWith(inputs.limits),
    wiring: statedWiring(losses),
    rated_w: moduleWatts({ ...plant, ...modulesOf(twin), settings: losses }),
  };
  return {
    revision: revisionOf(inputs),
    rows,
    time_zone,
    flight: { spans: [...when.spans], day: when.day },
    has_log: log !== null,
    is_outdated: log !== null && isOutdated(log, counted),
    rasters: await surveyRasters({ db }, id, temperature_rasters),
    frames: await surveyFrames({ db }, id, temperature_images),
    proposed: proposals.filter(({ quantity }) => !known.has(quantity)),
    left_out: type
      ? leftOut(type, conditionsOf(all)).map((one) => ({
          ...one,
          key_figures: [...one.key_figures],
        }))
      : [],
  };
}

const NOTHING_STATED: store.EvaluationInputs = {
  survey_conditions: [],
  temperature_rasters: [],
  temperature_images: null,
};

/** Of what users said of the survey: the same text for the same content, as the database answers it. */
function revisionOf(inputs: store.EvaluationInputs): string {
  const { survey_conditions, temperature_rasters, temperature_images } = inputs;
  const text = JSON.stringify([survey_conditions, temperature_rasters, temperature_images]);
  return createHash("sha256").update(text).digest("hex");
}

async function replace(
  context: Context,
  id: number,
  change: Parameters<typeof store.writeEvaluationInputs>[2],
  besides?: (db: Database) => Promise<void>,
): Promise<void> {
  await changeWithAudit(
    context,
    async (db) => {
      await besides?.(db);
      const { before, after } = await store.writeEvaluationInputs(db, id, change);
      const { when } = await readFlightTime(db, id);
      const [old_value, new_value] = [before, after].map((one) => wordsOf(one, when));
      if (old_value === new_value) return;
      await writeHistory(db, id, context.viewer.account_id, [
        { field: "conditions", old_value, new_value },
      ]);
    },
    () => ({ action: "update_survey_conditions", detail: { analysis_id: id } }),
  );
}

/** "wind 2.5, fluid L1 310"; the means where there are several. */
function wordsOf(
  { survey_conditions, temperature_rasters, temperature_images }: store.EvaluationInputs,
  when: FlightTime,
): string | null {
  const { values, fluid } = conditionsOf(rowsOfSurvey(survey_conditions, when).rows);
  const rounded = (value: number) => String(Math.round(value * 1000) / 1000);
  const words = [
    ...Object.entries(values).map(([name, { mean }]) => `${name} ${rounded(mean)}`),
    ...[...fluid].map(([name, { mean }]) => `fluid ${name} ${rounded(mean)}`.replace("  ", " ")),
    ...temperature_rasters.map((one) => `${one.sha256.slice(0, 8)} ${scaleWords(one)}`),
    ...(temperature_images ? [`images ${scaleWords(temperature_images)}`] : []),
  ];
  return words.length === 0 ? null : words.join(", ").slice(0, 2000);
}

const scaleWords = ({ unit, factor, offset }: TemperatureScale) =>
  [unit, factor, offset].join(" ").trim();
