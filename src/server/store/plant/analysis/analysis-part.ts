// What other tables have of an analysis: its key figures, packages, and how many images, files and uploads. Few
// analyses ask each table once per row; the list of all of them reads each table once and groups it.
import { eq, sql, type SQL } from "drizzle-orm";
import type { Analysis } from "../../../../domain/analysis/analysis.ts";
import { analysisProductPackage } from "../../schema/analysis.ts";
import { analysisFile, analysisUpload } from "../../schema/analysis-file.ts";
import { analysis, analysisColumn, resultImage } from "../../schema/plant.ts";
import { disabledKeyFigure, productPackage } from "../../schema/provider.ts";
import { batchList, namedBatches } from "./evaluation-batch.ts";
import { uploadCounts } from "./analysis-change.ts";
import { packageList, productPackagesOf } from "./analysis-package.ts";

type ListPart =
  | "key_figure_ids"
  | "stated_key_figure_ids"
  | "product_packages"
  | "evaluation_batches";
type CountPart = "image_count" | "file_count" | "running_uploads";

/** An analysis as PostgreSQL answers it: null may stand for an empty list, which is slow to read. */
export type AnalysisRow = Omit<Analysis, ListPart> & {
  [Name in ListPart]: NonNullable<Analysis[Name]> | null;
};
export type Parts = { readonly [Name in ListPart | CountPart]: SQL<AnalysisRow[Name]> };

/** Condition: the plant of the analysis has the key figure of its column switched on. */
const isEnabled = sql`not exists (select 1 from ${disabledKeyFigure}
  where ${disabledKeyFigure.plant_id} = ${analysis.plant_id}
    and ${disabledKeyFigure.key_figure_id} = ${analysisColumn.key_figure_id})`;
const ofEnabled = sql`join ${analysis} on ${analysis.id} = ${analysisColumn.analysis_id}
  where ${isEnabled}`;

/** Select expressions that ask for each row. @param enabled without the key figures that the plant disabled */
export function partsOfRow(enabled: boolean): Parts {
  const isOn = enabled ? sql`and ${isEnabled}` : sql.empty();
  return {
    key_figure_ids: sql<number[]>`array(select ${analysisColumn.key_figure_id}
      from ${analysisColumn} where ${analysisColumn.analysis_id} = ${analysis.id} ${isOn} order by 1)`,
    stated_key_figure_ids: sql<number[]>`array(select ${analysisColumn.key_figure_id}
      from ${analysisColumn} where ${analysisColumn.analysis_id} = ${analysis.id}
      and not ${analysisColumn.is_evaluated} order by 1)`,
    image_count: sql<number>`(select count(*)::int from ${resultImage}
      where ${resultImage.analysis_id} = ${analysis.id})`,
    product_packages: productPackagesOf(analysis.id),
    evaluation_batches: sql<Analysis["evaluation_batches"]>`coalesce((select ${batchList}
      ${namedBatches} where named.analysis_id = ${analysis.id}), '[]'::json)`,
    ...uploadCounts,
  };
}

/** Select expressions over `groupsOf`. */
export const partsOfGroups: Parts = {
  key_figure_ids: sql`of_column.ids`,
  stated_key_figure_ids: sql`of_column.stated`,
  image_count: sql`coalesce(of_image.count, 0)`,
  product_packages: sql`of_package.list`,
  evaluation_batches: sql`of_batch.list`,
  file_count: sql`coalesce(of_file.count, 0)`,
  running_uploads: sql`coalesce(of_upload.count, 0)`,
};

/** Tables to join, each with one row per analysis that has any. @param enabled as above */
export const groupsOf = (enabled: boolean): readonly Group[] => [
  group(
    "of_column",
    sql`array_agg(${analysisColumn.key_figure_id} order by ${analysisColumn.key_figure_id}) as ids,
      array_agg(${analysisColumn.key_figure_id} order by ${analysisColumn.key_figure_id})
        filter (where not ${analysisColumn.is_evaluated}) as stated
      from ${analysisColumn} ${enabled ? ofEnabled : sql.empty()}`,
  ),
  group("of_image", sql`count(*)::int from ${resultImage}`),
  group(
    "of_package",
    sql`${packageList} as list from ${analysisProductPackage}
      join ${productPackage} on ${productPackage.id} = ${analysisProductPackage.product_package_id}`,
  ),
  group("of_batch", sql`${batchList} as list ${namedBatches}`),
  group("of_file", sql`count(*)::int from ${analysisFile}`),
  group(
    "of_upload",
    sql`count(*)::int from ${analysisUpload} where ${eq(analysisUpload.state, sql`'running'`)}`,
  ),
];

type Group = { readonly table: SQL; readonly on: SQL };

function group(name: string, what: SQL): Group {
  const alias = sql.identifier(name);
  return {
    table: sql`(select analysis_id, ${what} group by analysis_id) ${alias}`,
    on: sql`${alias}.analysis_id = ${analysis.id}`,
  };
}
