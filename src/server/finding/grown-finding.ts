// Which dismissed findings have grown since: their value, not only the class that it falls into.
import { differenceColumn, WORSE } from "../../domain/column/difference.ts";
import { differenceRequestOf } from "../../domain/column/difference-request.ts";
import { valueAt, type ColumnValues } from "../../domain/column/column.ts";
import { faultTypeFigureOf } from "../../domain/key-figure/fault-type.ts";
import { keyFigureById, type KeyFigure } from "../../domain/key-figure/key-figure.ts";
import type { Context } from "../context.ts";
import { columnValues } from "../result/column-memory.ts";
import { listColumns } from "../store/plant/column/column.ts";
import type { JudgedLife } from "../store/plant/finding/finding-life.ts";
import { readLimits } from "../store/plant/plant.ts";

type Parts = Pick<Context, "db" | "files">;
type Survey = { readonly id: number; readonly plant_id: number };

/**
 * The IDs of the findings that are dismissed and whose value is worse than in the survey in view of which they were, by the
 * rule of the comparison: beyond the uncertainty of both values. The value is that of the key figure that ranks the fault
 * types of the component; where either survey has none, its severity alone is compared.
 * @param rowOf the row of the component; null where the twin has it no more
 */
export async function readGrown(
  parts: Parts,
  survey: Survey,
  lives: readonly JudgedLife[],
  rowOf: (life: JudgedLife) => number | null,
): Promise<ReadonlySet<number>> {
  const grown = new Set<number>();
  const dismissed = lives.flatMap((life) => {
    const figure = keyFigureById(faultTypeFigureOf(life.component_type)?.ranked_by ?? 0);
    const { dismissed_in: from } = life;
    const row = rowOf(life);
    return figure && from !== null && from !== survey.id && row !== null
      ? [{ life, figure, from, row }]
      : [];
  });
  if (dismissed.length === 0) return grown;
  const limits = await readLimits(parts.db, survey.plant_id);
  for (const own of Map.groupBy(dismissed, ({ figure, from }) => `${figure.id} ${from}`).values()) {
    const { figure, from } = own[0]!;
    const before = await readValues(parts, from, figure);
    const after = await readValues(parts, survey.id, figure);
    if (!before || !after) continue;
    const some = (values: ColumnValues | undefined) =>
      values && Float32Array.from(own, ({ row }) => valueAt(values, row));
    const own_limits = limits.find((one) => one.key_figure_id === figure.id)?.limits;
    const changes = differenceColumn(
      some(before.values)!,
      some(after.values)!,
      differenceRequestOf(figure, own_limits ?? figure.limits),
      { before: some(before.stated), after: some(after.stated) },
    );
    for (const [at, { life }] of own.entries()) if (changes[at] === WORSE) grown.add(life.id);
  }
  return grown;
}

/** The column of a key figure, and that of the uncertainties that stand beside it; null where the survey has none. */
async function readValues({ db, files }: Parts, analysis_id: number, figure: KeyFigure) {
  const ids = [figure.id, figure.uncertainty_by ?? 0];
  const columns = await listColumns(db, [analysis_id], ids);
  const read = async (id: number) => {
    const found = columns.find(({ key_figure_id }) => key_figure_id === id);
    return found && columnValues(files, found.summary.hash);
  };
  const values = await read(figure.id);
  return values ? { values, stated: await read(ids[1]!) } : null;
}
