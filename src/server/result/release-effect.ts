// Whom a release of results concerns, and how much is released.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { analysesUsing, type ReleaseEffect } from "../../domain/analysis/release-effect.ts";
import { doubtsOf } from "../../domain/evaluation/doubt/doubt.ts";
import { shownLogShape } from "../../domain/evaluation/survey-log.ts";
import { withheldOf } from "../../domain/key-figure/inspection-validity.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import type { Context, Database } from "../context.ts";
import { requireFound } from "../implement.ts";
import { readAnalyses } from "../store/plant/analysis/analysis.ts";
import { countCarriedFrom } from "../store/plant/column/carried-column.ts";
import { listColumns } from "../store/plant/column/column.ts";
import { readEvaluationLog } from "../store/plant/analysis/evaluation.ts";
import { countOpenFindings } from "../store/plant/analysis/finding.ts";
import { readPlant } from "../store/plant/plant.ts";
import { readResultViewers } from "../store/plant/analysis/result-viewer.ts";

/**
 * Components whose place is not sure, or was never checked, whose values were withheld, or whose conditions the intact
 * tubes contradict, by the newest evaluation; 0 where an import has replaced all that it gave.
 */
export async function countUnsure(db: Database, id: number): Promise<number> {
  return (await readUnsure(db, id)).unsure;
}

async function readUnsure(
  db: Database,
  id: number,
): Promise<Pick<ReleaseEffect, "unsure" | "doubts">> {
  const text = await readEvaluationLog(db, id);
  const columns = await listColumns(db, [id]);
  if (text === null || !columns.some(({ is_evaluated }) => is_evaluated))
    return { unsure: 0, doubts: [] };
  const log = shownLogShape.parse(JSON.parse(text));
  // Values of an older version are sure, as far as that one could tell.
  const doubts = doubtsOf(log).filter(({ reason }) => reason !== "older");
  const isDoubtful = doubts.some(({ reason }) => reason !== "place" && reason !== "not_judged");
  // Of those not judged, what colours show is among the measured.
  const withheld = withheldOf(columns.map(({ summary }) => summary));
  const unseen = withheld.find(({ reason }) => reason === "not_judged");
  const doubtful = isDoubtful ? log.measured + (unseen?.count ?? 0) : 0;
  const count = log.place_not_sure + Math.max(log.not_judged, doubtful);
  // What has no validity of its own, as mirrors, is asked for all the same.
  return { unsure: Math.max(count, doubts.length > 0 ? 1 : 0), doubts };
}

export async function readReleaseEffect(
  { db, viewer }: Pick<Context, "db" | "viewer">,
  analysis: Analysis,
): Promise<ReleaseEffect> {
  const plant = requireFound(await readPlant(db, viewer, analysis.plant_id));
  const [viewers, columns, others, carriedBy, unreviewed, unsure] = await Promise.all([
    readResultViewers(db, plant.customer_id, plant.id),
    listColumns(db, [analysis.id]),
    readAnalyses(db, viewer, { plant_id: plant.id }),
    countCarriedFrom(db, analysis.id),
    countOpenFindings(db, analysis.id),
    readUnsure(db, analysis.id),
  ]);
  const filled = columns.filter(({ summary }) => summary.value_count > 0);
  const judged = (id: number) => keyFigureById(id)?.direction !== "neutral";
  const sum = (of: (column: (typeof columns)[number]) => number) =>
    filled.reduce((total, column) => total + of(column), 0);
  return {
    customer_name: plant.customer_name,
    viewers,
    key_figures: filled.length,
    values: sum(({ summary }) => summary.value_count),
    findings: sum(({ key_figure_id, severity_counts: counts }) =>
      judged(key_figure_id) ? (counts[2] ?? 0) + (counts[3] ?? 0) : 0,
    ),
    unreviewed,
    ...unsure,
    used_by: analysesUsing(analysis, others, carriedBy),
  };
}
