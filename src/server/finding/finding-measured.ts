// What the newest survey measured of findings: their causes, and how large they are.
import {
  causesAt,
  sizeAt,
  statedFigures,
  type StatedValue,
} from "../../domain/finding/finding-cause.ts";
import type { FindingLife } from "../../domain/finding/finding-life.ts";
import type { Context } from "../context.ts";
import { readAnalyses } from "../store/plant/analysis/analysis.ts";
import { readValues } from "./survey-value.ts";

export type Measured = {
  readonly causes: readonly StatedValue[];
  readonly size: StatedValue | null;
};
const nothing: Measured = { causes: [], size: null };

/** Whether the viewer may see results: a token that reads findings alone says nothing of them, whatever its user may see. */
export function seesResults({ viewer }: Pick<Context, "viewer">): boolean {
  const isOutOfScope = viewer.access_scopes?.has("read_results") === false;
  return viewer.permissions.has("READ_ANALYSIS_RESULT") && !isOutOfScope;
}

/**
 * What the survey that judged each finding last measured of it; nothing for who may not see results, where that survey
 * was deleted, and where it did not show the finding.
 */
export async function measuredReader(
  context: Pick<Context, "db" | "files" | "viewer">,
  lives: readonly FindingLife[],
): Promise<(life: FindingLife) => Measured> {
  if (!seesResults(context)) return () => nothing;
  const present = lives.filter(({ row, analysis_id }) => row !== null && analysis_id !== null);
  const ids = [...new Set(present.flatMap(({ analysis_id }) => analysis_id ?? []))];
  if (ids.length === 0) return () => nothing;
  const readers = new Map<number, (life: FindingLife, row: number) => Measured>();
  for (const analysis of await readAnalyses(context.db, context.viewer, { ids })) {
    const own = present.filter(({ analysis_id }) => analysis_id === analysis.id);
    const types = [...new Set(own.map(({ component_type }) => component_type))];
    const survey = await readValues(context, analysis, statedFigures(types));
    const [causes, size] = [causesAt(survey), sizeAt(survey)];
    readers.set(analysis.id, (life, row) => ({ causes: causes(life, row), size: size(life, row) }));
  }
  return (life) => {
    const { row, analysis_id, severity } = life;
    // A survey that has found it gone measured something else.
    if (row === null || severity === null || severity === 0) return nothing;
    return readers.get(analysis_id ?? 0)?.(life, row) ?? nothing;
  };
}
