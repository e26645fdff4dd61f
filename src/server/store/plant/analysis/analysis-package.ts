// The product packages of analyses.
import { and, eq, notInArray, sql, type Column, type SQL } from "drizzle-orm";
import type { Database } from "../../../context.ts";
import { analysisProductPackage } from "../../schema/analysis.ts";
import { productPackage } from "../../schema/provider.ts";

/** Aggregate: packages as JSON, by name. */
export const packageList = sql`json_agg(
  json_build_object('id', ${productPackage.id}, 'name', ${productPackage.name})
  order by lower(${productPackage.name}), ${productPackage.id})`;

/** Select expression: the packages of the analysis in the outer query. */
export function productPackagesOf(analysis_id: Column): SQL<{ id: number; name: string }[]> {
  return sql`coalesce((
    select ${packageList} from ${analysisProductPackage}
    join ${productPackage} on ${productPackage.id} = ${analysisProductPackage.product_package_id}
    where ${analysisProductPackage.analysis_id} = ${analysis_id}), '[]'::json)`;
}

/** Replaces the packages of an analysis. */
export async function storeAnalysisPackages(
  db: Database,
  analysis_id: number,
  ids: readonly number[],
): Promise<void> {
  const isOfAnalysis = eq(analysisProductPackage.analysis_id, analysis_id);
  await db
    .delete(analysisProductPackage)
    .where(and(isOfAnalysis, notInArray(analysisProductPackage.product_package_id, [0, ...ids])));
  if (ids.length === 0) return;
  await db
    .insert(analysisProductPackage)
    .values(ids.map((product_package_id) => ({ analysis_id, product_package_id })))
    .onConflictDoNothing();
}
