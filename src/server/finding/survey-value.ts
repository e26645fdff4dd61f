// What an analysis says of components: the columns that name faults and judge them.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { ColumnValues } from "../../domain/column/column.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { judgesOf, seenAt, type Seen } from "../../domain/finding/survey-finding.ts";
import { faultTypeFigureOf } from "../../domain/key-figure/fault-type.ts";
import type { Context } from "../context.ts";
import { columnValues } from "../result/column-memory.ts";
import { listColumns } from "../store/plant/column/column.ts";
import { readLimits } from "../store/plant/plant.ts";

/** What the analysis says of a row; null for component types of which it says nothing. */
export type SurveyReader = (type: ComponentType) => ((row: number) => Seen) | null;

/** Reads the columns of these component types; of those that `analysis` names, where it names any. */
export async function readSurvey(
  { db, files }: Pick<Context, "db" | "files">,
  analysis: Pick<Analysis, "id" | "plant_id"> & Partial<Pick<Analysis, "key_figure_ids">>,
  types: readonly ComponentType[],
): Promise<SurveyReader> {
  const figures = types.flatMap((type) => {
    const figure = faultTypeFigureOf(type);
    return figure ? [figure, ...judgesOf(figure)] : [];
  });
  const seen = analysis.key_figure_ids;
  const ids = figures.map(({ id }) => id).filter((id) => !seen || seen.includes(id));
  const columns = await listColumns(db, [analysis.id], ids);
  const own = await readLimits(db, analysis.plant_id);
  const values = new Map<number, ColumnValues>();
  for (const { key_figure_id, summary } of columns) {
    values.set(key_figure_id, await columnValues(files, summary.hash));
  }
  const survey = {
    valuesOf: ({ id }: { readonly id: number }) => values.get(id),
    limitsOf: ({ id, limits }: { readonly id: number; readonly limits: readonly number[] }) =>
      own.find((one) => one.key_figure_id === id)?.limits ?? limits,
  };
  const readers = new Map(
    types.map((type) => {
      const figure = faultTypeFigureOf(type);
      return [type, figure ? seenAt(figure, survey) : null] as const;
    }),
  );
  return (type) => readers.get(type) ?? null;
}
