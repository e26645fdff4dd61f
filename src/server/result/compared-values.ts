// The values of a key figure in two analyses, and how each component changed from the older to the newer.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { isOlder } from "../../domain/analysis/survey-order.ts";
import type { ColumnValues } from "../../domain/column/column.ts";
import {
  decidingChanges,
  differenceColumn,
  type ColumnPair,
  type DifferenceRequest,
} from "../../domain/column/difference.ts";
import { differenceRequestOf } from "../../domain/column/difference-request.ts";
import {
  measuredBehind,
  withUncertainty,
  type KeyFigure,
} from "../../domain/key-figure/key-figure.ts";
import type { Context } from "../context.ts";
import { readLimits } from "../store/plant/plant.ts";
import { readValues } from "./result-values.ts";

type Parts = Pick<Context, "db" | "files">;

const empty = new Float32Array(0);

export type ComparedValues = {
  readonly values: ColumnValues;
  readonly compare: ColumnValues;
  /** Difference classes by row (domain/column/difference.ts). */
  readonly changes: Uint8Array;
};

type Pair = ColumnPair & { readonly request: DifferenceRequest; readonly changes: Uint8Array };

/** Both analyses belong to one plant, whose own limits apply. */
export async function comparedValues(
  context: Parts,
  analysis: Analysis,
  other: Analysis,
  keyFigure: KeyFigure,
): Promise<ComparedValues> {
  const [older, newer] = isOlder(analysis, other) ? [analysis, other] : [other, analysis];
  const plantLimits = await readLimits(context.db, analysis.plant_id);
  const compared = async (figure: KeyFigure): Promise<Pair> => {
    const before = await visibleValues(context, older, figure.id);
    const after = await visibleValues(context, newer, figure.id);
    const own = plantLimits.find((one) => one.key_figure_id === figure.id)?.limits;
    const request = differenceRequestOf(figure, own ?? figure.limits);
    const stated = {
      before: await visibleValues(context, older, figure.uncertainty_by),
      after: await visibleValues(context, newer, figure.uncertainty_by),
    };
    const none = (before ?? after ?? empty).slice(0, 0);
    const pair = { before: before ?? none, after: after ?? none, request };
    const behind = measuredBehind(figure);
    const measured = behind && decidingChanges(pair, await compared(behind));
    return {
      ...pair,
      changes: differenceColumn(pair.before, pair.after, request, stated, measured),
    };
  };
  const { before, after, changes } = await compared(keyFigure);
  return newer === analysis
    ? { values: after, compare: before, changes }
    : { values: before, compare: after, changes };
}

/** Undefined for a key figure that the analysis does not show. */
async function visibleValues(context: Parts, analysis: Analysis, id: number | undefined) {
  if (id === undefined || !withUncertainty(analysis.key_figure_ids).includes(id)) return undefined;
  return (await readValues(context, analysis.id, [id])).get(id);
}
