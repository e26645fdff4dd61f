// The headline of an analysis: counts of findings, the survey before it, and the lost energy.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { earlierSurvey } from "../../domain/analysis/survey-order.ts";
import { componentCountsOf, type ComponentCounts } from "../../domain/component/component-index.ts";
import { ageOf } from "../../domain/evaluation/evaluation-age.ts";
import { shownLogShape } from "../../domain/evaluation/survey-log.ts";
import { withheldOf, type Withheld } from "../../domain/key-figure/inspection-validity.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { withLossFacts } from "../../domain/loss/beside-sum.ts";
import { settingsWith, type LossSettings } from "../../domain/loss/loss-settings.ts";
import { modulesOf } from "../../domain/loss/module-power.ts";
import { leadIn, type Headline, type HeadlineSurvey } from "../../domain/plant/headline.ts";
import { lostEnergy, type EnergyColumn } from "../../domain/plant/lost-energy.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import type { Context } from "../context.ts";
import { requireFound } from "../implement.ts";
import { readAnalyses } from "../store/plant/analysis/analysis.ts";
import { listColumns, type ColumnRow } from "../store/plant/column/column.ts";
import { readEvaluationLog } from "../store/plant/analysis/evaluation.ts";
import { readLossSettings } from "../store/plant/analysis/loss-settings.ts";
import { readPlant } from "../store/plant/plant.ts";
import { unconfirmedOf } from "./unconfirmed.ts";
import { readTwin } from "../store/plant/twin.ts";

type Counted = Omit<EnergyColumn, "component_count" | "unconfirmed">;

/**
 * The columns with how many components exist of their type.
 * @param unconfirmed_by from `unconfirmedOf`
 */
export function energyColumns(
  columns: readonly Counted[],
  unconfirmed_by: ReadonlyMap<number, number>,
  countOf: ComponentCounts = () => 0,
): EnergyColumn[] {
  return columns.flatMap(({ key_figure_id, mean, value_count }) => {
    const keyFigure = keyFigureById(key_figure_id);
    if (keyFigure === undefined) return [];
    const component_count = countOf(keyFigure.component_type);
    const unconfirmed = unconfirmed_by.get(key_figure_id) ?? 0;
    return [{ key_figure_id, mean, value_count, component_count, unconfirmed }];
  });
}

export async function readHeadline(
  { db, files, log, viewer }: Pick<Context, "db" | "files" | "log" | "viewer">,
  analysis: Analysis,
): Promise<Headline> {
  const [plant, own, twin, analyses] = await Promise.all([
    readPlant(db, viewer, analysis.plant_id),
    readLossSettings(db, analysis.plant_id),
    readTwin(db, analysis.plant_id),
    readAnalyses(db, viewer, { plant_id: analysis.plant_id }),
  ]);
  const before = earlierSurvey(analyses, analysis, leadIn(analysis.key_figure_ids)?.id ?? null);
  const surveys = before ? [analysis, before] : [analysis];
  const ids = surveys.map(({ id }) => id);
  const rows = await listColumns(db, ids);
  const countOf = componentCountsOf(twin);
  const loss = settingsWith(own);
  const { module_m2 } = modulesOf(twin);
  const about = { plant: { ...requireFound(plant), module_m2 }, loss, stated: own };
  const surveyOf = async (one: Analysis) => {
    const facts = withLossFacts(one.key_figure_ids);
    const columns = rows.filter(
      (row) => row.analysis_id === one.id && facts.includes(row.key_figure_id),
    );
    const summaries = columns.map(({ summary }) => summary);
    const unconfirmed = await unconfirmedOf({ files, log }, summaries, twin);
    return survey(one, rows, { ...about, columns: energyColumns(summaries, unconfirmed, countOf) });
  };
  const own_rows = rows.filter(({ analysis_id }) => analysis_id === analysis.id);
  const withheld = withheldOf(own_rows.map(({ summary }) => summary));
  const isEvaluated = own_rows.some(({ is_evaluated }) => is_evaluated);
  const text = isEvaluated ? await readEvaluationLog(db, analysis.id) : null;
  const evaluation = text === null ? null : evaluationOf(text, withheld);
  const previous = before ? await surveyOf(before) : null;
  return { ...(await surveyOf(analysis)), previous, withheld, evaluation, loss };
}

function evaluationOf(
  text: string,
  withheld: readonly Withheld[],
): NonNullable<Headline["evaluation"]> {
  const log = shownLogShape.parse(JSON.parse(text));
  const { method, registrations, is_contradicted } = log;
  const by_hand = registrations.flatMap(({ file, found }) => {
    const { control } = found ?? { control: null };
    return control ? [{ file, points: control.points, residual_m: control.residual_m }] : [];
  });
  const unseen = withheld.find(({ reason }) => reason === "not_judged")?.count ?? 0;
  const not_judged = Math.max(0, log.not_judged - unseen);
  return { age: ageOf(method), by_hand, is_contradicted, not_judged };
}

function survey(
  { id, name, flown_at, key_figure_ids }: Analysis,
  rows: readonly ColumnRow[],
  {
    plant,
    columns,
    loss,
    stated,
  }: {
    plant: Plant & { readonly module_m2: number | null };
    /** Those from which its lost energy follows. */
    columns: readonly EnergyColumn[];
    loss: LossSettings;
    stated: Partial<LossSettings> | null;
  },
): HeadlineSurvey {
  const own = rows.filter(
    (row) => row.analysis_id === id && key_figure_ids.includes(row.key_figure_id),
  );
  return {
    analysis_id: id,
    name,
    flown_at,
    figures: own.map(({ key_figure_id, summary, severity_counts }) => ({
      key_figure_id,
      severity_counts,
      class_counts: summary.kind === "u8" ? [...summary.histogram] : [],
      value_count: summary.value_count,
      component_count:
        columns.find((one) => one.key_figure_id === key_figure_id)?.component_count ?? 0,
    })),
    lost_energy: lostEnergy(plant, columns, loss, stated),
  };
}
