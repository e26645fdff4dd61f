// How many modules without a loss may be faulty, counted by rows: counts of columns do not say which modules are in several.
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { ColumnValues } from "../../domain/column/column.ts";
import type { Twin } from "../../domain/component/component-index.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { validityOf } from "../../domain/key-figure/inspection-validity.ts";
import { besideIds, unconfirmedCount } from "../../domain/loss/beside-sum.ts";
import { isAddedLoss, isLossKey } from "../../domain/loss/component-loss.ts";
import type { Services } from "../context.ts";
import { readColumn } from "../store/plant/column/column.ts";
import { existingRowsOf } from "../store/plant/twin-components.ts";

/** Counts by all that they depend on. The content of a column with a hash never changes. */
const known = new LRUCache<string, number>({ max: 10_000 });

type Column = {
  readonly key_figure_id: number;
  readonly hash: string;
  readonly value_count: number;
};

/**
 * By key figure of loss of modules; a key figure that is not in it has none.
 * A column that cannot be read is written to the log: then all modules without a loss may be faulty, so that the upper end
 * is not too low.
 * @param columns of one analysis, with those of `withLossFacts`
 */
export async function unconfirmedOf(
  { files, log }: Pick<Services, "files" | "log">,
  columns: readonly Column[],
  twin: Twin | null,
): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  const level = twin?.levels.find(({ component_type }) => component_type === "module");
  const validity = validityOf("module");
  if (!level || !columns.some(({ key_figure_id }) => key_figure_id === validity?.id)) return found;
  const facts = columns
    .filter(({ key_figure_id }) => besideIds.includes(key_figure_id))
    .toSorted((a, b) => a.key_figure_id - b.key_figure_id);
  const ofAll = level.component_count === level.row_count ? "all" : level.geometry;
  for (const column of columns) {
    const { key_figure_id, hash, value_count } = column;
    const figure = keyFigureById(key_figure_id);
    if (figure?.component_type !== "module" || !isLossKey(figure.key)) continue;
    if (isAddedLoss(key_figure_id) || value_count >= level.component_count) continue;
    const parts = [ofAll, hash, ...facts.map((one) => `${one.key_figure_id} ${one.hash}`)];
    const key = createHash("sha256").update(JSON.stringify(parts)).digest("base64");
    try {
      const count = known.get(key) ?? (await countOf(hash));
      known.set(key, count);
      found.set(key_figure_id, count);
    } catch (error) {
      log.error(error, `the modules without a loss in column ${hash} could not be counted`);
      found.set(key_figure_id, level.component_count);
    }
  }
  return found;

  async function countOf(hash: string): Promise<number> {
    const values = new Map<string, ColumnValues>();
    for (const one of facts)
      values.set(keyFigureById(one.key_figure_id)!.key, await readColumn(files, one.hash));
    const exists = ofAll === "all" ? null : await existingRowsOf(files, level!);
    return unconfirmedCount(await readColumn(files, hash), (key) => values.get(key), exists);
  }
}
