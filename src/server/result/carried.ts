// What an analysis carries for components that it did not measure, as far as the viewer sees it.
import type { Analysis } from "../../domain/analysis/analysis.ts";
import type { CarriedColumn } from "../../domain/analysis/unmeasured.ts";
import type { Context } from "../context.ts";
import { readAnalyses } from "../store/plant/analysis/analysis.ts";
import { listCarried } from "../store/plant/column/carried-column.ts";

/** What the analysis carries from analyses that the viewer sees, of key figures that it shows. */
export async function readCarried(
  { db, viewer }: Pick<Context, "db" | "viewer">,
  { id, plant_id, key_figure_ids }: Pick<Analysis, "id" | "plant_id" | "key_figure_ids">,
): Promise<CarriedColumn[]> {
  const rows = await listCarried(db, id);
  if (rows.length === 0) return [];
  const seen = await readAnalyses(db, viewer, { plant_id });
  return rows.flatMap(({ key_figure_id, source_id, hash, value_count }) => {
    const source = seen.find((one) => one.id === source_id);
    const isShown = key_figure_ids.includes(key_figure_id);
    if (!isShown || !source?.key_figure_ids.includes(key_figure_id)) return [];
    const { name: source_name, flown_at: source_flown_at } = source;
    return [{ key_figure_id, source_id, source_name, source_flown_at, hash, value_count }];
  });
}
